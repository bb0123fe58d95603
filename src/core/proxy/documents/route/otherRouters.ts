import * as l10n from '@vscode/l10n';
import { allOf } from '../../../../l10n/lists';
import { type PluralForms, plural } from '../../../../l10n/plural';
import { forEachInTurns } from '../../../base/async/pauses';
import { closestName } from '../../../base/text/editDistance';
import type { Inventory } from '../../model/inventory';
import { entryPointsOf } from '../../model/model';
import type { RouteAnswer, RouteCandidate, SkippedRouter } from '../../routing/routeAnswer';
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
import { linkedRouter } from '../requestFlow';
import { matchForms, missForms, ruleRows, shownRule } from './markedRule';

/** Routers that also match, each with its rule. */
export function runnerUpRows(
  candidates: readonly RouteCandidate[],
  inventory: Inventory,
  most: number,
): readonly PageRow[] {
  return listed(candidates, most, (candidate) => {
    const { router, priority } = candidate;
    const words = joinedCells([ownText(priorityText(priority), 'label')], parentsCell(router));
    return [
      { cells: [[linkedRouter(router, inventory)], words] },
      ...ruleRows(router.rule ?? '', [], 1),
      ...nestedRows(candidate, inventory, 1),
    ];
  });
}

export function matchesText(): string {
  return l10n.t({ message: 'matches', args: [], comment: 'a router matches the request' });
}

export function priorityText(priority: bigint): string {
  return l10n.t('priority {0}', String(priority));
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

/** So few routers are all shown, and of more as many if none is near. */
const few = 5;

/** The reasons why routers do not match: of all, or of the nearest ones only. The nearest come first. */
export async function otherRows(
  candidates: readonly RouteCandidate[],
  inventory: Inventory,
  most: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly rows: readonly PageRow[]; readonly isCut: boolean }> {
  // Evaluates the parts of each rule, by which routers are near.
  await forEachInTurns(candidates, ({ passing }) => passing, signal);
  const sorted = byNearness(candidates);
  const near = candidates.filter(isNear).length;
  const wanted = near === 0 || candidates.length <= few ? few : near;
  const shown = sorted.slice(0, Number.isFinite(most) ? Math.min(most, wanted) : most);
  const rows: PageRow[] = [];
  await forEachInTurns(shown, (candidate) => rows.push(...candidateRows(candidate, inventory)), signal);
  const isCut = candidates.length > shown.length;
  if (isCut) rows.push(ownRow(plural(candidates.length - shown.length, fartherForms), 'faint'));
  return { rows, isCut };
}

const fartherForms: PluralForms = {
  one: 'and {0} more, which matches less of its rule',
  other: 'and {0} more, which match less of their rules',
};

/** Siblings of routers that match, then those for this host, then those whose rule matches more and fails less. */
function byNearness(candidates: readonly RouteCandidate[]): readonly RouteCandidate[] {
  return candidates
    .map((candidate) => ({
      candidate,
      near: isNear(candidate) ? 1 : 0,
      sibling: isChild(candidate) ? 1 : 0,
      host: takesHost(candidate) ? 1 : 0,
      passing: candidate.passing.length,
      failing: candidate.failing.length,
    }))
    .sort(
      (one, other) =>
        other.near - one.near ||
        other.sibling - one.sibling ||
        other.host - one.host ||
        other.passing - one.passing ||
        one.failing - other.failing,
    )
    .map(({ candidate }) => candidate);
}

/** Whether a router is for this host, or no less of its rule matches than fails. */
function isNear(candidate: RouteCandidate): boolean {
  const { passing, failing } = candidate;
  return isChild(candidate) || takesHost(candidate) || (passing.length > 0 && passing.length >= failing.length);
}

function isChild({ router: { parentRefs = [] } }: RouteCandidate): boolean {
  return parentRefs.length > 0;
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
      [linkedRouter(router, inventory)],
      [
        ...joinedCells(
          [ownText(priorityText(priority), 'label')],
          indent === 0 ? parentsCell(router) : [],
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
  const missed = considered.filter((one) => one.verdict === 'no' && isNear(one));
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
    cells: [[linkedRouter(router, inventory)], words],
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

/** The routers that would get the request instead of the answer's if it arrived on their entry points. */
export function elsewhereRows(elsewhere: readonly SkippedRouter[], inventory: Inventory): readonly PageRow[] {
  if (elsewhere.length === 0) return [];
  const names = elsewhere.flatMap(({ router }, at) => [
    ...(at === 0 ? [] : [ownText(', ')]),
    linkedRouter(router, inventory),
    ownText(' ('),
    untrustedText(allOf(entryPointsOf(router))),
    ownText(')'),
  ]);
  return [{ cells: [[ownText(l10n.t('Would match on another entry point'), 'label')], names] }];
}
