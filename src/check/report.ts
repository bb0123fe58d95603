import { addToList } from '../core/base/lists/addToList';
import { linePlaceOf, lineStartsOf } from '../core/base/text/lines';
import type { ConfigProblem } from '../core/config/model/configProblem';
import type { SourceFile } from '../core/config/source/placedText';
import type { CheckFormat } from './arguments';
import { type GithubMessage, githubLine, harmlessJson, harmlessLine } from './harmless';
import type { CheckOutput } from './output';

/** A problem of the report: its text, at a line and column that count from 1. */
interface ReportedProblem extends Pick<ConfigProblem, 'code' | 'severity' | 'message'> {
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
  /** The parts that were left out on purpose, and the reasons: sentences. */
  readonly notes: readonly string[];
  /** The parts that could not be read, and the reasons: sentences. */
  readonly unreadable: readonly string[];
}

/** In UTF-16 units. Our own messages are far shorter; a proxy's may not be. */
const longestMessage = 5_000;
/** Of 2 MB of output at most, in bytes: for problems, and for each of two kinds of notes, on one or both streams. */
const mostOfProblems = 1_600_000;
const mostOfNotes = 80_000;

/** Sorts problems, each with its line and column in UTF-16 units. */
export function reportProblems(
  problems: readonly ConfigProblem[],
  files: readonly SourceFile[],
): readonly ReportedProblem[] {
  const texts = new Map(files.map(({ path, text }) => [path, text] as const));
  const starts = new Map<string, readonly number[]>();
  const startsOf = (path: string): readonly number[] => {
    const known = starts.get(path) ?? lineStartsOf(texts.get(path) ?? '');
    starts.set(path, known);
    return known;
  };
  return problems
    .map(({ code, severity, message, range }): ReportedProblem => {
      const lines = startsOf(range.path);
      const [begin, end] = [positionAt(lines, range.start), positionAt(lines, range.end)];
      const isLong = message.length > longestMessage;
      return {
        ...{ path: range.path, line: begin.line, column: begin.column, endLine: end.line, endColumn: end.column },
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

export function writeReport(report: CheckReport, format: CheckFormat, output: CheckOutput): void {
  const problems = printable(report.problems, (problem) => sizeIn(format, problem));
  const omitted = report.problems.length - problems.length;
  const left = omitted === 0 ? [] : [notPrinted(omitted, 'problem')];
  const [notes, unreadable] = [bounded([...left, ...report.notes]), bounded(report.unreadable)];
  switch (format) {
    case 'json':
      output.json({
        ...{ version: 1, problems, files: report.files, notes: [...notes, ...unreadable] },
        ...(omitted === 0 ? {} : { omitted }),
      });
      // Readers of the JSON may not show the notes in it.
      for (const note of notes) output.note(note);
      break;
    case 'github':
      for (const problem of problems) output.github(githubMessage(problem));
      for (const sentence of [...notes, ...unreadable]) output.github(warning(sentence));
      break;
    case 'pretty':
      for (const problem of problems) output.line(prettyLine(problem));
      for (const note of notes) output.line(note);
      if (report.isAnyRead) output.line(sumOf(report));
  }
  for (const sentence of unreadable) output.note(sentence);
}

/**
 * As many problems as fit into the output, in their order: equally many of each file at first, and the worst of each
 * file before others, so that no file hides another one's problems.
 */
function printable(
  problems: readonly ReportedProblem[],
  sizeOf: (problem: ReportedProblem) => number,
): readonly ReportedProblem[] {
  const ofFiles = new Map<string, ReportedProblem[]>();
  for (const problem of problems.toSorted((one, other) => ranks[one.severity] - ranks[other.severity])) {
    addToList(ofFiles, problem.path, problem);
  }
  let open = [...ofFiles.values()];
  const taken = new Set<ReportedProblem>();
  let room = mostOfProblems;
  for (let turn = 0; open.length > 0; turn++) {
    open = open.filter((ofFile) => {
      const next = ofFile[turn];
      if (next === undefined) return false;
      const size = sizeOf(next);
      if (size > room) return false;
      room -= size;
      taken.add(next);
      return true;
    });
  }
  return problems.filter((problem) => taken.has(problem));
}

const ranks = { error: 0, warning: 1, information: 2 } as const;

/** The maximum bytes of a problem in the output. */
function sizeIn(format: CheckFormat, problem: ReportedProblem): number {
  switch (format) {
    case 'json':
      return Buffer.byteLength(harmlessJson({ problems: [problem] }));
    case 'github':
      return Buffer.byteLength(githubLine(githubMessage(problem))) + 1;
    case 'pretty':
      return Buffer.byteLength(harmlessLine(prettyLine(problem))) + 1;
  }
}

/** The first sentences, and the number of the others. */
function bounded(sentences: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let room = mostOfNotes;
  for (const sentence of sentences) {
    const forms = [harmlessJson([sentence]), githubLine(warning(sentence))];
    room -= Math.max(...forms.map((form) => Buffer.byteLength(form)));
    if (room < 0) return [...kept, notPrinted(sentences.length - kept.length, 'note')];
    kept.push(sentence);
  }
  return kept;
}

function prettyLine({ path, line, column, severity, code, message }: ReportedProblem): string {
  return `${path}:${line}:${column}: ${severity}: ${message} [${code}]`;
}

function sumOf({ problems, files }: CheckReport): string {
  const count = (severity: ReportedProblem['severity']): number =>
    problems.filter((problem) => problem.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')} in ${counted(files, 'file')} for Traefik.`;
}

function notPrinted(count: number, word: string): string {
  return `… and ${counted(count, `more ${word}`)} ${count === 1 ? 'is' : 'are'} not printed.`;
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}

const levels = { error: 'error', warning: 'warning', information: 'notice' } as const;

function warning(message: string): GithubMessage {
  return { level: 'warning', properties: { title: 'proxy-scout' }, message };
}

function githubMessage(problem: ReportedProblem): GithubMessage {
  const { severity, path, line, column, endLine, endColumn, code, message } = problem;
  return {
    level: levels[severity],
    properties: {
      ...{ file: path, line, endLine, col: column },
      // An end column needs an end on the same line.
      ...(endLine === line && endColumn > column ? { endColumn } : {}),
      title: code,
    },
    message,
  };
}
