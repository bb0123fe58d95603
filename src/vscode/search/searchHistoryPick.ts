import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { questionText } from '../../core/search/saved/searchQuestionText';
import { type PluralForms, plural } from '../../l10n/plural';
import type { SearchQuestion } from '../../protocol/question';
import { isConfirmed } from '../shared/confirm';
import { untilAnswered } from '../shared/quickInput';
import { escapeForDescription, escapeForLabel } from '../shared/sanitize';
import type { SavedSearches } from './savedSearches';

/** A search to show: the endpoint's own, as it was left, or one of its past ones. */
export interface PickedSearch {
  readonly endpointId: string;
  readonly question?: SearchQuestion;
  readonly isNew: boolean;
}

interface NamedEndpoint {
  readonly id: string;
  readonly name: string;
}

interface Row extends vscode.QuickPickItem {
  readonly shows?: Omit<PickedSearch, 'isNew'>;
}

const newTabButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('empty-window'),
  tooltip: l10n.t('Open in New Tab'),
});
const forgetButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('close'),
  tooltip: l10n.t('Remove from History'),
});
const clearButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: l10n.t('Clear Search History'),
});

/**
 * Lets the user select a search: one of the endpoints themselves, or one of their past ones, the recent ones first, the newest
 * at the top, then the saved ones. The query is in the label, because VS Code would render foreign text elsewhere as Markdown.
 *
 * @param pages the endpoints that can be selected themselves
 * @returns undefined if nothing was selected
 */
export async function pickSearch(
  saved: SavedSearches,
  endpoints: readonly NamedEndpoint[],
  pages: readonly NamedEndpoint[],
): Promise<PickedSearch | undefined> {
  const list = vscode.window.createQuickPick<Row>();
  list.title = pages.length === 0 ? l10n.t('Search History') : l10n.t('Search');
  const many = endpoints.length > 1;
  const buttonsOfPast = [newTabButton(), forgetButton()];
  const [openInNewTab] = buttonsOfPast;

  const rowsOfPast = async (): Promise<readonly Row[]> => {
    const past = await Promise.all(
      endpoints.map(async ({ id, name }) =>
        (await saved.history.of(id)).map(({ at, question }) => ({ id, name, at, question })),
      ),
    );
    const now = Date.now();
    return past
      .flat()
      .toSorted((one, other) => other.at - one.at)
      .map(({ id, name, at, question }) => ({
        label: `$(history) ${escapeForLabel(questionText(question), 300)}`,
        description: many ? escapeForDescription(`${agoText(now - at)} · ${name}`) : agoText(now - at),
        buttons: buttonsOfPast,
        shows: { endpointId: id, question },
      }));
  };
  const rowsOfSaved = async (): Promise<readonly Row[]> => {
    const store = await saved.store();
    return endpoints.flatMap(({ id }) =>
      store.list(id).map(({ name, question }) => ({
        label: `$(bookmark) ${escapeForLabel(`${name} · ${questionText(question)}`, 300)}`,
        buttons: buttonsOfPast.slice(0, 1),
        shows: { endpointId: id, question },
      })),
    );
  };
  const show = async (): Promise<void> => {
    const recent = await rowsOfPast();
    const own = pages.map(({ id, name }) => ({
      label: `$(search) ${escapeForLabel(name)}`,
      buttons: buttonsOfPast.slice(0, 1),
      shows: { endpointId: id },
    }));
    list.items = [...own, ...headed(l10n.t('Recent'), recent), ...headed(l10n.t('Saved'), await rowsOfSaved())];
    list.buttons = recent.length > 0 ? [clearButton()] : [];
    list.placeholder = list.items.length === 0 ? l10n.t('No searches yet') : l10n.t('Select a search');
  };

  await show();
  const [only, ...others] = list.items;
  // There is nothing to choose.
  if (only?.shows !== undefined && others.length === 0 && pages.length > 0) {
    list.dispose();
    return { ...only.shows, isNew: false };
  }
  return untilAnswered<PickedSearch | undefined>(list, (done) => [
    list.onDidAccept(() => {
      const shown = list.selectedItems[0]?.shows;
      if (shown !== undefined) done({ ...shown, isNew: false });
    }),
    list.onDidTriggerItemButton(async ({ button, item: { shows } }) => {
      if (shows === undefined) return;
      if (button === openInNewTab) return done({ ...shows, isNew: true });
      if (shows.question !== undefined) await saved.history.forget(shows.endpointId, shows.question);
      await show();
    }),
    list.onDidTriggerButton(async () => {
      const ids = new Set(endpoints.map(({ id }) => id));
      if (many) {
        done(undefined);
        if (!(await isClearingConfirmed())) return;
      }
      await saved.history.clear((id) => ids.has(id));
      if (!many) await show();
    }),
  ]);
}

function isClearingConfirmed(): Promise<boolean> {
  return isConfirmed({
    question: l10n.t('Clear the search history of all endpoints?'),
    detail: l10n.t('Saved searches are kept.'),
    action: l10n.t('Clear'),
  });
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
