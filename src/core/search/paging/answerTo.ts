import { farTooLong } from '../../base/http/responseFailures';
import type { SearchClient, SearchReply } from '../engine/searchClient';
import type { SearchAnswer } from '../wire/searchAnswer';
import { searchPath } from '../wire/searchPath';
import { readHits, replyWithin, searchSender } from './sendSearch';

/**
 * UTF-16 units of an answer without hits: several times as long as any that we ask for (docs/architecture.md,
 * "Search"), and a few hundredths of a second to go through.
 */
const longestAggregated = 2 ** 20;

/** The answer to a request for aggregations. */
interface AggregatedAnswer {
  readonly answer: SearchAnswer;
  readonly reply: SearchReply;
}

/**
 * Asks an index expression for aggregations and no hits: every request for aggregations of ours goes through here. How long
 * the answer is, is known before anything looks into it.
 *
 * @throws RequestFailure where there is none, and `tooLarge` where it is longer than anything that was asked for
 */
export async function answerTo(
  client: SearchClient,
  index: string,
  body: string,
  { timeoutMs, signal }: { readonly timeoutMs: number | undefined; readonly signal: AbortSignal },
): Promise<AggregatedAnswer> {
  const path = searchPath(index);
  const replied = await replyWithin(client, timeoutMs, signal, (either) => searchSender(client, path, body, either));
  if (replied.reply.body.length > longestAggregated) {
    throw farTooLong(replied.reply, await client.endpoint(), longestAggregated);
  }
  return { answer: (await readHits(client, replied, signal)).answer, reply: replied.reply };
}
