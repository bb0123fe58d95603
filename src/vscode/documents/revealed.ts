import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { SECRETS_SCHEME } from '../ids';
import { titleOf } from './uris';

const HIDDEN_AGAIN =
  'The secrets are hidden again: they were shown only as long as this editor was open. Choose Reveal Secrets… anew.\n';

/** Shows JSON with its secrets, each time in a document of its own. */
export interface RevealedDocuments extends vscode.Disposable {
  /**
   * Opens one.
   *
   * @param name whose secrets they are, for the title
   * @param json what is shown
   */
  open(name: string, json: string): Promise<void>;
}

/** Serves such documents from memory, each until its last editor closes. Their addresses say nothing about what they show. */
export function registerRevealedDocuments(): RevealedDocuments {
  const texts = new Map<string, string>();
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SECRETS_SCHEME, {
      provideTextDocumentContent: (uri) => texts.get(uri.path) ?? HIDDEN_AGAIN,
    }),
    // Not when the document closes: VS Code keeps it for a while after its editor is gone.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const open = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(pathOf)));
      for (const tab of closed) {
        const path = pathOf(tab);
        if (path !== undefined && !open.has(path)) texts.delete(path);
      }
    }),
  );

  return {
    async open(name, json) {
      const path = `/${randomUUID()}/${titleOf(name)} with secrets.json`;
      texts.set(path, json);
      try {
        const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: SECRETS_SCHEME, path }));
        await vscode.window.showTextDocument(document, { preview: false });
      } catch (error) {
        texts.delete(path);
        throw error;
      }
    },
    dispose: () => {
      texts.clear();
      subscriptions.dispose();
    },
  };
}

/** The path of a document of ours that a tab shows. */
function pathOf({ input }: vscode.Tab): string | undefined {
  return input instanceof vscode.TabInputText && input.uri.scheme === SECRETS_SCHEME ? input.uri.path : undefined;
}
