import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { PassingText } from './passingText';
import { titleOf } from './uris';
import { onceClosed } from './whileShown';
import type { WholeDocuments } from './whole';

/** Shows texts as read-only documents of which nothing is left once they are closed. */
export interface PassingDocuments extends vscode.Disposable {
  /** Opens one in an editor of its own. */
  open(text: PassingText, options: vscode.TextDocumentShowOptions): Promise<void>;
  /** Opens two beside each other in VS Code's diff editor. */
  compare(left: PassingText, right: PassingText): Promise<void>;
}

/**
 * Serves texts from memory, each until the last editor that shows it closes. Their addresses say nothing about them.
 *
 * @param gone what stands in an editor that VS Code opens again after that
 * @param wholes opens whole what is shown the head of
 */
export function registerPassingDocuments(
  scheme: string,
  gone: string,
  wholes?: Pick<WholeDocuments, 'offerOn'>,
): PassingDocuments {
  const texts = new Map<string, PassingText>();
  const forget = (uri: vscode.Uri): void => {
    texts.delete(uri.path);
  };
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => texts.get(uri.path)?.text ?? gone,
    }),
    onceClosed(scheme, forget),
    ...(wholes === undefined ? [] : [wholes.offerOn(scheme, ({ path }) => texts.get(path)?.whole)]),
  );

  const keep = (text: PassingText): vscode.Uri => {
    const { name, ending } = text;
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
