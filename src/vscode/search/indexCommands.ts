import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import type { IndexList } from '../../core/search/engine/indexList';
import { askIndexDocument, type IndexDocumentKind } from '../../core/searchView/indexDocument';
import { indexQuestion, isIndexQuestion } from '../../core/searchView/indexQuestion';
import { indexViewOf } from '../../core/searchView/indexView';
import { numberText } from '../../l10n/numbers';
import { changeSetting } from '../shared/changeSetting';
import { chooseReadyEndpoint, endpointIdOf } from '../shared/chooseEndpoint';
import type { CommandHandlers } from '../shared/commands';
import { ephemeralJson } from '../shared/ephemeralText';
import { Commands, Settings } from '../shared/ids';
import { keepOrder, untilAnswered } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { SearchPanels } from './searchPanels';
import type { SearchTree } from './searchTree';

/** The user's actions on indices. */
export function indexCommands(panels: SearchPanels, tree: SearchTree) {
  return {
    [Commands.searchIndex]: (node) => searchIndex(panels, node),
    [Commands.openMapping]: (node) => openIndexDocument(panels, 'mapping', node),
    [Commands.openSettings]: (node) => openIndexDocument(panels, 'settings', node),
    [Commands.filterIndices]: (node) => filterIndices(panels, tree, node),
    [Commands.clearIndexFilter]: (node) => tree.filters.clear(endpointIdOf(node)),
    [Commands.showHiddenIndices]: () => changeSetting(Settings.showHiddenIndices, true),
    [Commands.hideHiddenIndices]: () => changeSetting(Settings.showHiddenIndices, false),
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

/** Searches all of an index, or the documents with a field, in a tab with an unchanged search, or in a new one. */
async function searchIndex(panels: SearchPanels, row: unknown): Promise<void> {
  const place = placeOf(row);
  if (place === undefined) return;
  const { size, highlight } = await panels.searches.settings();
  await panels.ask(place.endpointId, indexQuestion({ size, highlight }, place.index, place.field), {
    run: true,
    replaces: (question) => question === undefined || isIndexQuestion(question),
  });
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
  const text = await askIndexFilter({
    title: l10n.t('Filter Indices of {0}', escapeForLabel(name)),
    value: filters.get(id),
    list: (signal) => tree.list(id, signal),
    showsHidden: vscode.workspace.getConfiguration(Settings.section).get(Settings.showHiddenIndices) === true,
  });
  if (text === undefined) return;
  await filters.set(id, text);
  await tree.unfold(id);
}

interface FilterQuestion {
  readonly title: string;
  /** The filter so far. */
  readonly value: string;
  readonly showsHidden: boolean;
  /** Lists the indices to filter. */
  list(signal: AbortSignal): Promise<IndexList>;
}

/** A row of the list; none of the fields for a message only. */
interface FilterRow extends vscode.QuickPickItem {
  /** Applies the text in the field and closes the list. */
  readonly applies?: true;
  /** The filter that selecting the row puts into the field. */
  readonly text?: string;
}

/** Users type more instead of reading longer lists. */
const mostNames = 50;

/**
 * Asks the user for the filter of an endpoint's indices. While the user types, the list shows the number of matching
 * names, and the first of them. If they cannot be listed, the user can still enter a filter.
 *
 * @returns the filter's text, empty for none; undefined if the user changed nothing
 */
async function askIndexFilter({ title, value, showsHidden, list }: FilterQuestion): Promise<string | undefined> {
  const closing = new AbortController();
  const pick = vscode.window.createQuickPick<FilterRow>();
  pick.title = title;
  pick.placeholder = l10n.t('Words of the names; a minus excludes, * matches any characters');
  pick.value = value;
  pick.busy = true;
  keepOrder(pick);
  let listed: IndexList | undefined;
  let failure: string | undefined;

  const rows = (): FilterRow[] => {
    if (listed === undefined) {
      const apply = pick.value.trim() === '' ? l10n.t('Show all') : l10n.t('Apply this filter');
      const why =
        failure === undefined ? l10n.t('Reading…') : l10n.t('Matches cannot be counted. {0}', escapeForLabel(failure));
      return [
        { label: apply, alwaysShow: true, applies: true },
        { label: why, alwaysShow: true },
      ];
    }
    const filter = pick.value.trim();
    const { shown, count, total } = indexViewOf(listed, { filter, showsHidden });
    const names = Object.values(shown)
      .flat()
      .slice(0, mostNames)
      .map(({ name }) => ({ label: escapeForLabel(name), alwaysShow: true, text: name }));
    return [
      {
        label:
          filter === ''
            ? l10n.t('Show all {0}', numberText(total))
            : l10n.t('Show {0} of {1}', numberText(count), numberText(total)),
        iconPath: new vscode.ThemeIcon(filter === '' ? 'clear-all' : 'filter'),
        alwaysShow: true,
        applies: true,
      },
      ...(names.length === 0 ? [] : [{ label: l10n.t('Names'), kind: vscode.QuickPickItemKind.Separator }, ...names]),
    ];
  };
  const show = (): void => {
    pick.items = rows();
    // Enter applies the filter, whichever row VS Code considers the best.
    pick.activeItems = pick.items.slice(0, 1);
  };

  show();
  const answer = untilAnswered<string>(pick, (done) => [
    pick.onDidChangeValue(show),
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      if (row?.applies) done(pick.value.trim());
      else if (row?.text !== undefined) {
        pick.value = row.text;
        show();
      }
    }),
    pick.onDidHide(() => closing.abort()),
  ]);
  try {
    listed = await list(closing.signal);
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    failure = error.failure.sentence;
  }
  if (closing.signal.aborted) return answer;
  pick.busy = false;
  show();
  return answer;
}
