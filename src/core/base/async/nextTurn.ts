import { canceledFailure } from '../errors/failure';

/** Frees the event loop, so that it can handle responses that have arrived and keys that were pressed. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Milliseconds after which a long loop frees the event loop. */
const longestHoldMs = 12;

/**
 * Calls `work` with each item in order, and frees the event loop in between when it was held for long.
 *
 * @throws RequestFailure `canceled`, once the signal aborts
 */
export async function forEachInTurns<T>(
  items: Iterable<T>,
  work: (item: T) => unknown,
  signal?: AbortSignal,
): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - since < longestHoldMs) continue;
    await nextTurn();
    if (signal?.aborted === true) throw canceledFailure();
    since = performance.now();
  }
}
