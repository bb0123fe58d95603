import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import { plural } from '../../../../l10n/plural';
import type { Inventory } from '../../model/inventory';
import type { Router } from '../../model/model';
import { findRoute } from '../../routing/findRoute';
import type {
  HttpQuestion,
  RouteAnswer,
  RouteCandidate,
  RouteOutcome,
  RouterChain,
  SkippedRouter,
} from '../../routing/routeAnswer';
import { isCatchAll } from '../../rules/priority';
import { serverTraitsOf } from '../../rules/serverTraits';
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
import { linkedName, linkedRouter } from '../requestFlow';
import { statusPiece } from '../statusPieces';
import { ruleRows } from './markedRule';
import { matchesText, priorityText } from './otherRouters';

/** A warning that a TCP router may take the connection before any HTTP router. */
export function connectionRows(taken: TakenConnection | undefined): readonly PageRow[] {
  if (taken === undefined) return [];
  const sentence = taken.isCertain
    ? l10n.t('The TCP router {0} gets this connection before any HTTP router.')
    : l10n.t('The TCP router {0} may get this connection before any HTTP router.');
  return [
    { cells: [sentenceCell(sentence, [linkedName(taken.router)], 'caution')] },
    ownRow(l10n.t('The following applies if it does not.'), 'caution'),
  ];
}

/**
 * The router that matches the request, or the reason why none does or why it is uncertain.
 *
 * @param closest the rows of the closest routers, if none matches
 */
export function answerRows(
  answer: RouteAnswer,
  closest: readonly PageRow[],
  inventory: Inventory,
  most: number,
): readonly PageRow[] {
  const { outcome, question } = answer;
  switch (outcome.kind) {
    case 'winner':
      return winnerRows(outcome.way, inventory);
    case 'tie':
      return [ownRow(tieText(outcome.ways.length), 'caution'), ...waysRows(waysOf(outcome), inventory, most)];
    case 'none':
      return [{ cells: [noneCell(answer)] }, ...closest];
    case 'refused':
      return [{ cells: [refusedCell(outcome)] }];
    case 'notCertain':
      return [
        { cells: [[ownText(l10n.t('The result is uncertain.'), 'caution'), ownText(' '), untrustedText(outcome.why)]] },
        ...(outcome.possible.length === 0
          ? []
          : [
              ownRow(
                question.kind === 'http'
                  ? l10n.t('These routers may match the request:')
                  : l10n.t('These routers may match the connection:'),
              ),
              ...waysRows(waysOf(outcome), inventory, most),
            ]),
      ];
  }
}

export function tieText(count: number): string {
  return plural(count, {
    one: '{0} router matches with the same priority. Which one Traefik uses is undefined.',
    other: '{0} routers match with the same priority. Which one Traefik uses is undefined.',
  });
}

/** Traefik's response if no router matches. */
export function refusedCell({ status, why }: Extract<RouteOutcome, { readonly kind: 'refused' }>): PageCell {
  const sentence = l10n.t('Traefik responds with {0} before trying any router.', String(status));
  return [ownText(sentence, 'bad'), ownText(' '), untrustedText(why)];
}

/** The routers to list, if several match or may match. */
export function waysOf(outcome: RouteOutcome): readonly RouterChain[] {
  if (outcome.kind === 'tie') return outcome.ways;
  return outcome.kind === 'notCertain' ? outcome.possible : [];
}

function waysRows(ways: readonly RouterChain[], inventory: Inventory, most: number): readonly PageRow[] {
  const rows = ways.slice(0, most).flatMap((way) => winnerRows(way, inventory));
  return ways.length <= most ? rows : [...rows, moreRow(ways.length - most)];
}

function winnerRows(flow: RouterChain, inventory: Inventory): readonly PageRow[] {
  return flow.flatMap((candidate, index) => [
    {
      indent: index,
      cells: [[linkedRouter(candidate.router, inventory)], verdictCell(candidate, index === flow.length - 1)],
    },
    ...ruleRows(candidate.router.rule ?? '', [], index + 1),
  ]);
}

function verdictCell({ router, priority, verdict, doubt }: RouteCandidate, isLast: boolean): PageCell {
  const matches = isLast ? matchesText() : l10n.t('matches first');
  return [
    ...joinedCells(
      [verdict === 'unknown' ? ownText(l10n.t('may match'), 'caution') : ownText(matches, 'good')],
      [ownText(priorityText(priority), 'label')],
      router.status === 'enabled' ? [] : [statusPiece(router)],
    ),
    ...(doubt === undefined ? [] : [ownText(': '), untrustedText(doubt)]),
  ];
}

/** The reason why no router matches, and Traefik's response. */
function noneText({ outcome, evaluated, passed, question: { isTls } }: RouteAnswer): string {
  const status = outcome.kind === 'none' ? outcome.status : undefined;
  if (evaluated > 0) {
    if (status === 405) return l10n.t('No router matches, some only because of the method. Traefik responds with 405.');
    return status === undefined
      ? l10n.t('No router matches. Traefik responds with 404, or with 405 if only the method does not match.')
      : l10n.t('No router matches. Traefik responds with {0}.', String(status));
  }
  if (!passed.some(({ why }) => why === 'tls')) {
    return l10n.t('No router can match on this entry point. Traefik responds with 404.');
  }
  return isTls
    ? l10n.t('This entry point only has routers without TLS. Over https, Traefik responds with 404.')
    : l10n.t('This entry point only has routers with TLS. Over http, Traefik responds with 404.');
}

/** The reason why no router gets the request, in a sentence. */
export function noneCell(answer: RouteAnswer): PageCell {
  const { outcome, question } = answer;
  const deadEnd = outcome.kind === 'none' ? outcome.deadEnd?.at(-1) : undefined;
  if (deadEnd !== undefined) {
    const sentence = l10n.t('{0} matches, but none of its child routers does. Traefik responds with 404.');
    return sentenceCell(sentence, [linkedName(deadEnd.router)], 'bad');
  }
  const text =
    question.kind === 'http'
      ? noneText(answer)
      : l10n.t(
          'No TCP router matches. HTTP routers of this entry point get the connection; if there are none, Traefik closes it.',
        );
  return [ownText(text, 'bad')];
}

/** A disabled router that the user probably meant. */
export function disabledCell({ router, detail }: SkippedRouter, inventory: Inventory): PageCell {
  const name = linkedRouter(router, inventory);
  return detail === undefined
    ? sentenceCell(l10n.t('{0} would match, but Traefik disabled it.'), [name], 'caution')
    : sentenceCell(l10n.t('{0} would match, but Traefik disabled it: {1}'), [name, untrustedText(detail)], 'caution');
}

/** The protocols that browsers offer. */
const browserAlpn = ['h2', 'http/1.1'] as const;

export interface TakenConnection {
  readonly router: Router;
  readonly isCertain: boolean;
}

/**
 * The TCP router that gets the connection of a request before any HTTP router of the entry point. Undefined if there is
 * none: with TLS, HTTP routers with the host in their rules come first.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/server/router/tcp/router.go (ServeTCP)
 */
export function takenAsConnection(
  { entryPoint, isTls, host, clientIp }: HttpQuestion,
  inventory: Inventory,
): TakenConnection | undefined {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  const serverName = isTls && isIP(name) === 0 ? { serverName: name } : {};
  const question = {
    kind: 'tcp',
    entryPoint,
    isTls,
    alpn: isTls ? browserAlpn : [],
    clientIp,
    ...serverName,
  } as const;
  const { outcome, considered } = findRoute(inventory, question, 'matching');
  const first = considered.find(({ verdict }) => verdict !== 'no');
  if (first === undefined) return undefined;
  const isOurs = outcome.kind === 'winner' || outcome.kind === 'tie';
  // If the doubt is not about a rule, HTTP routers come first.
  if (!isOurs && first.verdict === 'yes') return undefined;
  // Before TCP routers had priorities, the order of catch-all TCP routers and HTTP routers is unknown.
  const isOld = isTls && isCatchAll(first.router.rule ?? '') && serverTraitsOf(inventory).isOldWithTcp;
  return { router: first.router, isCertain: isOurs && !isOld };
}
