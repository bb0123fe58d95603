import { canceledFailure } from '../errors/failure';
import { nextTurn } from './nextTurn';

/** Milliseconds after which long work frees the event loop. */
const longestHoldMs = 12;

/**
 * Pauses for long work: called after each part of it, returns a promise to await once the work has held the event loop
 * for a while, and nothing before.
 */
export type Pauses = () => Promise<void> | undefined;

/** @param check called after each pause; the work ends with what it throws */
export function openPauses(check: () => void): Pauses {
  let since = performance.now();
  const pause = async (): Promise<void> => {
    await nextTurn();
    check();
    since = performance.now();
  };
  return () => (performance.now() - since < longestHoldMs ? undefined : pause());
}

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
