import { isRecord } from '../../base/json/parse';
import type { PitDialect } from './pointInTime';

/** Sorts that are by no field: no shard knows a smallest and a largest value of them. */
const noFields: readonly string[] = ['_score', '_doc', '_shard_doc', '_geo_distance', '_script'];

/**
 * `track_total_hits` of a search behind a cursor in a point in time whose hits need not be counted again.
 *
 * Where it need not count, OpenSearch passes over shards and segments whose values of the first sort field all lie before the
 * cursor, and with them over the documents that have no such field, which come last (2.19, 3.0: `canMatchSearchAfter`; over
 * keywords it fails). It does the same once it has counted up to a number. So it counts them
 * all, unless the sort says where documents without the field go: then one is enough.
 *
 * @param sort the entries of the sort as JSON texts, without the tie-break
 */
export function trackingBehind(dialect: PitDialect, sort: readonly string[]): 'false' | '1' | 'true' {
  if (dialect === 'elasticsearch') return 'false';
  return mayBePassedOver(sort) ? 'true' : '1';
}

/** Whether documents without the first sort field are passed over where hits need not be counted. */
function mayBePassedOver([first]: readonly string[]): boolean {
  if (first === undefined) return false;
  const entry: unknown = JSON.parse(first);
  const [name, options] = isRecord(entry) ? (Object.entries(entry)[0] ?? ['', undefined]) : [String(entry), undefined];
  if (noFields.includes(name)) return false;
  return !isRecord(options) || options.missing === undefined || options.missing === null;
}
