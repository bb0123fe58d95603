import type { IndexEntry, IndexList } from '../search/engine/indexList';

/** In the order of the rows. */
export const indexKinds = ['index', 'data stream', 'alias'] as const;
export type IndexKind = (typeof indexKinds)[number];

export interface IndexViewOptions {
  /** Words that names must contain; empty for all. See `indexNameFilter`. */
  readonly filter: string;
  readonly showsHidden: boolean;
}

export interface IndexView {
  readonly options: IndexViewOptions;
  /** The shown ones, by name. */
  readonly shown: Readonly<Record<IndexKind, readonly IndexEntry[]>>;
  readonly count: number;
  /** The number of shown ones without the filter. */
  readonly total: number;
  /** The number of further ones if hidden ones were shown. */
  readonly hidden: number;
}

/** The part of an index list that the view options select. */
export function indexViewOf({ entries }: Pick<IndexList, 'entries'>, options: IndexViewOptions): IndexView {
  const passes = indexNameFilter(options.filter);
  const shown: Record<IndexKind, IndexEntry[]> = { index: [], 'data stream': [], alias: [] };
  let [count, total, hidden] = [0, 0, 0];
  for (const entry of entries) {
    const isHidden = entry.isHidden && !options.showsHidden;
    const isMatch = passes(entry.name);
    if (!isHidden) total++;
    if (!isMatch) continue;
    if (isHidden) hidden++;
    else {
      shown[entry.kind].push(entry);
      count++;
    }
  }
  return { options, shown, count, total, hidden };
}

/** The most characters of a filter that are read. */
const longestFilter = 1_000;

/**
 * Whether a name passes a filter: it contains each of its words, in any case, and none of those after a minus. A word
 * with `*` is a pattern for the whole name. Every name passes an empty filter.
 */
export function indexNameFilter(filter: string): (name: string) => boolean {
  const tests = filter
    .slice(0, longestFilter)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '-')
    .map((word) => {
      const isOut = word.startsWith('-');
      const has = wordTest(isOut ? word.slice(1) : word);
      return (name: string): boolean => has(name) !== isOut;
    });
  if (tests.length === 0) return () => true;
  return (name) => {
    const lower = name.toLowerCase();
    return tests.every((passes) => passes(lower));
  };
}

function wordTest(word: string): (name: string) => boolean {
  const [first = '', ...others] = word.split('*');
  const last = others.pop();
  if (last === undefined) return (name) => name.includes(word);
  return (name) => {
    const end = name.length - last.length;
    let at = first.length;
    if (at > end || !name.startsWith(first) || !name.endsWith(last)) return false;
    for (const part of others) {
      const found = name.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
