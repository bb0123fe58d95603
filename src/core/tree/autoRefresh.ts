/** The shortest time between two automatic refreshes, in seconds: a shorter one would keep a proxy busy sorting. */
const SHORTEST = 2;
/** The longest that failures make it, in seconds. */
const LONGEST = 600;

/** Refreshes one thing again and again. */
export interface AutoRefresh {
  /**
   * Says how often, and whether anybody sees it. Nothing is done while nobody does; what became due meanwhile is done at
   * once when somebody does again.
   *
   * @param seconds between the end of a refresh and the next one; 0 for never
   */
  set(seconds: number, isSeen: boolean): void;
  /** Says that it was refreshed otherwise: the next one is due a whole interval from now. */
  refreshed(succeeded: boolean): void;
  dispose(): void;
}

/**
 * How long to wait for the next refresh, in seconds: the interval, doubled for each failure in a row, up to ten minutes
 * unless the interval itself is longer.
 */
export function waitAfter(failures: number, interval: number): number {
  const shortest = Math.max(interval, SHORTEST);
  return Math.max(shortest, Math.min(shortest * 2 ** failures, LONGEST));
}

/**
 * Starts nothing yet: see `set`.
 *
 * @param refresh resolves to whether it succeeded; never rejects. The next one starts only after that
 */
export function autoRefresh(refresh: () => Promise<boolean>): AutoRefresh {
  let interval = 0;
  let isSeen = false;
  let failures = 0;
  let since = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  const plan = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (interval === 0 || !isSeen || isRunning) return;
    const due = since + waitAfter(failures, interval) * 1_000;
    timer = setTimeout(() => void run(), Math.max(0, due - Date.now()));
  };
  const ended = (succeeded: boolean): void => {
    failures = succeeded ? 0 : failures + 1;
    since = Date.now();
    plan();
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    const succeeded = await refresh();
    isRunning = false;
    ended(succeeded);
  };

  return {
    set(seconds, seen) {
      interval = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
      isSeen = seen;
      plan();
    },
    refreshed(succeeded) {
      if (!isRunning) ended(succeeded);
    },
    dispose() {
      interval = 0;
      clearTimeout(timer);
    },
  };
}
