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
  /** The path of a search in the index expression. */
  readonly path: string;
  readonly body: string;
  readonly timeoutMs: number | undefined;
  readonly traits: SearchTraits;
}

/**
 * Counts all hits: with `_count`, which accepts only a query, or, if further members decide, with a search without
 * hits. A lower bound if not all shards responded.
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

/** The members that decide which documents are hits: for a vector search, more than the query. */
function searching(body: string): string {
  const vectors = Object.fromEntries(
    ['knn', 'retriever', 'sub_searches', 'rank'].flatMap((name) => {
      const value = memberText(body, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return withMembers(hitsOnly(body), vectors);
}

/** A count as a total: a lower bound if not all shards responded. */
export function pitCountOf(total: HitTotal | undefined, partial: readonly string[]): HitTotal {
  return { value: total?.value ?? 0, relation: total?.relation === 'eq' && partial.length === 0 ? 'eq' : 'gte' };
}
