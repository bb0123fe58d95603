import { isSuccess } from '../../base/http/responseFailures';
import { jsonOrNothing } from '../../base/json/parse';
import type { SearchClient } from '../engine/searchClient';
import { type Hit, readAnswer } from '../wire/searchAnswer';
import { searchPath } from '../wire/searchPath';

/** UTF-16 units of a response with one hit without its document. */
const longestFound = 2 ** 18;

/**
 * Whether a clause matches the document of a hit in its current state. A mapping does not show everything, such as the
 * words that an analyzer keeps, or fields that are filled from others. Undefined if the engine does not respond, or no
 * longer has the document.
 *
 * @param clause one clause of the query DSL as JSON text
 */
export async function clauseMatches(
  client: SearchClient,
  index: string,
  hit: Pick<Hit, 'id' | 'index'>,
  clause: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (hit.id === undefined || hit.id === '' || hit.index === undefined) return undefined;
  const own = `{"ids":{"values":[${JSON.stringify(hit.id)}]}},{"term":{"_index":${JSON.stringify(hit.index)}}}`;
  const isFound = async (filter: string): Promise<boolean | 'refused' | undefined> => {
    const body = `{"query":{"bool":{"filter":[${filter}]}},"_source":false,"size":1}`;
    const reply = await client.search({ path: searchPath(index), body, signal }).catch(() => undefined);
    if (reply?.status === 400) return 'refused';
    if (reply === undefined || !isSuccess(reply) || reply.body.length > longestFound) return undefined;
    const answer = readAnswer(reply.body, jsonOrNothing(reply.body));
    return answer === undefined || answer.partial.length > 0 ? undefined : answer.hits.length > 0;
  };
  const matched = await isFound(`${own},${clause}`);
  if (matched === true || matched === undefined) return matched;
  return (await isFound(own)) === true ? false : undefined;
}
