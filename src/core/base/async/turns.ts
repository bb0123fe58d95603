import { canceledFailure } from '../errors/failure';
import { openPauses, type Pauses } from './pauses';

/** Pauses for work that ends once the signal aborts: they then reject as canceled. */
export function pausesUntil(signal: AbortSignal | undefined): Pauses {
  return openPauses(() => {
    if (signal?.aborted === true) throw canceledFailure();
  });
}

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
  const pause = pausesUntil(signal);
  for (const item of items) {
    work(item);
    const rest = pause();
    if (rest !== undefined) await rest;
  }
}
