import { nextTurn } from '../../base/async/nextTurn';
import { timeDependentText } from '../describe/dateTexts';
import { compareNames, sortedItems } from '../describe/sortItems';
import type { ViewOptions } from '../describe/viewOptions';
import { filterMatcher, parseFilter } from '../find/itemFilter';
import { prepareNames } from '../find/routerNames';
import { type Inventory, inventoryGroupOf, isSameContent, knownItems } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import { type Item, type ItemKind, type ItemOf, isInternal, itemListings, type TraefikProtocol } from '../model/model';

/** A provider as the API names it: `docker`. Undefined for items without one. */
export interface ProviderItems {
  readonly provider: string | undefined;
}

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
  private readonly internal = new FilteredList<Item>(this);
  private passes: ((item: Item) => boolean) | undefined;

  constructor(
    readonly inventory: Inventory,
    readonly viewOptions: ViewOptions,
  ) {}

  get graph(): ItemGraph {
    return itemGraphOf(this.inventory);
  }

  /** The items of a listing, or of one provider's part of it, without built-in ones; empty if it was not read. */
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

  /** The items that are built into the proxy, of all listings. */
  get builtIn(): FilteredList<Item> {
    this.allLists();
    return this.internal;
  }

  /** The number of items that the filter shows, and of all items. */
  get itemCounts(): { readonly shown: number; readonly total: number } {
    const lists = [...this.allLists().map(({ whole }) => whole), this.internal];
    return {
      shown: lists.reduce((sum, { shown }) => sum + shown.length, 0),
      total: lists.reduce((sum, { all }) => sum + all.length, 0),
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

  /** Whether an item passes the filter, and so has a row. */
  isShown(item: Item): boolean {
    if (this.viewOptions.filter === '') return true;
    this.passes ??= filterMatcher(parseFilter(this.viewOptions.filter), this.inventory);
    return this.passes(item);
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
      const isShown = this.isShown(item);
      if (isInternal(item)) {
        this.internal.put(item, isShown);
        continue;
      }
      const part = byProvider.get(item.provider) ?? new FilteredList<Item>(this);
      byProvider.set(item.provider, part);
      whole.put(item, isShown);
      part.put(item, isShown);
    }
    return { whole, byProvider };
  }
}

function isSameViewOptions(a: ViewOptions, b: ViewOptions): boolean {
  return a.grouping === b.grouping && a.sorting === b.sorting && a.filter === b.filter;
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
  /** All items, with those that the filter hides. */
  readonly all: I[] = [];
  private ordered: readonly I[] | undefined;

  constructor(private readonly model: Pick<TreeModel, 'sorted'>) {}

  /** Adds an item; `isShown` is whether it passes the filter. */
  put(item: I, isShown: boolean): void {
    this.all.push(item);
    if (isShown) this.shown.push(item);
  }

  /** The items that pass the filter, in the order of the rows. Sorting waits until rows need it. */
  inOrder(): readonly I[] {
    this.ordered ??= this.model.sorted(this.shown);
    return this.ordered;
  }
}
