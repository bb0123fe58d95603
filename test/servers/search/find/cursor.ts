import type { JsonNode } from '../json/read';
import { illegalOnShard, illegalSort } from '../query/shard-failure';
import { scalarOf } from '../store/document';
import type { Candidate, Ranking } from './rank';
import type { SortField } from './request';
import { compareKeys, type SortKey } from './sort-keys';

function badValue({ field }: SortField, node: JsonNode): Error {
  const reason = `For input string: "${scalarOf(node)}"`;
  return illegalSort(`Failed to parse search_after value for field [${field}].`, {
    type: 'number_format_exception',
    reason,
  });
}

/**
 * The keys that a cursor's values stand for.
 *
 * @throws ShardFailure where there are too many or too few, or one that the field cannot have
 */
export function readCursor(
  ranking: Ranking,
  sort: readonly SortField[],
  values: readonly JsonNode[],
): readonly SortKey[] {
  if (sort.length === 0) throw illegalOnShard('Sort must contain at least one field.');
  if (values.length !== sort.length) {
    throw illegalSort(`search_after has ${values.length} value(s) but sort has ${sort.length}.`);
  }
  const [sources] = ranking.sources.values();
  return sort.map((field, at) => {
    const node = values[at];
    if (node === undefined || sources === undefined) return null;
    const key = sources[at]?.read(node);
    if (key === undefined) throw badValue(field, node);
    return key;
  });
}

function isAfter({ keys }: Candidate, cursor: readonly SortKey[], sort: readonly SortField[]): boolean {
  for (const [at, field] of sort.entries()) {
    const order = compareKeys(keys[at] ?? null, cursor[at] ?? null, field);
    if (order !== 0) return order > 0;
  }
  return false;
}

/** The place of the first candidate behind the cursor. Those equal to it are behind them all, as if seen. */
export function placeAfter(
  candidates: readonly Candidate[],
  cursor: readonly SortKey[],
  sort: readonly SortField[],
): number {
  let [low, high] = [0, candidates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const candidate = candidates[middle];
    if (candidate !== undefined && isAfter(candidate, cursor, sort)) high = middle;
    else low = middle + 1;
  }
  return low;
}
