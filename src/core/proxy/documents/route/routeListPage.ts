import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../../l10n/plural';
import { forEachInTurns } from '../../../base/async/turns';
import { nameText } from '../../describe/itemSummary';
import type { Inventory } from '../../model/inventory';
import type { PublicOrigins } from '../../publicUrls/publicUrls';
import { findRoute } from '../../routing/findRoute';
import { type RememberedRouteList, routeQuestionAt } from '../../routing/rememberedQuestions';
import { draftRoute, routeQuestionOf } from '../../routing/routeDraft';
import { prepareRouting } from '../../routing/routingTable';
import { readAskedUrl } from '../../routing/urlText';
import { joinedCells, layOutPage, ownText, type PageCell, type ProxyPage, untrustedText } from '../page';
import { pageSection } from '../pageContent';
import { type ReadingState, readingCell } from '../statusPieces';
import { type RouteListRow, routeListRow, unreadableRow } from './routeListRows';
import { takenAsConnection } from './tcpFirst';

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
      rows.push(unreadableRow(url, 'problem' in read ? read.problem : ''));
      return;
    }
    const { question } = asked;
    const answer = findRoute(inventory, question, 'matching');
    const connection = question.kind === 'http' ? takenAsConnection(question, inventory) : undefined;
    for (const note of answer.notes) shown.add(note);
    rows.push(routeListRow(url, { answer, connection, draft, inventory }));
  };
  await forEachInTurns(list.urls.entries(), ([at, url]) => add(url, at), signal);
  const results = pageSection(
    l10n.t('Results'),
    rows.map(({ cells }) => ({ cells })),
  );
  const page = layOutPage(
    [ownText(plural(list.urls.length, titleForms), 'heading')],
    [readingCell(inventory.readAt, nameText(endpointName), reading), summaryCell(rows)],
    [
      {
        cells: [
          [
            ownText(
              l10n.t(
                'Assumed: GET, no headers, the client IP is unknown, and the most likely entry point of each URL.',
              ),
            ),
          ],
        ],
      },
      { cells: [[ownText(l10n.t('Open the link of a URL to see why, or to change what is assumed.'), 'faint')]] },
      ...notes.map((note) => ({ cells: [[ownText(note, 'caution')]] })),
    ],
    [
      results,
      ...(shown.size === 0
        ? []
        : [
            pageSection(
              l10n.t('Notes'),
              [...shown].slice(0, mostNotes).map((note) => ({ cells: [[untrustedText(note)]] })),
            ),
          ]),
    ],
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
