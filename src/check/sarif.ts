import { createHash } from 'node:crypto';
import { repository, version } from '../../package.json';
import type { ProblemCode } from '../core/config/model/configProblem';
import { problemHelp } from '../core/config/model/problemHelp';
import { harmlessJson, harmlessMessage } from './harmless';
import { problemTitles } from './problemTitles';
import type { CheckReport, ReportedPlace, ReportedProblem } from './report';

/** The base of relative addresses, by the name that GitHub and others know for the folder of the sources. */
const uriBaseId = '%SRCROOT%';

const levels = { error: 'error', warning: 'warning', information: 'note' } as const;

/** What a run is made of: all texts are to be read as plain text. */
interface SarifRun {
  /** Those that results name, by their place. */
  readonly rules: readonly object[];
  readonly results: readonly object[];
  readonly isWhole: boolean;
  readonly notes: readonly string[];
  readonly unreadable: readonly string[];
  /** How many results do not fit into the output. */
  readonly omitted: number;
}

/**
 * A log in SARIF 2.1.0 with one run.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifLogOf({ rules, results, isWhole, notes, unreadable, omitted }: SarifRun): unknown {
  const informationUri = repository.url.replace(/\.git$/, '');
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Proxy Scout', version, informationUri, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: isWhole,
            toolExecutionNotifications: [
              ...notes.map((text) => notification('warning', text)),
              ...unreadable.map((text) => notification('error', text)),
            ],
          },
        ],
        results,
        ...(omitted === 0 ? {} : { properties: { omitted } }),
      },
    ],
  };
}

/** The rules that problems break, and a result for each of them. */
export function sarifProblems(
  problems: readonly ReportedProblem[],
  all: readonly ReportedProblem[] = problems,
): Pick<SarifRun, 'rules' | 'results'> {
  const numbers = numbersOf(problems, all);
  const broken = new Set(problems.map(({ code }) => code));
  const rules = (Object.keys(problemTitles) as readonly ProblemCode[]).filter((code) => broken.has(code));
  const indices = new Map(rules.map((code, index) => [code, index] as const));
  const results = problems.map((one) => resultOf(one, indices.get(one.code) ?? 0, numbers.get(one) ?? 1));
  return { rules: rules.map((code) => sarifRule(code, problemTitles[code], problemHelp(code))), results };
}

/**
 * The log of a check.
 *
 * @param problems those of the report that fit into the output
 */
export function sarifLog(problems: readonly ReportedProblem[], report: CheckReport): unknown {
  const omitted = report.problems.length - problems.length;
  return sarifLogOf({ ...report, ...sarifProblems(problems, report.problems), omitted });
}

/** The most bytes that a problem takes in the output. */
export function sizeInSarif(problem: ReportedProblem): number {
  return Buffer.byteLength(harmlessJson({ runs: [{ results: [resultOf(problem, 999, 1)] }] }));
}

/** The most bytes that a sentence takes in the output. */
export function sizeOfNotification(text: string): number {
  const toolExecutionNotifications = [notification('warning', text)];
  return Buffer.byteLength(harmlessJson({ runs: [{ invocations: [{ toolExecutionNotifications }] }] }));
}

/** Of each of some problems, which it is among all with its code and message in its file. */
function numbersOf(
  problems: readonly ReportedProblem[],
  all: readonly ReportedProblem[],
): ReadonlyMap<ReportedProblem, number> {
  const keyOf = ({ path, code, message }: ReportedProblem): string => JSON.stringify([path, code, message]);
  const counts = new Map(problems.map((problem) => [keyOf(problem), 0]));
  const numbers = new Map<ReportedProblem, number>();
  for (const problem of all) {
    const key = keyOf(problem);
    const before = counts.get(key);
    if (before === undefined) continue;
    counts.set(key, before + 1);
    numbers.set(problem, before + 1);
  }
  return numbers;
}

export function sarifRule(id: string, text: string, helpUri: string): object {
  // GitHub needs all of these, and shows the help beside the source.
  const help = {
    text: `What happens, why, and the cure: ${helpUri}`,
    markdown: `[What happens, why, and the cure](${helpUri})`,
  };
  return { id, shortDescription: { text }, fullDescription: { text: `${text}.` }, helpUri, help };
}

function notification(level: 'warning' | 'error', text: string) {
  return { level, message: { text: harmlessMessage(text) } };
}

function resultOf(problem: ReportedProblem, ruleIndex: number, number: number) {
  const { code, severity, message } = problem;
  return {
    ...{ ruleId: code, ruleIndex, level: levels[severity], message: { text: harmlessMessage(message) } },
    locations: [sarifLocation(problem)],
    partialFingerprints: { 'problemInFile/v1': sarifFingerprint([code, message, number]) },
  };
}

/** A place in a file. */
export function sarifLocation({ path, line, column, endLine, endColumn }: ReportedPlace): object {
  const region = { startLine: line, startColumn: column, endLine, endColumn };
  return { physicalLocation: { artifactLocation: locationOf(path), region } };
}

/**
 * What stays the same while a problem moves within its file, so that it is not told as a new one. Nothing of the file is
 * in it beside the message: a line may have a password, which its hash would give away.
 */
export function sarifFingerprint(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** The address of a file: relative to the folder that the program runs in, or absolute for one outside of it. */
function locationOf(path: string): { readonly uri: string; readonly uriBaseId?: string } {
  const segments = path.split('/').map(encodedSegment);
  const [first = '', ...rest] = segments;
  if (/^[A-Za-z]%3A$/.test(first)) return { uri: ['file://', `${first[0]}:`, ...rest].join('/') };
  const uri = segments.join('/');
  if (uri.startsWith('//')) return { uri: `file:${uri}` };
  return uri.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId };
}

/** Names on Windows may have halves of characters, which have no code. */
function encodedSegment(name: string): string {
  return encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'));
}
