import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';

/** Times that work is done: what else goes on only ever adds. */
const rounds = 3;

/** The longest that work holds the event loop, in milliseconds. */
export async function heldBy(work: () => Promise<unknown>): Promise<number> {
  const holds: number[] = [];
  while (holds.length < rounds) holds.push(await heldOnceBy(work));
  return Math.min(...holds);
}

/** The same for work that cannot be done again. */
export async function heldOnceBy(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  globalThis.gc?.();
  delay.enable();
  await after(5);
  delay.reset();
  await work();
  await after(5);
  delay.disable();
  return delay.max / 1e6;
}

/**
 * Watches the heap: the most of it that was in use just after V8 had collected what was not, in bytes. What piles up between
 * two whole collections says when V8 has a mind to collect (1,583 MiB here, where it may take 4 GiB), not what is needed.
 */
export function peakOf(): { stop(): number } {
  let most = 0;
  const observer = new PerformanceObserver((list) => {
    const wasWhole = list.getEntries().some((entry) => 'detail' in entry && isWhole(entry.detail));
    if (wasWhole) most = Math.max(most, process.memoryUsage().heapUsed);
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    stop() {
      observer.disconnect();
      return most;
    },
  };
}

function isWhole(detail: unknown): boolean {
  return typeof detail === 'object' && detail !== null && 'kind' in detail && detail.kind === wholeCollection;
}

const wholeCollection = constants.NODE_PERFORMANCE_GC_MAJOR;
