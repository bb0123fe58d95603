import type { SearchPage } from './pager';
import type { SearchResult } from './searchResult';

/** A page that is asked for before anybody wants it. */
interface ComingPage {
  readonly from: number;
  readonly work: Promise<SearchPage>;
  readonly abort: AbortController;
}

/** Asks for the page behind the one that is shown: at once while somebody goes forward, else after a moment. */
interface Prefetch {
  /** The page that is on its way. */
  readonly coming: ComingPage | undefined;
  /** Sees to the page behind one that is shown from now on. */
  plan(of: SearchResult, shown: SearchPage): void;
  /** Somebody turns the page: what was to be asked for after a moment is not. */
  hold(): void;
  /** Whether somebody goes forward. */
  setForward(isForward: boolean): void;
  /** Ends what is under way and what is planned. */
  stop(): void;
}

export interface PrefetchOptions {
  /** Whether the next page is asked for before it is wanted. Default true. */
  readonly prefetch?: boolean;
  /** Milliseconds that a page is shown until the next one is prefetched, before the first Next. Default 500. */
  readonly idleMs?: number;
  readonly onPrefetched?: (page: SearchPage) => void;
}

/** A page larger than this is not asked for before it is wanted: bytes of the page before it. */
const mostBytes = 8 * 2 ** 20;

/** @param isFree whether that result is shown, and nothing that somebody wants is under way */
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
        // Whoever wants the page asks again, and is told then.
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
