import * as l10n from '@vscode/l10n';
import { isRequestFailure, type RequestFailure } from '../../base/errors/failure';
import type { HttpResponse } from '../../base/http/httpClient';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import { KeepAlive } from '../wire/keepAlive';
import { windowLimit } from '../wire/searchFailure';
import { searchPath } from '../wire/searchPath';
import { type HitScan, type HitTexts, hitTextsOf } from './hitScan';
import { ExportPageSize } from './pageSize';

const longestClosingMs = 5_000;

/** A scroll returns the same number of hits each time, so a few hits before it show the length of documents. */
const sampled = 20;

/**
 * Opens a scroll over the result, which every engine supports: forward only, over the hits when it began
 * (docs/engines.md, "Scrolls"). Requests its first two pages at once: a user may be allowed to open a scroll but not to
 * continue it, which must be known before the first write.
 *
 * @param body without `from` and `size`
 * @returns a sentence with the reason if there is no scroll for this user and search
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
  const keepAlive = new KeepAlive();
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
      // ZincSearch accepts the parameter and opens nothing.
      if (id === undefined) return l10n.t('The server does not support scrolling.');
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

  /** @param asked makes the request for a keep-alive time */
  async function take(
    asked: (keepAlive: string) => { readonly path: string; readonly body: string },
    asking: AbortSignal,
  ): Promise<Page> {
    let reply: HttpResponse;
    do {
      // By POST, so that no cache in between returns the response of an earlier state of the scroll.
      reply = await client.request({ method: 'POST', ...asked(keepAlive.now), signal: asking });
    } while (keepAlive.shorten(reply));
    const answer = await hitTextsOf(client, reply, asking);
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
      // The engine drops it itself after the time above.
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
        // A short page is not the last, because each shard contributes its part every time.
        isLast: () => found.hits().length === 0,
        length,
        passesUnread: false,
        pass: () => undefined,
      };
    },
    close,
  };
}

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
  const size = new ExportPageSize();
  const answer = await client.search({
    path: searchPath(index),
    body: withMembers(body, { size: String(sampled) }),
    signal,
  });
  const hits = (await hitTextsOf(client, answer, signal)).hits();
  if (hits.length > 0) size.saw(hits.length, answer.body.length);
  return size.now;
}

/** The reason why there is no scroll, as a sentence; undefined if it failed for another reason. */
function cannotScroll(error: unknown, isOpen: boolean): string | undefined {
  if (!isRequestFailure(error)) return undefined;
  const { kind, status, detail = '' }: RequestFailure['failure'] = error.failure;
  // Status and type differ between versions, but the words do not (docs/engines.md, "Error statuses").
  if (/too many scroll contexts/i.test(detail)) return l10n.t('The server has too many scrolls open.');
  if (kind === 'forbidden') {
    return isOpen
      ? l10n.t('This user is not allowed to continue a scroll.')
      : l10n.t('This user is not allowed to open a scroll.');
  }
  if (isOpen) return undefined;
  if (status === 400 && /scroll/i.test(detail)) return l10n.t('The server does not allow scrolling for this search.');
  return status === 405 ? l10n.t('The server does not support scrolling.') : undefined;
}
