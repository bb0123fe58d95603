import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { nextTurn } from '../../core/base/async/nextTurn';
import { isRequestFailure } from '../../core/base/errors/failure';
import {
  type FilterMatches,
  filterMatches,
  mergedFilterMatches,
  prepareFilterMatches,
} from '../../core/proxy/find/filterMatches';
import { type FindIndex, findIndexOf } from '../../core/proxy/find/findIndex';
import { longestFilter, parseOfferedFilter } from '../../core/proxy/find/savedFilters';
import { numberText } from '../../l10n/numbers';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Settings } from '../shared/ids';
import type { Filters } from '../shared/proxyFilters';
import { keepOrder, untilAnswered } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { EndpointTree } from './endpointTree';
import { type FindPlace, messageRow } from './find';

/** Asks the user for the filter of a proxy's routers, services and middlewares, or applies the one of a row. */
export async function filterEndpoint(
  clients: ClientRegistry,
  filters: Filters,
  tree: EndpointTree,
  argument: unknown,
): Promise<void> {
  const offered = parseOfferedFilter(argument);
  if (offered !== undefined) {
    await filters.set(offered.endpointId, offered.filter);
    await tree.unfoldMatches(offered.endpointId);
    return;
  }
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select a proxy to filter'),
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  await filters.ready();
  const text = await askFilter(
    clients,
    [{ endpointId: id }],
    l10n.t('Filter {0}', escapeForLabel(name)),
    filters.get(id),
  );
  if (text === undefined) return;
  await filters.set(id, text);
  await tree.unfoldMatches(id);
}

/** Asks the user for one filter for all proxies. */
export async function filterAllProxies(clients: ClientRegistry, filters: Filters, tree: EndpointTree): Promise<void> {
  const stored = (await (await clients.store()).list()).filter(
    (one) => one.state === 'ready' && one.hint.kind === 'proxy',
  );
  await filters.ready();
  const places = stored.map(({ hint }) => ({ endpointId: hint.id }));
  const text = await askFilter(clients, places, l10n.t('Filter All Proxies'), filters.forAll);
  if (text === undefined) return;
  await filters.setForAll(text);
  for (const { endpointId } of places) await tree.unfoldMatches(endpointId);
}

/** A row of the list and the effect of selecting it on the filter; none for a row with a message only. */
interface FilterRow extends vscode.QuickPickItem {
  /** Applies the text in the field and closes the list. */
  readonly applies?: true;
  /** The filter's text with one more condition. */
  readonly text?: string;
}

/**
 * Asks the user for the filter of some endpoints. While the user types, the list shows the number of matches in all of
 * them, and conditions that would narrow the filter.
 *
 * @param places one, or all proxies; those that cannot be read have no matches
 * @param title the title of the list: whose filter it is
 * @param value the filter so far
 * @returns the filter's text, empty for none; undefined if the user changed nothing
 * @throws anything but a failed request
 */
async function askFilter(
  clients: ClientRegistry,
  places: readonly Pick<FindPlace, 'endpointId'>[],
  title: string,
  value: string,
): Promise<string | undefined> {
  const settings = vscode.workspace.getConfiguration(Settings.section);
  const viewOptions = { showsInternal: settings.get(Settings.showInternal) !== false };
  const closing = new AbortController();
  const list = vscode.window.createQuickPick<FilterRow>();
  list.title = title;
  list.placeholder = l10n.t('Words, or conditions such as status:error or -middleware:auth; a minus excludes');
  list.value = value;
  keepOrder(list);
  const indexes: FindIndex[] = [];
  let failure: string | undefined;

  /** Counts the typed texts: only the last one is matched to the end. */
  let typed = 0;
  const rows = async (): Promise<FilterRow[] | undefined> => {
    if (list.value.trim().length > longestFilter) {
      return [messageRow(l10n.t('A filter can have at most {0} characters.', numberText(longestFilter)))];
    }
    if (indexes.length === 0) {
      return [
        { ...messageRow(list.value.trim() === '' ? l10n.t('Show all') : l10n.t('Apply this filter')), applies: true },
        messageRow(failure === undefined ? l10n.t('Reading…') : l10n.t('Matches cannot be counted. {0}', failure)),
      ];
    }
    const text = list.value;
    const mine = typed;
    const matches: FilterMatches[] = [];
    for (const index of indexes) {
      await nextTurn();
      if (mine !== typed || closing.signal.aborted) return undefined;
      matches.push(filterMatches(index, text, viewOptions));
    }
    return matchRows(mergedFilterMatches(matches), text.trim() === '');
  };
  const show = async (): Promise<void> => {
    typed++;
    const mine = typed;
    const made = await rows();
    if (made === undefined || mine !== typed || closing.signal.aborted) return;
    list.items = made;
    // Enter applies the filter, whichever row VS Code considers the best.
    list.activeItems = list.items.slice(0, 1);
  };
  const read = async ({ endpointId }: Pick<FindPlace, 'endpointId'>): Promise<void> => {
    try {
      const shared = await clients.inventory(endpointId);
      const made = await findIndexOf(shared.latest ?? (await shared.read(closing.signal)), closing.signal);
      await prepareFilterMatches(made, closing.signal);
      indexes.push(made);
    } catch (error) {
      if (closing.signal.aborted) return;
      if (!isRequestFailure(error)) throw error;
      failure = escapeForLabel(error.failure.sentence);
    }
    await show();
  };

  await show();
  const answer = untilAnswered<string>(list, (done) => [
    list.onDidChangeValue(() => void show()),
    list.onDidAccept(() => {
      const [row] = list.selectedItems;
      if (row?.applies) done(list.value.trim());
      else if (row?.text !== undefined) {
        list.value = `${row.text} `;
        void show();
      }
    }),
    list.onDidHide(() => closing.abort()),
  ]);
  list.busy = true;
  await Promise.all(places.map(read));
  if (!closing.signal.aborted) list.busy = false;
  return answer;
}

function matchRows({ matching, total, offers, nearest }: FilterMatches, isEmpty: boolean): FilterRow[] {
  const label = isEmpty
    ? l10n.t('Show all {0}', numberText(total))
    : l10n.t('Show {0} of {1}', numberText(matching), numberText(total));
  const apply: FilterRow = {
    label,
    iconPath: new vscode.ThemeIcon(isEmpty ? 'clear-all' : 'filter'),
    alwaysShow: true,
    applies: true,
  };
  return [
    apply,
    ...offerRows(l10n.t('Nearest filters that match'), nearest, ({ text }) => text || l10n.t('No filter')),
    ...offerRows(l10n.t('Add a condition'), offers, ({ condition }) => condition),
  ];
}

function offerRows(
  title: string,
  offers: FilterMatches['offers'],
  labelOf: (offer: FilterMatches['offers'][number]) => string,
): FilterRow[] {
  if (offers.length === 0) return [];
  const rows = offers.map((offer) => ({
    label: escapeForLabel(labelOf(offer)),
    description: numberText(offer.count),
    alwaysShow: true,
    text: offer.text,
  }));
  return [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}
