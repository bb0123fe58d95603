import { setTimeout as sleep } from 'node:timers/promises';
import { canceledFailure, type Failure, isRequestFailure } from '../../base/errors/failure';
import { windowLimit } from '../wire/searchFailure';
import type { HitScan, HitScanPage } from './hitScan';
import type { ExportPageSize } from './pageSize';

/** Waits before a retry; may reject when the signal aborts. */
export type ExportPause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

/** Hits to write, each as JSON text. */
interface Page extends Pick<HitScanPage, 'total' | 'partial'> {
  readonly hits: readonly string[];
}

interface PagesOptions {
  readonly limit: number;
  readonly size: ExportPageSize;
  readonly signal: AbortSignal;
  readonly pause?: ExportPause | undefined;
}

/** Milliseconds before the second, third and fourth try, so that a long export survives a busy moment. */
const pauses = [500, 2_000, 5_000];
/** Retries of all pages together, so that an export ends even if every response is incomplete. */
const mostAsksAgain = 2 * pauses.length;
/** An engine that asks for a longer pause makes the export fail. */
const longestPause = 30_000;

/**
 * The pages of a scan up to `limit` hits. The next page is requested before one is processed, so that the engine works
 * meanwhile: to stop early, abort `signal`. Retries temporary failures and incomplete responses if the scan supports
 * it; if a shard stays unavailable, only once, not for each page.
 */
export async function* pagesOf(
  scan: HitScan,
  { limit, size, signal, pause = sleepFor }: PagesOptions,
): AsyncGenerator<Page> {
  let taken = 0;
  let all = Number.POSITIVE_INFINITY;
  /** The reasons why hits are missing from accepted responses. */
  const accepted = new Set<string>();
  /** How often a request was repeated because its response was incomplete. */
  let asksAgain = 0;
  const isMissing = (after: number): boolean => after < Math.min(limit, all);
  let coming: Promise<HitScanPage> | undefined = page(0);
  while (coming !== undefined) {
    const found: HitScanPage = await coming;
    const { total, partial, asked, length } = found;
    // Shards that did not respond were not counted either.
    if (total?.relation === 'eq' && partial.length === 0) all = Math.min(all, total.value);
    // As early as possible: processing these hits takes as long as the engine needs for the next.
    const goesOnUnread = found.passesUnread && Number.isFinite(all) && isMissing(taken + asked);
    if (goesOnUnread) {
      size.saw(asked, length);
      coming = passed(found, taken + asked);
    }
    const hits = found.hits();
    const wanted = hits.slice(0, limit - taken);
    taken += wanted.length;
    if (hits.length === 0) coming = undefined;
    else if (!goesOnUnread) {
      size.saw(hits.length, length);
      coming = !found.isLast() && isMissing(taken) ? passed(found, taken) : undefined;
    }
    yield { hits: wanted, total, partial };
  }

  function passed(before: HitScanPage, after: number): Promise<HitScanPage> {
    before.pass();
    const next = page(after);
    // The caller handles the error when it awaits the next page.
    next.catch(() => undefined);
    return next;
  }

  /** @param after the number of hits before it */
  async function page(after: number): Promise<HitScanPage> {
    for (let tries = 0; ; ) {
      const isLastTry = tries === pauses.length || !scan.canRepeat;
      let longer = 0;
      try {
        const found = await scan.page(Math.min(size.now, limit - after), signal);
        if (isLastTry || asksAgain === mostAsksAgain || found.partial.every((why) => accepted.has(why))) {
          for (const why of found.partial) accepted.add(why);
          return found;
        }
        asksAgain++;
      } catch (error) {
        if (signal.aborted) throw canceledFailure();
        if (!isRequestFailure(error)) throw error;
        if (scan.canRepeat && isSmallerNow(error.failure)) continue;
        if (isLastTry || !isPassing(error.failure)) throw error;
        longer = (error.failure.retryAfterSeconds ?? 0) * 1_000;
        if (longer > longestPause) throw error;
      }
      await pause(Math.max(pauses[tries] ?? 0, longer), signal).catch(() => undefined);
      if (signal.aborted) throw canceledFailure();
      tries++;
    }
  }

  /** Whether the page was too large, and fewer hits can be requested. */
  function isSmallerNow(failure: Failure): boolean {
    const most = windowLimit(failure);
    if (most !== undefined) return size.limit(most);
    return failure.kind === 'tooLarge' && size.shrink();
  }
}

function sleepFor(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return sleep(milliseconds, undefined, { signal });
}

const passingStatus: readonly (number | undefined)[] = [429, 502, 503, 504];

function isPassing({ kind, status }: Failure): boolean {
  return kind === 'rateLimited' || kind === 'reset' || kind === 'timedOut' || passingStatus.includes(status);
}
