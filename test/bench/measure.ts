/** What two ways to do the same take, in milliseconds, on a machine that does little else. */
export interface Comparison {
  readonly candidate: number;
  readonly floor: number;
}

interface Rounds {
  /** Rounds that are measured. Default 61. */
  readonly rounds?: number;
  /** Rounds before that, until the code is compiled and the connections stand. Default 10. */
  readonly warmUp?: number;
}

/**
 * Measures a candidate and its floor in turns, so that a machine that is busy now and then is busy for both, and takes the
 * fastest tenth of each: what else goes on only ever adds. Garbage is collected when the engine likes, because collecting
 * all of it between the rounds would also throw away what the engine has learned of the shapes of objects.
 */
export async function compare(
  candidate: () => unknown,
  floor: () => unknown,
  { rounds = 61, warmUp = 10 }: Rounds = {},
): Promise<Comparison> {
  const times = { candidate: [] as number[], floor: [] as number[] };
  const inTurn = [
    ['candidate', candidate],
    ['floor', floor],
  ] as const;
  for (let round = -warmUp; round < rounds; round++) {
    for (const [name, work] of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      const took = await timed(work);
      if (round >= 0) times[name].push(took);
    }
  }
  return { candidate: quantile(times.candidate, 0.1), floor: quantile(times.floor, 0.1) };
}

/** How long it takes, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The middle one of at least one value. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which this share of them lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.floor(sorted.length * share)];
  if (value === undefined) throw new RangeError('there is nothing to measure by');
  return value;
}

/** Bytes of JavaScript's heap that something still refers to. */
export function usedHeap(): number {
  if (globalThis.gc === undefined) throw new Error('benches run under node --expose-gc');
  // What weak references alone hold goes with the second one.
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
