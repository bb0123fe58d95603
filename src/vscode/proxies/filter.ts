import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { nextTurn } from '../../core/base/async/nextTurn';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
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
import { chooseReadyEndpoint, endpointIdOf } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import {
  askFilterText,
  countedRow,
  type FilterAnswer,
  type FilterQuestion,
  type FilterRow,
  uncountedRows,
} from '../shared/filterInput';
import type { Filters } from '../shared/proxyFilters';
import { escapeForLabel } from '../shared/sanitize';
import type { EndpointTree } from './endpointTree';
import { type FindPlace, messageRow } from './find';

/**
 * Asks the user for the filter of a row's proxy, or of all proxies; a button turns to the other. Or applies the filter that a
 * row offers.
 */
export async function filterProxies(
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
  const isReadyProxy = ({ state, hint }: StoredEndpoint): boolean => state === 'ready' && hint.kind === 'proxy';
  const all = (await (await clients.store()).list()).filter(isReadyProxy).map(({ hint }) => hint);
  const named = endpointIdOf(argument);
  let isForAll = named === undefined && all.length > 1;
  const selected = all.find(({ id }) => id === tree.selectedEndpointId()) ?? all[0];
  const stored = await chooseReadyEndpoint(clients, isForAll ? selected?.id : argument, {
    placeholder: l10n.t('Select a proxy to filter'),
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  await filters.ready();
  for (let typed: string | undefined; ; ) {
    const places = isForAll ? all.map((hint) => ({ endpointId: hint.id })) : [{ endpointId: id }];
    const value = isForAll ? filters.forAll : filters.get(id);
    const only = l10n.t('Filter {0}', escapeForLabel(name));
    const [title, other] = isForAll ? [l10n.t('Filter All Proxies'), only] : [only, l10n.t('Filter All Proxies')];
    const icon = new vscode.ThemeIcon(isForAll ? 'server' : 'globe');
    const answer = await askFilter(clients, places, {
      title,
      value: typed ?? value,
      ...(all.length > 1 && { button: { iconPath: icon, tooltip: other } }),
    });
    if (answer === undefined) return;
    if (!answer.isPressed) {
      await (isForAll ? filters.setForAll(answer.text) : filters.set(id, answer.text));
      for (const { endpointId } of places) await tree.unfoldMatches(endpointId);
      return;
    }
    isForAll = !isForAll;
    // What was typed is kept; otherwise each has its own.
    typed = answer.text === value ? undefined : answer.text;
  }
}

/**
 * Asks the user for the filter of some endpoints. While the user types, the list shows the number of matches in all of
 * them, and conditions that would narrow the filter.
 *
 * @param places one, or all proxies; those that cannot be read have no matches
 * @throws anything but a failed request
 */
async function askFilter(
  clients: ClientRegistry,
  places: readonly Pick<FindPlace, 'endpointId'>[],
  question: Omit<FilterQuestion, 'placeholder'>,
): Promise<FilterAnswer | undefined> {
  const placeholder = l10n.t('Words, or conditions such as status:error or -middleware:auth; a minus excludes');
  const indexes: FindIndex[] = [];
  let failure: string | undefined;
  let listsAll = false;
  const listAll = (): void => {
    listsAll = true;
  };

  const rowsFor = async (text: string, isOld: () => boolean): Promise<readonly FilterRow[]> => {
    if (text.trim().length > longestFilter) {
      return [messageRow(l10n.t('A filter can have at most {0} characters.', numberText(longestFilter)))];
    }
    if (indexes.length === 0) return uncountedRows(text, failure);
    const matches: FilterMatches[] = [];
    for (const index of indexes) {
      await nextTurn();
      if (isOld()) return [];
      matches.push(filterMatches(index, text));
    }
    return matchRows(mergedFilterMatches(matches), text, listsAll ? undefined : listAll);
  };
  const read = async (endpointId: string, signal: AbortSignal): Promise<void> => {
    try {
      const shared = await clients.inventory(endpointId);
      const made = await findIndexOf(shared.latest ?? (await shared.read(signal)), signal);
      await prepareFilterMatches(made, signal);
      indexes.push(made);
    } catch (error) {
      if (signal.aborted) return;
      if (!isRequestFailure(error)) throw error;
      failure = error.failure.sentence;
    }
  };
  return askFilterText({ ...question, placeholder }, rowsFor, async (signal, show) => {
    await Promise.all(places.map(({ endpointId }) => read(endpointId, signal).then(show)));
  });
}

function matchRows(
  { matching, total, offers, nearest }: FilterMatches,
  typed: string,
  listAll: (() => void) | undefined,
): readonly FilterRow[] {
  const first = listAll === undefined ? offers : offers.filter(({ isMore }) => isMore !== true);
  const more = offers.length - first.length;
  return [
    countedRow(typed, matching, total),
    ...offerRows(l10n.t('Nearest filters that match'), nearest, ({ text }) => text || l10n.t('No filter')),
    ...offerRows(l10n.t('Add a condition'), first, ({ condition }) => condition),
    ...(more === 0 || listAll === undefined ? [] : [moreRow(more, listAll)]),
  ];
}

function moreRow(count: number, unfolds: () => void): FilterRow {
  return {
    label: l10n.t('More conditions…'),
    description: numberText(count),
    iconPath: new vscode.ThemeIcon('ellipsis'),
    alwaysShow: true,
    unfolds,
  };
}

function offerRows(
  title: string,
  offers: FilterMatches['offers'],
  labelOf: (offer: FilterMatches['offers'][number]) => string,
): readonly FilterRow[] {
  if (offers.length === 0) return [];
  const rows = offers.map((offer) => ({
    label: escapeForLabel(labelOf(offer)),
    description: numberText(offer.count),
    alwaysShow: true,
    text: `${offer.text} `,
  }));
  return [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}
