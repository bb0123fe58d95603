import type { SearchDoor } from '../engine/searchDoor';
import { withMembers } from '../query/bodyText';
import { searchPath } from '../wire/request';
import type { Search } from '../wire/search';
import { textsOf } from './walk';

const needless = [
  'sort',
  'highlight',
  'aggs',
  'aggregations',
  'suggest',
  'profile',
  '_source',
  'fields',
  'docvalue_fields',
];

/**
 * How many hits a search has, exactly; undefined where shards did not answer, or the engine does not count.
 *
 * @throws RequestFailure
 */
export async function countHits(
  door: SearchDoor,
  { index, body }: Search,
  signal: AbortSignal,
): Promise<number | undefined> {
  const without = Object.fromEntries(needless.map((name) => [name, undefined]));
  const reply = await door.search({
    path: searchPath(index),
    body: withMembers(body, { ...without, from: '0', size: '0', track_total_hits: 'true' }),
    signal,
  });
  const { total, partial } = await textsOf(door, reply, signal);
  return total?.relation === 'eq' && partial.length === 0 ? total.value : undefined;
}
