import { numberText } from '../../../l10n/numbers';
import { type Lazy, lazySteps, type Steps } from '../../base/async/steps';
import { plainText } from '../../base/text/plainText';
import { datedWords } from '../describe/dates';
import type { Look } from '../describe/look';
import { byName, inOrder } from '../describe/order';
import { matcherOf, parseFilter, prepareFilter } from '../find/filter';
import { type Graph, graphOf } from '../model/graph';
import { groupOf, type Inventory, isSameContent, knownEntries } from '../model/inventory';
import {
  type Item,
  type ItemOf,
  isInternal,
  type Kind,
  kinds,
  kindsOf,
  type Protocol,
  protocols,
} from '../model/model';

/** An inventory as a person wants to see it. Everything is worked out on first use, and once for all rows. */
export interface Scene {
  readonly inventory: Inventory;
  readonly look: Look;
  readonly graph: Graph;
  /** What there is of a listing, or of one provider's part of it. Nothing where it was not read. */
  shelf<K extends Kind>(protocol: Protocol, kind: K, of?: OfProvider): Shelf<ItemOf<K>>;
  /** Items in the order of the rows. */
  sorted<I extends Item>(items: readonly I[]): Steps<readonly I[]>;
  /** The providers that brought something which is in view, by name. */
  readonly providers: readonly OfProvider[];
  /** How many items the filter shows, of how many. */
  readonly census: { readonly shown: number; readonly total: number };
  /**
   * Works out what the first rows are made from: how everything hangs together, and what of each listing is shown. Its order
   * is left to those who want it.
   */
  prepare(): Steps<void>;
  /** Why an item that is listed has no row of its own; undefined where it has one. */
  whyHidden(item: Item): Hidden | undefined;
}

/** A provider by the API's word: `docker`. Undefined for items without one. */
export interface OfProvider {
  readonly provider: string | undefined;
}

export type Hidden = 'builtIn' | 'filtered';

/** A listing whole, and each provider's part of it. */
interface WholeShelf extends Shelf<Item> {
  readonly byProvider: ReadonlyMap<string | undefined, Shelf<Item>>;
}

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

  const sorted = <I extends Item>(items: readonly I[]): Steps<readonly I[]> =>
    inOrder(items, look.sorting, { healthOf: graphOf(inventory).healthOf, version: inventory.version });
  const healthOf: Graph['healthOf'] = (item) => graphOf(inventory).healthOf(item);
  const open = (): Filling<Item> => openShelf<Item>(sorted, healthOf);
  const nothing = open();

  function* fill(protocol: Protocol, kind: Kind): Steps<WholeShelf> {
    const group = groupOf<Kind>(inventory, protocol, kind);
    const whole = open();
    const byProvider = new Map<string | undefined, Filling<Item>>();
    for (const item of knownEntries(group)?.items.values() ?? []) {
      yield look.filter === '' ? 0.2 : 2;
      if (!isInView(item)) continue;
      const part = byProvider.get(item.provider) ?? open();
      byProvider.set(item.provider, part);
      const isShown = isMatch(item);
      whole.put(item, isShown);
      part.put(item, isShown);
    }
    return { ...whole, byProvider };
  }
  const shelves = new Map(
    protocols.flatMap((protocol) =>
      kinds.map((kind) => [`${protocol}/${kind}`, lazySteps(() => fill(protocol, kind))] as const),
    ),
  );
  const wholeShelf = (protocol: Protocol, kind: Kind): WholeShelf =>
    // Safe: there is one for each.
    (shelves.get(`${protocol}/${kind}`) as Lazy<WholeShelf>).get();
  const allShelves = (): readonly WholeShelf[] =>
    protocols.flatMap((protocol) => kindsOf(protocol).map((kind) => wholeShelf(protocol, kind)));

  return {
    inventory,
    look,
    sorted,
    *prepare() {
      yield* graphOf(inventory).prepare();
      if (look.filter !== '') yield* prepareFilter(parseFilter(look.filter), inventory);
      for (const shelf of shelves.values()) yield* shelf.steps();
    },
    get graph() {
      return graphOf(inventory);
    },
    shelf<K extends Kind>(protocol: Protocol, kind: K, of?: OfProvider) {
      const whole = wholeShelf(protocol, kind);
      // A shelf holds the items of the kind that it was filled from.
      return (of === undefined ? whole : (whole.byProvider.get(of.provider) ?? nothing)) as Shelf<ItemOf<K>>;
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

/** What the view says of an endpoint's filter: `edge: 12 of 340 shown for “shop status:warning”`. */
export function filterText(endpoint: string, { look, census }: Scene): string {
  const { shown, total } = census;
  return `${endpoint}: ${numberText(shown)} of ${numberText(total)} shown for “${plainText(look.filter, 100)}”`;
}

/** What of a listing, or of some part of it, there is to show. */
export interface Shelf<I extends Item> {
  /** What the filter lets through, as the API lists it. */
  readonly shown: readonly I[];
  /** The same with what the filter hides. Built-in items are among them only where they are shown at all. */
  readonly all: readonly I[];
  /** What the filter lets through, in the order of the rows. Counts need no order, so it is made when rows do. */
  inOrder(): readonly I[];
  /** The same as part of other work. */
  inOrderSteps(): Steps<readonly I[]>;
  /** Of what the filter lets through. */
  readonly troubles: Troubles;
}

/** How many items Traefik finds something wrong with, and how many services are down. */
export interface Troubles {
  readonly errors: number;
  readonly warnings: number;
  readonly down: number;
  readonly partly: number;
}

/** A shelf while it is being filled. */
export interface Filling<I extends Item> extends Shelf<I> {
  /** Adds an item that is in view; `isShown` is whether the filter lets it through. */
  put(item: I, isShown: boolean): void;
}

/** An empty shelf. It is filled before anybody asks for its order. */
export function openShelf<I extends Item>(
  sort: (items: readonly I[]) => Steps<readonly I[]>,
  healthOf: Graph['healthOf'],
): Filling<I> {
  const [shown, all]: [I[], I[]] = [[], []];
  const troubles = { errors: 0, warnings: 0, down: 0, partly: 0 };
  const sorted = lazySteps(() => sort(shown));
  return {
    shown,
    all,
    inOrder: sorted.get,
    inOrderSteps: sorted.steps,
    troubles,
    put(item, isShown) {
      all.push(item);
      if (!isShown) return;
      shown.push(item);
      if (item.status === 'disabled') troubles.errors++;
      else if (item.status === 'warning') troubles.warnings++;
      if (item.kind !== 'services') return;
      const { state } = healthOf(item);
      if (state === 'down' || state === 'partly') troubles[state]++;
    },
  };
}
