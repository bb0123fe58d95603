import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { titleOf } from './uris';
import { onceClosed } from './whileShown';

/** Shows texts as read-only documents of which nothing is left once they are closed. */
export interface PassingDocuments extends vscode.Disposable {
  /** Opens one in an editor of its own. */
  open(text: PassingText, options: vscode.TextDocumentShowOptions): Promise<void>;
  /** Opens two beside each other in VS Code's diff editor. */
  compare(left: PassingText, right: PassingText): Promise<void>;
}

/** A text to be shown. */
export interface PassingText {
  /** Whose it is, for the tab's title. May be server text. */
  readonly name: string;
  /** What the title ends with, which gives the document its language: `.json`. */
  readonly ending: string;
  readonly text: string;
}

/**
 * Serves texts from memory, each until the last editor that shows it closes. Their addresses say nothing about them.
 *
 * @param gone what stands in an editor that VS Code opens again after that
 */
export function registerPassingDocuments(scheme: string, gone: string): PassingDocuments {
  const texts = new Map<string, string>();
  const forget = (uri: vscode.Uri): void => {
    texts.delete(uri.path);
  };
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => texts.get(uri.path) ?? gone,
    }),
    onceClosed(scheme, forget),
  );

  const keep = ({ name, ending, text }: PassingText): vscode.Uri => {
    const uri = vscode.Uri.from({ scheme, path: `/${randomUUID()}/${titleOf(name)}${ending}` });
    texts.set(uri.path, text);
    return uri;
  };
  const show = async (uris: readonly vscode.Uri[], open: () => Thenable<unknown>): Promise<void> => {
    try {
      await open();
    } catch (error) {
      uris.forEach(forget);
      throw error;
    }
  };

  return {
    async open(text, options) {
      const uri = keep(text);
      await show([uri], async () => {
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
      });
    },
    async compare(left, right) {
      const [original, modified] = [keep(left), keep(right)];
      const title = `${titleOf(left.name)} ↔ ${titleOf(right.name)}`;
      await show([original, modified], () => vscode.commands.executeCommand('vscode.diff', original, modified, title));
    },
    dispose() {
      texts.clear();
      subscriptions.dispose();
    },
  };
}
