import * as vscode from 'vscode';
import type { SearchQuestion } from '../../protocol/question';
import { loadCore } from '../shared/loadCore';
import { escapeForLabel } from '../shared/sanitize';
import type { SavedSearches } from './savedSearches';

interface Row extends vscode.QuickPickItem {
  readonly question?: SearchQuestion;
}

const forgetButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('close'),
  tooltip: 'Remove from History',
};
const clearButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('clear-all'),
  tooltip: 'Clear This History',
};

/**
 * Lets a person choose from the searches of an endpoint: those with names, then those that were run, the newest first.
 * What they ask stands in the label: VS Code would render other people's text anywhere else as Markdown.
 *
 * @returns undefined where nothing was chosen
 */
export async function pickFromHistory(saved: SavedSearches, endpointId: string): Promise<SearchQuestion | undefined> {
  const { questionText } = await loadCore();
  const list = vscode.window.createQuickPick<Row>();
  list.title = 'Search History';

  const rows = async (): Promise<readonly Row[]> => {
    const named = (await saved.store()).list(endpointId).map(({ name, question }): Row => {
      return { label: `$(bookmark) ${escapeForLabel(`${name} · ${questionText(question)}`, 300)}`, question };
    });
    const now = Date.now();
    const run = (await saved.history.of(endpointId)).map(({ at, question }): Row => {
      return {
        label: `$(history) ${escapeForLabel(questionText(question), 300)}`,
        description: agoText(now - at),
        buttons: [forgetButton],
        question,
      };
    });
    return [...headed('Saved', named), ...headed('Run before', run)];
  };
  const show = async (): Promise<void> => {
    const items = await rows();
    const isEmpty = items.length === 0;
    list.items = items;
    list.buttons = items.some(({ buttons }) => buttons !== undefined) ? [clearButton] : [];
    list.placeholder = isEmpty ? 'Nothing was searched for here yet.' : 'Which search should be run again?';
  };

  await show();
  return new Promise((resolve) => {
    const subscriptions = [
      list.onDidAccept(() => {
        const question = list.selectedItems[0]?.question;
        if (question === undefined) return;
        resolve(question);
        list.hide();
      }),
      list.onDidTriggerItemButton(async ({ item: { question } }) => {
        if (question !== undefined) await saved.history.forget(endpointId, question);
        await show();
      }),
      list.onDidTriggerButton(async () => {
        await saved.history.clear((id) => id === endpointId);
        await show();
      }),
      list.onDidHide(() => {
        resolve(undefined);
        for (const subscription of subscriptions) subscription.dispose();
        list.dispose();
      }),
    ];
    list.show();
  });
}

function headed(heading: string, rows: readonly Row[]): readonly Row[] {
  return rows.length === 0 ? [] : [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}

const steps = [
  [60_000, 'just now', ''],
  [3_600_000, 'minute', 60_000],
  [86_400_000, 'hour', 3_600_000],
  [Number.POSITIVE_INFINITY, 'day', 86_400_000],
] as const;

/** `just now`, `1 minute ago`, `3 days ago`. */
function agoText(ms: number): string {
  const [, word, unit] = steps.find(([below]) => ms < below) ?? steps[0];
  if (unit === '') return word;
  const count = Math.floor(ms / unit);
  return `${count} ${word}${count === 1 ? '' : 's'} ago`;
}
