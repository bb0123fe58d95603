import { isRequestFailure } from '../../src/core/base/errors/failure';

/** What fell short in a round. */
export interface Shortfall {
  readonly kind: 'throws' | 'unhandled' | 'slow' | 'pollution' | 'protocol' | 'round trip';
  readonly what: string;
  readonly told: string;
}

/** Calls what is under test, and takes down what it must not do. */
export interface Watch {
  /** The result; undefined where it failed. That a request fails is no shortfall: it is said in a `RequestFailure`. */
  call<T>(what: string, work: () => T | Promise<T>): Promise<T | undefined>;
  say(shortfall: Shortfall): void;
}

/** Milliseconds of this process's own time: of a busy machine's wall clock nothing can be concluded. */
const slowMs = 1_000;

export function watchInto(shortfalls: Shortfall[]): Watch {
  return {
    say: (shortfall) => void shortfalls.push(shortfall),
    async call(what, work) {
      const clock = startClock();
      try {
        return await work();
      } catch (error) {
        if (!isRequestFailure(error)) shortfalls.push({ kind: 'throws', what, told: lines(error) });
        return undefined;
      } finally {
        const took = clock();
        if (took > slowMs) shortfalls.push({ kind: 'slow', what, told: `more than ${slowMs} ms of CPU time` });
      }
    },
  };
}

/** Says how many milliseconds the process has worked since: no more than have passed, and none of other processes. */
export function startClock(): () => number {
  const began = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - began, (user + system) / 1_000);
  };
}

export function lines(error: unknown): string {
  return String(error instanceof Error ? error.stack : error)
    .split('\n')
    .slice(0, 4)
    .map((line) => line.trim())
    .join(' ← ');
}

/** Names of all that the built-in prototypes have, for finding out that something added to them. */
export function prototypeNames(): string {
  return [Object, Array, Function, String, Map, Set, Promise]
    .map(({ prototype }) => Object.getOwnPropertyNames(prototype).join())
    .join(' ');
}
