import * as vscode from 'vscode';
import { ROUTE_SCHEME } from '../shared/ids';

/** Documents as read-only files, whose text is made when VS Code reads them. */
interface RouteFiles extends vscode.Disposable {
  /** Has the text of a document made again. */
  change(uri: vscode.Uri): void;
  /** Drops the text of a document that is no longer shown. */
  forget(uri: vscode.Uri): void;
}

interface Made {
  /** In milliseconds. VS Code takes a file that did not get younger for one that did not change. */
  readonly mtime: number;
  readonly bytes: Promise<Uint8Array>;
}

/**
 * Serves texts as files: VS Code opens files again after a reload of the window, other documents not.
 *
 * @param textOf makes the text of a document
 */
export function registerRouteFiles(textOf: (uri: vscode.Uri) => Promise<string>): RouteFiles {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const made = new Map<string, Made>();
  let last = 0;
  const make = (uri: vscode.Uri): Made => {
    last = Math.max(Date.now(), last + 1);
    // With a byte order mark, VS Code reads UTF-8 whatever encoding a person has set for files.
    const bytes = textOf(uri).then((text) => new TextEncoder().encode(`\uFEFF${text}`));
    const file = { mtime: last, bytes };
    made.set(uri.authority, file);
    // What failed is tried again.
    bytes.catch(() => made.delete(uri.authority));
    return file;
  };
  const fileAt = (uri: vscode.Uri): Made => made.get(uri.authority) ?? make(uri);
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    async stat(uri) {
      const { mtime, bytes } = fileAt(uri);
      const { length: size } = await bytes;
      return { type: vscode.FileType.File, ctime: 0, mtime, size, permissions: vscode.FilePermission.Readonly };
    },
    readFile: (uri) => fileAt(uri).bytes,
    readDirectory: refuse,
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  const subscriptions = vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(ROUTE_SCHEME, files, { isReadonly: true, isCaseSensitive: true }),
  );
  return {
    change(uri) {
      make(uri);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    forget: ({ authority }) => made.delete(authority),
    dispose() {
      made.clear();
      subscriptions.dispose();
    },
  };
}
