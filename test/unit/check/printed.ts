import type { OutputFormat } from '../../../src/check/arguments';
import { githubLine, harmlessJson, harmlessLine } from '../../../src/check/harmless';
import type { CheckOutput } from '../../../src/check/output';
import type { CheckReport } from '../../../src/check/report';
import { writeReport } from '../../../src/check/writeReport';
import type { ConfigProblem } from '../../../src/core/config/model/configProblem';

/** A report without problems, of which everything was read. */
export const wholeReport: CheckReport = {
  ...{ problems: [], files: 1, isAnyRead: true, isWhole: true, notes: [], unreadable: [] },
};

/** A problem of one character in a file. */
export function problemAt(
  path: string,
  at: number,
  message: string,
  severity: ConfigProblem['severity'],
): ConfigProblem {
  return { code: 'rule.syntax', severity, message, range: { path, start: at, end: at + 1 } };
}

/** What would be printed, by streams. */
export function printed(report: CheckReport, format: OutputFormat): { stdout: string; stderr: string } {
  const [out, notes]: [string[], string[]] = [[], []];
  const output: CheckOutput = {
    line: (text) => void out.push(harmlessLine(text)),
    github: (message) => void out.push(githubLine(message)),
    markdown: ({ markdown }) => void out.push(markdown),
    json: (value) => void out.push(harmlessJson(value)),
    note: (text) => void notes.push(harmlessLine(text)),
    end: (code) => Promise.resolve(code),
  };
  writeReport(report, format, output);
  return { stdout: `${out.join('\n')}\n`, stderr: `${notes.join('\n')}\n` };
}
