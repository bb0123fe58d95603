import * as z from 'zod/mini';
import { parseJson } from '../../base/http/answers';
import { memberText } from '../../base/json/scan';
import type { SearchDoor } from '../engine/searchDoor';
import { withMembers } from '../query/bodyText';
import type { Total } from '../wire/answer';
import { notAnEngine } from '../wire/failure';
import { coverageSchema, partialSentences } from '../wire/partial';
import { readHits, replyWithin, sendTo } from './ask';
import { hitsOnly, type Traits } from './traits';

const countSchema = z.extend(coverageSchema, { count: z.number() });

interface Counting {
  readonly door: SearchDoor;
  /** That searches the index expression. */
  readonly path: string;
  readonly body: string;
  readonly timeoutMs: number | undefined;
  readonly traits: Traits;
}

/**
 * Counts to the end: with `_count`, which takes a query alone, or, where more than the query decides, with a search that
 * shows nothing. A lower bound where not all shards answered.
 */
export async function exactCount(counting: Counting, signal: AbortSignal): Promise<Total> {
  const { door, path, body, timeoutMs, traits } = counting;
  const ask = (to: string, text: string) =>
    replyWithin(door, timeoutMs, signal, (either) => sendTo(door, to, text, either));
  if (!traits.isCountable) {
    const text = withMembers(searching(body), { size: '0', track_total_hits: 'true' });
    const { answer } = await readHits(door, await ask(path, text), signal);
    return countOf(answer.total, answer.partial);
  }
  const query = memberText(body, 'query');
  const replied = await ask(path.replace(/_search$/, '_count'), query === undefined ? '{}' : `{"query":${query}}`);
  const endpoint = await door.endpoint();
  const { data } = z.safeParse(countSchema, parseJson(replied.reply, endpoint));
  if (data === undefined) throw notAnEngine(replied.reply, endpoint);
  return countOf({ value: data.count, relation: 'eq' }, partialSentences(data));
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
export function countOf(total: Total | undefined, partial: readonly string[]): Total {
  return { value: total?.value ?? 0, relation: total?.relation === 'eq' && partial.length === 0 ? 'eq' : 'gte' };
}
