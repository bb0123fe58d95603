import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../../l10n/plural';
import { forEachInTurns } from '../../../base/async/turns';
import type { Inventory } from '../../model/inventory';
import type { RouteCandidate, RouteOutcome } from '../../routing/routeAnswer';
import { joinedCells, ownText, type PageCell, type PageRow, sentenceCell, untrustedText } from '../page';
import { moreRow } from '../pageContent';
import { linkedName } from '../requestFlow';
import { copyCell } from './copyCell';
import { ruleRows } from './markedRule';

/** Routers that also match, each with its rule. */
export function runnerUpRows(
  candidates: readonly RouteCandidate[],
  winner: RouteCandidate | undefined,
  outcome: RouteOutcome,
  inventory: Inventory,
  most: number,
): readonly PageRow[] {
  return listed(candidates, most, (candidate) => {
    const { router, priority } = candidate;
    const verdict =
      outcome.kind === 'refused' ? l10n.t('would match') : winner ? l10n.t('also matches') : matchesText();
    const words = joinedCells(
      [ownText(verdict)],
      [ownText(priorityText(priority, winner?.priority), 'label')],
      parentsCell(router),
      copyCell(router, inventory),
    );
    return [
      { cells: [[linkedName(router)], words] },
      ...ruleRows(router.rule ?? '', [], 1),
      ...nestedRows(candidate, inventory, 1),
    ];
  });
}

/** For a router. */
export function matchesText(): string {
  return l10n.t({ message: 'matches', args: [], comment: 'a router matches the request' });
}

/** A router's priority, and the winner's if that is higher. */
export function priorityText(own: bigint, winners = own): string {
  return own < winners
    ? l10n.t('priority {0} < {1}', String(own), String(winners))
    : l10n.t('priority {0}', String(own));
}

export function mayTakeRows(
  candidates: readonly RouteCandidate[],
  inventory: Inventory,
  most: number,
): readonly PageRow[] {
  return listed(candidates, most, (candidate) => [
    head(candidate, inventory),
    ...ruleRows(candidate.router.rule ?? '', [], 1),
  ]);
}

/** The reasons why routers do not match, in the order of evaluation. If they are too many, only the closest routers. */
export async function otherRows(
  candidates: readonly RouteCandidate[],
  inventory: Inventory,
  most: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly rows: readonly PageRow[]; readonly isCut: boolean }> {
  const isCut = candidates.length > most;
  const nearest = isCut ? new Set(byNearness(candidates).slice(0, most)) : undefined;
  const shown = nearest === undefined ? candidates : candidates.filter((candidate) => nearest.has(candidate));
  const rows: PageRow[] = [];
  await forEachInTurns(shown, (candidate) => rows.push(...candidateRows(candidate, inventory)), signal);
  if (isCut) {
    rows.push({ cells: [[ownText(plural(candidates.length - most, fartherForms), 'faint')]] });
  }
  return { rows, isCut };
}

const fartherForms: PluralForms = {
  one: 'and {0} more, which matches less of its rule',
  other: 'and {0} more, which match less of their rules',
};

/** Routers for this host first, then those whose rule matches more and fails less. */
export function byNearness(candidates: readonly RouteCandidate[]): readonly RouteCandidate[] {
  return candidates
    .map((candidate) => ({
      candidate,
      host: takesHost(candidate) ? 1 : 0,
      passing: candidate.passing.length,
      failing: candidate.failing.length,
    }))
    .sort((one, other) => other.host - one.host || other.passing - one.passing || one.failing - other.failing)
    .map(({ candidate }) => candidate);
}

/** Whether the part of the rule with hosts matches. */
export function takesHost({ router: { rule = '' }, passing }: RouteCandidate): boolean {
  return passing.some(({ start, end }) => /^[\s(]*host/i.test(rule.slice(start, end)));
}

function candidateRows(candidate: RouteCandidate, inventory: Inventory): readonly PageRow[] {
  const { router, failing } = candidate;
  return [
    head(candidate, inventory),
    ...ruleRows(router.rule ?? '', failing, 1),
    ...nestedRows(candidate, inventory, 1),
  ];
}

/** Child routers shown below one router; a child of several is shown below each of them. */
const mostNested = 200;

/** The child routers of a router that matches, and why each does or does not match too. */
function nestedRows(candidate: RouteCandidate, inventory: Inventory, indent: number): readonly PageRow[] {
  const rows: PageRow[] = [];
  let left = mostNested;
  const add = ({ children = [] }: RouteCandidate, depth: number): void => {
    for (const [at, child] of children.entries()) {
      if (left === 0) {
        rows.push({
          indent: depth,
          cells: [[ownText(plural(children.length - at, moreChildren), 'faint')]],
        });
        return;
      }
      left--;
      rows.push(head(child, inventory, depth), ...ruleRows(child.router.rule ?? '', child.failing, depth + 1));
      add(child, depth + 1);
    }
  };
  add(candidate, indent);
  return rows;
}

const moreChildren: PluralForms = { one: 'and {0} more child router', other: 'and {0} more child routers' };

function parentsCell({ parentRefs = [] }: RouteCandidate['router']): PageCell {
  if (parentRefs.length === 0) return [];
  return sentenceCell(l10n.t('child of {0}'), [untrustedText(parentRefs.join(', '))], 'label');
}

function head({ router, priority, verdict, doubt }: RouteCandidate, inventory: Inventory, indent = 0): PageRow {
  return {
    indent,
    cells: [
      [linkedName(router)],
      [
        ...joinedCells(
          [ownText(priorityText(priority), 'label')],
          indent === 0 ? parentsCell(router) : [],
          copyCell(router, inventory),
          verdict === 'unknown'
            ? [ownText(l10n.t('may match'), 'caution')]
            : verdict === 'yes'
              ? [ownText(matchesText())]
              : [],
        ),
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
  return candidates.length <= most ? rows : [...rows, moreRow(candidates.length - most)];
}
