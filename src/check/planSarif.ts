import { manualAddress } from '../core/config/model/problemHelp';
import { harmlessJson, harmlessMessage } from './harmless';
import { exampleText, headerTexts, outcomeText, type PlanReport, type ReportedMove } from './planReport';
import { asManyAsFit, notPrinted, printable } from './report';
import {
  sarifFingerprint,
  sarifLocation,
  sarifLogOf,
  sarifProblems,
  sarifRule,
  sizeInSarif,
  sizeOfNotification,
} from './sarif';

/** In bytes, of 2 MB of output at most: for problems, for moves, and for sentences. */
const most = { problems: 700_000, moves: 700_000, notes: 100_000 } as const;
const movedRule = 'plan.moved';

/**
 * A plan in SARIF 2.1.0: what Traefik would refuse and what the change breaks are problems, as a check has them; requests
 * that move are informational results, of a rule of their own. Problems that the change fixes are left out: readers of
 * SARIF show every result as one that is there.
 */
export function planSarif({ refusals, problems: { introduced }, moves, ...report }: PlanReport): unknown {
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
  const notes = asManyAsFit(sentences, most.notes / 2, sizeOfNotification);
  const rule = sarifRule(movedRule, 'Requests that move', manualAddress('command-line.md#plan-a-change'));
  return sarifLogOf({
    rules: moved.length === 0 ? rules : [...rules, rule],
    results: [
      // A file that is refused may have been before.
      ...results.map((one, at) => (isNew.has(problems[at]) ? { ...one, baselineState: 'new' } : one)),
      ...moved,
    ],
    isWhole: report.isWhole && report.unreadable.length === 0,
    notes: notes.length === sentences.length ? notes : [...notes, notPrinted(sentences.length - notes.length, 'note')],
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
