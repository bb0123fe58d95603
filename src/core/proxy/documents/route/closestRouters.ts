import * as l10n from '@vscode/l10n';
import { allOf } from '../../../../l10n/lists';
import { plural } from '../../../../l10n/plural';
import { closestName } from '../../findings/closestName';
import type { Inventory } from '../../model/inventory';
import { entryPointsOf } from '../../model/model';
import type { RouteAnswer, RouteCandidate, SkippedRouter } from '../../routing/routeAnswer';
import { hasTls } from '../../routing/routingTable';
import { joinedCells, ownText, type PageCell, type PageRow, sentenceCell, untrustedText } from '../page';
import { linkedName } from '../requestFlow';
import { copyCell } from './copyCell';
import { matchForms, missForms, shownRule } from './markedRule';
import { byNearness, takesHost } from './otherRouters';

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

/** The hosts in the parts of the rule that do not match. */
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
    { cells: [[ownText(l10n.t('Closest routers:'), 'label')]] },
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
