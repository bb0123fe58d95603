import * as z from 'zod/mini';
import { parseJson } from '../../base/http/responseFailures';
import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import { coverageSchema, partialSentences } from '../wire/partialResults';
import type { HitTotal } from '../wire/searchAnswer';
import { notAnEngine } from '../wire/searchFailure';
import { hitsOnly, type SearchTraits } from './searchTraits';
import { askHits, replyWithin, searchSender } from './sendSearch';

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
  if (!traits.isCountable) {
    const text = withMembers(searching(body), { size: '0', track_total_hits: 'true' });
    const { answer } = await askHits(client, path, text, { timeoutMs, signal });
    return pitCountOf(answer.total, answer.partial);
  }
  const query = memberText(body, 'query');
  const text = query === undefined ? '{}' : `{"query":${query}}`;
  const { reply } = await replyWithin(client, timeoutMs, signal, (either) =>
    searchSender(client, path.replace(/_search$/, '_count'), text, either),
  );
  const endpoint = await client.endpoint();
  const { data } = z.safeParse(countSchema, parseJson(reply, endpoint));
  if (data === undefined) throw notAnEngine(reply, endpoint);
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
