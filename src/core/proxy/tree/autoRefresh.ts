import type { Failure } from '../../base/errors/failure';

/** The shortest time between two automatic refreshes, in seconds: a shorter one would keep a proxy busy sorting. */
const shortestSeconds = 2;
/** The longest that failures make it, in seconds. */
const longest = 600;

/** Refreshes one thing again and again. */
interface AutoRefresh {
  /**
   * Says how often, and whether anybody sees it. Nothing is done while nobody does; what became due meanwhile is done at
   * once when somebody does again.
   *
   * @param seconds between the end of a refresh and the next one; 0 for never
   */
  set(seconds: number, isSeen: boolean): void;
  /** Says that it was refreshed otherwise, and why that failed, if it did: the next one is due a whole interval from now. */
  refreshed(failure: Failure | undefined): void;
  dispose(): void;
}

/**
 * How long to wait for the next refresh, in seconds: the interval, doubled for each failure in a row, up to ten minutes
 * unless the interval itself is longer. A server that wants to be left alone for longer is, up to a day.
 *
 * @param retryAfter seconds that it asked for at last
 */
export function refreshDelay(failures: number, interval: number, retryAfter = 0): number {
  const shortest = Math.max(interval, shortestSeconds);
  return Math.max(shortest, Math.min(shortest * 2 ** failures, longest), Math.min(retryAfter, day));
}

/** In seconds. A timer that is set for more than some weeks would ring at once. */
const day = 24 * 3_600;

/**
 * Starts nothing yet: see `set`.
 *
 * @param refresh resolves to why it failed, if it did; never rejects. The next one starts only after that
 */
export function autoRefresh(refresh: () => Promise<Failure | undefined>): AutoRefresh {
  let interval = 0;
  let isSeen = false;
  let failures = 0;
  let retryAfter = 0;
  let since = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  const plan = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (interval === 0 || !isSeen || isRunning) return;
    const due = since + refreshDelay(failures, interval, retryAfter) * 1_000;
    timer = setTimeout(() => void run(), Math.max(0, due - Date.now()));
  };
  const ended = (failure: Failure | undefined): void => {
    failures = failure === undefined ? 0 : failures + 1;
    retryAfter = failure?.retryAfterSeconds ?? 0;
    since = Date.now();
    plan();
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    const failure = await refresh();
    isRunning = false;
    ended(failure);
  };

  return {
    set(seconds, seen) {
      interval = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
      isSeen = seen;
      plan();
    },
    refreshed(failure) {
      if (!isRunning) ended(failure);
    },
    dispose() {
      interval = 0;
      clearTimeout(timer);
    },
  };
}
