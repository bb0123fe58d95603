import * as z from 'zod/mini';
import { type Failure, remedyOf } from '../base/errors/failure';

/** The shortest time between two automatic refreshes, in seconds: a shorter one would keep a proxy busy sorting. */
const shortestSeconds = 2;
/** The longest time after failures, in seconds. */
const longest = 600;

/**
 * The seconds until the next refresh: the interval, doubled for each failure in a row, up to ten minutes unless the
 * interval itself is longer. A longer wait that the server asks for is obeyed, up to a day.
 *
 * @param retryAfter the latest seconds that the server asked for
 */
export function refreshDelay(failures: number, interval: number, retryAfter = 0): number {
  const shortest = Math.max(interval, shortestSeconds);
  return Math.max(shortest, Math.min(shortest * 2 ** failures, longest), Math.min(retryAfter, day));
}

/** In seconds. A timer that is set for more than some weeks would fire at once. */
const day = 24 * 3_600;

/**
 * Refreshes repeatedly. Starts nothing yet: see `set`.
 *
 * @param refresh resolves to its failure, if it failed; never rejects. The next refresh starts only after that
 * @param isHeldBack whether nothing may be refreshed: asked when a refresh is planned, and when it is due
 */
export function autoRefresh(refresh: () => Promise<Failure | undefined>, isHeldBack: () => boolean = () => false) {
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
    if (interval === 0 || !isSeen || isRunning || isHeldBack()) return;
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
    if (isHeldBack()) return;
    isRunning = true;
    const failure = await refresh();
    isRunning = false;
    ended(failure);
  };

  return {
    /**
     * Sets the interval, and whether the view is visible. While it is hidden, nothing is refreshed; a refresh that
     * became due starts as soon as the view is visible again.
     *
     * @param seconds between the end of a refresh and the next one; 0 for never
     */
    set(seconds: number, seen: boolean): void {
      interval = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
      isSeen = seen;
      plan();
    },
    /** Reports another refresh and its failure, if it failed: the next automatic one is due a whole interval from now. */
    refreshed(failure: Failure | undefined): void {
      if (!isRunning) ended(failure);
    },
    dispose(): void {
      interval = 0;
      clearTimeout(timer);
    },
  };
}

const refusedSchema = z.catch(z.array(z.string()), []);

/** The IDs of the endpoints whose last read needs the user, as they are kept; an invalid value has none. */
export function parseRefusedIds(value: unknown): readonly string[] {
  return refusedSchema.parse(value);
}

/**
 * Whether reading again, unasked, could only do harm: the server refused the credentials, which it may lock after some
 * tries, or its certificate is not trusted.
 */
export function isRefusal(failure: Failure): boolean {
  return remedyOf(failure) !== undefined;
}
