import { addToList } from '../core/base/lists/addToList';
import { linePlaceOf, lineStartsOf } from '../core/base/text/lines';
import type { ConfigProblem } from '../core/config/model/configProblem';
import type { SourceFile } from '../core/config/source/placedText';

/** A problem of the report: its text, at a line and column that count from 1. */
export interface ReportedProblem extends Pick<ConfigProblem, 'code' | 'severity' | 'message'> {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface CheckReport {
  /** In the order of files and lines. */
  readonly problems: readonly ReportedProblem[];
  /** The number of files that declare objects for Traefik. */
  readonly files: number;
  readonly isAnyRead: boolean;
  /** Whether everything was read that was asked for. A single file that is too large does not count. */
  readonly isWhole: boolean;
  /** The parts that were left out on purpose, and the reasons: sentences. */
  readonly notes: readonly string[];
  /** The parts that could not be read, and the reasons: sentences. */
  readonly unreadable: readonly string[];
}

/** In UTF-16 units. Our own messages are far shorter; a proxy's may not be. */
const longestMessage = 5_000;

/** Where something is in a file, in UTF-16 units. */
export type ReportedPlace = Pick<ReportedProblem, 'path' | 'line' | 'column' | 'endLine' | 'endColumn'>;

/** Finds lines and columns in files. */
export function placesIn(files: readonly SourceFile[]): (range: ConfigProblem['range']) => ReportedPlace {
  const texts = new Map(files.map(({ path, text }) => [path, text] as const));
  const starts = new Map<string, readonly number[]>();
  return ({ path, start, end }) => {
    const lines = starts.get(path) ?? lineStartsOf(texts.get(path) ?? '');
    starts.set(path, lines);
    const [begin, last] = [positionAt(lines, start), positionAt(lines, end)];
    return { path, line: begin.line, column: begin.column, endLine: last.line, endColumn: last.column };
  };
}

/** Sorts problems, each with its line and column in UTF-16 units. */
export function reportProblems(
  problems: readonly ConfigProblem[],
  files: readonly SourceFile[],
): readonly ReportedProblem[] {
  const placeOf = placesIn(files);
  return problems
    .map(({ code, severity, message, range }): ReportedProblem => {
      const isLong = message.length > longestMessage;
      return {
        ...placeOf(range),
        ...{ code, severity, message: isLong ? `${message.slice(0, longestMessage)}…` : message },
      };
    })
    .toSorted((one, other) =>
      one.path === other.path ? one.line - other.line || one.column - other.column : one.path < other.path ? -1 : 1,
    );
}

/** Counts like editors and runners. */
function positionAt(starts: readonly number[], offset: number): { readonly line: number; readonly column: number } {
  const { line, column } = linePlaceOf(starts, offset);
  return { line: line + 1, column: column + 1 };
}

/** The worst first. */
export const severityRanks: Readonly<Record<ReportedProblem['severity'], number>> = {
  error: 0,
  warning: 1,
  information: 2,
};

/**
 * As many problems as fit into the output, in their order: equally many of each file at first, and the worst of each
 * file before others, so that no file hides another one's problems.
 *
 * @param room in the unit of `sizeOf`
 */
export function printable(
  problems: readonly ReportedProblem[],
  room: number,
  sizeOf: (problem: ReportedProblem) => number,
): readonly ReportedProblem[] {
  const ofFiles = new Map<string, ReportedProblem[]>();
  for (const problem of problems.toSorted(
    (one, other) => severityRanks[one.severity] - severityRanks[other.severity],
  )) {
    addToList(ofFiles, problem.path, problem);
  }
  let open = [...ofFiles.values()];
  const taken = new Set<ReportedProblem>();
  let left = room;
  for (let turn = 0; open.length > 0; turn++) {
    open = open.filter((ofFile) => {
      const next = ofFile[turn];
      if (next === undefined) return false;
      const size = sizeOf(next);
      if (size > left) return false;
      left -= size;
      taken.add(next);
      return true;
    });
  }
  return problems.filter((problem) => taken.has(problem));
}

/** The last line of a report: how many problems there are, in how many files. */
export function sumOf({ problems, files }: CheckReport): string {
  const count = (severity: ReportedProblem['severity']): number =>
    problems.filter((problem) => problem.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')} in ${counted(files, 'file')} for Traefik.`;
}

/** How many there are beside those that are printed. */
export function notPrinted(count: number, word: string): string {
  return `… and ${counted(count, `more ${word}`)} ${count === 1 ? 'is' : 'are'} not printed.`;
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}

/** The beginning of a list, as long as it fits. */
export function asManyAsFit<T>(things: readonly T[], room: number, sizeOf: (thing: T) => number): readonly T[] {
  let left = room;
  const end = things.findIndex((one) => {
    left -= sizeOf(one);
    return left < 0;
  });
  return end < 0 ? things : things.slice(0, end);
}

/** The beginning of a list of texts, as long as it fits, and the number of the others. */
export function fittingTexts(
  texts: readonly string[],
  room: number,
  sizeOf: (text: string) => number,
  word = 'note',
): readonly string[] {
  const kept = asManyAsFit(texts, room, sizeOf);
  return kept.length === texts.length ? texts : [...kept, notPrinted(texts.length - kept.length, word)];
}
