import type { OutputFormat } from './arguments';
import { type GithubMessage, harmlessJson, harmlessLine } from './harmless';
import type { CheckOutput } from './output';
import { planMarkdown } from './planMarkdown';
import type { PlanReport } from './planReport';
import { planSarif } from './planSarif';
import { asManyAsFit, notPrinted, type ReportedProblem } from './report';

/** In bytes, of 2 MB of output at most. */
const mostPrinted = 1_600_000;

/**
 * Writes a plan.
 *
 * @param text the document about it
 */
export function writePlan(report: PlanReport, text: string, format: OutputFormat, output: CheckOutput): void {
  switch (format) {
    case 'json':
      output.json(printableReport(report));
      break;
    case 'sarif':
      output.json(planSarif(report));
      break;
    case 'github':
      for (const message of messagesOf(report)) output.github(message);
      break;
    case 'markdown':
      for (const line of planMarkdown(report)) output.markdown(line);
      break;
    default:
      for (const line of printableLines(text)) output.line(line);
      for (const note of report.notes) output.line(note);
  }
}

/** The lines of a text, as many as fit. */
function printableLines(text: string): readonly string[] {
  const lines = text.trimEnd().split('\n');
  const kept = asManyAsFit(lines, mostPrinted, (line) => Buffer.byteLength(harmlessLine(line)) + 1);
  const left = lines.length - kept.length;
  return left === 0 ? lines : [...kept, notPrinted(left, 'line')];
}

/** A report in which each list has as much as fits into its share; `omitted` counts the rest. */
function printableReport(report: PlanReport): object {
  const omitted: Record<string, number> = {};
  const cut = <T>(name: string, list: readonly T[]): readonly T[] => {
    // Indented deeper than alone.
    const kept = asManyAsFit(list, mostPrinted / lists, (one) => 2 * Buffer.byteLength(harmlessJson(one)));
    if (kept.length < list.length) omitted[name] = list.length - kept.length;
    return kept;
  };
  const { problems } = report;
  const whole = {
    ...{ version: 1, proxy: report.proxy, base: report.base },
    refusals: cut('refusals', report.refusals),
    drifted: cut('drifted', report.drifted),
    moves: cut('moves', report.moves),
    silenced: cut('silenced', report.silenced),
    unansweredHosts: cut('unansweredHosts', report.unansweredHosts),
    problems: {
      introduced: cut('problems.introduced', problems.introduced),
      fixed: cut('problems.fixed', problems.fixed),
      unchanged: problems.unchanged,
    },
    objects: cut('objects', report.objects),
    notKnown: cut('notKnown', report.notKnown),
    isWhole: report.isWhole,
    notes: cut('notes', [...report.notes, ...report.unreadable]),
  };
  return Object.keys(omitted).length === 0 ? whole : { ...whole, omitted };
}

/** Lists in a report. */
const lists = 10;

/** The most annotations: GitHub shows ten of each level and step. */
const mostAnnotations = 1_000;

/** What Traefik refuses, and what the change breaks; what was not read. */
function messagesOf({ refusals, problems, notes, unreadable }: PlanReport): readonly GithubMessage[] {
  const keyOf = ({ path, line, column, code }: ReportedProblem): string => JSON.stringify([path, line, column, code]);
  const refused = new Set(refusals.map(keyOf));
  const errors = problems.introduced.filter((one) => one.severity === 'error' && !refused.has(keyOf(one)));
  return [
    ...refusals.map((one) => messageOf(one, 'Traefik would refuse this file')),
    ...errors.map((one) => messageOf(one, one.code)),
    ...[...notes, ...unreadable].map(
      (message): GithubMessage => ({ level: 'warning', properties: { title: 'proxy-scout' }, message }),
    ),
  ].slice(0, mostAnnotations);
}

function messageOf({ path, line, column, message }: ReportedProblem, title: string): GithubMessage {
  return { level: 'error', properties: { file: path, line, col: column, title }, message };
}
