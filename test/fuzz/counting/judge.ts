import type { GrowthFigures, ProgramFigures, ReadingFigures, SizeFigures } from './figures';

/** Steps for each UTF-16 unit of a text: twice what the worst of them takes. A step is a call or a turn of a loop; see countSteps.mjs. */
const stepsOfUnit = 120;
/** What a file may repeat whatever its size, which says nothing of how the rest grows. */
const floorSteps = 4_000_000;
/** What twice the text may take: a little more than in proportion. Four times were quadratic. */
export const mostTimes = 2.5;
/** Below this many milliseconds, figures are chance. */
export const leastMs = 50;
const mostMb = 400;
const mostProblems = 1_000;
const longestMessage = 1_000;
const mostCpuS = 8;
const mostPrinted = 2_000_000;

/** Whether twice the text took more than it may. */
export function isGrown({ shortMs, longMs }: Pick<GrowthFigures, 'shortMs' | 'longMs'>): boolean {
  return longMs >= leastMs && longMs > mostTimes * shortMs;
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
    ...(heldMB > mostMb ? [`held ${Math.round(heldMB)} MB`] : []),
    ...(end === undefined ? [] : [end]),
  ];
}

function faultsOfSize(
  { size, units: length, steps, problems, longest, unread }: SizeFigures,
  sizes: readonly SizeFigures[],
): readonly string[] {
  const half = sizes.find((one) => one.size * 2 === size);
  const faults = [
    ...(steps > stepsOfUnit * length + floorSteps ? [`${counted(steps)} steps`] : []),
    ...(half !== undefined && steps > mostTimes * Math.max(half.steps, floorSteps)
      ? [`${counted(steps)} steps, of half the text ${counted(half.steps)}`]
      : []),
    ...(problems > mostProblems ? [`${counted(problems)} problems`] : []),
    ...(longest > longestMessage ? [`a message of ${counted(longest)} characters`] : []),
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
    ...(cpuS !== undefined && cpuS > mostCpuS ? [`it took ${cpuS.toFixed(1)} s of CPU time`] : []),
    ...(printed > mostPrinted ? [`it printed ${counted(printed)} bytes`] : []),
    ...(tellsGood ? [] : ['the problem of the good file is missing']),
  ].map((fault) => `proxy-scout check: ${fault}`);
}

const counted = (count: number): string => Math.round(count).toLocaleString('en');
const units = (size: number): string => `${size / 1_000} KB`;
