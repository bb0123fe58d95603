import * as vscode from 'vscode';
import { keepOrder } from '../shared/keepOrder';

/** A row below the address. Without `choice`, it only says something. */
export interface AddressRow<C> extends vscode.QuickPickItem {
  readonly choice?: C;
}

interface AddressQuestion<C> {
  /** What is in the field at first. */
  readonly value: string;
  /** The rows for a text in the field. */
  readonly rowsFor: (text: string) => readonly AddressRow<C>[];
}

/** The field for the address of an endpoint to add. It stays open while the address is tried. */
export interface AddressInput<C> extends vscode.Disposable {
  /** Waits until a row is chosen. Undefined if the person closed the input. */
  choose(question: AddressQuestion<C>): Promise<{ readonly choice: C; readonly value: string } | undefined>;
  /**
   * Shows that something is under way, with this text in the field. Escape, or typing something else, cancels it.
   *
   * @returns undefined if it was canceled, with what is in the field then
   */
  whileBusy<T>(
    value: string,
    message: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly done: T } | { readonly canceledAt: string }>;
}

/** Opens the input. Nothing is shown before something is asked. */
export function openAddressInput<C>(title: string, placeholder: string): AddressInput<C> {
  const list = vscode.window.createQuickPick<AddressRow<C>>();
  list.title = title;
  list.placeholder = placeholder;
  list.ignoreFocusOut = true;
  keepOrder(list);
  /** Whether VS Code has drawn the rows: Enter in the moment before means the first one. */
  let areDrawn = false;
  const show = (rows: readonly AddressRow<C>[]): void => {
    areDrawn = false;
    list.items = rows.map((row) => ({ ...row, alwaysShow: true }));
    // Enter takes the first one that does something, whichever row VS Code considers the best.
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
