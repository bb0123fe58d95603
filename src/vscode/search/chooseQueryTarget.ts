import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { pickOne, type QuestionPosition, type QuickAnswer, type QuickChoice, runSteps } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Engines } from './engines';
import type { QueryDocuments } from './queryDocuments';
import { queryDocumentOf } from './runQuery';

interface IndexRow extends vscode.QuickPickItem {
  readonly name: string;
}

/** Lets a person choose the endpoint and the index that a body is for. Says whether both were. */
export async function chooseQueryTarget(
  clients: ClientRegistry,
  engines: Engines,
  documents: QueryDocuments,
  argument: unknown,
): Promise<boolean> {
  const document = queryDocumentOf(argument);
  const query = document && (await documents.read(document));
  if (document === undefined || query === undefined) return false;
  const title = 'Where to Search';
  const endpoints = (await (await clients.store()).list()).filter(
    ({ hint, state }) => hint.kind === 'search' && state === 'ready',
  );
  let [endpointId] = endpoints.map(({ hint }) => hint.id);
  if (endpointId === undefined) {
    void vscode.window.showWarningMessage('There is no search endpoint yet. Add one first.');
    return false;
  }
  endpointId = endpoints.find(({ hint }) => hint.id === query.endpointId)?.hint.id ?? endpointId;
  let { index } = query.question;
  const isDone = await runSteps(
    [
      async (place) => {
        if (endpoints.length === 1) return 'skip';
        const choices = endpoints.map(
          ({ hint }): QuickChoice<string> => ({ label: `$(search) ${escapeForLabel(hint.name)}`, value: hint.id }),
        );
        const placeholder = 'Which endpoint should be searched?';
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

/** Offers the names that the endpoint lists; anything else, such as several names or a pattern, can be typed. */
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
  list.placeholder = 'Index, alias or data stream; several with commas, patterns with *';
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
        : [{ label: escapeForLabel(typed), description: 'as typed', alwaysShow: true, name: typed }];
    list.items = [...own, ...listed.slice(0, 200)];
  };
  const load = async (): Promise<void> => {
    list.busy = true;
    try {
      const { catalogue } = await engines.of(endpointId);
      const names = await catalogue.indices(abort.signal);
      listed = names.map(({ name, kind }) => ({ label: escapeForLabel(name), description: kind, name }));
    } catch {
      // A name can be typed all the same, and the search then says what is wrong with the endpoint.
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
