import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { loadCore } from '../core';

/** The scheme of the read-only documents that show one hit. */
export const HIT_SCHEME = 'proxy-scout-hit';

const forgotten =
  'This document was kept only as long as its editor was open. Open it again from the search that found it.';

/** Shows hits as read-only JSON documents. */
export interface HitDocuments extends vscode.Disposable {
  /**
   * Opens one hit beside the search.
   *
   * @param json the hit as received; shown indented, with every digit as it came
   * @param rank its place in the result, for the tab's title
   */
  open(json: string, rank: number): Promise<void>;
}

/** Serves hits from memory, each until its editor closes. Their addresses say nothing about them. */
export function registerHitDocuments(): HitDocuments {
  const texts = new Map<string, string>();
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(HIT_SCHEME, {
      provideTextDocumentContent: (uri) => texts.get(uri.path) ?? forgotten,
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === HIT_SCHEME) texts.delete(uri.path);
    }),
  );

  return {
    async open(json, rank) {
      const { indentJson } = await loadCore();
      const path = `/${randomUUID()}/hit-${rank}.json`;
      texts.set(path, indentJson(json));
      try {
        const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: HIT_SCHEME, path }));
        await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
      } catch (error) {
        texts.delete(path);
        throw error;
      }
    },
    dispose: () => subscriptions.dispose(),
  };
}
