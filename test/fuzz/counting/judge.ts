import type { GrowthFigures, ProgramFigures, ReadingFigures, SizeFigures } from './figures';

/** Steps for each UTF-16 unit of a text: twice what the worst of them takes. A step is about a microsecond. */
const STEPS_OF_UNIT = 8;
/** What a file may repeat whatever its size, which says nothing of how the rest grows. */
const FLOOR_STEPS = 200_000;
/** What twice the text may take: a little more than in proportion. Four times were quadratic. */
export const MOST_TIMES = 2.5;
/** Below this many milliseconds, figures are chance. */
export const LEAST_MS = 50;
const MOST_MB = 400;
const MOST_PROBLEMS = 1_000;
const LONGEST_MESSAGE = 1_000;
const MOST_CPU_S = 8;
const MOST_PRINTED = 2_000_000;

/** Whether twice the text took more than it may. */
export function isGrown({ shortMs, longMs }: Pick<GrowthFigures, 'shortMs' | 'longMs'>): boolean {
  return longMs >= LEAST_MS && longMs > MOST_TIMES * shortMs;
}

/** What reading a hostile file must not do and did, as sentences; none if it held. */
export function faultsOfReading({ sizes, growths, heldMB, end }: ReadingFigures): readonly string[] {
  return [
    ...sizes.flatMap((one) => faultsOfSize(one, sizes)),
    ...growths
      .filter(isGrown)
      .map(
        ({ size, shortMs, longMs }) =>
          `${units(size)}: ${Math.round(shortMs)} ms, twice as long ${Math.round(longMs)} ms`,
      ),
    ...(heldMB > MOST_MB ? [`held ${Math.round(heldMB)} MB`] : []),
    ...(end === undefined ? [] : [end]),
  ];
}

function faultsOfSize(
  { size, units: length, steps, problems, longest, unread }: SizeFigures,
  sizes: readonly SizeFigures[],
): readonly string[] {
  const half = sizes.find((one) => one.size * 2 === size);
  const faults = [
    ...(steps > STEPS_OF_UNIT * length + FLOOR_STEPS ? [`${counted(steps)} steps`] : []),
    ...(half !== undefined && steps > MOST_TIMES * Math.max(half.steps, FLOOR_STEPS)
      ? [`${counted(steps)} steps, of half the text ${counted(half.steps)}`]
      : []),
    ...(problems > MOST_PROBLEMS ? [`${counted(problems)} problems`] : []),
    ...(longest > LONGEST_MESSAGE ? [`a message of ${counted(longest)} characters`] : []),
    ...(unread > 0 ? ['a reader threw'] : []),
  ];
  return faults.map((fault) => `${units(size)}: ${fault}`);
}

/** The same of the program for the command line. */
export function faultsOfProgram({ code, cpuS, printed, isTold, tellsGood }: ProgramFigures): readonly string[] {
  return [
    ...(code === undefined ? ['it had to be ended'] : []),
    ...(code !== undefined && ![0, 1, 2].includes(code) ? [`it ended with ${code}`] : []),
    ...(code === 2 && !isTold ? ['it ended with 2, and nobody is told why'] : []),
    ...(code !== undefined && cpuS === undefined ? ['its time is not known'] : []),
    ...(cpuS !== undefined && cpuS > MOST_CPU_S ? [`it took ${cpuS.toFixed(1)} s of CPU time`] : []),
    ...(printed > MOST_PRINTED ? [`it printed ${counted(printed)} bytes`] : []),
    ...(tellsGood ? [] : ['the problem of the good file is missing']),
  ].map((fault) => `proxy-scout check: ${fault}`);
}

const counted = (count: number): string => Math.round(count).toLocaleString('en');
const units = (size: number): string => `${size / 1_000} KB`;
