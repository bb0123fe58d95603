import { startClock } from '../watch';
import type { Read } from './reader';

/** UTF-16 units of the texts that are compared. */
const short = 50_000;
const long = 2 * short;
/** Below this many milliseconds of CPU time the figures are chance. */
const leastMs = 50;
/** Twice the text may take so many times the time: a little more than in proportion. Four times were quadratic. */
const mostTimes = 3;
/** So often it must be too slow: what else a machine does comes and goes, and a loop stays. */
const tries = 3;
const repeats = 3;
/** What takes so long is no chance. */
const certainMs = 1_000;

/** How the time grew, where it grew too fast. */
export interface Growth {
  readonly shortMs: number;
  readonly longMs: number;
}

/** The text of about that length, each time another one, so that nothing is found that was kept of the one before. */
function textOf(unit: string, tail: string, length: number, turn: number): string {
  return unit.repeat(Math.ceil(length / unit.length) + turn) + tail;
}

async function timed(read: Read, text: string): Promise<number> {
  const clock = startClock();
  try {
    await read(text);
  } catch {
    // Whatever it makes of the text: here only the time counts.
  }
  return clock();
}

/**
 * Feeds a reader with a unit over and over. Undefined where twice the text takes at most three times the time, or less than 50 ms; and
 * where it does so once, but not again and again, or not from there to twice as much again: then something was collected or compiled.
 */
export async function growthOf(read: Read, unit: string, tail: string): Promise<Growth | undefined> {
  let turn = 0;
  const once = (length: number): Promise<number> => timed(read, textOf(unit, tail, length, turn++));
  const fastest = async (length: number): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let repeat = 0; repeat < repeats && least > leastMs; repeat++) least = Math.min(least, await once(length));
    return least;
  };
  const longMs = await once(long);
  if (longMs <= leastMs || longMs <= mostTimes * (await once(short))) return undefined;
  let growth: Growth | undefined;
  for (let attempt = 0; attempt < tries; attempt++) {
    growth = { shortMs: await fastest(short), longMs: await fastest(long) };
    if (growth.longMs <= leastMs || growth.longMs <= mostTimes * growth.shortMs) return undefined;
  }
  if (growth === undefined || growth.longMs > certainMs) return growth;
  return (await fastest(2 * long)) > mostTimes * growth.longMs ? growth : undefined;
}
