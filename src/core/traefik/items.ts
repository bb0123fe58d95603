import { memberText } from '../json/slices';
import type { Source } from './listing';
import type { ItemOf, Kind, Middleware, Protocol, Router, Service, Status } from './model';
import { isRecord, NONE, readTolerantly } from './tolerant';
import { middlewareSchema, routerSchema, serviceSchema } from './wire';

/** The listing of a kind: `GET /api/{protocol}/{kind}`. */
export function itemSource<K extends Kind>(protocol: Protocol, kind: K): Source<ItemOf<K>> {
  return {
    path: `${protocol}/${kind}`,
    what: `the ${protocol.toUpperCase()} ${kind}`,
    read: (raw, text) => readItem(protocol, kind, raw, text),
  };
}

/**
 * Makes an item of what a listing holds, or of a single item's answer.
 *
 * A field of the wrong type costs only itself: it is named in the item's `unread`.
 *
 * @param raw the parsed JSON, whatever it is
 * @param text the same JSON as received
 * @returns undefined where there is no name to call it by
 */
export function readItem<K extends Kind>(
  protocol: Protocol,
  kind: K,
  raw: unknown,
  text: string,
): ItemOf<K> | undefined {
  return readers[kind](protocol, raw, text);
}

const readers: {
  readonly [K in Kind]: (protocol: Protocol, raw: unknown, text: string) => ItemOf<K> | undefined;
} = { routers: readRouter, services: readService, middlewares: readMiddleware };

/**
 * Makes the compiler miss a field that is not copied. Each is copied by name, because spreading what a rest pattern left
 * took seven times as long as parsing (5,000 routers).
 */
type Whole<T> = { readonly [F in keyof Required<T>]: T[F] | undefined };

function readRouter(protocol: Protocol, raw: unknown, text: string): Router | undefined {
  const read = readTolerantly(routerSchema, raw);
  if (read === undefined) return undefined;
  const { view, unread } = read;
  const priority = view.priority === undefined ? undefined : exactInteger(view.priority, view.priorityStr, text);
  return {
    kind: 'routers',
    protocol,
    name: view.name,
    provider: view.provider,
    status: statusOf(view.status),
    errors: view.error ?? NONE,
    unread: view.priority !== undefined && priority === undefined ? [...unread, 'priority'] : unread,
    text,
    entryPoints: view.entryPoints,
    using: view.using,
    middlewares: view.middlewares,
    service: view.service,
    rule: view.rule,
    ruleSyntax: view.ruleSyntax,
    priority,
    tls: view.tls,
    parentRefs: view.parentRefs,
  } satisfies Whole<Router>;
}

function readService(protocol: Protocol, raw: unknown, text: string): Service | undefined {
  const read = readTolerantly(serviceSchema, raw);
  if (read === undefined) return undefined;
  const { view, unread } = read;
  return {
    kind: 'services',
    protocol,
    name: view.name,
    provider: view.provider,
    status: statusOf(view.status),
    errors: view.error ?? NONE,
    unread,
    text,
    type: view.type === undefined ? undefined : (asConfigured(view.type, raw) ?? view.type),
    loadBalancer: view.loadBalancer,
    weighted: view.weighted,
    highestRandomWeight: view.highestRandomWeight,
    mirroring: view.mirroring,
    failover: view.failover,
    middlewares: view.middlewares,
    serverStatus: view.serverStatus,
    usedBy: view.usedBy,
  } satisfies Whole<Service>;
}

function readMiddleware(protocol: Protocol, raw: unknown, text: string): Middleware | undefined {
  const read = readTolerantly(middlewareSchema, raw);
  if (read === undefined) return undefined;
  const { view, unread } = read;
  const configured = view.type === undefined ? undefined : asConfigured(view.type, raw);
  return {
    kind: 'middlewares',
    protocol,
    name: view.name,
    provider: view.provider,
    status: statusOf(view.status),
    errors: view.error ?? NONE,
    unread,
    text,
    type: configured ?? view.type,
    isPlugin: configured === undefined && isRecord(raw) && 'plugin' in raw,
    usedBy: view.usedBy,
    chain: view.chain,
    errorPage: view.errors,
  } satisfies Whole<Middleware>;
}

function statusOf(word: string | undefined): Status {
  return word === 'enabled' || word === 'warning' || word === 'disabled' ? word : 'unknown';
}

/** The configuration of a service or middleware lies under the key that `type` spells in lower case. */
function asConfigured(type: string, raw: unknown): string | undefined {
  return isRecord(raw) ? Object.keys(raw).find((key) => key.toLowerCase() === type) : undefined;
}

/** The digits of a 64-bit integer: from its own string, from the number where it is exact, else from the JSON text. */
function exactInteger(rounded: number, digits: string | undefined, text: string): bigint | undefined {
  if (digits !== undefined && INTEGER.test(digits)) return BigInt(digits);
  if (Number.isSafeInteger(rounded)) return BigInt(rounded);
  const written = memberText(text, 'priority');
  return written !== undefined && INTEGER.test(written) ? BigInt(written) : undefined;
}

const INTEGER = /^-?\d{1,20}$/;
