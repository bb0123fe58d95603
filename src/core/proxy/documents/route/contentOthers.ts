import { numberText } from '../../../../l10n/numbers';
import { type Steps, sortSteps } from '../../../base/async/steps';
import type { Candidate, Outcome } from '../../routing/answer';
import { type Cell, own, type Row, said } from '../page';
import { nameOf } from '../way';
import { ruleRows, shownRule } from './contentRule';

/** Routers that would take a request if the winner did not, each with its rule. */
export function runnerUpRows(
  candidates: readonly Candidate[],
  winner: Candidate | undefined,
  outcome: Outcome,
  most: number,
): readonly Row[] {
  return listed(candidates, most, (candidate) => {
    const { router, priority } = candidate;
    const words =
      winner === undefined
        ? [own(outcome.kind === 'refused' ? 'would take it' : 'takes it'), own(`, priority ${priority}`, 'label')]
        : [own('would take it'), own(`, ${comparison(priority, winner.priority)}`, 'label')];
    return [
      { cells: [[nameOf(router)], [...words, ...nestedIn(router)]] },
      ...ruleRows(router.rule ?? '', [], 1),
      ...nestedRows(candidate, 1),
    ];
  });
}

function comparison(own: bigint, winners: bigint): string {
  return own < winners ? `priority ${own} < ${winners}` : `priority ${own}`;
}

/** Routers of which is not certain whether they take a request. */
export function mayTakeRows(candidates: readonly Candidate[], most: number): readonly Row[] {
  return listed(candidates, most, (candidate) => [head(candidate), ...ruleRows(candidate.router.rule ?? '', [], 1)]);
}

/**
 * Why routers do not take a request, in the order in which Traefik asks them. Where there are too many, those whose rules
 * come nearest are shown.
 */
export function* otherRows(
  candidates: readonly Candidate[],
  most: number,
): Steps<{ readonly rows: readonly Row[]; readonly isCut: boolean }> {
  const isCut = candidates.length > most;
  const shown = isCut ? new Set((yield* byNearness(candidates)).slice(0, most)) : undefined;
  const rows: Row[] = [];
  for (const candidate of candidates) {
    yield shown === undefined ? STEPS_OF_CANDIDATE : 0.1;
    if (shown === undefined || shown.has(candidate)) rows.push(...candidateRows(candidate, 0));
  }
  if (isCut) {
    const more = `and ${numberText(candidates.length - most)} more, of which less of the rule matches`;
    rows.push({ cells: [[own(more, 'faint')]] });
  }
  return { rows, isCut };
}

/** What the rows of a router with its rule take, in steps. */
const STEPS_OF_CANDIDATE = 20;

/** How many routers that nearly took a request are worth to be named. */
const MOST_MISSES = 3;

/** Routers of whose rules at least a part takes the request, the nearest first. */
export function* nearestMisses(candidates: readonly Candidate[]): Steps<readonly Candidate[]> {
  const missed: Candidate[] = [];
  for (const one of candidates) {
    yield 1;
    if (one.verdict !== 'no' || one.passing.length === 0) continue;
    if (takesHost(one) || one.passing.length >= one.failing.length) missed.push(one);
  }
  return (yield* byNearness(missed)).slice(0, MOST_MISSES);
}

/** Says of each what of its rule matches and what does not. */
export function missRows(misses: readonly Candidate[]): readonly Row[] {
  if (misses.length === 0) return [];
  return [
    { cells: [[own('Nearest:', 'label')]] },
    ...misses.map(({ router, passing, failing }): Row => {
      const shown = shownRule(router.rule ?? '');
      const parts = (places: Candidate['passing']) =>
        places.slice(0, MOST_PARTS).flatMap((place) => shown.part(place) ?? []);
      const [right, wrong] = [parts(passing), parts(failing)];
      const words: Cell =
        right.length === 0 || wrong.length === 0
          ? [own('part of its rule matches')]
          : [
              said(right.join(' and ')),
              own(right.length === 1 ? ' matches, ' : ' match, ', 'good'),
              said(wrong.join(' and ')),
              own(wrong.length === 1 ? ' does not' : ' do not', 'bad'),
            ];
      return { indent: 1, cells: [[nameOf(router)], words] };
    }),
  ];
}

/** Parts of a rule that are named in one sentence. */
const MOST_PARTS = 3;

/** Those first that are for this host, then those of whose rule more takes the request and less does not. */
function* byNearness(candidates: readonly Candidate[]): Steps<readonly Candidate[]> {
  const rated: Rated[] = [];
  for (const candidate of candidates) {
    const [passing, failing] = [candidate.passing.length, candidate.failing.length];
    rated.push({ candidate, host: takesHost(candidate) ? 1 : 0, passing, failing });
    yield 1;
  }
  const sorted = yield* sortSteps(
    rated,
    (one, other) => other.host - one.host || other.passing - one.passing || one.failing - other.failing,
  );
  return sorted.map(({ candidate }) => candidate);
}

/** How near a router comes to taking a request. */
interface Rated {
  readonly candidate: Candidate;
  readonly host: 0 | 1;
  readonly passing: number;
  readonly failing: number;
}

/** Whether the part of the rule that names hosts takes the request. */
function takesHost({ router: { rule = '' }, passing }: Candidate): boolean {
  return passing.some(({ start, end }) => /^[\s(]*host/i.test(rule.slice(start, end)));
}

function candidateRows(candidate: Candidate, indent: number): readonly Row[] {
  const { router, failing } = candidate;
  return [
    head(candidate, indent),
    ...ruleRows(router.rule ?? '', failing, indent + 1),
    ...nestedRows(candidate, indent + 1),
  ];
}

/** Nested routers that are shown below one router; what is nested in several is shown below each of them. */
const MOST_NESTED = 200;

/** The routers nested in one that takes a request, and why each does or does not take it too. */
function nestedRows(candidate: Candidate, indent: number): readonly Row[] {
  const rows: Row[] = [];
  let left = MOST_NESTED;
  const add = ({ children = [] }: Candidate, depth: number): void => {
    for (const [at, child] of children.entries()) {
      if (left === 0) {
        rows.push({
          indent: depth,
          cells: [[own(`and ${numberText(children.length - at)} more nested here`, 'faint')]],
        });
        return;
      }
      left--;
      rows.push(head(child, depth), ...ruleRows(child.router.rule ?? '', child.failing, depth + 1));
      add(child, depth + 1);
    }
  };
  add(candidate, indent);
  return rows;
}

function nestedIn({ parentRefs = [] }: Candidate['router']): Cell {
  return parentRefs.length === 0 ? [] : [own(', nested in ', 'label'), said(parentRefs.join(', '))];
}

function head({ router, priority, verdict, doubt }: Candidate, indent = 0): Row {
  return {
    indent,
    cells: [
      [nameOf(router)],
      [
        own(`priority ${priority}`, 'label'),
        ...(indent === 0 ? nestedIn(router) : []),
        ...(verdict === 'unknown' ? [own(', may take it', 'caution')] : verdict === 'yes' ? [own(', takes it')] : []),
        ...(doubt === undefined ? [] : [own(': '), said(doubt)]),
      ],
    ],
  };
}

function listed(
  candidates: readonly Candidate[],
  most: number,
  rowsOf: (candidate: Candidate) => readonly Row[],
): readonly Row[] {
  const rows = candidates.slice(0, most).flatMap(rowsOf);
  if (candidates.length <= most) return rows;
  return [...rows, { cells: [[own(`and ${numberText(candidates.length - most)} more`, 'faint')]] }];
}
