import * as vscode from 'vscode';
import { newestByKey } from '../../core/base/async/newestByKey';

/** Documents as read-only files. Their text is made when VS Code reads them. */
export interface RouteFiles extends vscode.Disposable {
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  /** Makes the text of a document again, because its question has changed. A text in the making is abandoned. */
  change(uri: vscode.Uri): void;
  /** Resolves as soon as no text of the document is in the making. */
  settled(uri: vscode.Uri): Promise<void>;
  /** Drops the text of a document that is no longer shown. */
  forget(uri: vscode.Uri): void;
}

interface MadeFile {
  /** In milliseconds. VS Code considers a file unchanged if it is not younger. */
  readonly mtime: number;
  readonly bytes: Uint8Array;
}

/**
 * Makes texts files, because after a reload of the window VS Code opens files again, but not other documents.
 *
 * @param textOf makes the text of a document, by the authority of its URI; its signal aborts once no caller wants the
 * text
 * @param changed fires when a file has changed
 */
export function openRouteFiles(
  textOf: (id: string, signal: AbortSignal) => Promise<string>,
  changed: Pick<vscode.EventEmitter<vscode.FileChangeEvent[]>, 'fire'>,
): RouteFiles {
  let last = 0;
  const files = newestByKey(async (id, signal): Promise<MadeFile> => {
    last = Math.max(Date.now(), last + 1);
    const mtime = last;
    // With a byte order mark, VS Code reads UTF-8, whatever encoding the user has set for files.
    return { mtime, bytes: new TextEncoder().encode(`\uFEFF${await textOf(id, signal)}`) };
  });
  return {
    async stat({ authority }) {
      const { mtime, bytes } = await files.get(authority);
      const { length: size } = bytes;
      return { type: vscode.FileType.File, ctime: 0, mtime, size, permissions: vscode.FilePermission.Readonly };
    },
    readFile: async ({ authority }) => (await files.get(authority)).bytes,
    change(uri) {
      files.make(uri.authority);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    settled: ({ authority }) => files.settled(authority),
    forget: ({ authority }) => files.forget(authority),
    dispose: () => files.clear(),
  };
}
