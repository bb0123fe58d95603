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
