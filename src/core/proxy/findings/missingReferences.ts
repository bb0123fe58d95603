import * as l10n from '@vscode/l10n';
import { closestName } from '../../base/text/editDistance';
import { kindText } from '../describe/labels';
import { type Inventory, inventoryGroupOf, itemOf, itemsOfKinds, knownItems } from '../model/inventory';
import type { ItemGraph } from '../model/itemGraph';
import { ownName } from '../model/itemName';
import { itemKeyOf } from '../model/itemRef';
import { type Item, type ItemKind, itemKinds, type TraefikProtocol } from '../model/model';
import { enumeratedNames, enumeratedTexts, type Finding, type FindingLink, quotedName } from './finding';

type UserLink = Extract<FindingLink, { to: 'item' | 'entryPoint' }>;

/** An item that is referenced but not listed. */
interface AbsentItem {
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  readonly name: string;
  /** The items that reference it, as links, in the order of the listings. */
  readonly users: Map<string, UserLink>;
}

/**
 * A reference to a router, service or middleware that doesn't exist, with all items that reference it. Traefik reports
 * the error on the referencing item, and does not report it if that item is not in use.
 */
export function missingFinding(
  one: AbsentItem,
  inventory: Inventory,
  meantBy: (absent: AbsentItem) => string | undefined,
): Finding {
  const links = [...one.users.values()];
  const { protocol, kind, name } = one;
  const missing = { protocol, kind, name };
  const ofGateway = gatewayReason(one, links);
  if (ofGateway !== undefined) {
    return {
      kind: 'missing',
      key: itemKeyOf(one),
      missing,
      about: quotedName(name),
      reason: ofGateway,
      brief: l10n.t('not resolved'),
      links,
    };
  }
  const meant = meantBy(one);
  const hint = meant === undefined ? [] : [l10n.t('Did you mean {0}?', quotedName(meant))];
  const target = meant === undefined ? undefined : itemOf(inventory, { ...one, name: meant });
  return {
    kind: 'missing',
    key: itemKeyOf(one),
    missing,
    about: quotedName(name),
    brief: protocol === 'http' ? missingTexts[kind]() : l10n.t('missing {0}', kindText(one)),
    reason: [notFound(one, enumeratedTexts(links, nameOfUser)), ...hint].join(' '),
    links: [
      ...links,
      ...(target === undefined
        ? []
        : [{ to: 'item', item: target, role: l10n.t('similar name'), isMeant: true } as const]),
    ],
  };
}

const missingTexts: Readonly<Record<ItemKind, () => string>> = {
  routers: () => l10n.t('missing router'),
  services: () => l10n.t('missing service'),
  middlewares: () => l10n.t('missing middleware'),
};

function notFound({ protocol, kind }: AbsentItem, users: string): string {
  switch (`${protocol} ${kind}` as const) {
    case 'http routers':
      return l10n.t('HTTP router not found; referenced by {0}.', users);
    case 'tcp routers':
      return l10n.t('TCP router not found; referenced by {0}.', users);
    case 'udp routers':
      return l10n.t('UDP router not found; referenced by {0}.', users);
    case 'http services':
      return l10n.t('HTTP service not found; referenced by {0}.', users);
    case 'tcp services':
      return l10n.t('TCP service not found; referenced by {0}.', users);
    case 'udp services':
      return l10n.t('UDP service not found; referenced by {0}.', users);
    case 'http middlewares':
      return l10n.t('HTTP middleware not found; referenced by {0}.', users);
    case 'tcp middlewares':
    case 'udp middlewares':
      return l10n.t('TCP middleware not found; referenced by {0}.', users);
  }
}

function nameOfUser(link: UserLink): string {
  return link.to === 'entryPoint' ? l10n.t('entry point {0}', quotedName(link.name)) : quotedName(link.item.name);
}

/**
 * The items that are referenced but not listed. Listings that could not be read are left out. Built-in items
 * (`…@internal`) are listed only while they are enabled, so one counts as absent only if Traefik disabled the
 * referencing item.
 */
export function absentItems(inventory: Inventory, graph: ItemGraph): ReadonlyMap<string, AbsentItem> {
  const absent = new Map<string, AbsentItem>();
  const add = (named: Pick<AbsentItem, 'protocol' | 'kind' | 'name'>, userKey: string, link: UserLink): void => {
    const group = inventoryGroupOf(inventory, named.protocol, named.kind);
    // An item without a readable name may be the referenced one.
    if (group?.state !== 'read' || group.unnamed > 0) return;
    const key = itemKeyOf(named);
    const known = absent.get(key) ?? { protocol: named.protocol, kind: named.kind, name: named.name, users: new Map() };
    absent.set(key, known);
    known.users.set(userKey, link);
  };
  for (const item of itemsOfKinds(inventory, ...itemKinds)) {
    // This item is from an earlier read.
    if (inventoryGroupOf(inventory, item.protocol, item.kind)?.state === 'stale') continue;
    for (const { target, ...named } of graph.referencesOf(item)) {
      if (target !== undefined || (isBuiltIn(named.name) && !isRefused(item))) continue;
      add(named, itemKeyOf(item), { to: 'item', item, role: l10n.t('references it') });
    }
  }
  if (inventory.entryPoints.state === 'read') {
    for (const { name, middlewares } of inventory.entryPoints.items.values()) {
      for (const middleware of middlewares) {
        const named = { protocol: 'http', kind: 'middlewares', name: middleware } as const;
        // A name without a provider is another item for each router; the routers reference it themselves.
        if (!middleware.includes('@') || isBuiltIn(middleware) || itemOf(inventory, named) !== undefined) continue;
        add(named, `entry point ${name}`, { to: 'entryPoint', name, role: l10n.t('references it') });
      }
    }
  }
  return absent;
}

function isBuiltIn(name: string): boolean {
  return name.endsWith('@internal');
}

function isRefused({ status }: Item): boolean {
  return status === 'disabled';
}

/** The most names that are compared for similar spelling, because comparing takes long. */
const mostCompared = 500_000;

/**
 * A sentence with the name that the user probably meant by one that is not listed: the same name with another provider,
 * which is the usual mistake, or else one with a similar spelling.
 */
export function meantNames(inventory: Inventory): (absent: AbsentItem) => string | undefined {
  const listed = new Map<string, ReadonlyMap<string, readonly string[]>>();
  let compared = 0;
  return ({ protocol, kind, name }) => {
    const group = `${protocol} ${kind}`;
    const byOwnName = listed.get(group) ?? namesIn(inventory, protocol, kind);
    listed.set(group, byOwnName);
    let same = byOwnName.get(ownName(name));
    if (same === undefined && compared < mostCompared) {
      compared += byOwnName.size;
      const near = closestName(ownName(name), byOwnName.keys());
      same = near === undefined ? undefined : byOwnName.get(near);
    }
    return same?.length === 1 ? same[0] : undefined;
  };
}

/** The names of a listing by their part without the provider. */
function namesIn(
  inventory: Inventory,
  protocol: TraefikProtocol,
  kind: ItemKind,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { name } of knownItems(inventoryGroupOf<ItemKind>(inventory, protocol, kind))) {
    const same = names.get(ownName(name));
    if (same === undefined) names.set(ownName(name), [name]);
    else same.push(name);
  }
  return names;
}

const gateway = 'kubernetesgateway';
/** The references that the provider writes in place of a service if it cannot load a filter of the route. */
const filters: readonly string[] = ['invalid-httproute-filter', 'invalid-grpcroute-filter'];

/**
 * The sentence about a service that is not listed because the Gateway provider could not resolve it: only a weighted
 * service of the provider references it, and Traefik responds in its place. Undefined for other services.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/provider/kubernetes/gateway/httproute.go (loadHTTPRoute,
 * loadWRRService)
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/provider/kubernetes/gateway/grpcroute.go
 */
function gatewayReason(
  { protocol, kind, name }: Pick<Item, 'protocol' | 'kind' | 'name'>,
  links: readonly FindingLink[],
): string | undefined {
  if (protocol !== 'http' || kind !== 'services' || !name.endsWith(`@${gateway}`)) return undefined;
  const users = links.map((link) => (link.to === 'item' ? link.item : undefined));
  if (!users.every((user) => user?.kind === 'services' && user.provider === gateway && user.weighted !== undefined)) {
    return undefined;
  }
  const own = name.slice(0, -gateway.length - 1);
  const isFilter = filters.includes(own);
  // The names of its routes begin with their kind.
  const isGrpc = /^(?:invalid-)?grpcroute-/.test(own);
  const where = enumeratedNames(users.map((user) => user?.name ?? ''));
  if (isFilter && isGrpc) {
    return l10n.t(
      'Stands for a filter that the Gateway API provider could not resolve. Traefik responds to requests from {0} with the gRPC status Unavailable.',
      where,
    );
  }
  if (isFilter) {
    return l10n.t(
      'Stands for a filter that the Gateway API provider could not resolve. Traefik responds to requests from {0} with 500.',
      where,
    );
  }
  return isGrpc
    ? l10n.t(
        'Stands for a backend that the Gateway API provider could not resolve. Traefik responds to requests from {0} with the gRPC status Unavailable.',
        where,
      )
    : l10n.t(
        'Stands for a backend that the Gateway API provider could not resolve. Traefik responds to requests from {0} with 500.',
        where,
      );
}
