import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';

/** Times that work is done: what else goes on only ever adds. */
const ROUNDS = 3;

/** The longest that work holds the event loop, in milliseconds. */
export async function heldBy(work: () => Promise<unknown>): Promise<number> {
  const holds: number[] = [];
  while (holds.length < ROUNDS) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    globalThis.gc?.();
    delay.enable();
    await after(5);
    delay.reset();
    await work();
    await after(5);
    delay.disable();
    holds.push(delay.max / 1e6);
  }
  return Math.min(...holds);
}

/** Watches the heap: the most of it that was in use, in bytes. */
export function peakOf(): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}
