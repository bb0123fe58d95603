import { ShardFailure } from '../query/shard-failure';
import type { Value } from '../store/column';
import type { FieldType } from '../store/mapping';
import type { Shard } from '../store/shard';
import type { Candidate } from './rank';
import type { SearchRequest, SortField } from './request';
import type { SortKey } from './sort-keys';

/** How many shards of a node are asked at once. Those behind them are told what the first ones found. */
const askedAtOnce = 5;
const defaultLimit = 10_000;

/** Types of which a shard knows its smallest and its largest value. */
const bounded: readonly (FieldType | undefined)[] = [
  'date',
  'date_nanos',
  'double',
  'float',
  'integer',
  'keyword',
  'long',
];

function isBefore(values: readonly Value[], { order }: SortField, key: Value): boolean {
  return values.length > 0 && values.every((value) => (order === 'asc' ? value < key : value > key));
}

/** Whether a shard is not asked at all: its values of the first sort field lie before the cursor. */
function isSkipped(shard: Shard, sort: SortField, key: SortKey): boolean {
  const field = shard.owner.mapping.get(sort.field);
  if (field === undefined || !bounded.includes(field.type) || sort.saysMissing === true) return false;
  if (key === null) {
    const reason = 'Cannot read field "bytes" because "other" is null';
    throw new ShardFailure({ type: 'null_pointer_exception', reason }, 500);
  }
  return isBefore(shard.column(field).flat(), sort, key);
}

/**
 * What OpenSearch 2.19 and 3.0 find behind a cursor: where hits need not be counted, or enough were counted by the shards that
 * were asked first, shards whose values all lie before the cursor are passed over, along with their documents that have no such
 * field (`canMatchSearchAfter`; measured).
 */
export function behindCursor(
  candidates: readonly Candidate[],
  shards: readonly Shard[],
  { trackTotal = defaultLimit, sort: [first] = [] }: SearchRequest,
  [key = null]: readonly SortKey[],
): readonly Candidate[] {
  if (first === undefined || trackTotal === true) return candidates;
  const counts = trackTotal !== false;
  if (counts && candidates.length <= trackTotal) return candidates;
  const skipped = new Set<number>();
  shards.forEach((shard, place) => {
    if ((!counts || place >= askedAtOnce) && isSkipped(shard, first, key)) skipped.add(place);
  });
  return candidates.filter(({ place }) => !skipped.has(place));
}

/**
 * What is left of a page sorted by `date_nanos` on OpenSearch: the shards that are asked later are told the last hit so far,
 * read it wrongly, and have nothing that comes before it (measured). With a number for documents without the field they are
 * told nothing.
 */
export function withoutMisread(
  behind: readonly Candidate[],
  shards: readonly Shard[],
  { size, sort: [first] = [] }: SearchRequest,
): readonly Candidate[] {
  if (first === undefined || first.missingNumber !== undefined) return behind;
  const isNanos = shards.some(({ owner }) => owner.mapping.get(first.field)?.type === 'date_nanos');
  const early = behind.filter(({ place }) => place < askedAtOnce);
  return isNanos && early.length >= size ? early : behind;
}
