import * as l10n from '@vscode/l10n';
import type { Inventory } from '../../model/inventory';
import { itemGraphOf } from '../../model/itemGraph';
import type { Router } from '../../model/model';
import { forwardedRequest } from '../../routing/forwardedRequest';
import type { RouteAnswer, RouterChain } from '../../routing/routeAnswer';
import type { RouteDraft } from '../../routing/routeDraft';
import { joinedCells, ownText, type PageCell, sentenceCell, untrustedText } from '../page';
import { linkedName } from '../requestFlow';
import { copyCell } from './copyCell';
import { disabledCell, noneCell, refusedCell, tieText } from './routeOutcome';
import type { TakenConnection } from './tcpFirst';

/** One URL and its result. */
export interface RouteListRow {
  readonly kind: 'taken' | 'uncertain' | 'none';
  /** UTF-16 units of the URL as shown, at the start of the row. */
  readonly width: number;
  readonly cells: readonly PageCell[];
}

/** The answer for one URL. */
interface Answered {
  readonly answer: RouteAnswer;
  readonly connection: TakenConnection | undefined;
  readonly draft: RouteDraft;
  readonly inventory: Inventory;
}

/** The router of a URL, its service, the entry point, and what is uncertain; or the reason why no router matches. */
export function routeListRow(url: string, answered: Answered): RouteListRow {
  const { draft, answer } = answered;
  const { kind, what, more } = outcomeCells(answered);
  const isOpen = kind === 'uncertain' ? [ownText(l10n.t('uncertain'), 'caution')] : [];
  const on = sentenceCell(
    l10n.t({ message: 'on {0}', args: [], comment: '{0} is the name of an entry point' }),
    [untrustedText(draft.entryPoint)],
    'faint',
  );
  const tls = draft.isTls ? l10n.t('assuming TLS') : l10n.t('assuming no TLS');
  return row(url, kind, joinedCells(isOpen, what), [
    ...more.slice(0, 1),
    on,
    draft.isTlsOpen ? [ownText(tls, 'faint')] : [],
    ...more.slice(1),
    ...answer.disabled.slice(0, 1).map(disabledCell),
  ]);
}

/** The row of a URL that cannot be read. */
export function unreadableRow(url: string, problem: string): RouteListRow {
  return row(url, 'none', [ownText(problem, 'bad')], []);
}

function row(url: string, kind: RouteListRow['kind'], what: PageCell, more: readonly PageCell[]): RouteListRow {
  const shown = untrustedText(url);
  return { kind, width: shown.text.length, cells: [[shown, ownText(' → '), ...what], ...more] };
}

interface OutcomeCells {
  readonly kind: RouteListRow['kind'];
  readonly what: PageCell;
  /** The service, or nothing; then the remarks. */
  readonly more: readonly PageCell[];
}

function outcomeCells({ answer, connection, inventory }: Answered): OutcomeCells {
  const { outcome, question } = answer;
  if (connection?.isCertain === true) {
    const before = l10n.t('gets the connection before any HTTP router');
    const { router } = connection;
    return {
      kind: 'taken',
      what: routerCell(router, inventory),
      more: [serviceCell(router, inventory), [ownText(before, 'caution')]],
    };
  }
  const perhaps =
    connection === undefined
      ? []
      : [
          sentenceCell(
            l10n.t('The TCP router {0} may get this connection before any HTTP router.'),
            [linkedName(connection.router)],
            'caution',
          ),
        ];
  const kind = connection === undefined ? undefined : 'uncertain';
  switch (outcome.kind) {
    case 'winner': {
      const last = outcome.way.at(-1)?.router;
      if (last === undefined) return { kind: 'none', what: [], more: perhaps };
      const end = question.kind === 'http' ? forwardedRequest(outcome.way, question, inventory).end : undefined;
      const responds =
        end?.kind === 'answered'
          ? [
              sentenceCell(
                l10n.t('{0} responds with {1}'),
                [linkedName(end.by), ownText(String(end.status))],
                'caution',
              ),
            ]
          : [];
      return {
        kind: kind ?? 'taken',
        what: routerCell(last, inventory),
        more: [serviceCell(last, inventory), ...responds, ...perhaps],
      };
    }
    case 'tie':
      return {
        kind: 'uncertain',
        what: routersCell(outcome.ways),
        more: [[], [ownText(tieText(outcome.ways.length), 'caution')], ...perhaps],
      };
    case 'notCertain':
      return {
        kind: 'uncertain',
        what: routersCell(outcome.possible),
        more: [[], [untrustedText(outcome.why, { look: 'caution' })], ...perhaps],
      };
    case 'none':
      return { kind: kind ?? 'none', what: noneCell(answer), more: [[], ...perhaps] };
    case 'refused':
      return { kind: 'none', what: refusedCell(outcome), more: [[], ...perhaps] };
  }
}

/** The most routers that a row names. */
const mostNamed = 3;

function routersCell(ways: readonly RouterChain[]): PageCell {
  const names = ways.flatMap((way) => way.slice(-1)).map(({ router }) => linkedName(router));
  const named = names.slice(0, mostNamed).flatMap((name, at) => (at === 0 ? [name] : [ownText(', '), name]));
  return names.length > mostNamed ? [...named, ownText(', …')] : named;
}

function routerCell(router: Router, inventory: Inventory): PageCell {
  return joinedCells([linkedName(router)], copyCell(router, inventory));
}

/** The service of a router; nothing if it has none. */
function serviceCell(router: Router, inventory: Inventory): PageCell {
  const found = itemGraphOf(inventory)
    .referencesOf(router)
    .find(({ role }) => role === 'service');
  if (found === undefined) return [];
  const name = found.target === undefined ? untrustedText(found.name, { look: 'caution' }) : linkedName(found.target);
  return sentenceCell(l10n.t('service {0}'), [name], 'faint');
}
