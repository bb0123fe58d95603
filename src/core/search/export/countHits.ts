import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import { searchPath } from '../wire/searchPath';
import { hitTextsOf } from './hitScan';

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
 * The exact number of a search's hits; undefined if shards did not respond, or the engine does not count.
 *
 * @throws RequestFailure
 */
export async function countHits(
  client: SearchClient,
  { index, body }: EngineSearch,
  signal: AbortSignal,
): Promise<number | undefined> {
  const without = Object.fromEntries(needless.map((name) => [name, undefined]));
  const reply = await client.search({
    path: searchPath(index),
    body: withMembers(body, { ...without, from: '0', size: '0', track_total_hits: 'true' }),
    signal,
  });
  const { total, partial } = await hitTextsOf(client, reply, signal);
  return total?.relation === 'eq' && partial.length === 0 ? total.value : undefined;
}
