import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../../l10n/plural';
import { forEachInTurns } from '../../../base/async/pauses';
import { nameText } from '../../describe/itemSummary';
import type { Inventory } from '../../model/inventory';
import { itemGraphOf } from '../../model/itemGraph';
import type { Router } from '../../model/model';
import type { PublicOrigins } from '../../publicUrls/publicUrls';
import { findRoute } from '../../routing/findRoute';
import { forwardedRequest } from '../../routing/forwardedRequest';
import { type RememberedRouteList, routeQuestionAt } from '../../routing/rememberedQuestions';
import type { RouteAnswer, RouterChain } from '../../routing/routeAnswer';
import { draftRoute, type RouteDraft, routeQuestionOf } from '../../routing/routeDraft';
import { prepareRouting } from '../../routing/routingTable';
import { readAskedUrl } from '../../routing/urlText';
import {
  joinedCells,
  layOutPage,
  ownRow,
  ownText,
  type PageCell,
  type ProxyPage,
  pageSection,
  sentenceCell,
  untrustedText,
} from '../page';
import { linkedName, linkedRouter } from '../requestFlow';
import { type ReadingState, readingCell } from '../statusPieces';
import { disabledCell, noneCell, refusedCell, type TakenConnection, takenAsConnection, tieText } from './routeOutcome';

interface RouteListContext {
  readonly inventory: Inventory;
  readonly endpointName: string;
  readonly origins?: PublicOrigins | undefined;
  readonly reading: ReadingState;
  /** The parts of the list that are not used, in sentences of ours. */
  readonly notes: readonly string[];
}

/** A page, and the places of its URLs: line and columns as in spans, and the index in the list. */
export interface RouteListPage extends ProxyPage {
  readonly urls: readonly {
    readonly line: number;
    readonly start: number;
    readonly end: number;
    readonly at: number;
  }[];
}

/**
 * A document about the routers that match the URLs of a list, one row each. The rest is guessed. Frees the event loop
 * between the URLs.
 *
 * @throws RequestFailure `canceled`, once the signal aborts
 */
export async function routeListPage(
  list: RememberedRouteList,
  { inventory, endpointName, origins, reading, notes }: RouteListContext,
  signal?: AbortSignal,
): Promise<RouteListPage> {
  await prepareRouting(inventory, signal);
  const rows: RouteListRow[] = [];
  const shown = new Set<string>();
  const add = (url: string, at: number): void => {
    const read = readAskedUrl(url);
    const draft = draftRoute(routeQuestionAt(list, at), { inventory, origins });
    const asked = routeQuestionOf(draft);
    if ('problem' in read || asked === undefined) {
      rows.push(row(url, 'none', [ownText('problem' in read ? read.problem : '', 'bad')], []));
      return;
    }
    const { question } = asked;
    const answer = findRoute(inventory, question, 'matching');
    const connection = question.kind === 'http' ? takenAsConnection(question, inventory) : undefined;
    for (const note of answer.notes) shown.add(note);
    rows.push(routeListRow(url, { answer, connection, draft, inventory }));
  };
  await forEachInTurns(list.urls.entries(), ([at, url]) => add(url, at), signal);
  const page = layOutPage(
    [ownText(plural(list.urls.length, titleForms), 'heading')],
    [readingCell(inventory.readAt, nameText(endpointName), reading), summaryCell(rows)],
    [
      ownRow(
        l10n.t('Assumed: GET, no headers, the client IP is unknown, and the most likely entry point of each URL.'),
      ),
      ownRow(l10n.t('Open the link of a URL to see why, or to change what is assumed.'), 'faint'),
      ...notes.map((note) => ownRow(note, 'caution')),
    ],
    [
      pageSection(
        l10n.t('Results'),
        rows.map(({ cells }) => ({ cells })),
      ),
      pageSection(
        l10n.t('Notes'),
        [...shown].slice(0, mostNotes).map((note) => ({ cells: [[untrustedText(note)]] })),
      ),
    ].filter(({ rows }) => rows.length > 0),
  );
  const first = (page.sections[0]?.line ?? 0) + 1;
  return { ...page, urls: rows.map(({ width }, at) => ({ line: first + at, start: 2, end: 2 + width, at })) };
}

const mostNotes = 20;

const titleForms: PluralForms = { one: 'Routers of {0} URL', other: 'Routers of {0} URLs' };

export function routeListText({ urls }: RememberedRouteList): string {
  return plural(urls.length, { one: '{0} URL', other: '{0} URLs' });
}

function summaryCell(rows: readonly RouteListRow[]): PageCell {
  const count = (kind: RouteListRow['kind']): number => rows.filter((row) => row.kind === kind).length;
  const [taken, unsure, none] = [count('taken'), count('uncertain'), count('none')];
  return joinedCells(
    [ownText(plural(taken, { one: '{0} with a router', other: '{0} with a router' }), taken > 0 ? 'good' : 'faint')],
    unsure === 0 ? [] : [ownText(plural(unsure, { one: '{0} uncertain', other: '{0} uncertain' }), 'caution')],
    none === 0 ? [] : [ownText(plural(none, { one: '{0} without a router', other: '{0} without a router' }), 'bad')],
  );
}

interface RouteListRow {
  readonly kind: 'taken' | 'uncertain' | 'none';
  /** UTF-16 units of the URL as shown, at the start of the row. */
  readonly width: number;
  readonly cells: readonly PageCell[];
}

interface Answered {
  readonly answer: RouteAnswer;
  readonly connection: TakenConnection | undefined;
  readonly draft: RouteDraft;
  readonly inventory: Inventory;
}

/** The router of a URL, its service, the entry point, and what is uncertain; or the reason why no router matches. */
function routeListRow(url: string, answered: Answered): RouteListRow {
  const { draft, answer, inventory } = answered;
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
    ...answer.disabled.slice(0, 1).map((one) => disabledCell(one, inventory)),
  ]);
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
      what: [linkedRouter(router, inventory)],
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
        what: [linkedRouter(last, inventory)],
        more: [serviceCell(last, inventory), ...responds, ...perhaps],
      };
    }
    case 'tie':
      return {
        kind: 'uncertain',
        what: routersCell(outcome.ways, inventory),
        more: [[], [ownText(tieText(outcome.ways.length), 'caution')], ...perhaps],
      };
    case 'notCertain':
      return {
        kind: 'uncertain',
        what: routersCell(outcome.possible, inventory),
        more: [[], [untrustedText(outcome.why, { look: 'caution' })], ...perhaps],
      };
    case 'none':
      return { kind: kind ?? 'none', what: noneCell(answer), more: [[], ...perhaps] };
    case 'refused':
      return { kind: 'none', what: refusedCell(outcome), more: [[], ...perhaps] };
  }
}

const mostNamed = 3;

function routersCell(ways: readonly RouterChain[], inventory: Inventory): PageCell {
  const names = ways.flatMap((way) => way.slice(-1)).map(({ router }) => linkedRouter(router, inventory));
  const named = names.slice(0, mostNamed).flatMap((name, at) => (at === 0 ? [name] : [ownText(', '), name]));
  return names.length > mostNamed ? [...named, ownText(', …')] : named;
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
