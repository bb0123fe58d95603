import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { indexKindNames } from '../../core/search/engine/completions';
import { askQuestions, pickOne, type QuestionPosition, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Engines } from './engines';
import type { QueryDocuments } from './queryDocuments';
import { queryDocumentOf } from './runQuery';

interface IndexRow extends vscode.QuickPickItem {
  readonly name: string;
}

/** Lets the user select the endpoint and the index for a body. @returns whether both were selected */
export async function chooseQueryTarget(
  engines: Engines,
  documents: QueryDocuments,
  argument: unknown,
): Promise<boolean> {
  const document = queryDocumentOf(argument);
  const query = document && (await documents.read(document));
  if (document === undefined || query === undefined) return false;
  const title = l10n.t('Change Endpoint or Index');
  const endpoints = (await (await engines.clients.store()).list()).filter(
    ({ hint, state }) => hint.kind === 'search' && state === 'ready',
  );
  let [endpointId] = endpoints.map(({ hint }) => hint.id);
  if (endpointId === undefined) {
    void vscode.window.showWarningMessage(l10n.t('No search endpoints yet. Add one first.'));
    return false;
  }
  endpointId = endpoints.find(({ hint }) => hint.id === query.endpointId)?.hint.id ?? endpointId;
  let { index } = query.question;
  const isDone = await askQuestions(
    [
      async (place) => {
        if (endpoints.length === 1) return 'skip';
        const choices = endpoints.map(
          ({ hint }): QuickChoice<string> => ({ label: `$(search) ${escapeForLabel(hint.name)}`, value: hint.id }),
        );
        const placeholder = l10n.t('Select the endpoint to search');
        return outcome(
          await pickOne<string>({ ...place, title, placeholder, choices, active: endpointId ?? '' }),
          (chosen) => {
            endpointId = chosen;
          },
        );
      },
      async (place) => {
        const shown = endpoints.length === 1 ? { title } : { ...place, title };
        return outcome(await askIndex(shown, engines, endpointId ?? '', index), (chosen) => {
          index = chosen;
        });
      },
    ],
    () => Math.min(2, endpoints.length),
  );
  if (isDone) await documents.retarget(document, { endpointId, index });
  return isDone;
}

function outcome<T>(answer: QuickAnswer<T>, take: (value: T) => void): 'next' | 'back' | 'cancel' {
  if (answer === undefined) return 'cancel';
  if (answer === 'back') return 'back';
  take(answer.value);
  return 'next';
}

/** Offers the names that the endpoint lists; the user can type others, such as several names or a pattern. */
function askIndex(
  place: QuestionPosition,
  engines: Engines,
  endpointId: string,
  present: string,
): Promise<QuickAnswer<string>> {
  const list = vscode.window.createQuickPick<IndexRow>();
  list.title = place.title;
  list.step = place.step;
  list.totalSteps = place.totalSteps;
  if (place.canGoBack === true) list.buttons = [vscode.QuickInputButtons.Back];
  list.placeholder = l10n.t('Index, alias, or data stream. Separate several with commas; * matches any characters.');
  list.value = present;
  list.ignoreFocusOut = true;
  const abort = new AbortController();
  let listed: readonly IndexRow[] = [];
  const show = (): void => {
    const typed = list.value.trim();
    const isListed = listed.some(({ name }) => name === typed);
    const own: readonly IndexRow[] =
      typed === '' || isListed
        ? []
        : [{ label: escapeForLabel(typed), description: l10n.t('As entered'), alwaysShow: true, name: typed }];
    list.items = [...own, ...listed.slice(0, 200)];
  };
  const load = async (): Promise<void> => {
    list.busy = true;
    try {
      const { catalog } = await engines.of(endpointId);
      const names = await catalog.indices(abort.signal);
      listed = names.map(({ name, kind }) => ({
        label: escapeForLabel(name),
        description: indexKindNames[kind](),
        name,
      }));
    } catch {
      // The user can still type a name. The search then shows the endpoint's problem.
    }
    list.busy = false;
    show();
  };
  return new Promise((resolve) => {
    const subscriptions = [
      list.onDidChangeValue(show),
      list.onDidAccept(() => {
        const name = list.selectedItems[0]?.name;
        if (name === undefined) return;
        resolve({ value: name });
        list.hide();
      }),
      list.onDidTriggerButton(() => {
        resolve('back');
        list.hide();
      }),
      list.onDidHide(() => {
        resolve(undefined);
        abort.abort();
        for (const subscription of subscriptions) subscription.dispose();
        list.dispose();
      }),
    ];
    show();
    list.show();
    void load();
  });
}
