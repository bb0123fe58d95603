import { once } from '../../base/async/once';
import { forEachInTurns } from '../../base/async/pauses';
import { addToList } from '../../base/lists/addToList';
import type { ServiceHealth } from './health';
import { healthRollUp } from './healthRollUp';
import {
  computedOnce,
  type Inventory,
  type InventoryGroup,
  inventoryGroupOf,
  itemOf,
  itemsOfKinds,
  knownEntries,
  knownItems,
  listingFailure,
} from './inventory';
import { itemKeyOf } from './itemRef';
import {
  type EntryPoint,
  type Item,
  isInternal,
  itemKinds,
  kindsOf,
  type Middleware,
  type Router,
  type Service,
  type TraefikProtocol,
  traefikProtocols,
} from './model';
import { type ItemReference, type ReferenceRole, referencesIn } from './references';

export type { ItemReference, ReferenceRole } from './references';

/** A use of an item. An entry point uses the middlewares that it adds before those of its routers. */
export interface ItemUse {
  readonly user: Item | EntryPoint;
  readonly role: ReferenceRole;
}

/**
 * How the routers, services, and middlewares of an inventory are connected, in both directions. Derived from their
 * configurations, because the API's own `usedBy` covers only direct uses by routers, and no TCP middlewares.
 *
 * Items may also be from an earlier refresh: they are looked up by name. Items that are not listed have no connections.
 */
export type ItemGraph = ReturnType<typeof makeGraph>;

/** The graph of an inventory. The same object for the same content; its parts are computed on first use. */
export const itemGraphOf = computedOnce(makeGraph);

function makeGraph(inventory: Inventory) {
  const references = new Map<Item, readonly ItemReference[]>();
  const uses = once(() => findUses(inventory, referencesOf));
  const reached = once(() => reachedFrom(itemsOfKinds(inventory, 'routers'), referencesOf));
  const added = once(() =>
    reachedFrom(
      defaultMiddlewares(inventory).map(([, middleware]) => middleware),
      referencesOf,
    ),
  );
  const unsure = once(() => findUnsure(inventory));
  const onEntryPoints = once(() => findRoutersOn(inventory));
  let [hasUses, isPrepared] = [false, false];
  const health = healthRollUp({ referencesOf, childrenOf });

  function referencesOf(item: Item): readonly ItemReference[] {
    const own = itemOf(inventory, item) ?? item;
    let found = references.get(own);
    if (found === undefined) {
      found = referencesIn(own, inventory);
      references.set(own, found);
    }
    return found;
  }

  function usersOf(item: Item): readonly ItemUse[] {
    const own = itemOf(inventory, item);
    return (own && uses().users.get(own)) ?? noUses;
  }

  function childrenOf(router: Router): readonly Router[] {
    // Only nested routers refer to a router. A router that does so twice counts once.
    const children = new Set<Router>();
    for (const { user } of usersOf(router)) if ('kind' in user && user.kind === 'routers') children.add(user);
    return [...children];
  }

  /** Computes what uses what in advance, in the same way. */
  async function prepareUses(signal?: AbortSignal): Promise<void> {
    if (hasUses) return;
    await forEachInTurns(itemsOfKinds(inventory, ...itemKinds), referencesOf, signal);
    await forEachInTurns([uses], (part) => part(), signal);
    hasUses = true;
  }

  return {
    prepareUses,
    /** The references of the item: see `referencesIn`. */
    referencesOf,
    /** The users of the item, in the order of the listings. A user that refers to the item twice is listed twice. */
    usersOf,
    /** The items that refer to a name that nothing has, by its key. */
    missing: (): ReadonlyMap<string, readonly Item[]> => uses().missing,
    /** The routers nested in this one: those that name it as a parent. */
    childrenOf,
    /**
     * The routers that reach the item, direct users first. A nested router reaches the items of its parents.
     *
     * @param budget the uses to follow. If `left` is negative afterwards, there may be more routers.
     */
    routersOf(item: Service | Middleware, budget = { left: Number.POSITIVE_INFINITY }): readonly Router[] {
      const own = itemOf(inventory, item);
      return own === undefined ? [] : findRouters(own, usersOf, budget);
    },
    /** Whether a router of any status reaches the item. */
    isReached: (item: Service | Middleware): boolean => reached().has(itemOf(inventory, item) ?? item),
    /**
     * Whether no router of any status and no entry point reaches the item. Also false if that is unknown, because a
     * listing that may contain a user is incomplete or outdated.
     */
    isUnused(item: Service | Middleware): boolean {
      const own = itemOf(inventory, item);
      return own !== undefined && !reached().has(own) && !added().has(own) && !unsure().has(own.protocol);
    },
    /** The health of the servers behind the item: see `healthRollUp`. */
    healthOf: (item: Router | Service): ServiceHealth => health.healthOf(itemOf(inventory, item) ?? item),
    /** The routers of all protocols that Traefik has put on the entry point. */
    routersOn: (entryPoint: string): readonly Router[] => onEntryPoints().get(entryPoint) ?? [],
    /**
     * Computes all of this in advance, and frees the event loop in between, so that no later call takes long.
     *
     * @throws RequestFailure `canceled`, once the signal aborts
     */
    async prepare(signal?: AbortSignal): Promise<void> {
      if (isPrepared) return;
      await prepareUses(signal);
      // Each part depends on those before it.
      await forEachInTurns([reached, added, unsure, onEntryPoints], (part) => part(), signal);
      await forEachInTurns(itemsOfKinds(inventory, 'services', 'routers'), health.healthOf, signal);
      isPrepared = true;
    },
  };
}

const noUses: readonly ItemUse[] = [];

type ReferencesOf = (item: Item) => readonly ItemReference[];

interface ItemUses {
  readonly users: ReadonlyMap<Item, readonly ItemUse[]>;
  readonly missing: ReadonlyMap<string, readonly Item[]>;
}

function findUses(inventory: Inventory, referencesOf: ReferencesOf): ItemUses {
  const users = new Map<Item, ItemUse[]>();
  const missing = new Map<string, Item[]>();
  for (const user of itemsOfKinds(inventory, ...itemKinds)) {
    for (const reference of referencesOf(user)) {
      const { target, role } = reference;
      if (target === undefined) addToList(missing, itemKeyOf(reference), user);
      else addToList(users, target, { user, role });
    }
  }
  for (const [user, middleware] of defaultMiddlewares(inventory)) {
    addToList(users, middleware, { user, role: 'middleware' });
  }
  return { users, missing };
}

/**
 * The middlewares that entry points add before those of their routers. If an entry point names one without a provider,
 * each router looks it up with its own provider, so it is among the references of the routers.
 */
function defaultMiddlewares(inventory: Inventory): readonly (readonly [EntryPoint, Middleware])[] {
  return knownItems(inventory.entryPoints).flatMap((entryPoint) =>
    entryPoint.middlewares.flatMap((name) => {
      const middleware = itemOf(inventory, { protocol: 'http', kind: 'middlewares', name });
      return middleware === undefined ? [] : [[entryPoint, middleware] as const];
    }),
  );
}

/** All items that these reach, including themselves. */
function reachedFrom(items: Iterable<Item>, referencesOf: ReferencesOf): ReadonlySet<Item> {
  const reached = new Set(items);
  // A `Set` iterates over items that are added meanwhile, too.
  for (const item of reached) {
    for (const { target } of referencesOf(item)) if (target !== undefined) reached.add(target);
  }
  return reached;
}

/** The routers among the direct and indirect users of the item, direct users first. */
function findRouters(
  item: Item,
  usersOf: (item: Item) => readonly ItemUse[],
  budget: { left: number },
): readonly Router[] {
  const found = new Set<Item>([item]);
  for (const each of found) {
    for (const { user } of usersOf(each)) {
      if ('kind' in user && --budget.left >= 0) found.add(user);
    }
    if (budget.left < 0) break;
  }
  return [...found].filter((user) => user.kind === 'routers');
}

/** Fields in which an item refers to others. */
const namingFields: ReadonlySet<string> = new Set([
  'service',
  'middlewares',
  'parentRefs',
  'weighted',
  'highestRandomWeight',
  'mirroring',
  'failover',
  'chain',
  'errors',
  'http',
]);

/** The protocols whose items may have users that could not be read. */
function findUnsure(inventory: Inventory): ReadonlySet<TraefikProtocol> {
  const unsure = new Set<TraefikProtocol>();
  for (const protocol of traefikProtocols) {
    for (const group of groupsOf(inventory, protocol)) {
      if (listingFailure(group) !== undefined) unsure.add(protocol);
      for (const { unread } of knownEntries(group)?.items.values() ?? []) {
        if (unread.some((field) => namingFields.has(field))) unsure.add(protocol);
      }
    }
  }
  return unsure;
}

/** The listings that may contain users of the protocol's items. */
function groupsOf(
  inventory: Inventory,
  protocol: TraefikProtocol,
): readonly (InventoryGroup<Item | EntryPoint> | undefined)[] {
  return [
    ...kindsOf(protocol).map((kind) => inventoryGroupOf(inventory, protocol, kind)),
    ...(protocol === 'http' ? [inventory.entryPoints] : []),
  ];
}

function findRoutersOn(inventory: Inventory): ReadonlyMap<string, readonly Router[]> {
  const routersOn = new Map<string, Router[]>();
  for (const router of itemsOfKinds(inventory, 'routers')) {
    for (const entryPoint of new Set(router.using)) addToList(routersOn, entryPoint, router);
  }
  return routersOn;
}

/** Only a hostile listing has more services below one router. */
const mostVisited = 2_000;

/** The roles in which an item may receive the request. No client waits for mirrors. */
const followed: ReadonlySet<ReferenceRole> = new Set([
  'service',
  'weighted',
  'highestRandomWeight',
  'mirrored',
  'main',
  'fallback',
]);

/** The load balancers that a router or a service leads to, itself included, the nearest first; each once. */
export function loadBalancersBelow(item: Router | Service, graph: ItemGraph): readonly Service[] {
  const found: Service[] = [];
  const visited = new Set<Item>([item]);
  // A `Set` iterates over items that are added meanwhile, too.
  for (const each of visited) {
    if (each.kind === 'services' && each.loadBalancer !== undefined && !isInternal(each)) found.push(each);
    if (visited.size > mostVisited) break;
    for (const { role, target, weight = 1 } of graph.referencesOf(each)) {
      if (target !== undefined && followed.has(role) && weight > 0) visited.add(target);
    }
    if (each.kind === 'routers') for (const child of graph.childrenOf(each)) visited.add(child);
  }
  return found;
}
