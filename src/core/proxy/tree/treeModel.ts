import * as l10n from '@vscode/l10n';
import { nextTurn } from '../../base/async/nextTurn';
import { timeDependentText } from '../describe/dateTexts';
import { worstTroubleText } from '../describe/labels';
import { compareNames, sortedItems } from '../describe/sortItems';
import type { ViewOptions } from '../describe/viewOptions';
import { filterMatcher, parseFilter } from '../find/itemFilter';
import { prepareNames } from '../find/routerNames';
import { itemCondition } from '../model/condition';
import { type Inventory, inventoryGroupOf, isSameContent, knownEntries } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import {
  type Item,
  type ItemKind,
  type ItemOf,
  isInternal,
  kindsOf,
  type TraefikProtocol,
  traefikProtocols,
} from '../model/model';
import { errorsAmong, sumOfTroubles, type TroubleCounts, TroubleTally } from '../model/troubles';

/** An inventory with the user's view options. All values are computed on first use, once for all rows. */
export interface TreeModel {
  readonly inventory: Inventory;
  readonly viewOptions: ViewOptions;
  readonly graph: ItemGraph;
  /** The items of a listing, or of one provider's part of it; empty if it was not read. */
  list<K extends ItemKind>(protocol: TraefikProtocol, kind: K, of?: ProviderItems): FilteredList<ItemOf<K>>;
  sorted<I extends Item>(items: readonly I[]): readonly I[];
  /** The providers of the items in view, by name. */
  readonly providers: readonly ProviderItems[];
  /** The number of items that the filter shows, and of all items. */
  readonly itemCounts: { readonly shown: number; readonly total: number };
  /** Computes the data for the first rows: references, and the shown items of each listing. Sorting waits for rows. */
  prepare(): Promise<void>;
  /** The reason why a listed item has no row; undefined if it has one. */
  whyHidden(item: Item): HiddenItems | undefined;
}

/** A provider as the API names it: `docker`. Undefined for items without one. */
export interface ProviderItems {
  readonly provider: string | undefined;
}

export type HiddenItems = 'builtIn' | 'filtered';

/** A whole listing, and each provider's part of it. */
interface WholeList extends FilteredList<Item> {
  readonly byProvider: ReadonlyMap<string | undefined, FilteredList<Item>>;
}

/**
 * The tree model of an inventory.
 *
 * @param before the endpoint's last tree model, which is returned if it is still valid, so that rows stay the same
 */
export function treeModelOf(inventory: Inventory, viewOptions: ViewOptions, before?: TreeModel): TreeModel {
  if (
    before !== undefined &&
    isSameViewOptions(viewOptions, before.viewOptions) &&
    isSameView(inventory, before.inventory)
  )
    return before;

  const isInView = (item: Item): boolean => viewOptions.showsInternal || !isInternal(item);
  let passes: ((item: Item) => boolean) | undefined;
  const isMatch = (item: Item): boolean => {
    if (viewOptions.filter === '') return true;
    passes ??= filterMatcher(parseFilter(viewOptions.filter), inventory);
    return passes(item);
  };

  const sorted = <I extends Item>(items: readonly I[]): readonly I[] =>
    sortedItems(items, viewOptions.sorting, { healthOf: itemGraphOf(inventory).healthOf, version: inventory.version });
  const healthOf: ItemGraph['healthOf'] = (item) => itemGraphOf(inventory).healthOf(item);
  const open = (): FilteredListBuilder<Item> => openFilteredList<Item>(sorted, healthOf);
  const nothing = open();

  function fill(protocol: TraefikProtocol, kind: ItemKind): WholeList {
    const group = inventoryGroupOf<ItemKind>(inventory, protocol, kind);
    const whole = open();
    const byProvider = new Map<string | undefined, FilteredListBuilder<Item>>();
    for (const item of knownEntries(group)?.items.values() ?? []) {
      if (!isInView(item)) continue;
      const part = byProvider.get(item.provider) ?? open();
      byProvider.set(item.provider, part);
      const isShown = isMatch(item);
      whole.put(item, isShown);
      part.put(item, isShown);
    }
    return { ...whole, byProvider };
  }
  const lists = new Map<string, WholeList>();
  const wholeList = (protocol: TraefikProtocol, kind: ItemKind): WholeList => {
    const list = lists.get(`${protocol}/${kind}`) ?? fill(protocol, kind);
    lists.set(`${protocol}/${kind}`, list);
    return list;
  };
  const allLists = (): readonly WholeList[] =>
    traefikProtocols.flatMap((protocol) => kindsOf(protocol).map((kind) => wholeList(protocol, kind)));

  return {
    inventory,
    viewOptions,
    sorted,
    async prepare() {
      await itemGraphOf(inventory).prepare();
      if (viewOptions.filter !== '') await prepareNames(inventory);
      for (const protocol of traefikProtocols) {
        for (const kind of kindsOf(protocol)) {
          await nextTurn();
          wholeList(protocol, kind);
        }
      }
    },
    get graph() {
      return itemGraphOf(inventory);
    },
    list<K extends ItemKind>(protocol: TraefikProtocol, kind: K, of?: ProviderItems) {
      const whole = wholeList(protocol, kind);
      // A list contains the items of the kind that it was filled from.
      return (of === undefined ? whole : (whole.byProvider.get(of.provider) ?? nothing)) as FilteredList<ItemOf<K>>;
    },
    get providers() {
      const found = new Set(allLists().flatMap(({ byProvider }) => [...byProvider.keys()]));
      return [...found].sort((a, b) => compareNames(a ?? '', b ?? '')).map((provider) => ({ provider }));
    },
    get itemCounts() {
      const lists = allLists();
      return {
        shown: lists.reduce((sum, list) => sum + list.shown.length, 0),
        total: lists.reduce((sum, list) => sum + list.all.length, 0),
      };
    },
    whyHidden: (item) => (isInView(item) ? (isMatch(item) ? undefined : 'filtered') : 'builtIn'),
  };
}

function isSameViewOptions(a: ViewOptions, b: ViewOptions): boolean {
  return (
    a.grouping === b.grouping && a.sorting === b.sorting && a.showsInternal === b.showsInternal && a.filter === b.filter
  );
}

/** Whether the content and its texts are the same: days pass even if the content stays the same. */
function isSameView(a: Inventory, b: Inventory): boolean {
  return isSameContent(a, b) && timeDependentText(a) === timeDependentText(b);
}

/** Whether a list has a row: it has items, and the filter does not hide all of them. */
export function hasRows({ viewOptions }: TreeModel, { shown, all }: FilteredList<Item>): boolean {
  return viewOptions.filter === '' ? all.length > 0 : shown.length > 0;
}

/** The items of a listing, or of a part of it, that can be shown. */
export interface FilteredList<I extends Item> {
  /** The items that pass the filter, in the order of the API. */
  readonly shown: readonly I[];
  /** All items, with those that the filter hides. Contains built-in items only if the view shows them. */
  readonly all: readonly I[];
  /** The items that pass the filter, in the order of the rows. Sorting waits until rows need it. */
  inOrder(): readonly I[];
  /** The troubles of the items that pass the filter. */
  readonly troubles: TroubleCounts;
}

/** A list while it is being filled. */
export interface FilteredListBuilder<I extends Item> extends FilteredList<I> {
  /** Adds an item; `isShown` is whether it passes the filter. */
  put(item: I, isShown: boolean): void;
}

/** An empty list. The caller fills it before it calls `inOrder`. */
export function openFilteredList<I extends Item>(
  sort: (items: readonly I[]) => readonly I[],
  healthOf: ItemGraph['healthOf'],
): FilteredListBuilder<I> {
  const [shown, all]: [I[], I[]] = [[], []];
  const tally = new TroubleTally();
  let sorted: readonly I[] | undefined;
  return {
    shown,
    all,
    inOrder() {
      sorted ??= sort(shown);
      return sorted;
    },
    troubles: tally.counts,
    put(item, isShown) {
      all.push(item);
      if (!isShown) return;
      shown.push(item);
      tally.add(itemCondition(item, healthOf));
    },
  };
}

/** The badge on the icon of the view. */
interface ErrorBadge {
  readonly value: number;
  readonly tooltip: string;
}

/**
 * The number of errors, and their kinds; undefined if there are none.
 *
 * @param proxies the troubles of each proxy that was read
 */
export function errorBadge(proxies: readonly TroubleCounts[]): ErrorBadge | undefined {
  const all = sumOfTroubles(proxies);
  const value = errorsAmong(all);
  return value === 0
    ? undefined
    : { value, tooltip: l10n.t('{0} in the proxies that were read', worstTroubleText(all)) };
}
