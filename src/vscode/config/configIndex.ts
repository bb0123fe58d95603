import * as vscode from 'vscode';
import type { NamedObject, NamePlace } from '../../core/config/files/namesIn';
import { CONFIG_NAME } from '../../core/config/source/mayDeclare';
import type { SourceFile } from '../../core/config/source/placedText';
import { loadCore } from '../shared/loadCore';
import { fileText } from './fileText';

/** A name in a file of the workspace. */
export interface IndexedName {
  readonly object: NamedObject;
  readonly role: NamePlace['role'];
  readonly location: vscode.Location;
}

/** The names in all files of the workspace that declare something. Nothing is read before somebody asks. */
export interface ConfigIndex extends vscode.Disposable {
  /** Rejects with `CancellationError` if canceled. */
  names(token: vscode.CancellationToken): Promise<readonly IndexedName[]>;
}

const FILES = '**/*.{yml,yaml,toml,hcl,nomad}';
const EXCLUDED = '**/{node_modules,.git,vendor,dist,build,out,target}/**';
const MOST_FILES = 2_000;

/** Keeps what was read until a file changes. */
export function openConfigIndex(): ConfigIndex {
  let known: Promise<readonly IndexedName[]> | undefined;
  let watcher: vscode.Disposable | undefined;
  const forget = (): void => {
    known = undefined;
  };
  const watch = (): void => {
    if (watcher !== undefined) return;
    const files = vscode.workspace.createFileSystemWatcher(FILES);
    watcher = vscode.Disposable.from(
      files,
      files.onDidChange(forget),
      files.onDidCreate(forget),
      files.onDidDelete(forget),
      vscode.workspace.onDidChangeWorkspaceFolders(forget),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && CONFIG_NAME.test(document.uri.path)) forget();
      }),
    );
  };
  return {
    async names(token) {
      watch();
      const reading = known ?? readWorkspace(token);
      known = reading;
      try {
        return await reading;
      } catch (error) {
        if (known === reading) forget();
        throw error;
      }
    },
    dispose: () => watcher?.dispose(),
  };
}

async function readWorkspace(token: vscode.CancellationToken): Promise<readonly IndexedName[]> {
  const { mayDeclare, namesIn, readConfigFiles, runStepsInSlices, timeSlicerWithin } = await loadCore();
  const uris = await vscode.workspace.findFiles(FILES, EXCLUDED, MOST_FILES, token);
  const open = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document]));
  const texts = new Map<string, SourceFile>();
  const byPath = new Map<string, vscode.Uri>();
  for (const uri of uris) {
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    const text = open.get(uri.toString())?.getText() ?? (await fileText(uri));
    const file = text === undefined ? undefined : { path: uri.path, text };
    if (file === undefined || !mayDeclare(file)) continue;
    texts.set(uri.path, file);
    byPath.set(uri.path, uri);
  }
  const slicer = timeSlicerWithin(Number.POSITIVE_INFINITY, () => true);
  const places = namesIn(await runStepsInSlices(readConfigFiles([...texts.values()]), slicer));
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const lines = new Map<string, readonly number[]>();
  return places.flatMap(({ object, role, range: { path, start, end } }) => {
    const uri = byPath.get(path);
    if (uri === undefined) return [];
    const starts = lines.get(path) ?? lineStarts(texts.get(path)?.text ?? '');
    lines.set(path, starts);
    const range = new vscode.Range(positionIn(starts, start), positionIn(starts, end));
    return [{ object, role, location: new vscode.Location(uri, range) }];
  });
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + (text.startsWith('\r\n', index) ? 2 : 1));
  return starts;
}

function positionIn(starts: readonly number[], offset: number): vscode.Position {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return new vscode.Position(low, offset - (starts[low] ?? 0));
}
