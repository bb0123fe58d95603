import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onceEditorsClosed, pathSegmentOf, virtualFiles } from './documentUris';
import type { WholeSource } from './ephemeralText';
import { Commands, wholeScheme } from './ids';

export type WholeDocuments = ReturnType<typeof registerWholeDocuments>;

/**
 * Opens the full version of documents that show only a beginning. Serves them as files: those may have any size, other
 * documents at most 50 MiB. Their bytes are made when VS Code reads them; the source is kept until the last editor of
 * the document closes.
 */
export function registerWholeDocuments(ownScheme = wholeScheme) {
  const shown = new Map<string, WholeSource>();
  const sources = new Map<string, (uri: vscode.Uri) => WholeSource | undefined>();
  const lensesChanged = new vscode.EventEmitter<void>();
  const fileChanged = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const at = (uri: vscode.Uri): WholeSource => {
    const whole = shown.get(uri.path);
    if (whole === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return whole;
  };
  const files = virtualFiles({
    onDidChangeFile: fileChanged.event,
    stat: (uri) => ({
      type: vscode.FileType.File,
      ctime: 0,
      mtime: 0,
      size: at(uri).size,
      permissions: vscode.FilePermission.Readonly,
    }),
    async readFile(uri) {
      const { wholeText } = await import('./ephemeralText');
      return wholeText(at(uri));
    },
  });
  const subscriptions = vscode.Disposable.from(
    lensesChanged,
    fileChanged,
    vscode.workspace.registerFileSystemProvider(ownScheme, files, { isReadonly: true, isCaseSensitive: true }),
    onceEditorsClosed(ownScheme, ({ path }) => shown.delete(path)),
  );

  return {
    /**
     * Offers Open Full Document… on the documents of a scheme.
     *
     * @param wholeOf the full JSON of a document; undefined if it shows all of it
     */
    offerOn(scheme: string, wholeOf: (uri: vscode.Uri) => WholeSource | undefined): vscode.Disposable {
      sources.set(scheme, wholeOf);
      return vscode.languages.registerCodeLensProvider(
        { scheme },
        {
          onDidChangeCodeLenses: lensesChanged.event,
          provideCodeLenses({ uri }) {
            if (wholeOf(uri) === undefined) return [];
            const command = {
              title: `$(go-to-file) ${l10n.t('Open Full Document…')}`,
              command: Commands.openWhole,
              arguments: [uri],
            };
            return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
          },
        },
      );
    },
    /** Call when the content of a document has changed. */
    changed: (): void => lensesChanged.fire(),
    /** @param argument the URI of the truncated document; by default that of the active editor */
    async open(argument: unknown): Promise<void> {
      const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
      const whole = uri && sources.get(uri.scheme)?.(uri);
      if (whole === undefined) {
        void vscode.window.showInformationMessage(l10n.t('This document is already shown in full.'));
        return;
      }
      const target = vscode.Uri.from({ scheme: ownScheme, path: `/${randomUUID()}/${pathSegmentOf(whole.name)}.json` });
      shown.set(target.path, whole);
      await vscode.commands.executeCommand('vscode.open', target, { preview: false });
    },
    dispose(): void {
      shown.clear();
      sources.clear();
      subscriptions.dispose();
    },
  };
}
