import { matcherOf, parseFilter } from '../find/filter';
import { type Graph, graphOf } from '../traefik/graph';
import { groupOf, type Inventory, isSameContent } from '../traefik/inventory';
import { type Item, type ItemOf, isInternal, type Kind, kindsOf, type Protocol, protocols } from '../traefik/model';
import { datedWords } from './dates';
import type { Look } from './look';
import { byName, inOrder } from './order';

/** An inventory as a person wants to see it. Everything is worked out on first use, and once for all rows. */
export interface Scene {
  readonly inventory: Inventory;
  readonly look: Look;
  readonly graph: Graph;
  /** What there is of a listing, or of one provider's part of it. Nothing where it was not read. */
  shelf<K extends Kind>(protocol: Protocol, kind: K, of?: OfProvider): Shelf<ItemOf<K>>;
  /** The providers that brought something which is in view, by name. */
  readonly providers: readonly OfProvider[];
  /** How many items the filter shows, of how many. */
  readonly census: { readonly shown: number; readonly total: number };
  /** Why an item that is listed has no row of its own; undefined where it has one. */
  whyHidden(item: Item): Hidden | undefined;
}

/** What of a listing there is to show. */
export interface Shelf<I extends Item> {
  /** What the filter lets through, in the order of the rows. */
  readonly shown: readonly I[];
  /** The same with what the filter hides. Built-in items are among them only where they are shown at all. */
  readonly all: readonly I[];
}

/** A provider by the API's word: `docker`. Undefined for items without one. */
export interface OfProvider {
  readonly provider: string | undefined;
}

export type Hidden = 'builtIn' | 'filtered';

interface WholeShelf extends Shelf<Item> {
  readonly byProvider: ReadonlyMap<string | undefined, Shelf<Item>>;
}

const NOTHING: WholeShelf = { shown: [], all: [], byProvider: new Map() };

/**
 * The scene of an inventory.
 *
 * @param before the endpoint's last scene: it is returned where nothing of it changed, so that rows can be told to stay
 */
export function sceneOf(inventory: Inventory, look: Look, before?: Scene): Scene {
  if (before !== undefined && isSameLook(look, before.look) && isSameView(inventory, before.inventory)) return before;

  const isInView = (item: Item): boolean => look.showsInternal || !isInternal(item);
  let passes: ((item: Item) => boolean) | undefined;
  const isMatch = (item: Item): boolean => {
    if (look.filter === '') return true;
    passes ??= matcherOf(parseFilter(look.filter), inventory);
    return passes(item);
  };

  const fill = (protocol: Protocol, kind: Kind): WholeShelf => {
    const group = groupOf<Kind>(inventory, protocol, kind);
    if (group?.state !== 'read') return NOTHING;
    const all = inOrder([...group.items.values()].filter(isInView), look.sorting, {
      healthOf: graphOf(inventory).healthOf,
      version: inventory.version,
    });
    const byProvider = new Map<string | undefined, { readonly shown: Item[]; readonly all: Item[] }>();
    const shown = all.filter((item) => {
      const part = byProvider.get(item.provider) ?? { shown: [], all: [] };
      byProvider.set(item.provider, part);
      part.all.push(item);
      const match = isMatch(item);
      if (match) part.shown.push(item);
      return match;
    });
    return { shown, all, byProvider };
  };
  const filled = new Map<string, WholeShelf>();
  const wholeShelf = (protocol: Protocol, kind: Kind): WholeShelf => {
    const key = `${protocol}/${kind}`;
    const present = filled.get(key);
    if (present !== undefined) return present;
    const shelf = fill(protocol, kind);
    filled.set(key, shelf);
    return shelf;
  };
  const allShelves = (): readonly WholeShelf[] =>
    protocols.flatMap((protocol) => kindsOf(protocol).map((kind) => wholeShelf(protocol, kind)));

  return {
    inventory,
    look,
    get graph() {
      return graphOf(inventory);
    },
    shelf<K extends Kind>(protocol: Protocol, kind: K, of?: OfProvider) {
      const whole = wholeShelf(protocol, kind);
      // A shelf holds the items of the kind that it was filled from.
      return (of === undefined ? whole : (whole.byProvider.get(of.provider) ?? NOTHING)) as Shelf<ItemOf<K>>;
    },
    get providers() {
      const found = new Set(allShelves().flatMap(({ byProvider }) => [...byProvider.keys()]));
      return [...found].sort((a, b) => byName(a ?? '', b ?? '')).map((provider) => ({ provider }));
    },
    get census() {
      const shelves = allShelves();
      return {
        shown: shelves.reduce((sum, shelf) => sum + shelf.shown.length, 0),
        total: shelves.reduce((sum, shelf) => sum + shelf.all.length, 0),
      };
    },
    whyHidden: (item) => (isInView(item) ? (isMatch(item) ? undefined : 'filtered') : 'builtIn'),
  };
}

function isSameLook(a: Look, b: Look): boolean {
  return (
    a.grouping === b.grouping && a.sorting === b.sorting && a.showsInternal === b.showsInternal && a.filter === b.filter
  );
}

/** The same content, said in the same words: days pass also where nothing else happens. */
function isSameView(a: Inventory, b: Inventory): boolean {
  return isSameContent(a, b) && datedWords(a) === datedWords(b);
}
