import * as vscode from 'vscode';
import { keepOrder } from '../shared/quickInput';

/** A row below the address. Without `choice`, it is only a message. */
export interface AddressRow<C> extends vscode.QuickPickItem {
  readonly choice?: C;
}

interface AddressQuestion<C> {
  /** The initial text of the field. */
  readonly value: string;
  readonly rowsFor: (text: string) => readonly AddressRow<C>[];
}

/** The field for the address of an endpoint to add. It stays open while the address is tried. */
export interface AddressInput<C> extends vscode.Disposable {
  /** Waits until the user chooses a row. Undefined if the user closed the input. */
  choose(question: AddressQuestion<C>): Promise<{ readonly choice: C; readonly value: string } | undefined>;
  /**
   * Shows progress, with this text in the field. Escape, or typing another text, cancels the work.
   *
   * @returns undefined if it was canceled, with the current text of the field
   */
  whileBusy<T>(
    value: string,
    message: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly done: T } | { readonly canceledAt: string }>;
}

/** Opens the input. Shows nothing before the first question. */
export function openAddressInput<C>(title: string, placeholder: string): AddressInput<C> {
  const list = vscode.window.createQuickPick<AddressRow<C>>();
  list.title = title;
  list.placeholder = placeholder;
  list.ignoreFocusOut = true;
  keepOrder(list);
  /** Whether VS Code has drawn the rows: Enter just before that takes the first one. */
  let areDrawn = false;
  const show = (rows: readonly AddressRow<C>[]): void => {
    areDrawn = false;
    list.items = rows.map((row) => ({ ...row, alwaysShow: true }));
    // Enter takes the first row with a choice, whichever row VS Code considers the best.
    list.activeItems = list.items.filter(({ choice }) => choice !== undefined).slice(0, 1);
  };
  const chosenRow = (): AddressRow<C> | undefined =>
    areDrawn ? list.selectedItems[0] : list.items.find(({ choice }) => choice !== undefined);
  list.onDidChangeActive(() => {
    areDrawn = true;
  });
  return {
    choose({ value, rowsFor }) {
      list.busy = false;
      list.value = value;
      show(rowsFor(value));
      list.show();
      return new Promise((resolve) => {
        const subscriptions = vscode.Disposable.from(
          list.onDidChangeValue((text) => show(rowsFor(text))),
          list.onDidAccept(() => {
            const choice = chosenRow()?.choice;
            if (choice !== undefined) end({ choice, value: list.value });
          }),
          list.onDidHide(() => end(undefined)),
        );
        const end = (chosen: { readonly choice: C; readonly value: string } | undefined): void => {
          subscriptions.dispose();
          resolve(chosen);
        };
      });
    },
    async whileBusy(value, saying, work) {
      const cancel = new AbortController();
      list.busy = true;
      list.value = value;
      show([{ label: `$(loading~spin) ${saying}` }]);
      list.show();
      const subscriptions = vscode.Disposable.from(
        list.onDidChangeValue((text) => {
          if (text !== value) cancel.abort();
        }),
        list.onDidHide(() => cancel.abort()),
      );
      try {
        const done = await work(cancel.signal);
        return cancel.signal.aborted ? { canceledAt: list.value } : { done };
      } catch (error) {
        if (cancel.signal.aborted) return { canceledAt: list.value };
        throw error;
      } finally {
        subscriptions.dispose();
        list.busy = false;
      }
    },
    dispose: () => list.dispose(),
  };
}
