import * as l10n from '@vscode/l10n';
import { nextTurn } from '../../base/async/nextTurn';
import { timeDependentText } from '../describe/dateTexts';
import { worstTroubleText } from '../describe/labels';
import { compareNames, sortedItems } from '../describe/sortItems';
import type { ViewOptions } from '../describe/viewOptions';
import { filterMatcher, parseFilter } from '../find/itemFilter';
import { prepareNames } from '../find/routerNames';
import { itemCondition } from '../model/condition';
import { type Inventory, inventoryGroupOf, isSameContent, knownItems } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import { type Item, type ItemKind, type ItemOf, isInternal, itemListings, type TraefikProtocol } from '../model/model';
import { errorsAmong, sumOfTroubles, type TroubleCounts, TroubleTally } from '../model/troubles';

/** A provider as the API names it: `docker`. Undefined for items without one. */
export interface ProviderItems {
  readonly provider: string | undefined;
}

export type HiddenItems = 'builtIn' | 'filtered';

/** A whole listing, and each provider's part of it. */
interface WholeList {
  readonly whole: FilteredList<Item>;
  readonly byProvider: ReadonlyMap<string | undefined, FilteredList<Item>>;
}

/**
 * The tree model of an inventory.
 *
 * @param before the endpoint's last tree model, which is returned if it is still valid, so that rows stay the same
 */
export function treeModelOf(inventory: Inventory, viewOptions: ViewOptions, before?: TreeModel): TreeModel {
  const isSame =
    before !== undefined &&
    isSameViewOptions(viewOptions, before.viewOptions) &&
    isSameView(inventory, before.inventory);
  return isSame ? before : new TreeModel(inventory, viewOptions);
}

/** An inventory with the user's view options. All values are computed on first use, once for all rows. */
export class TreeModel {
  private readonly lists = new Map<string, WholeList>();
  private passes: ((item: Item) => boolean) | undefined;

  constructor(
    readonly inventory: Inventory,
    readonly viewOptions: ViewOptions,
  ) {}

  get graph(): ItemGraph {
    return itemGraphOf(this.inventory);
  }

  /** The items of a listing, or of one provider's part of it; empty if it was not read. */
  list<K extends ItemKind>(protocol: TraefikProtocol, kind: K, of?: ProviderItems): FilteredList<ItemOf<K>> {
    const { whole, byProvider } = this.wholeList(protocol, kind);
    const list = of === undefined ? whole : (byProvider.get(of.provider) ?? new FilteredList<Item>(this));
    // A list contains the items of the kind that it was filled from.
    return list as FilteredList<ItemOf<K>>;
  }

  sorted<I extends Item>(items: readonly I[]): readonly I[] {
    const { version } = this.inventory;
    return sortedItems(items, this.viewOptions.sorting, { healthOf: this.graph.healthOf, version });
  }

  /** The providers of the items in view, by name. */
  get providers(): readonly ProviderItems[] {
    const found = new Set(this.allLists().flatMap(({ byProvider }) => [...byProvider.keys()]));
    return [...found].sort((a, b) => compareNames(a ?? '', b ?? '')).map((provider) => ({ provider }));
  }

  /** The number of items that the filter shows, and of all items. */
  get itemCounts(): { readonly shown: number; readonly total: number } {
    const lists = this.allLists();
    return {
      shown: lists.reduce((sum, { whole }) => sum + whole.shown.length, 0),
      total: lists.reduce((sum, { whole }) => sum + whole.all.length, 0),
    };
  }

  /** Computes the data for the first rows: references, and the shown items of each listing. Sorting waits for rows. */
  async prepare(): Promise<void> {
    await this.graph.prepare();
    if (this.viewOptions.filter !== '') await prepareNames(this.inventory);
    for (const [protocol, kind] of itemListings) {
      await nextTurn();
      this.wholeList(protocol, kind);
    }
  }

  /** The reason why a listed item has no row; undefined if it has one. */
  whyHidden(item: Item): HiddenItems | undefined {
    if (!this.isInView(item)) return 'builtIn';
    return this.isMatch(item) ? undefined : 'filtered';
  }

  private allLists(): readonly WholeList[] {
    return itemListings.map(([protocol, kind]) => this.wholeList(protocol, kind));
  }

  private wholeList(protocol: TraefikProtocol, kind: ItemKind): WholeList {
    const list = this.lists.get(`${protocol}/${kind}`) ?? this.fill(protocol, kind);
    this.lists.set(`${protocol}/${kind}`, list);
    return list;
  }

  private fill(protocol: TraefikProtocol, kind: ItemKind): WholeList {
    const whole = new FilteredList<Item>(this);
    const byProvider = new Map<string | undefined, FilteredList<Item>>();
    for (const item of knownItems(inventoryGroupOf<ItemKind>(this.inventory, protocol, kind))) {
      if (!this.isInView(item)) continue;
      const part = byProvider.get(item.provider) ?? new FilteredList<Item>(this);
      byProvider.set(item.provider, part);
      const isShown = this.isMatch(item);
      whole.put(item, isShown);
      part.put(item, isShown);
    }
    return { whole, byProvider };
  }

  private isInView(item: Item): boolean {
    return this.viewOptions.showsInternal || !isInternal(item);
  }

  private isMatch(item: Item): boolean {
    if (this.viewOptions.filter === '') return true;
    this.passes ??= filterMatcher(parseFilter(this.viewOptions.filter), this.inventory);
    return this.passes(item);
  }
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

/** The items of a listing, or of a part of it, that can be shown. Filled before `inOrder` is called. */
export class FilteredList<I extends Item> {
  /** The items that pass the filter, in the order of the API. */
  readonly shown: I[] = [];
  /** All items, with those that the filter hides. Contains built-in items only if the view shows them. */
  readonly all: I[] = [];
  private readonly tally = new TroubleTally();
  private ordered: readonly I[] | undefined;

  constructor(private readonly model: Pick<TreeModel, 'sorted' | 'graph'>) {}

  /** Adds an item; `isShown` is whether it passes the filter. */
  put(item: I, isShown: boolean): void {
    this.all.push(item);
    if (!isShown) return;
    this.shown.push(item);
    this.tally.add(itemCondition(item, this.model.graph.healthOf));
  }

  /** The items that pass the filter, in the order of the rows. Sorting waits until rows need it. */
  inOrder(): readonly I[] {
    this.ordered ??= this.model.sorted(this.shown);
    return this.ordered;
  }

  /** The troubles of the items that pass the filter. */
  get troubles(): TroubleCounts {
    return this.tally.counts;
  }
}

/**
 * The number of errors, and their kinds, for the badge on the icon of the view; undefined if there are none.
 *
 * @param proxies the troubles of each proxy that was read
 */
export function errorBadge(
  proxies: readonly TroubleCounts[],
): { readonly value: number; readonly tooltip: string } | undefined {
  const all = sumOfTroubles(proxies);
  const value = errorsAmong(all);
  return value === 0
    ? undefined
    : { value, tooltip: l10n.t('{0} in the proxies that were read', worstTroubleText(all)) };
}
