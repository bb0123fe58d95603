import { addToList } from '../../base/lists/addToList';
import { compareNames } from '../describe/sortItems';
import { type Condition, conditionRank } from '../model/condition';
import type { Inventory } from '../model/inventory';
import { itemKeyOf } from '../model/itemRef';
import type { Item } from '../model/model';
import type { FindEntry, FindIndex } from './findIndex';
import { conditionTest, type ItemFilter, parseFilter } from './itemFilter';

export interface FoundItem {
  readonly endpointId: string;
  readonly item: Item;
  readonly condition: Condition;
  /** The endpoint's inventory when the item was found. */
  readonly inventory: Inventory;
}

/** The index of an endpoint, and the entries in it with all words of the last search. */
interface IndexedList {
  readonly index: FindIndex;
  /** Undefined if no search has run since the index was added. */
  readonly withWords?: readonly FindEntry[];
}

/**
 * Finds items of several endpoints while the user types.
 *
 * @param endpointIds the endpoints, in the order that decides between equal items
 * @param firstId the endpoint whose items come before equally good ones; if undefined, none is preferred
 */
export function openItemFinder(endpointIds: readonly string[], firstId?: string) {
  const lists = new Map<string, IndexedList>();
  let typed: readonly string[] = [];

  /** A longer word narrows the result of a shorter one: entries without the shorter word lack the longer one, too. */
  function narrowTo(words: readonly string[]): void {
    const narrows = typed.every((before) => words.some((word) => word.includes(before)));
    for (const [id, { index, withWords }] of lists) {
      const among = (narrows ? withWords : undefined) ?? index.entries;
      lists.set(id, { index, withWords: having(words, among) });
    }
    typed = words;
  }

  return {
    /** Adds the index of an endpoint, or replaces it. */
    put: (endpointId: string, index: FindIndex): void => void lists.set(endpointId, { index }),
    /** Whether an index of the endpoint was added. */
    has: (endpointId: string): boolean => lists.has(endpointId),
    /**
     * The items that match the filter `text` (see `parseFilter`), how many they are, and the words that all of them
     * contain, in lower case. Best first: by how well the words fit the name (the sum of their ranks, see `matchRank`);
     * then those of the preferred endpoint; then by condition, the worst first; then by name; then by endpoint.
     * An item of several endpoints is listed where the best of them is, with the others below it.
     */
    find(text: string, most: number) {
      const filter = parseFilter(text);
      narrowTo(filter.words);
      const graded = endpointIds.map((id) => gradesOf(id, lists.get(id), id === firstId, filter, most));
      const total = graded.reduce((sum, one) => sum + one.total, 0);
      return { best: bestOf(graded, most), total, words: filter.words };
    },
  };
}

function having(words: readonly string[], among: readonly FindEntry[]): readonly FindEntry[] {
  return words.length === 0 ? among : among.filter(({ text }) => words.every((word) => text.includes(word)));
}

/** The matches in a list by grade; a lower grade is better. For each grade, at most the requested number is kept. */
interface Graded {
  readonly byGrade: ReadonlyMap<number, readonly FoundItem[]>;
  readonly total: number;
}

function gradesOf(
  id: string,
  list: IndexedList | undefined,
  isFirst: boolean,
  filter: ItemFilter,
  most: number,
): Graded {
  const byGrade = new Map<number, FoundItem[]>();
  let total = 0;
  // An index that was added during this search is searched by the next one.
  if (list?.withWords === undefined) return { byGrade, total };
  const { inventory } = list.index;
  const passes = passesBesidesWords(filter, list.index);
  for (const entry of list.withWords) {
    if (!passes(entry)) continue;
    total++;
    const grade = gradeOf(entry, filter.words, isFirst);
    const equals = byGrade.get(grade) ?? [];
    if (equals.length === 0) byGrade.set(grade, equals);
    if (equals.length < most) {
      equals.push({ endpointId: id, item: entry.item, condition: entry.condition, inventory });
    }
  }
  return { byGrade, total };
}

function passesBesidesWords(filter: ItemFilter, { inventory }: FindIndex): (entry: FindEntry) => boolean {
  const passes = conditionTest(filter, inventory);
  return ({ item, text }) => passes(item) && !filter.without.words.some((word) => text.includes(word));
}

/** The fit of the words counts more than the endpoint, and the endpoint more than the condition. */
function gradeOf({ item, condition }: FindEntry, words: readonly string[], isFirst: boolean): number {
  const name = item.name.toLowerCase();
  const fit = words.reduce((sum, word) => sum + matchRank(word, name), 0);
  return (2 * fit + (isFirst ? 0 : 1)) * ranks + conditionRank[condition];
}

/** Higher than any condition's rank. */
const ranks = 1 + Math.max(...Object.values(conditionRank));

/** Equal items of an endpoint are in order already. */
function bestOf(graded: readonly Graded[], most: number): readonly FoundItem[] {
  const best: FoundItem[] = [];
  for (const grade of [...new Set(graded.flatMap(({ byGrade }) => [...byGrade.keys()]))].sort((a, b) => a - b)) {
    const room = most - best.length;
    const equals = graded.flatMap(({ byGrade }) => byGrade.get(grade)?.slice(0, room) ?? []);
    best.push(...equals.sort((a, b) => compareNames(a.item.name, b.item.name)).slice(0, room));
    if (best.length === most) break;
  }
  const byName = new Map<string, FoundItem[]>();
  for (const one of best) addToList(byName, itemKeyOf(one.item), one);
  return [...byName.values()].flat();
}

const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * How well a word fits an item in which it occurs, the best first: 0 is the name, with or without its provider; 1
 * begins the name; 2 begins a word in the name; 3 is elsewhere in the name; 4 is not in the name.
 *
 * @param word in lower case
 * @param name in lower case
 */
export function matchRank(word: string, name: string): number {
  if (!name.includes(word)) return 4;
  if (name.startsWith(word)) return name.length === word.length || name[word.length] === '@' ? 0 : 1;
  for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + 1)) {
    if (!wordCharacter.test(name[at - 1] ?? '')) return 2;
  }
  return 3;
}
