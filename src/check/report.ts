import { linePlaceOf, lineStartsOf } from '../core/base/text/lines';
import { onOneLine } from '../core/base/text/plainText';
import type { ConfigProblem } from '../core/config/model/configProblem';
import type { SourceFile } from '../core/config/source/placedText';
import type { CheckFormat } from './arguments';

/** A problem as it is printed: one visible line of text, at a line and column that count from 1. */
interface ReportedProblem {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly code: ConfigProblem['code'];
  readonly severity: ConfigProblem['severity'];
  readonly message: string;
}

/** What was found. */
export interface CheckReport {
  /** In the order of files and lines. */
  readonly problems: readonly ReportedProblem[];
  /** How many files declare something for Traefik. */
  readonly files: number;
  /** What was not checked, and why: sentences. */
  readonly notes: readonly string[];
}

/** Puts problems in order, each with its line and column in UTF-16 units. */
export function reportProblems(
  problems: readonly ConfigProblem[],
  files: readonly SourceFile[],
): readonly ReportedProblem[] {
  const starts = new Map(files.map(({ path, text }) => [path, lineStartsOf(text)] as const));
  return problems
    .map(({ code, severity, message, range }): ReportedProblem => {
      const lines = starts.get(range.path) ?? [0];
      const [begin, end] = [positionAt(lines, range.start), positionAt(lines, range.end)];
      return {
        ...{ path: range.path, line: begin.line, column: begin.column, endLine: end.line, endColumn: end.column },
        ...{ code, severity, message: onOneLine(message) },
      };
    })
    .toSorted((one, other) =>
      one.path === other.path ? one.line - other.line || one.column - other.column : one.path < other.path ? -1 : 1,
    );
}

/** As editors and runners count. */
function positionAt(starts: readonly number[], offset: number): { readonly line: number; readonly column: number } {
  const { line, column } = linePlaceOf(starts, offset);
  return { line: line + 1, column: column + 1 };
}

/** The whole report as text. Ends with a line break unless it is empty. */
export function writeReport(report: CheckReport, format: CheckFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify({ version: 1, ...report }, undefined, 2)}\n`;
    case 'github':
      return report.problems.map((problem) => `${githubCommand(problem)}\n`).join('');
    case 'pretty':
      return pretty(report);
  }
}

function pretty({ problems, files, notes }: CheckReport): string {
  const count = (severity: ReportedProblem['severity']): number =>
    problems.filter((problem) => problem.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const lines = problems.map(
    ({ path, line, column, severity, code, message }) =>
      `${onOneLine(path)}:${line}:${column}: ${severity}: ${message} [${code}]`,
  );
  const sum = `${counted(errors, 'error')}, ${counted(warnings, 'warning')} in ${counted(files, 'file')} for Traefik.`;
  return [...lines, ...notes.map(onOneLine), sum, ''].join('\n');
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const COMMANDS = { error: 'error', warning: 'warning', information: 'notice' } as const;

/** A command of GitHub's runner, which reads properties up to `,` and `:`, and all else up to the end of the line. */
function githubCommand({ severity, path, line, column, endLine, endColumn, code, message }: ReportedProblem): string {
  // An end before the line's end needs the same line.
  const end = endLine === line && endColumn > column ? `,endColumn=${endColumn}` : '';
  const properties = `file=${githubProperty(path)},line=${line},endLine=${endLine},col=${column}${end}`;
  return `::${COMMANDS[severity]} ${properties},title=${githubProperty(code)}::${githubText(message)}`;
}

function githubText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function githubProperty(text: string): string {
  return githubText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
