import { manualAddress } from '../core/config/model/problemHelp';
import type { OutputFormat } from './arguments';
import { type GithubMessage, githubLine, githubWarning, harmlessJson, harmlessLine, harmlessMessage } from './harmless';
import type { CheckOutput } from './output';
import { planMarkdown } from './planMarkdown';
import { exampleText, headerTexts, outcomeText, type PlanReport, type ReportedMove } from './planReport';
import { asManyAsFit, fittingTexts, notPrinted, printable, type ReportedProblem } from './report';
import {
  sarifFingerprint,
  sarifLocation,
  sarifLogOf,
  sarifProblems,
  sarifRule,
  sizeInSarif,
  sizeOfNotification,
} from './sarif';

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
  return fittingTexts(lines, mostPrinted, (line) => Buffer.byteLength(harmlessLine(line)) + 1, 'line');
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

/** In bytes, beside `mostPrinted`. */
const mostOfNotes = 200_000;

/** What Traefik refuses, and what the change breaks; what was not read; how much of it is not told. */
function messagesOf({ refusals, problems: { introduced }, notes, unreadable }: PlanReport): readonly GithubMessage[] {
  const keyOf = ({ path, line, column, code }: ReportedProblem): string => JSON.stringify([path, line, column, code]);
  const refused = new Set(refusals.map(keyOf));
  const errors = introduced.filter((one) => one.severity === 'error' && !refused.has(keyOf(one)));
  const all = [...refusals, ...errors];
  const isRefusal = new Set(refusals);
  const messageOf = (one: ReportedProblem): GithubMessage => ({
    level: 'error',
    properties: {
      ...{ file: one.path, line: one.line, col: one.column },
      title: isRefusal.has(one) ? 'Traefik would refuse this file' : one.code,
    },
    message: one.message,
  });
  const sizeOf = (message: GithubMessage): number => Buffer.byteLength(githubLine(message)) + 1;
  const told = printable(all, mostPrinted, (one) => sizeOf(messageOf(one)));
  const omitted = all.length - told.length;
  const sentences = [...(omitted === 0 ? [] : [notPrinted(omitted, 'problem')]), ...notes, ...unreadable];
  const kept = fittingTexts(sentences, mostOfNotes, (one) => sizeOf(githubWarning(one)));
  return [...told.map(messageOf), ...kept.map(githubWarning)];
}

/** In bytes, of 2 MB of output at most: for problems, for moves, and for sentences. */
const most = { problems: 700_000, moves: 700_000, notes: 100_000 } as const;
const movedRule = 'plan.moved';

/**
 * A plan in SARIF 2.1.0: what Traefik would refuse and what the change breaks are problems, as a check has them; requests
 * that move are informational results, of a rule of their own. Problems that the change fixes are left out: readers of
 * SARIF show every result as one that is there.
 */
function planSarif({ refusals, problems: { introduced }, moves, ...report }: PlanReport): unknown {
  const all = [...refusals, ...introduced];
  const problems = printable(all, most.problems, sizeInSarif);
  const isNew = new Set<unknown>(introduced);
  const { rules, results } = sarifProblems(problems, all);
  const moved = asManyAsFit(
    moves.map((one) => moveResult(one, rules.length)),
    most.moves,
    (one) => Buffer.byteLength(harmlessJson({ runs: [{ results: [one] }] })),
  );
  const sentences = [...report.notKnown.map(({ name, why }) => `${name}: ${why}`), ...report.notes];
  const rule = sarifRule(movedRule, 'Requests that move', manualAddress('command-line.md#plan-a-change'));
  return sarifLogOf({
    rules: moved.length === 0 ? rules : [...rules, rule],
    results: [
      // A file that is refused may have been before.
      ...results.map((one, at) => (isNew.has(problems[at]) ? { ...one, baselineState: 'new' } : one)),
      ...moved,
    ],
    isWhole: report.isWhole && report.unreadable.length === 0,
    notes: fittingTexts(sentences, most.notes / 2, sizeOfNotification),
    unreadable: asManyAsFit(report.unreadable, most.notes / 2, sizeOfNotification),
    omitted: all.length - problems.length + moves.length - moved.length,
  });
}

function moveResult(
  { request, from, to, differs, before, after, why, cause }: ReportedMove,
  ruleIndex: number,
): object {
  const example = [exampleText(request), ...headerTexts(request)].join(', ');
  const what =
    differs === 'router'
      ? `${routerText(from)} → ${routerText(to)}`
      : `${routerText(to)}: ${outcomeText(before)} → ${outcomeText(after)}`;
  return {
    ...{ ruleId: movedRule, ruleIndex, kind: 'informational', level: 'none', baselineState: 'new' },
    message: { text: harmlessMessage(`${example} on ${request.entryPoint}: ${what}. ${why}`) },
    locations: cause === undefined ? [] : [sarifLocation(cause)],
    partialFingerprints: { 'move/v1': sarifFingerprint([from, to, differs, example]) },
  };
}

function routerText(router: ReportedMove['from']): string {
  return router === null ? 'no router' : [router].flat().join(' or ');
}
