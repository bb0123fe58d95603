import { isRecord } from '../../base/json/parse';
import type { PitDialect } from './pointInTime';

/** Sorts that are not by a field: shards know no smallest and largest value for them. */
const noFields: readonly string[] = ['_score', '_doc', '_shard_doc', '_geo_distance', '_script'];

/**
 * `track_total_hits` for a search after a cursor in a point in time whose hits need not be counted again.
 *
 * If it need not count, OpenSearch skips shards and segments whose values of the first sort field all come before the
 * cursor, and with them documents without that field, which sort last (2.19, 3.0: `canMatchSearchAfter`; with keywords
 * it fails). It does the same after counting up to a limit. So it has to count all hits, unless the sort says where
 * documents without the field go: then counting one is enough, but not for a nested field, by which it fails (2.19: status
 * 500 for the page behind documents that lack it, however many hits up to a limit are counted).
 *
 * @param sort the entries of the sort as JSON texts, without the tie-break
 */
export function trackingBehind(dialect: PitDialect, sort: readonly string[]): 'false' | '1' | 'true' {
  if (dialect === 'elasticsearch') return 'false';
  return mayBePassedOver(sort) ? 'true' : '1';
}

/** Whether documents without the first sort field may be skipped if hits need not be counted. */
function mayBePassedOver([first]: readonly string[]): boolean {
  if (first === undefined) return false;
  const entry: unknown = JSON.parse(first);
  const [name, options] = isRecord(entry) ? (Object.entries(entry)[0] ?? ['', undefined]) : [String(entry), undefined];
  if (noFields.includes(name)) return false;
  return !isRecord(options) || isUnset(options.missing) || !isUnset(options.nested);
}

const isUnset = (option: unknown): boolean => option === undefined || option === null;
