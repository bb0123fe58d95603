import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import {
  composeFilesWith,
  composePathsBeside,
  envName,
  envPathBeside,
  largestEnv,
} from '../../core/config/compose/composeFiles';
import { readConfig } from '../../core/config/files/readConfig';
import { hasStaticName, staticFoldersOf } from '../../core/config/files/staticSources';
import { configName, largestFile, mayDeclare } from '../../core/config/source/mayDeclare';
import { folderOf, type SourceFile } from '../../core/config/source/placedText';
import type { FilesRead } from '../../core/liveConfig/readProxies';
import { errorInLog } from '../shared/logError';
import { isFileThere, textNow, textOfRegular } from './fileText';

interface ConfigReading extends FilesRead {
  /** Distinguishes the document's file from those that are read with it. */
  readonly path: string;
}

export type ConfigReadings = ReturnType<typeof openConfigReadings>;

/** Milliseconds without typing before a document is read again. */
const pauseMs = 250;
const schemes: ReadonlySet<string> = new Set(['file', 'untitled', 'vscode-vfs', 'vscode-test-web']);

interface Entry {
  readonly version: number;
  readonly reading: Promise<ConfigReading | undefined>;
  /** Aborts when a newer read starts, or when no caller needs this one. */
  readonly ended: AbortController;
}

/** Reads documents once for each version, without holding the event loop. */
export function openConfigReadings(log: Pick<vscode.LogOutputChannel, 'error'>) {
  const entries = new Map<string, Entry>();
  const pauses = new Map<string, NodeJS.Timeout>();
  const read = new vscode.EventEmitter<vscode.TextDocument>();

  const start = async (document: vscode.TextDocument, signal: AbortSignal): Promise<ConfigReading | undefined> => {
    if (!schemes.has(document.uri.scheme)) return undefined;
    const own: SourceFile = { path: pathOf(document), text: document.getText() };
    if (!mayDeclare(own)) return undefined;
    const files = [...(await filesBeside(document)), own];
    try {
      return { path: own.path, files, groups: await readConfig(files, signal) };
    } catch (error) {
      if (isRequestFailure(error)) return undefined;
      throw error;
    }
  };
  const of = (document: vscode.TextDocument): Promise<ConfigReading | undefined> => {
    const key = document.uri.toString();
    const known = entries.get(key);
    if (known?.version === document.version) return known.reading;
    known?.ended.abort();
    const ended = new AbortController();
    const reading = start(document, ended.signal).catch((error: unknown) => {
      log.error('A file cannot be read.', errorInLog(error));
      return undefined;
    });
    entries.set(key, { version: document.version, reading, ended });
    return reading;
  };
  const look = async (document: vscode.TextDocument): Promise<void> => {
    if (!schemes.has(document.uri.scheme)) return;
    await of(document);
    read.fire(document);
  };
  const readSoon = (document: vscode.TextDocument): void => {
    const key = document.uri.toString();
    clearTimeout(pauses.get(key));
    const pause = setTimeout(() => {
      pauses.delete(key);
      void look(document);
    }, pauseMs);
    pauses.set(key, pause);
  };
  const forget = (document: vscode.TextDocument): void => {
    const key = document.uri.toString();
    clearTimeout(pauses.get(key));
    const isAwaited = pauses.delete(key);
    entries.get(key)?.ended.abort();
    if (entries.delete(key) || isAwaited) read.fire(document);
  };

  const readAgainBeside = (changed: Pick<vscode.TextDocument, 'uri'>): void => {
    for (const other of vscode.workspace.textDocuments) {
      if (!isBeside(changed, other)) continue;
      entries.get(other.uri.toString())?.ended.abort();
      entries.delete(other.uri.toString());
      readSoon(other);
    }
  };

  for (const document of vscode.workspace.textDocuments) readSoon(document);
  const others = [`**/${envName}`, '**/{*compose*,traefik}.{yml,yaml,toml}'].map((glob) =>
    vscode.workspace.createFileSystemWatcher(glob),
  );
  const subscriptions = vscode.Disposable.from(
    read,
    vscode.workspace.onDidOpenTextDocument((document) => void look(document)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) return;
      readSoon(document);
      readAgainBeside(document);
    }),
    ...others.flatMap((watcher) => [
      watcher,
      watcher.onDidCreate((uri) => readAgainBeside({ uri })),
      watcher.onDidChange((uri) => readAgainBeside({ uri })),
      watcher.onDidDelete((uri) => readAgainBeside({ uri })),
    ]),
    vscode.workspace.onDidCloseTextDocument(forget),
  );
  return {
    /** The declarations of a document now; undefined if it has none for Traefik, and if it changed during the read. */
    of,
    /** Fires with a document that was read or closed. */
    onDidRead: read.event,
    dispose(): void {
      for (const pause of pauses.values()) clearTimeout(pause);
      for (const { ended } of entries.values()) ended.abort();
      subscriptions.dispose();
    },
  };
}

/** The path of a document. A new document without a name has one made from its language. */
function pathOf({ uri, languageId }: vscode.TextDocument): string {
  if (configName.test(uri.path)) return uri.path;
  return `${uri.path}.${languageId === 'toml' ? 'toml' : 'yml'}`;
}

/** Whether a file affects how another one is read, or has its variables. */
function isBeside({ uri }: Pick<vscode.TextDocument, 'uri'>, { uri: other }: vscode.TextDocument): boolean {
  const isAlike = uri.scheme === other.scheme && uri.authority === other.authority;
  if (!isAlike) return false;
  const isStatic = hasStaticName(uri.path) && staticFoldersOf(other.path).includes(folderOf(uri.path));
  return isStatic || [envPathBeside(other.path), ...composePathsBeside(other.path)].includes(uri.path);
}

/** More files of such names in a folder are of no one proxy. */
const mostStatic = 20;

/** The files of a workspace folder that may be static ones, and decide over a document: regular ones only. */
export async function staticFilesBeside({ uri }: vscode.TextDocument): Promise<readonly SourceFile[]> {
  const workspaceFolder = vscode.workspace.getWorkspaceFolder(uri);
  if (workspaceFolder === undefined) return [];
  const folders = staticFoldersOf(uri.path).map((path) => uri.with({ path }));
  const own = folders.filter((one) => vscode.workspace.getWorkspaceFolder(one) === workspaceFolder);
  const files = (await Promise.all(own.map(staticFilesIn))).flat();
  const texts = await Promise.all(files.map((one) => textOfRegular(one, largestFile)));
  return files.flatMap(({ path }, at) => {
    const text = texts[at];
    return text === undefined ? [] : [{ path, text }];
  });
}

async function staticFilesIn(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    const names = entries.flatMap(([name]) => (hasStaticName(name) ? [name] : []));
    return names.length > mostStatic ? [] : names.map((name) => vscode.Uri.joinPath(folder, name));
  } catch {
    return [];
  }
}

/** The files that are read with a document, from editors or the disk: at most one compose file, and `.env`. */
async function filesBeside({ uri }: vscode.TextDocument): Promise<readonly SourceFile[]> {
  if (uri.scheme === 'untitled') return [];
  const paths = composePathsBeside(uri.path);
  const isThere = await Promise.all(paths.map((path) => isFileThere(uri.with({ path }))));
  const there = new Set(paths.filter((_, at) => isThere[at] === true));
  const together = composeFilesWith(uri.path, (path) => there.has(path)).paths.filter((path) => path !== uri.path);
  const texts = await Promise.all(together.map((path) => textNow(uri.with({ path }))));
  const others = together.flatMap((path, at) => {
    const text = texts[at];
    return text === undefined ? [] : [{ path, text }];
  });
  const path = envPathBeside(uri.path);
  const env = await textOfRegular(uri.with({ path }), largestEnv);
  return env === undefined ? others : [...others, { path, text: env }];
}
