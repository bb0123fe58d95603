import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { pathSegmentOf } from './documentUris';
import type { EphemeralText } from './ephemeralText';
import { onceEditorsClosed } from './onceEditorsClosed';
import type { WholeDocuments } from './wholeDocuments';

/** Shows texts as read-only documents, which are gone once they are closed. */
export interface EphemeralDocuments extends vscode.Disposable {
  /** Opens one in its own editor. */
  open(text: EphemeralText, options: vscode.TextDocumentShowOptions): Promise<void>;
  /** Opens two in VS Code's diff editor. */
  compare(left: EphemeralText, right: EphemeralText): Promise<void>;
}

/**
 * Serves texts from memory, each until the last editor that shows it closes. Their URIs reveal only their titles.
 *
 * @param gone the text of an editor that VS Code opens again after that
 * @param wholes opens the full version of truncated texts
 */
export function registerEphemeralDocuments(
  scheme: string,
  gone: string,
  wholes?: Pick<WholeDocuments, 'offerOn'>,
): EphemeralDocuments {
  const texts = new Map<string, EphemeralText>();
  const forget = (uri: vscode.Uri): void => {
    texts.delete(uri.path);
  };
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => texts.get(uri.path)?.text ?? gone,
    }),
    onceEditorsClosed(scheme, forget),
    ...(wholes === undefined ? [] : [wholes.offerOn(scheme, ({ path }) => texts.get(path)?.whole)]),
  );

  const keep = (text: EphemeralText): vscode.Uri => {
    const { name, ending } = text;
    const uri = vscode.Uri.from({ scheme, path: `/${randomUUID()}/${pathSegmentOf(name)}${ending}` });
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
      const title = `${pathSegmentOf(left.name)} ↔ ${pathSegmentOf(right.name)}`;
      await show([original, modified], () => vscode.commands.executeCommand('vscode.diff', original, modified, title));
    },
    dispose() {
      texts.clear();
      subscriptions.dispose();
    },
  };
}
