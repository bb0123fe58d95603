import { isRecord } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';
import type { ItemKind, ItemOf, ItemStatus, Middleware, Router, Service, TraefikProtocol } from '../model/model';
import { middlewareSchema, routerSchema, serviceSchema } from '../wire/apiSchemas';
import { noEntries, type TolerantRead, tolerantReaderOf } from '../wire/tolerantReader';
import type { ListingSource } from './readListing';

/**
 * The listing of a kind: `GET /api/{protocol}/{kind}`. A field of the wrong type affects no other field; the item's
 * `unread` names it.
 */
export function itemSource<K extends ItemKind>(protocol: TraefikProtocol, kind: K): ListingSource<ItemOf<K>> {
  return { path: `${protocol}/${kind}`, read: (raw, text) => readers[kind](protocol, raw, text) };
}

const readRouter = tolerantReaderOf(routerSchema);
const readService = tolerantReaderOf(serviceSchema);
const readMiddleware = tolerantReaderOf(middlewareSchema);
type Reader<K extends ItemKind> = (protocol: TraefikProtocol, raw: unknown, text: string) => ItemOf<K> | undefined;

const readers: { readonly [K in ItemKind]: Reader<K> } = {
  routers(protocol, raw, text) {
    const read = readRouter(raw);
    return read && new ListedRouter(protocol, read, text);
  },
  services(protocol, raw, text) {
    const read = readService(raw);
    return read && new ListedService(protocol, read, raw, text);
  },
  middlewares(protocol, raw, text) {
    const read = readMiddleware(raw);
    return read && new ListedMiddleware(protocol, read, raw, text);
  },
};

/** Makes the compiler report a field that was forgotten. */
type Whole<T> = { readonly [F in keyof Required<T>]: T[F] | undefined };

/** The fields that every item has on the wire. */
type CommonRead = TolerantRead<typeof routerSchema | typeof serviceSchema | typeof middlewareSchema>;

/** The common fields of items. The text is private, so that iterating over an item's fields leaves it out. */
abstract class ListedItem {
  readonly protocol: TraefikProtocol;
  readonly name: string;
  readonly provider: string | undefined;
  readonly status: ItemStatus;
  readonly errors: readonly string[];
  readonly unread: readonly string[];
  readonly #text: string;

  constructor(protocol: TraefikProtocol, { view, unread }: CommonRead, text: string) {
    this.protocol = protocol;
    this.name = view.name;
    this.provider = view.provider;
    this.status = statusOf(view.status);
    this.errors = view.error ?? noEntries;
    this.unread = unread;
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

class ListedRouter extends ListedItem implements Whole<Router> {
  readonly kind = 'routers';
  readonly entryPoints: Router['entryPoints'];
  readonly using: Router['using'];
  readonly middlewares: Router['middlewares'];
  readonly service: Router['service'];
  readonly rule: Router['rule'];
  readonly ruleSyntax: Router['ruleSyntax'];
  readonly priority: Router['priority'];
  readonly tls: Router['tls'];
  readonly parentRefs: Router['parentRefs'];

  constructor(protocol: TraefikProtocol, read: TolerantRead<typeof routerSchema>, text: string) {
    const { view, unread } = read;
    const priority = exactInteger(view.priority, view.priorityStr, () => memberText(text, 'priority'));
    const isLost = view.priority !== undefined && priority === undefined;
    super(protocol, isLost ? { view, unread: [...unread, 'priority'] } : read, text);
    this.entryPoints = view.entryPoints;
    this.using = view.using;
    this.middlewares = view.middlewares;
    this.service = view.service;
    this.rule = view.rule;
    this.ruleSyntax = view.ruleSyntax;
    this.priority = priority;
    this.tls = view.tls;
    this.parentRefs = view.parentRefs;
  }
}

class ListedService extends ListedItem implements Whole<Service> {
  readonly kind = 'services';
  readonly type: Service['type'];
  readonly loadBalancer: Service['loadBalancer'];
  readonly weighted: Service['weighted'];
  readonly highestRandomWeight: Service['highestRandomWeight'];
  readonly mirroring: Service['mirroring'];
  readonly failover: Service['failover'];
  readonly middlewares: Service['middlewares'];
  readonly serverStatus: Service['serverStatus'];
  readonly usedBy: Service['usedBy'];

  constructor(protocol: TraefikProtocol, read: TolerantRead<typeof serviceSchema>, raw: unknown, text: string) {
    super(protocol, read, text);
    const { view } = read;
    this.type = view.type === undefined ? undefined : (asConfigured(view.type, raw) ?? view.type);
    this.loadBalancer = view.loadBalancer;
    this.weighted = view.weighted;
    this.highestRandomWeight = view.highestRandomWeight;
    this.mirroring = view.mirroring;
    this.failover = view.failover;
    this.middlewares = view.middlewares;
    this.serverStatus = view.serverStatus;
    this.usedBy = view.usedBy;
  }
}

class ListedMiddleware extends ListedItem implements Whole<Middleware> {
  readonly kind = 'middlewares';
  readonly type: Middleware['type'];
  readonly isPlugin: boolean;
  readonly usedBy: Middleware['usedBy'];
  readonly chain: Middleware['chain'];
  readonly errorPage: Middleware['errorPage'];

  constructor(protocol: TraefikProtocol, read: TolerantRead<typeof middlewareSchema>, raw: unknown, text: string) {
    super(protocol, read, text);
    const { view } = read;
    const configured = view.type === undefined ? undefined : asConfigured(view.type, raw);
    this.type = configured ?? view.type;
    this.isPlugin = configured === undefined && isRecord(raw) && 'plugin' in raw;
    this.usedBy = view.usedBy;
    this.chain = view.chain;
    this.errorPage = view.errors;
  }
}

function statusOf(word: string | undefined): ItemStatus {
  return word === 'enabled' || word === 'warning' || word === 'disabled' ? word : 'unknown';
}

/** The configuration of a service or middleware is in the member whose name is `type` in lower case. */
function asConfigured(type: string, raw: unknown): string | undefined {
  if (!isRecord(raw)) return undefined;
  for (const key in raw) if (key.length === type.length && key.toLowerCase() === type) return key;
  return undefined;
}

/**
 * A 64-bit integer: from the number if it is exact, else from its own string, else from the text. More than 53 bits are
 * rounded to an unsafe integer, so the text is read only when necessary.
 */
function exactInteger(
  rounded: number | undefined,
  digits: string | undefined,
  written: () => string | undefined,
): bigint | undefined {
  if (rounded === undefined) return undefined;
  if (Number.isSafeInteger(rounded)) return BigInt(rounded);
  if (digits !== undefined && integer.test(digits)) return BigInt(digits);
  const text = written();
  return text !== undefined && integer.test(text) ? BigInt(text) : undefined;
}

const integer = /^-?\d{1,20}$/;
