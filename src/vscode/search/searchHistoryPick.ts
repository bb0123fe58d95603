import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { questionText } from '../../core/search/saved/searchQuestionText';
import { type PluralForms, plural } from '../../l10n/plural';
import type { SearchQuestion } from '../../protocol/question';
import { isConfirmed } from '../shared/confirm';
import { untilAnswered } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { SavedSearches } from './savedSearches';
import type { SearchPanels } from './searchPanels';
import { chooseSearchEndpoint } from './showSearch';

interface Row extends vscode.QuickPickItem {
  readonly question?: SearchQuestion;
}

const forgetButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('close'),
  tooltip: l10n.t('Remove from History'),
});
const clearButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('clear-all'),
  tooltip: l10n.t('Clear This History'),
});

/**
 * Lets the user select one of the endpoint's searches: the recent ones, newest first, then the saved ones. The query is
 * in the label, because VS Code would render foreign text elsewhere as Markdown.
 *
 * @returns undefined if nothing was selected
 */
export async function pickFromHistory(saved: SavedSearches, endpointId: string): Promise<SearchQuestion | undefined> {
  const list = vscode.window.createQuickPick<Row>();
  list.title = l10n.t('Search History');

  const rows = async (): Promise<readonly Row[]> => {
    const named = (await saved.store()).list(endpointId).map(({ name, question }): Row => {
      return { label: `$(bookmark) ${escapeForLabel(`${name} · ${questionText(question)}`, 300)}`, question };
    });
    const now = Date.now();
    const run = (await saved.history.of(endpointId)).map(({ at, question }): Row => {
      return {
        label: `$(history) ${escapeForLabel(questionText(question), 300)}`,
        description: agoText(now - at),
        buttons: [forgetButton()],
        question,
      };
    });
    return [...headed(l10n.t('Recent'), run), ...headed(l10n.t('Saved'), named)];
  };
  const show = async (): Promise<void> => {
    const items = await rows();
    const isEmpty = items.length === 0;
    list.items = items;
    list.buttons = items.some(({ buttons }) => buttons !== undefined) ? [clearButton()] : [];
    list.placeholder = isEmpty ? l10n.t('No searches yet') : l10n.t('Select the search to run again');
  };

  await show();
  return untilAnswered<SearchQuestion>(list, (done) => [
    list.onDidAccept(() => {
      const question = list.selectedItems[0]?.question;
      if (question !== undefined) done(question);
    }),
    list.onDidTriggerItemButton(async ({ item: { question } }) => {
      if (question !== undefined) await saved.history.forget(endpointId, question);
      await show();
    }),
    list.onDidTriggerButton(async () => {
      await saved.history.clear((id) => id === endpointId);
      await show();
    }),
  ]);
}

function headed(heading: string, rows: readonly Row[]): readonly Row[] {
  return rows.length === 0 ? [] : [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}

const steps: readonly { readonly below: number; readonly unit: number; readonly forms: PluralForms }[] = [
  { below: 3_600_000, unit: 60_000, forms: { one: '{0} minute ago', other: '{0} minutes ago' } },
  { below: 86_400_000, unit: 3_600_000, forms: { one: '{0} hour ago', other: '{0} hours ago' } },
  { below: Number.POSITIVE_INFINITY, unit: 86_400_000, forms: { one: '{0} day ago', other: '{0} days ago' } },
];

/** `Just now`, `1 minute ago`, `3 days ago`. */
function agoText(ms: number): string {
  const step = ms < 60_000 ? undefined : steps.find(({ below }) => ms < below);
  return step === undefined ? l10n.t('Just now') : plural(Math.floor(ms / step.unit), step.forms);
}

export async function searchHistory(saved: SavedSearches, panels: SearchPanels, argument: unknown): Promise<void> {
  const { active, searches } = panels;
  const here = argument === undefined && active?.question !== undefined ? active.search.endpointId : undefined;
  const endpointId = await chooseSearchEndpoint(searches, here ?? argument);
  if (endpointId === undefined) return;
  const question = await pickFromHistory(saved, endpointId);
  if (question !== undefined) await panels.ask(endpointId, question);
}

export async function clearSearchHistory(saved: SavedSearches): Promise<void> {
  if (saved.history.endpointIds.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('The search history is empty.'));
    return;
  }
  const confirmed = await isConfirmed({
    question: l10n.t('Clear the search history of all endpoints?'),
    detail: l10n.t('Saved searches are kept.'),
    action: l10n.t('Clear'),
  });
  if (confirmed) await saved.history.clear(() => true);
}
