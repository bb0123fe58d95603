import { canceledFailure } from '../errors/failure';

/** Lets up to `most` callers work at the same time; the others wait in order. */
export function openTurns(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;
  return {
    /** Waits for a turn, which the caller gives back. Rejects as canceled once the signal aborts. */
    async take(signal: AbortSignal | undefined): Promise<void> {
      if (signal?.aborted === true) throw canceledFailure();
      if (free > 0) {
        free -= 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const enter = (): void => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(canceledFailure());
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(enter);
      });
    },
    giveBack(): void {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
