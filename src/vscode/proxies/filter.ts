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
import { askFilterText, countedRow, type FilterRow, uncountedRows } from '../shared/filterInput';
import { Settings } from '../shared/ids';
import type { Filters } from '../shared/proxyFilters';
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
  const placeholder = l10n.t('Words, or conditions such as status:error or -middleware:auth; a minus excludes');
  const indexes: FindIndex[] = [];
  let failure: string | undefined;

  const rowsFor = async (text: string, isOld: () => boolean): Promise<readonly FilterRow[]> => {
    if (text.trim().length > longestFilter) {
      return [messageRow(l10n.t('A filter can have at most {0} characters.', numberText(longestFilter)))];
    }
    if (indexes.length === 0) return uncountedRows(text, failure);
    const matches: FilterMatches[] = [];
    for (const index of indexes) {
      await nextTurn();
      if (isOld()) return [];
      matches.push(filterMatches(index, text, viewOptions));
    }
    return matchRows(mergedFilterMatches(matches), text);
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
  return askFilterText({ title, placeholder, value }, rowsFor, async (signal, show) => {
    await Promise.all(places.map(({ endpointId }) => read(endpointId, signal).then(show)));
  });
}

function matchRows({ matching, total, offers, nearest }: FilterMatches, typed: string): readonly FilterRow[] {
  return [
    countedRow(typed, matching, total),
    ...offerRows(l10n.t('Nearest filters that match'), nearest, ({ text }) => text || l10n.t('No filter')),
    ...offerRows(l10n.t('Add a condition'), offers, ({ condition }) => condition),
  ];
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
