import * as z from 'zod/mini';
import { parseJson } from '../../base/http/responseFailures';
import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import { coverageSchema, partialSentences } from '../wire/partialResults';
import type { HitTotal } from '../wire/searchAnswer';
import { notAnEngine } from '../wire/searchFailure';
import { hitsOnly, type SearchTraits } from './searchTraits';
import { readHits, replyWithin, searchSender } from './sendSearch';

const countSchema = z.extend(coverageSchema, { count: z.number() });

interface Counting {
  readonly client: SearchClient;
  /** That searches the index expression. */
  readonly path: string;
  readonly body: string;
  readonly timeoutMs: number | undefined;
  readonly traits: SearchTraits;
}

/**
 * Counts to the end: with `_count`, which takes a query alone, or, where more than the query decides, with a search that
 * shows nothing. A lower bound where not all shards answered.
 */
export async function exactCount(counting: Counting, signal: AbortSignal): Promise<HitTotal> {
  const { client, path, body, timeoutMs, traits } = counting;
  const ask = (to: string, text: string) =>
    replyWithin(client, timeoutMs, signal, (either) => searchSender(client, to, text, either));
  if (!traits.isCountable) {
    const text = withMembers(searching(body), { size: '0', track_total_hits: 'true' });
    const { answer } = await readHits(client, await ask(path, text), signal);
    return pitCountOf(answer.total, answer.partial);
  }
  const query = memberText(body, 'query');
  const replied = await ask(path.replace(/_search$/, '_count'), query === undefined ? '{}' : `{"query":${query}}`);
  const endpoint = await client.endpoint();
  const { data } = z.safeParse(countSchema, parseJson(replied.reply, endpoint));
  if (data === undefined) throw notAnEngine(replied.reply, endpoint);
  return pitCountOf({ value: data.count, relation: 'eq' }, partialSentences(data));
}

/** What decides which documents are hits: for a search of vectors that is more than a query. */
function searching(body: string): string {
  const vectors = Object.fromEntries(
    ['knn', 'retriever', 'sub_searches', 'rank'].flatMap((name) => {
      const value = memberText(body, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return withMembers(hitsOnly(body), vectors);
}

/** What an exact count says: a lower bound where not all could be asked. */
export function pitCountOf(total: HitTotal | undefined, partial: readonly string[]): HitTotal {
  return { value: total?.value ?? 0, relation: total?.relation === 'eq' && partial.length === 0 ? 'eq' : 'gte' };
}
