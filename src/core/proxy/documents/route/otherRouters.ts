import { numberText } from '../../../../l10n/numbers';
import { type Steps, sortSteps } from '../../../base/async/steps';
import type { RouteCandidate, RouteOutcome } from '../../routing/routeAnswer';
import { ownText, type PageCell, type PageRow, untrustedText } from '../page';
import { linkedName } from '../requestFlow';
import { ruleRows, shownRule } from './markedRule';

/** Routers that would take a request if the winner did not, each with its rule. */
export function runnerUpRows(
  candidates: readonly RouteCandidate[],
  winner: RouteCandidate | undefined,
  outcome: RouteOutcome,
  most: number,
): readonly PageRow[] {
  return listed(candidates, most, (candidate) => {
    const { router, priority } = candidate;
    const words =
      winner === undefined
        ? [
            ownText(outcome.kind === 'refused' ? 'would take it' : 'takes it'),
            ownText(`, priority ${priority}`, 'label'),
          ]
        : [ownText('would take it'), ownText(`, ${comparison(priority, winner.priority)}`, 'label')];
    return [
      { cells: [[linkedName(router)], [...words, ...nestedIn(router)]] },
      ...ruleRows(router.rule ?? '', [], 1),
      ...nestedRows(candidate, 1),
    ];
  });
}

function comparison(own: bigint, winners: bigint): string {
  return own < winners ? `priority ${own} < ${winners}` : `priority ${own}`;
}

/** Routers of which is not certain whether they take a request. */
export function mayTakeRows(candidates: readonly RouteCandidate[], most: number): readonly PageRow[] {
  return listed(candidates, most, (candidate) => [head(candidate), ...ruleRows(candidate.router.rule ?? '', [], 1)]);
}

/**
 * Why routers do not take a request, in the order in which Traefik asks them. Where there are too many, those whose rules
 * come nearest are shown.
 */
export function* otherRows(
  candidates: readonly RouteCandidate[],
  most: number,
): Steps<{ readonly rows: readonly PageRow[]; readonly isCut: boolean }> {
  const isCut = candidates.length > most;
  const shown = isCut ? new Set((yield* byNearness(candidates)).slice(0, most)) : undefined;
  const rows: PageRow[] = [];
  for (const candidate of candidates) {
    yield shown === undefined ? STEPS_OF_CANDIDATE : 0.1;
    if (shown === undefined || shown.has(candidate)) rows.push(...candidateRows(candidate, 0));
  }
  if (isCut) {
    const more = `and ${numberText(candidates.length - most)} more, of which less of the rule matches`;
    rows.push({ cells: [[ownText(more, 'faint')]] });
  }
  return { rows, isCut };
}

/** What the rows of a router with its rule take, in steps. */
const STEPS_OF_CANDIDATE = 20;

/** How many routers that nearly took a request are worth to be named. */
const MOST_MISSES = 3;

/** Routers of whose rules at least a part takes the request, the nearest first. */
export function* nearestMisses(candidates: readonly RouteCandidate[]): Steps<readonly RouteCandidate[]> {
  const missed: RouteCandidate[] = [];
  for (const one of candidates) {
    yield 1;
    if (one.verdict !== 'no' || one.passing.length === 0) continue;
    if (takesHost(one) || one.passing.length >= one.failing.length) missed.push(one);
  }
  return (yield* byNearness(missed)).slice(0, MOST_MISSES);
}

/** Says of each what of its rule matches and what does not. */
export function missRows(misses: readonly RouteCandidate[]): readonly PageRow[] {
  if (misses.length === 0) return [];
  return [
    { cells: [[ownText('Nearest:', 'label')]] },
    ...misses.map(({ router, passing, failing }): PageRow => {
      const shown = shownRule(router.rule ?? '');
      const parts = (places: RouteCandidate['passing']) =>
        places.slice(0, MOST_PARTS).flatMap((place) => shown.part(place) ?? []);
      const [right, wrong] = [parts(passing), parts(failing)];
      const words: PageCell =
        right.length === 0 || wrong.length === 0
          ? [ownText('part of its rule matches')]
          : [
              untrustedText(right.join(' and ')),
              ownText(right.length === 1 ? ' matches, ' : ' match, ', 'good'),
              untrustedText(wrong.join(' and ')),
              ownText(wrong.length === 1 ? ' does not' : ' do not', 'bad'),
            ];
      return { indent: 1, cells: [[linkedName(router)], words] };
    }),
  ];
}

/** Parts of a rule that are named in one sentence. */
const MOST_PARTS = 3;

/** Those first that are for this host, then those of whose rule more takes the request and less does not. */
function* byNearness(candidates: readonly RouteCandidate[]): Steps<readonly RouteCandidate[]> {
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
  readonly candidate: RouteCandidate;
  readonly host: 0 | 1;
  readonly passing: number;
  readonly failing: number;
}

/** Whether the part of the rule that names hosts takes the request. */
function takesHost({ router: { rule = '' }, passing }: RouteCandidate): boolean {
  return passing.some(({ start, end }) => /^[\s(]*host/i.test(rule.slice(start, end)));
}

function candidateRows(candidate: RouteCandidate, indent: number): readonly PageRow[] {
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
function nestedRows(candidate: RouteCandidate, indent: number): readonly PageRow[] {
  const rows: PageRow[] = [];
  let left = MOST_NESTED;
  const add = ({ children = [] }: RouteCandidate, depth: number): void => {
    for (const [at, child] of children.entries()) {
      if (left === 0) {
        rows.push({
          indent: depth,
          cells: [[ownText(`and ${numberText(children.length - at)} more nested here`, 'faint')]],
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

function nestedIn({ parentRefs = [] }: RouteCandidate['router']): PageCell {
  return parentRefs.length === 0 ? [] : [ownText(', nested in ', 'label'), untrustedText(parentRefs.join(', '))];
}

function head({ router, priority, verdict, doubt }: RouteCandidate, indent = 0): PageRow {
  return {
    indent,
    cells: [
      [linkedName(router)],
      [
        ownText(`priority ${priority}`, 'label'),
        ...(indent === 0 ? nestedIn(router) : []),
        ...(verdict === 'unknown'
          ? [ownText(', may take it', 'caution')]
          : verdict === 'yes'
            ? [ownText(', takes it')]
            : []),
        ...(doubt === undefined ? [] : [ownText(': '), untrustedText(doubt)]),
      ],
    ],
  };
}

function listed(
  candidates: readonly RouteCandidate[],
  most: number,
  rowsOf: (candidate: RouteCandidate) => readonly PageRow[],
): readonly PageRow[] {
  const rows = candidates.slice(0, most).flatMap(rowsOf);
  if (candidates.length <= most) return rows;
  return [...rows, { cells: [[ownText(`and ${numberText(candidates.length - most)} more`, 'faint')]] }];
}
