import { once } from '../../base/async/once';
import { addToList } from '../../base/lists/addToList';
import { sortedByName } from '../describe/sortItems';
import type { Inventory } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import { entryPointsOf, type Item } from '../model/model';
import { type FilterFacet, facetValuesInOrder } from './filterWords';
import type { FindEntry, FindIndex } from './findIndex';
import { providerOf, tlsUsesOf } from './itemFilter';
import { itemsAtEntryPoint, keptByKey, namedFacets, namesReferredTo, routersByName } from './routerNames';

/** The entries of a find index by facets, as typed arrays of positions and marks, so that counting is fast. */
export type FilterColumns = ReturnType<typeof makeColumns>;

/** The most names of one kind that are offered at once: those with the most users. */
export const mostNames = 20;
/** The most words whose positions are kept: about as many as a user types at a time. */
const mostWords = 12;
const mostKept = 256;
interface Filterable extends Pick<FindIndex, 'inventory'> {
  readonly entries: readonly Pick<FindEntry, 'item' | 'text'>[];
}

const made = new WeakMap<ItemGraph, FilterColumns>();

/** The columns of an index, computed once for the same content. */
export function filterColumnsOf(index: Filterable): FilterColumns {
  const graph = itemGraphOf(index.inventory);
  const columns = made.get(graph) ?? makeColumns(index);
  made.set(graph, columns);
  return columns;
}

/** What a facet needs of every entry is computed when the facet is first asked for. */
function makeColumns({ inventory, entries }: Filterable) {
  const routers = new Uint8Array(entries.length);
  for (const [at, { item }] of entries.entries()) if (item.kind === 'routers') routers[at] = 1;
  const columns = new Map<string, ReadonlyMap<string, readonly number[]>>();
  const offered = new Map<string, readonly string[]>();
  const places = once(() => new Map<Item, number>(entries.map(({ item }, at) => [item, at])));
  const texts = once(() => makeTextBlocks(entries));
  const kept = new Map<string, Uint32Array>();
  const masks = new Map<string, Uint8Array>();

  function columnOf(facet: ColumnFacet): ReadonlyMap<string, readonly number[]> {
    return keptByKey(columns, facet, mostKept, () => makeColumn(inventory, entries, facet));
  }

  function namesOf(facet: FilterFacet): readonly string[] {
    if (facet === 'entryPoints') return entryPointsByUse(entries).slice(0, mostNames);
    if (!isNamed(facet)) return mostUsed(new Map([...columnOf(facet)].map(([name, { length }]) => [name, length])));
    const uses = new Map<string, number>();
    for (const [name, users] of namesReferredTo(inventory, facet)) {
      // A TCP rule for any host: not a host to offer.
      if (!(facet === 'hosts' && name === '*')) uses.set(name, users.size);
    }
    return mostUsed(uses);
  }

  function find(facet: FilterFacet, value: string): Uint32Array {
    if (!isNamed(facet)) return Uint32Array.from(columnOf(facet).get(value) ?? []);
    const items =
      facet === 'entryPoints' ? itemsAtEntryPoint(inventory, value) : routersByName(inventory, facet, value);
    return Uint32Array.from([...items].flatMap((item) => places().get(item) ?? []));
  }

  /** A longer word narrows the result of a shorter one: entries without the shorter word lack the longer one, too. */
  function having(word: string): Uint8Array {
    const [, wider] = [...masks].filter(([one]) => word.includes(one)).sort(([a], [b]) => b.length - a.length)[0] ?? [];
    return texts().having(word, wider);
  }

  return {
    size: entries.length,
    /** 1 at the positions of routers. */
    routers,
    /** The offered values of a facet, as filters spell them. Of names, the most used come first. */
    values: (facet: FilterFacet): readonly string[] =>
      facetValuesInOrder(facet) ?? keptByKey(offered, facet, mostKept, () => namesOf(facet)),
    /** The positions of the entries with a value. */
    positions: (facet: FilterFacet, value: string): Uint32Array =>
      keptByKey(kept, `${facet} ${value}`, mostKept, () => find(facet, value)),
    /** 1 at the positions of the entries whose text contains the word. */
    withWord: (word: string): Uint8Array => keptByKey(masks, word, mostWords, () => having(word)),
  };
}

/** A facet whose values each item has itself. */
type ColumnFacet = Exclude<FilterFacet, NamedFacet>;
/** A facet whose values are found by following references. */
type NamedFacet = 'entryPoints' | (typeof namedFacets)[number];

/** The positions of the entries with each value of a facet. */
function makeColumn(
  inventory: Inventory,
  entries: Filterable['entries'],
  facet: ColumnFacet,
): ReadonlyMap<string, readonly number[]> {
  const graph = itemGraphOf(inventory);
  const column = new Map<string, number[]>();
  for (const [at, { item }] of entries.entries()) {
    for (const value of valuesIn(item, facet, graph)) addToList(column, value, at);
  }
  return column;
}

function valuesIn(item: Item, facet: ColumnFacet, graph: ItemGraph): readonly string[] {
  switch (facet) {
    case 'statuses':
      return [item.status];
    case 'protocols':
      return [item.protocol];
    case 'health':
      return item.kind === 'middlewares' ? [] : [graph.healthOf(item).state];
    case 'tls':
      return tlsUsesOf(item);
    case 'providers':
      return [providerOf(item).toLowerCase()];
  }
}

function isNamed(facet: FilterFacet): facet is NamedFacet {
  return facet === 'entryPoints' || namedFacets.some((named) => named === facet);
}

function entryPointsByUse(entries: Filterable['entries']): readonly string[] {
  const routers = new Map<string, number>();
  for (const { item } of entries) {
    if (item.kind !== 'routers') continue;
    for (const name of entryPointsOf(item)) routers.set(name.toLowerCase(), (routers.get(name.toLowerCase()) ?? 0) + 1);
  }
  return mostUsed(routers);
}

function mostUsed(uses: ReadonlyMap<string, number>): readonly string[] {
  return sortedByName([...uses], ([name]) => name)
    .sort(([, m], [, n]) => n - m)
    .map(([name]) => name);
}

/** Some texts in one string. Searching separate strings is slower, because each is at another place in memory. */
interface TextBlock {
  readonly text: string;
  /** The position of its first text. */
  readonly first: number;
  /** The end of each text in it. */
  readonly ends: Uint32Array;
}

/** UTF-16 units of a block, unless one text is longer. A block fits into the processor's cache. */
const longestBlock = 2 ** 15;
/** Separates two texts. A word may contain it, too. */
const textEnd = '\n';

/** Joins texts into blocks, so that all texts with a word are found at once. */
export function makeTextBlocks(texts: readonly { readonly text: string }[]) {
  const blocks: TextBlock[] = [];
  let parts: string[] = [];
  let length = 0;
  for (const [at, { text }] of texts.entries()) {
    parts.push(text);
    length += text.length + 1;
    if (length < longestBlock && at < texts.length - 1) continue;
    blocks.push(blockOf(parts, at + 1 - parts.length));
    parts = [];
    length = 0;
  }
  return {
    /**
     * 1 at the positions of the texts that contain the word.
     *
     * @param wider marks of some texts, including all that contain the word
     */
    having(word: string, wider: Uint8Array | undefined): Uint8Array {
      const mask = new Uint8Array(texts.length);
      for (const block of blocks) {
        const { first, ends } = block;
        // A text without a part of the word does not contain the word.
        if (wider !== undefined && !wider.subarray(first, first + ends.length).includes(1)) continue;
        markHits(block, word, mask);
      }
      return mask;
    },
  };
}

function blockOf(parts: readonly string[], first: number): TextBlock {
  const ends = new Uint32Array(parts.length);
  let end = -1;
  for (const [at, part] of parts.entries()) {
    end += part.length + 1;
    ends[at] = end;
  }
  return { text: parts.join(textEnd), first, ends };
}

/** After a match, the rest of its text is skipped. */
function markHits({ text, first, ends }: TextBlock, word: string, mask: Uint8Array): void {
  let at = 0;
  for (let hit = text.indexOf(word); hit !== -1; ) {
    while (hit >= (ends[at] ?? Number.POSITIVE_INFINITY)) at++;
    const end = ends[at] ?? text.length;
    const isWithin = hit > (ends[at - 1] ?? -1) && hit + word.length <= end;
    if (isWithin) mask[first + at] = 1;
    hit = text.indexOf(word, isWithin ? end + 1 : hit + 1);
  }
}
