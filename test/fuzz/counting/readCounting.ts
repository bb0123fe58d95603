import { availableParallelism } from 'node:os';
import type { ProgramFigures, ReadingFigures } from './figures';
import { countingInputs } from './inputs';
import { faultsOfProgram, faultsOfReading } from './judge';
import { readInput } from './readInput';
import { runProgram } from './runProgram';

const textSizes = [100_000, 200_000, 500_000, 1_000_000];
/** Where all is read, also the longer texts are measured for how their time grows, which takes most of the time. */
const whole = { sizes: textSizes, growths: [100_000, 500_000] };
const short = { sizes: [100_000, 200_000, 1_000_000], growths: [100_000] };
const largest = 1_000_000;
/** Of the program's limit for a file, which counts bytes. */
const mostWorkers = 2;

/** What fell short, and the worst figures of what was read. */
export interface CountingResult {
  readonly failed: readonly string[];
  readonly count: number;
  readonly worst: string;
}

/** What a run does. */
export interface CountingTask {
  /** Others are read with each. */
  readonly turn: number;
  /** One input of so many is read; 1 for all of them. */
  readonly share: number;
  /** The built program for the command line. */
  readonly program: string;
  /** Only inputs whose names contain this. */
  readonly named?: string | undefined;
  readonly onFigures?: ((reading: ReadingFigures, program: ProgramFigures) => void) | undefined;
}

/** Reads hostile files that count up, in processes of their own, and checks each with the program for the command line. */
export async function readCounting({
  turn,
  share,
  program,
  named = '',
  onFigures,
}: CountingTask): Promise<CountingResult> {
  const left = Object.entries(countingInputs).filter(
    ([name], at) => (at + turn) % share === 0 && name.toLowerCase().includes(named.toLowerCase()),
  );
  const count = left.length;
  const readings: ReadingFigures[] = [];
  const programs: ProgramFigures[] = [];
  const failed: string[] = [];
  const { sizes, growths } = share === 1 ? whole : short;
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [name, input] = next;
      const reading = await readInput({ name, sizes, growths });
      const ended = await runProgram(program, name, input(largest));
      readings.push(reading);
      programs.push(ended);
      onFigures?.(reading, ended);
      failed.push(
        ...[...faultsOfReading(reading), ...faultsOfProgram(ended)].map((fault) => `counts up: ${name}: ${fault}`),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostWorkers, availableParallelism()) }, work));
  const isCounted = count === 0 || readings.some(({ sizes }) => sizes.some(({ steps, units }) => steps > units));
  if (!isCounted) failed.push('counts up: no steps are counted; see countSteps.mjs');
  return { failed, count, worst: worstOf(readings, programs) };
}

function worstOf(readings: readonly ReadingFigures[], programs: readonly ProgramFigures[]): string {
  const most = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), 0);
  const steps = most(readings.flatMap(({ sizes }) => sizes.map((one) => one.steps / one.units)));
  const held = most(readings.map(({ heldMB }) => heldMB));
  const seconds = most(programs.map(({ cpuS }) => cpuS ?? 0));
  return `at most ${steps.toFixed(1)} steps for a unit, ${Math.round(held)} MB, and ${seconds.toFixed(1)} s in the program`;
}
