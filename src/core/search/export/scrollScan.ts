import { isRequestFailure, type RequestFailure } from '../../base/errors/failure';
import type { HttpResponse } from '../../base/http/httpClient';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import { openKeepAlive } from '../wire/keepAlive';
import { windowLimit } from '../wire/searchFailure';
import { searchPath } from '../wire/searchPath';
import { type HitScan, type HitTexts, textsOf } from './hitScan';
import { pageSize } from './pageSize';

const longestClosingMs = 5_000;

/** A scroll gives as many hits in each answer as in its first: a few hits before it tell how long documents are. */
const sampled = 20;

/**
 * Opens a scroll over the result: a way that every engine has, forward only, through what was there when it began (reference,
 * section 4). Its first hits are asked for at once, and the second ones, too: users may be let open a scroll and not go on in
 * it, which is to be known before anything is written.
 *
 * @param body without `from` and `size`
 * @returns why there is no scroll, in words that end a sentence, where there is none for this user and search
 * @throws RequestFailure
 */
export async function openScroll(
  client: SearchClient,
  index: string,
  body: string,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<HitScan | string> {
  let size = await sizeFor(client, index, body, signal);
  let id: string | undefined;
  const ahead: Page[] = [];
  const keepAlive = openKeepAlive();
  try {
    try {
      ahead.push(await open());
    } catch (error) {
      const most = isRequestFailure(error) ? windowLimit(error.failure) : undefined;
      if (most === undefined || most >= size) throw error;
      size = most;
      ahead.push(await open());
    }
    if (size < limit && hasMore(ahead[0])) {
      // ZincSearch takes the parameter and opens nothing.
      if (id === undefined) return 'it has no scroll';
      ahead.push(await next(signal));
    }
  } catch (error) {
    const why = cannotScroll(error, id !== undefined);
    if (id !== undefined) await close();
    if (why === undefined) throw error;
    return why;
  }

  async function open(): Promise<Page> {
    const text = withMembers(body, { size: String(size) });
    return take((scroll) => ({ path: searchPath(index, new URLSearchParams({ scroll })), body: text }), signal);
  }

  async function next(asking: AbortSignal): Promise<Page> {
    return take((scroll) => ({ path: '/_search/scroll', body: JSON.stringify({ scroll, scroll_id: id }) }), asking);
  }

  /** @param asked what is asked, by how long the scroll is to be kept */
  async function take(
    asked: (keepAlive: string) => { readonly path: string; readonly body: string },
    asking: AbortSignal,
  ): Promise<Page> {
    let reply: HttpResponse;
    do {
      // With POST, so that no cache between answers with a scroll that has gone on since.
      reply = await client.request({ method: 'POST', ...asked(keepAlive.now), signal: asking });
    } while (keepAlive.shorten(reply));
    const answer = await textsOf(client, reply, asking);
    id = answer.scrollId ?? id;
    return { answer, length: reply.body.length };
  }

  async function close(): Promise<void> {
    if (id === undefined) return;
    try {
      await client.request({
        method: 'DELETE',
        path: '/_search/scroll',
        body: JSON.stringify({ scroll_id: id }),
        signal: AbortSignal.timeout(longestClosingMs),
      });
    } catch {
      // The engine forgets it by itself after the time above.
    }
  }

  return {
    notes: [],
    canRepeat: false,
    async page(_size, asking) {
      const { answer: found, length } = ahead.shift() ?? (await next(asking));
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
    close,
  };
}

/** An answer of a scroll. */
interface Page {
  readonly answer: HitTexts;
  readonly length: number;
}

function hasMore(page: Page | undefined): boolean {
  if (page === undefined) return false;
  const { total, hits } = page.answer;
  const came = hits().length;
  return came > 0 && (total?.relation !== 'eq' || total.value > came);
}

async function sizeFor(client: SearchClient, index: string, body: string, signal: AbortSignal): Promise<number> {
  const size = pageSize();
  const answer = await client.search({
    path: searchPath(index),
    body: withMembers(body, { size: String(sampled) }),
    signal,
  });
  const hits = (await textsOf(client, answer, signal)).hits();
  if (hits.length > 0) size.saw(hits.length, answer.body.length);
  return size.now;
}

/** Why this engine gives no scroll, in words that end a sentence; undefined where it failed for another reason. */
function cannotScroll(error: unknown, isOpen: boolean): string | undefined {
  if (!isRequestFailure(error)) return undefined;
  const { kind, status, detail = '' }: RequestFailure['failure'] = error.failure;
  // 500 up to 8.11, 429 later, and another type each time: the words are the same (search-README, surprise 5).
  if (/too many scroll contexts/i.test(detail)) return 'it has too many scrolls open';
  if (kind === 'forbidden') return isOpen ? 'this user may not go on in a scroll' : 'this user may not open a scroll';
  if (isOpen) return undefined;
  if (status === 400 && /scroll/i.test(detail)) return 'it allows no scroll for this search';
  return status === 405 ? 'it has no scroll' : undefined;
}
