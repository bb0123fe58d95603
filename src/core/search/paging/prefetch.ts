import type { SearchPage } from './pager';
import type { SearchResult } from './searchResult';

/** A page that is being prefetched. */
interface ComingPage {
  readonly from: number;
  readonly work: Promise<SearchPage>;
  readonly abort: AbortController;
}

/** Prefetches the next page: at once while the user pages forward, otherwise after a moment. */
interface Prefetch {
  readonly coming: ComingPage | undefined;
  /** Prefetches the page after the current one. */
  plan(of: SearchResult, shown: SearchPage): void;
  /** Cancels the delayed prefetch, because the user turns the page. */
  hold(): void;
  /** Sets whether the user pages forward. */
  setForward(isForward: boolean): void;
  /** Cancels the current and the delayed prefetch. */
  stop(): void;
}

export interface PrefetchOptions {
  /** Whether to request the next page ahead of time. Default true. */
  readonly prefetch?: boolean;
  /** Milliseconds before prefetching the next page until the first use of Next. Default 500. */
  readonly idleMs?: number;
  readonly onPrefetched?: (page: SearchPage) => void;
}

/** Bytes: after a page larger than this, the next one is not prefetched. */
const mostBytes = 8 * 2 ** 20;

/** @param isFree whether that result is shown and no page is being requested */
export function createPrefetch(options: PrefetchOptions, isFree: (of: SearchResult) => boolean): Prefetch {
  const { prefetch = true, idleMs = 500, onPrefetched } = options;
  let coming: ComingPage | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isForward = false;

  function stop(): void {
    clearTimeout(idle);
    coming?.abort.abort();
    coming = undefined;
  }

  function ask(of: SearchResult, from: number): void {
    if (!isFree(of) || coming?.from === from) return;
    stop();
    if (of.seen(from) !== undefined || !of.canAskAhead(from)) return;
    const abort = new AbortController();
    const mine: ComingPage = { from, abort, work: of.page(from, { signal: abort.signal, isAhead: true }) };
    coming = mine;
    mine.work
      .then(
        (next) => {
          if (!abort.signal.aborted) onPrefetched?.(next);
        },
        // A later request for the page reports its own failure.
        () => undefined,
      )
      .finally(() => {
        if (coming === mine) coming = undefined;
      });
  }

  return {
    get coming() {
      return coming;
    },
    plan(of, shown) {
      clearTimeout(idle);
      if (!prefetch || !shown.hasNext || shown.bytes > mostBytes) return;
      const next = shown.from + shown.search.size;
      if (isForward) ask(of, next);
      else idle = setTimeout(() => ask(of, next), idleMs).unref();
    },
    hold: () => clearTimeout(idle),
    setForward(is) {
      isForward = is;
    },
    stop,
  };
}
