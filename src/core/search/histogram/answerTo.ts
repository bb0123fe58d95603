import type { SearchClient } from '../engine/searchClient';
import { readHits, replyWithin, searchSender } from '../paging/sendSearch';
import type { SearchAnswer } from '../wire/searchAnswer';
import { searchPath } from '../wire/searchPath';

/** The answer to a body that asks an index expression for aggregations. Rejects with `RequestFailure` where there is none. */
export async function answerTo(
  client: SearchClient,
  index: string,
  body: string,
  { timeoutMs, signal }: { readonly timeoutMs: number | undefined; readonly signal: AbortSignal },
): Promise<SearchAnswer> {
  const path = searchPath(index);
  const replied = await replyWithin(client, timeoutMs, signal, (either) => searchSender(client, path, body, either));
  return (await readHits(client, replied, signal)).answer;
}
