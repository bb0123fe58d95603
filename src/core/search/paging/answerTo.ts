import { farTooLong } from '../../base/http/responseFailures';
import type { SearchClient, SearchReply } from '../engine/searchClient';
import type { SearchAnswer } from '../wire/searchAnswer';
import { searchPath } from '../wire/searchPath';
import { readHits, replyWithin, searchSender } from './sendSearch';

/**
 * UTF-16 units of a response without hits: several times as long as any that we request
 * (docs/engines.md, "Bounds of aggregations"), and a few hundredths of a second to read.
 */
const longestAggregated = 2 ** 20;

/**
 * Requests aggregations of an index expression without hits, for all of our aggregations. Checks the length of the
 * response before any code reads it.
 *
 * @throws RequestFailure if there is none, and `tooLarge` if it is far longer than requested
 */
export async function answerTo(
  client: SearchClient,
  index: string,
  body: string,
  { timeoutMs, signal }: { readonly timeoutMs: number | undefined; readonly signal: AbortSignal },
): Promise<{ readonly answer: SearchAnswer; readonly reply: SearchReply }> {
  const path = searchPath(index);
  const replied = await replyWithin(client, timeoutMs, signal, (either) => searchSender(client, path, body, either));
  if (replied.reply.body.length > longestAggregated) {
    throw farTooLong(replied.reply, await client.endpoint(), longestAggregated);
  }
  return { answer: (await readHits(client, replied, signal)).answer, reply: replied.reply };
}
