/**
 * @file Reads one hostile file at several sizes, in a process of its own whose heap is limited, and tells what that took: the name of
 * the input and the sizes as arguments, figures as messages. See judge.ts for what is made of them.
 */
import { checkConfigGroups } from '../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../src/core/config/files/readConfigFiles';
import type { SourceFile } from '../../../src/core/config/source/placedText';
import { lines } from '../watch';
import type { GrowthFigures, SizeFigures } from './figures';
import type { CountingInput } from './input';
import { countingInputs } from './inputs';
import { isGrown, leastMs } from './judge';
import type { ReaderTask, ReaderTold } from './messages';

const warmUp = 20_000;
const repeats = 3;
/** What grew too much is measured so often before it counts: what else a machine does comes and goes. */
const tries = 3;
/** One measurement is enough where twice the text takes so many times as long: then it is in proportion. */
const clearly = 2.2;

function tell(told: ReaderTold): void {
  process.send?.(told);
}

/** See countSteps.mjs. */
function stepsSoFar(): number {
  const { fuzzSteps: [steps] = [] } = globalThis as { fuzzSteps?: readonly number[] };
  if (steps === undefined) throw new Error('This bundle does not count its steps: `npm run fuzz` makes it do so.');
  return steps;
}

/** What an editor and the program do with a file. */
function read(file: SourceFile, size: number): SizeFigures {
  const before = stepsSoFar();
  const groups = readConfigFiles([file]);
  const problems = checkConfigGroups(groups, {});
  return {
    size,
    units: file.text.length,
    steps: stepsSoFar() - before,
    problems: problems.length,
    longest: problems.reduce((most, { message }) => Math.max(most, message.length), 0),
    unread: problems.filter(({ code }) => code === 'text.unread').length,
  };
}

/** Milliseconds of CPU time of this process for another text each time, so that nothing is found that was kept of the one before. */
function timed(input: CountingInput, size: number, turn: number): number {
  const file = input(size - turn * 100);
  globalThis.gc?.();
  const before = process.cpuUsage();
  read(file, size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function growthFrom(input: CountingInput, size: number): GrowthFigures {
  let turn = 0;
  const times = { short: [] as number[], long: [] as number[] };
  const measure = (): GrowthFigures => {
    times.long.push(timed(input, 2 * size, 2 * ++turn));
    times.short.push(timed(input, size, turn));
    return { size, shortMs: middleOf(times.short), longMs: middleOf(times.long) };
  };
  let growth = measure();
  if (growth.longMs < leastMs || growth.longMs <= clearly * growth.shortMs) return growth;
  for (let attempt = 0; attempt < tries; attempt++) {
    times.short.length = 0;
    times.long.length = 0;
    for (let repeat = 0; repeat < repeats; repeat++) growth = measure();
    if (!isGrown(growth)) return growth;
  }
  return growth;
}

function middleOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
}

const mostMB = (): number => process.resourceUsage().maxRSS / 1_024;

function main({ name, sizes, growths }: ReaderTask): void {
  const input = countingInputs[name];
  if (input === undefined) throw new Error(`There is no ${name}`);
  read(input(warmUp), warmUp);
  const began = mostMB();
  for (const size of sizes) {
    tell({ kind: 'at', size });
    tell({ kind: 'size', figures: read(input(size), size) });
    if (!growths.includes(size)) continue;
    tell({ kind: 'growth', figures: growthFrom(input, size) });
  }
  const done: ReaderTold = { kind: 'done', heldMB: mostMB() - began };
  process.send?.(done, undefined, undefined, () => process.disconnect());
}

try {
  main(JSON.parse(process.argv[2] ?? ''));
} catch (error) {
  process.send?.({ kind: 'threw', what: lines(error) } satisfies ReaderTold, undefined, undefined, () =>
    process.exit(1),
  );
}
