import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import type { IndexList } from '../../core/search/engine/indexList';
import { indexViewOf } from '../../core/searchView/indexView';
import { numberText } from '../../l10n/numbers';
import { keepOrder } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

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
export async function askIndexFilter({ title, value, showsHidden, list }: FilterQuestion): Promise<string | undefined> {
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

  const answer = new Promise<string | undefined>((resolve) => {
    pick.onDidChangeValue(show);
    pick.onDidAccept(() => {
      const [row] = pick.selectedItems;
      if (row?.applies) {
        resolve(pick.value.trim());
        pick.hide();
      } else if (row?.text !== undefined) {
        pick.value = row.text;
        show();
      }
    });
    pick.onDidHide(() => {
      resolve(undefined);
      closing.abort();
      pick.dispose();
    });
  });
  show();
  pick.show();
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
