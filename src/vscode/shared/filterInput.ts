import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { numberText } from '../../l10n/numbers';
import { keepOrder, untilAnswered } from './quickInput';
import { escapeForLabel } from './sanitize';

/** A row below the text of a filter; without these fields, it is only a message. */
export interface FilterRow extends vscode.QuickPickItem {
  /** Applies the text in the field and closes the list. */
  readonly applies?: true;
  /** The text that selecting the row puts into the field. */
  readonly text?: string;
  /** Selecting the row lists more rows. */
  readonly unfolds?: () => void;
}

export interface FilterQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** The filter so far. */
  readonly value: string;
  /** Asks for the filter of something else. */
  readonly button?: vscode.QuickInputButton;
}

/** The text, empty for none, and whether the user pressed the button instead of applying it. */
export interface FilterAnswer {
  readonly text: string;
  readonly isPressed: boolean;
}

/**
 * Asks the user for the text of a filter.
 *
 * @param rowsFor the rows for the typed text; `isOld` tells that another one was typed meanwhile, or the list was closed
 * @param read reads what is filtered, and calls `show` when other rows are to be shown
 * @returns undefined if the user changed nothing
 */
export async function askFilterText(
  { title, placeholder, value, button }: FilterQuestion,
  rowsFor: (text: string, isOld: () => boolean) => readonly FilterRow[] | Promise<readonly FilterRow[]>,
  read: (signal: AbortSignal, show: () => Promise<void>) => Promise<void>,
): Promise<FilterAnswer | undefined> {
  const closing = new AbortController();
  const list = vscode.window.createQuickPick<FilterRow>();
  list.title = title;
  list.placeholder = placeholder;
  list.value = value;
  if (button !== undefined) list.buttons = [button];
  list.busy = true;
  keepOrder(list);
  /** Counts the lists of rows: only the last one is made to the end. */
  let made = 0;
  let shownFor: string | undefined;
  const show = async (): Promise<void> => {
    const mine = ++made;
    const isOld = (): boolean => mine !== made || closing.signal.aborted;
    const rows = await rowsFor(list.value, isOld);
    if (isOld()) return;
    const active = shownFor === list.value ? list.activeItems[0]?.text : undefined;
    shownFor = list.value;
    list.items = rows;
    // Enter applies the filter, whichever row VS Code considers the best, unless the user has gone to another one.
    const same = active === undefined ? undefined : rows.find(({ text }) => text === active);
    list.activeItems = same === undefined ? rows.slice(0, 1) : [same];
  };
  await show();
  const answer = untilAnswered<FilterAnswer>(list, (done) => [
    list.onDidChangeValue(() => void show()),
    list.onDidAccept(() => {
      const [row] = list.selectedItems;
      if (row?.applies) done({ text: list.value.trim(), isPressed: false });
      else if (row?.text !== undefined) {
        list.value = row.text;
        void show();
      } else if (row?.unfolds !== undefined) {
        row.unfolds();
        void show();
      }
    }),
    list.onDidTriggerButton(() => done({ text: list.value, isPressed: true })),
    list.onDidHide(() => closing.abort()),
  ]);
  await read(closing.signal, show);
  if (!closing.signal.aborted) list.busy = false;
  return answer;
}

/**
 * The rows while matches are not known.
 *
 * @param failure why they cannot be counted; undefined while they are read
 */
export function uncountedRows(text: string, failure: string | undefined): readonly FilterRow[] {
  const apply = text.trim() === '' ? l10n.t('Show all') : l10n.t('Apply this filter');
  const why =
    failure === undefined ? l10n.t('Reading…') : l10n.t('Matches cannot be counted. {0}', escapeForLabel(failure));
  return [
    { label: apply, alwaysShow: true, applies: true },
    { label: why, alwaysShow: true },
  ];
}

/** The row that applies the text, with the number of matches. */
export function countedRow(text: string, count: number, total: number): FilterRow {
  const isEmpty = text.trim() === '';
  return {
    label: isEmpty
      ? l10n.t('Show all {0}', numberText(total))
      : l10n.t('Show {0} of {1}', numberText(count), numberText(total)),
    iconPath: new vscode.ThemeIcon(isEmpty ? 'clear-all' : 'filter'),
    alwaysShow: true,
    applies: true,
  };
}
