import { isRequestFailure, type RequestFailure } from '../../http/failure';
import { withMembers } from '../ask/bodyText';
import type { SearchDoor } from '../engine/searchDoor';
import { searchPath } from '../request';
import { pageSize } from './pageSize';
import { type Texts, textsOf, type Walk } from './walk';

/** How long the engine keeps a scroll that nobody asks. */
const keepAlive = '5m';

const longestClosingMs = 5_000;

/** A scroll gives as many hits in each answer as in its first: a few hits before it tell how long documents are. */
const sampled = 20;

/**
 * Opens a scroll over the result: a way that every engine has, forward only, through what was there when it began (reference,
 * section 4). Its first hits are asked for at once.
 *
 * @param body without `from` and `size`
 * @throws RequestFailure also where scrolls are not allowed, or there are too many (see `cannotScroll`)
 */
export async function openScroll(door: SearchDoor, index: string, body: string, signal: AbortSignal): Promise<Walk> {
  const size = await sizeFor(door, index, body, signal);
  const path = searchPath(index, new URLSearchParams({ scroll: keepAlive }));
  // With POST, so that no cache between answers with a scroll that has gone on since.
  const answer = await door.request({ method: 'POST', path, body: withMembers(body, { size: String(size) }), signal });
  let ahead: { readonly answer: Texts; readonly length: number } | undefined = {
    answer: await textsOf(door, answer, signal),
    length: answer.body.length,
  };
  let id = ahead.answer.scrollId;

  const next = async (asking: AbortSignal) => {
    const reply = await door.request({
      method: 'POST',
      path: '/_search/scroll',
      body: JSON.stringify({ scroll: keepAlive, scroll_id: id }),
      signal: asking,
    });
    return { answer: await textsOf(door, reply, asking), length: reply.body.length };
  };

  return {
    notes: [],
    canRepeat: false,
    async look(_size, asking) {
      const { answer: found, length } = ahead ?? (await next(asking));
      ahead = undefined;
      id = found.scrollId ?? id;
      return {
        asked: size,
        hits: found.hits,
        total: found.total,
        partial: found.partial,
        // A short page is no end: shards are asked for their part each time.
        isLast: () => found.hits().length === 0,
        length,
        passesUnread: false,
        pass: () => undefined,
      };
    },
    async close() {
      if (id === undefined) return;
      try {
        await door.request({
          method: 'DELETE',
          path: '/_search/scroll',
          body: JSON.stringify({ scroll_id: id }),
          signal: AbortSignal.timeout(longestClosingMs),
        });
      } catch {
        // The engine forgets it by itself after the time above.
      }
    },
  };
}

async function sizeFor(door: SearchDoor, index: string, body: string, signal: AbortSignal): Promise<number> {
  const size = pageSize();
  const answer = await door.search({
    path: searchPath(index),
    body: withMembers(body, { size: String(sampled) }),
    signal,
  });
  const hits = (await textsOf(door, answer, signal)).hits();
  if (hits.length > 0) size.saw(hits.length, answer.body.length);
  return size.now;
}

/** Why this engine gives no scroll, in words that end a sentence; undefined where it failed for another reason. */
export function cannotScroll(error: unknown): string | undefined {
  if (!isRequestFailure(error)) return undefined;
  const { kind, status, detail = '' }: RequestFailure['failure'] = error.failure;
  // 500 up to 8.11, 429 later, and another type each time: the words are the same (search-README, surprise 5).
  if (/too many scroll contexts/i.test(detail)) return 'it has too many scrolls open';
  if (kind === 'forbidden') return 'this user may not open a scroll';
  if (status === 400 && /scroll/i.test(detail)) return 'it allows no scroll for this search';
  return status === 405 ? 'it has no scroll' : undefined;
}
