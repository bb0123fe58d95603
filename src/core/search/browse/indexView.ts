import type { IndexEntry, IndexList } from '../engine/indexList';
import { indexNameFilter } from './indexFilter';

/** In the order of the rows. */
export const indexKinds = ['index', 'data stream', 'alias'] as const;
export type IndexKind = (typeof indexKinds)[number];

/** What a person wants to see of an index list. */
export interface IndexViewOptions {
  /** Words that names are to have; empty for all. See `indexNameFilter`. */
  readonly filter: string;
  readonly showsHidden: boolean;
}

/** An index list by a person's view options. */
export interface IndexView {
  readonly options: IndexViewOptions;
  /** Those that are shown, by name. */
  readonly shown: Readonly<Record<IndexKind, readonly IndexEntry[]>>;
  readonly count: number;
  /** How many would be shown without the filter. */
  readonly total: number;
  /** How many more would be shown if hidden ones were. */
  readonly hidden: number;
}

/** The part of an index list that a person wants to see. */
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
