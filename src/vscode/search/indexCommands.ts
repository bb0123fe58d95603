import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import type { IndexList } from '../../core/search/engine/indexList';
import { askIndexDocument, type IndexDocumentKind } from '../../core/searchView/indexDocument';
import { indexQuestion } from '../../core/searchView/indexQuestion';
import { indexViewOf } from '../../core/searchView/indexView';
import { chooseReadyEndpoint, endpointIdOf } from '../shared/chooseEndpoint';
import type { CommandHandlers } from '../shared/commands';
import { ephemeralJson } from '../shared/ephemeralText';
import { askFilterText, countedRow, type FilterAnswer, type FilterRow, uncountedRows } from '../shared/filterInput';
import { Commands, Settings } from '../shared/ids';
import { changeSetting } from '../shared/ownSettings';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { SearchPanels } from './searchPanels';
import { showsHidden } from './searchRows';
import type { SearchTree } from './searchTree';

export function indexCommands(panels: SearchPanels, tree: SearchTree) {
  return {
    [Commands.openMapping]: (node) => openIndexDocument(panels, 'mapping', node),
    [Commands.openSettings]: (node) => openIndexDocument(panels, 'settings', node),
    [Commands.filterIndices]: (node) => filterIndices(panels, tree, node),
    [Commands.clearIndexFilter]: (node) => tree.filters.clear(endpointIdOf(node)),
    [Commands.toggleHiddenIndices]: () => changeSetting(Settings.showHiddenIndices, !showsHidden()),
  } satisfies CommandHandlers;
}

/** An index, or a field of one. */
interface IndexPlace {
  readonly endpointId: string;
  readonly index: string;
  readonly field?: string;
}

/** VS Code may call commands with any argument. */
function placeOf(row: unknown): IndexPlace | undefined {
  const endpointId = endpointIdOf(row);
  const name = stringIn(row, 'name');
  if (endpointId === undefined || name === undefined) return undefined;
  if (stringIn(row, 'type') !== 'field') return { endpointId, index: name };
  const index = stringIn(typeof row === 'object' && row !== null && 'parent' in row ? row.parent : undefined, 'name');
  return index === undefined ? undefined : { endpointId, index, field: name };
}

function stringIn(row: unknown, member: string): string | undefined {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, member) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Searches all of an index, or the documents with a field. @returns whether the row is of one */
export async function searchIndex(panels: SearchPanels, row: unknown): Promise<boolean> {
  const place = placeOf(row);
  if (place === undefined) return false;
  const { size, highlight } = await panels.searches.settings();
  await panels.ask(place.endpointId, indexQuestion({ size, highlight }, place.index, place.field));
  return true;
}

/** Opens the mapping or the settings as a read-only document. The row keeps the focus, as in the Explorer. */
async function openIndexDocument({ searches }: SearchPanels, kind: IndexDocumentKind, row: unknown): Promise<void> {
  const place = placeOf(row);
  if (place === undefined) return;
  const { endpointId, index } = place;
  const { client } = await searches.engines.of(endpointId);
  const { reading, refused } = documentWords[kind](escapeForNotification(index));
  try {
    const json = await withCancel(reading, (signal) => askIndexDocument(client, kind, index, signal));
    if (json === undefined) return;
    const text = await ephemeralJson(`${index} ${kind}`, '.json', json);
    await searches.documents.open(text, { preview: true, preserveFocus: true });
  } catch (error) {
    if (!isRequestFailure(error) || error.failure.kind !== 'forbidden') throw error;
    // Reading it requires more permissions than searching.
    void vscode.window.showInformationMessage(refused);
  }
}

const documentWords = {
  mapping: (index: string) => ({
    reading: l10n.t('Reading the mapping of {0}', index),
    refused: l10n.t('This user may not read the mapping of {0}. Its fields are listed below it.', index),
  }),
  settings: (index: string) => ({
    reading: l10n.t('Reading the settings of {0}', index),
    refused: l10n.t('This user may not read the settings of {0}.', index),
  }),
} satisfies Record<IndexDocumentKind, unknown>;

/** Asks the user for words in the names of indices, data streams, and aliases. */
async function filterIndices({ searches }: SearchPanels, tree: SearchTree, row: unknown): Promise<void> {
  const { clients, last } = searches;
  const { filters } = tree;
  const stored = await chooseReadyEndpoint(clients, row, {
    placeholder: l10n.t('Select a search endpoint to filter'),
    kind: 'search',
    proposed: await last.endpointId(),
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  await filters.ready();
  const title = l10n.t('Filter Indices of {0}', escapeForLabel(name));
  const answer = await askIndexFilter(title, filters.get(id), (signal) => tree.list(id, signal));
  if (answer === undefined) return;
  await filters.set(id, answer.text);
  await tree.unfold(id);
}

/** Users type more instead of reading longer lists. */
const mostNames = 50;

/**
 * Asks the user for the filter of an endpoint's indices. While the user types, the list shows the number of matching
 * names, and the first of them. If they cannot be listed, the user can still enter a filter.
 */
function askIndexFilter(
  title: string,
  value: string,
  list: (signal: AbortSignal) => Promise<IndexList>,
): Promise<FilterAnswer | undefined> {
  const isHiddenShown = showsHidden();
  const placeholder = l10n.t('Words of the names; a minus excludes, * matches any characters');
  let listed: IndexList | undefined;
  let failure: string | undefined;

  const rowsFor = (text: string): readonly FilterRow[] => {
    if (listed === undefined) return uncountedRows(text, failure);
    const { shown, count, total } = indexViewOf(listed, { filter: text.trim(), showsHidden: isHiddenShown });
    const names = Object.values(shown)
      .flat()
      .slice(0, mostNames)
      .map(({ name }) => ({ label: escapeForLabel(name), alwaysShow: true, text: name }));
    return [
      countedRow(text, count, total),
      ...(names.length === 0 ? [] : [{ label: l10n.t('Names'), kind: vscode.QuickPickItemKind.Separator }, ...names]),
    ];
  };
  return askFilterText({ title, placeholder, value }, rowsFor, async (signal, show) => {
    try {
      listed = await list(signal);
    } catch (error) {
      if (!isRequestFailure(error)) throw error;
      failure = error.failure.sentence;
    }
    await show();
  });
}
