import * as l10n from '@vscode/l10n';
import { allOf } from '../../../../l10n/lists';
import { type PluralForms, plural } from '../../../../l10n/plural';
import { forEachInTurns } from '../../../base/async/pauses';
import { closestName } from '../../../base/text/editDistance';
import type { Inventory } from '../../model/inventory';
import { entryPointsOf, type Router } from '../../model/model';
import { originalOfCopy } from '../../model/originalOfCopy';
import type { RouteAnswer, RouteCandidate, RouteOutcome, SkippedRouter } from '../../routing/routeAnswer';
import { hasTls } from '../../routing/routingTable';
import {
  joinedCells,
  moreRow,
  ownRow,
  ownText,
  type PageCell,
  type PageRow,
  sentenceCell,
  untrustedText,
} from '../page';
import { linkedName } from '../requestFlow';
import { matchForms, missForms, ruleRows, shownRule } from './markedRule';

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
  // Evaluates the parts of each rule, by which routers are near.
  await forEachInTurns(candidates, ({ passing }) => passing, signal);
  const isCut = candidates.length > most;
  const nearest = isCut ? new Set(byNearness(candidates).slice(0, most)) : undefined;
  const shown = nearest === undefined ? candidates : candidates.filter((candidate) => nearest.has(candidate));
  const rows: PageRow[] = [];
  await forEachInTurns(shown, (candidate) => rows.push(...candidateRows(candidate, inventory)), signal);
  if (isCut) rows.push(ownRow(plural(candidates.length - most, fartherForms), 'faint'));
  return { rows, isCut };
}

const fartherForms: PluralForms = {
  one: 'and {0} more, which matches less of its rule',
  other: 'and {0} more, which match less of their rules',
};

/** Routers for this host first, then those whose rule matches more and fails less. */
function byNearness(candidates: readonly RouteCandidate[]): readonly RouteCandidate[] {
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
function takesHost({ router: { rule = '' }, passing }: RouteCandidate): boolean {
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
        rows.push(ownRow(plural(children.length - at, moreChildren), 'faint', depth));
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

/** The original of a router that Traefik copied for an entry point; empty for routers that a provider configured. */
export function copyCell(router: Router, inventory: Inventory): PageCell {
  const copy = originalOfCopy(router, inventory);
  return copy === undefined ? [] : sentenceCell(l10n.t('copy of {0}'), [untrustedText(copy.of)], 'label');
}

/** The most routers that are shown because they nearly match. */
const mostMisses = 3;
const mostParts = 3;

/** A router that nearly matches, and a host in its rule that differs from the request's only by a typo. */
interface RouteMiss {
  readonly candidate: RouteCandidate;
  readonly host?: string | undefined;
}

/** Routers whose rules match in part, the closest first; if there are none, those whose host was probably meant. */
export function nearestMisses({ considered, seen: { host } }: RouteAnswer): readonly RouteMiss[] {
  const missed = considered.filter(
    (one) =>
      one.verdict === 'no' && one.passing.length > 0 && (takesHost(one) || one.passing.length >= one.failing.length),
  );
  if (missed.length > 0)
    return byNearness(missed)
      .slice(0, mostMisses)
      .map((candidate) => ({ candidate }));
  const meant: RouteMiss[] = [];
  for (const candidate of considered) {
    if (candidate.verdict !== 'no') continue;
    const close = closestName(host, hostsThatFail(candidate));
    if (close !== undefined) meant.push({ candidate, host: close });
    if (meant.length === mostMisses) break;
  }
  return meant;
}

function hostsThatFail({ router: { rule = '' }, failing }: RouteCandidate): readonly string[] {
  return failing.flatMap(({ start, end }) => {
    const [, hosts = ''] = /^host\(([^()]*)\)$/i.exec(rule.slice(start, end)) ?? [];
    return [...hosts.matchAll(/[`"]([^`"]+)[`"]/g)].map(([, name = '']) => name);
  });
}

/** The closest routers if none matches: those that would match elsewhere, and the parts of rules that match or fail. */
export function closestRows(
  misses: readonly RouteMiss[],
  { elsewhere, question: { isTls } }: RouteAnswer,
  inventory: Inventory,
): readonly PageRow[] {
  if (misses.length + elsewhere.length === 0) return [];
  const row = (router: RouteCandidate['router'], words: PageCell): PageRow => ({
    indent: 1,
    cells: [[linkedName(router)], joinedCells(words, copyCell(router, inventory))],
  });
  return [
    ownRow(l10n.t('Closest routers:'), 'label'),
    ...elsewhere.map((one) => row(one.router, elsewhereCell(one, isTls))),
    ...misses.map(({ candidate, host }) =>
      row(candidate.router, host === undefined ? missCell(candidate) : hostCell(host)),
    ),
  ];
}

/** Why a router whose rule matches does not get the request. */
function elsewhereCell({ router, why }: SkippedRouter, isTls: boolean): PageCell {
  const names = entryPointsOf(router);
  return joinedCells(
    [ownText(l10n.t('its rule matches'), 'good')],
    why !== 'otherEntryPoint'
      ? []
      : names.length === 0
        ? [ownText(l10n.t('on no entry point'), 'bad')]
        : sentenceCell(l10n.t('only on {0}'), [untrustedText(allOf(names))], 'bad'),
    hasTls(router) === isTls ? [] : [ownText(isTls ? l10n.t('only without TLS') : l10n.t('only with TLS'), 'bad')],
  );
}

function hostCell(host: string): PageCell {
  return sentenceCell(l10n.t('has a similar host: {0}'), [untrustedText(host)], 'bad');
}

function missCell({ router, passing, failing }: RouteCandidate): PageCell {
  const shown = shownRule(router.rule ?? '');
  const parts = (places: RouteCandidate['passing']) =>
    places.slice(0, mostParts).flatMap((place) => shown.part(place) ?? []);
  const [right, wrong] = [parts(passing), parts(failing)];
  if (right.length === 0 || wrong.length === 0) return [ownText(l10n.t('part of its rule matches'))];
  return joinedCells(
    sentenceCell(plural(right.length, matchForms, '{0}'), [untrustedText(allOf(right))], 'good'),
    sentenceCell(plural(wrong.length, missForms, '{0}'), [untrustedText(allOf(wrong))], 'bad'),
  );
}
