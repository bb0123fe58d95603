import { isRecord } from '../../base/json/parse';
import type { SearchCursor } from './cursors';
import type { PitDialect } from './pointInTime';

/** Sorts that are not by a field, for which shards know no minimum and maximum. */
const noFields: readonly string[] = ['_score', '_doc', '_shard_doc', '_geo_distance', '_script'];

/**
 * `track_total_hits` for a search in a point in time whose hits need not be counted again.
 *
 * If it need not count, OpenSearch skips shards and segments whose values of the first sort field all come before the
 * cursor, and with them documents without that field, which sort last (2.19, 3.0: `canMatchSearchAfter`; with keywords
 * it fails). It does the same after counting up to a limit. So it has to count all hits, unless the sort sets the place
 * of documents without the field: then counting one is enough. By a nested field it leaves out documents that lack it,
 * or fails (2.19: status 500), on the first page, too, with any limit of counted hits.
 *
 * @param sort the entries of the sort as JSON texts, without the tie-break
 */
export function trackingAt(
  { after }: Pick<SearchCursor, 'after'>,
  dialect: PitDialect,
  [first]: readonly string[],
): 'false' | '1' | 'true' {
  if (dialect === 'elasticsearch') return 'false';
  const entry: unknown = JSON.parse(first ?? '"_score"');
  const [name, options] = isRecord(entry) ? (Object.entries(entry)[0] ?? ['', undefined]) : [String(entry), undefined];
  const { missing, nested } = isRecord(options) ? options : {};
  if (!isUnset(nested)) return 'true';
  if (after === undefined) return 'false';
  return isUnset(missing) && !noFields.includes(name) ? 'true' : '1';
}

const isUnset = (option: unknown): boolean => option === undefined || option === null;
