import type { IndexEntry, IndexList } from '../search/engine/indexList';
import { indexNameFilter } from './indexFilter';

/** In the order of the rows. */
export const indexKinds = ['index', 'data stream', 'alias'] as const;
export type IndexKind = (typeof indexKinds)[number];

/** The user's view options for an index list. */
export interface IndexViewOptions {
  /** Words that names must contain; empty for all. See `indexNameFilter`. */
  readonly filter: string;
  readonly showsHidden: boolean;
}

/** An index list with the user's view options. */
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
