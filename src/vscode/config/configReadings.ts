import * as vscode from 'vscode';
import type { ConfigGroup } from '../../core/config/files/readConfigFiles';
import { CONFIG_NAME } from '../../core/config/source/mayDeclare';
import type { SourceFile } from '../../core/config/source/placedText';
import { errorInLog } from '../shared/errorInLog';
import { loadCore } from '../shared/loadCore';
import { fileText } from './fileText';

/** What a document declares. */
interface ConfigReading {
  /** Tells the file of the document from those that are read with it. */
  readonly path: string;
  readonly groups: readonly ConfigGroup[];
}

/** Reads documents once for each version, in slices. */
export interface ConfigReadings extends vscode.Disposable {
  /** What a document declares now; undefined if nothing for Traefik, and if it changed while it was read. */
  of(document: vscode.TextDocument): Promise<ConfigReading | undefined>;
  /** A document that was read, or that is closed. */
  readonly onDidRead: vscode.Event<vscode.TextDocument>;
}

/** How long nothing is typed before a document is read again, in milliseconds. */
const PAUSE_MS = 250;
const SCHEMES: ReadonlySet<string> = new Set(['file', 'untitled', 'vscode-vfs', 'vscode-test-web']);

interface Entry {
  readonly version: number;
  readonly reading: Promise<ConfigReading | undefined>;
}

/** Follows all documents. */
export function openConfigReadings(log: Pick<vscode.LogOutputChannel, 'error'>): ConfigReadings {
  const entries = new Map<string, Entry>();
  const pauses = new Map<string, NodeJS.Timeout>();
  const read = new vscode.EventEmitter<vscode.TextDocument>();

  const start = async (document: vscode.TextDocument): Promise<ConfigReading | undefined> => {
    const { mayDeclare, readConfigFiles, runStepsInSlices, TimeSlicerGivenUp, timeSlicerWithin } = await loadCore();
    const { version } = document;
    const own: SourceFile = { path: pathOf(document), text: document.getText() };
    if (!mayDeclare(own)) return undefined;
    const files = [...(await filesBeside(document)), own];
    const slicer = timeSlicerWithin(Number.POSITIVE_INFINITY, () => document.version === version && !document.isClosed);
    try {
      return { path: own.path, groups: await runStepsInSlices(readConfigFiles(files), slicer) };
    } catch (error) {
      if (error instanceof TimeSlicerGivenUp) return undefined;
      throw error;
    }
  };
  const of = (document: vscode.TextDocument): Promise<ConfigReading | undefined> => {
    const key = document.uri.toString();
    const known = entries.get(key);
    if (known?.version === document.version) return known.reading;
    const reading = start(document).catch((error: unknown) => {
      log.error('A file cannot be read.', errorInLog(error));
      return undefined;
    });
    entries.set(key, { version: document.version, reading });
    return reading;
  };
  const look = async (document: vscode.TextDocument): Promise<void> => {
    if (!SCHEMES.has(document.uri.scheme)) return;
    await of(document);
    read.fire(document);
  };
  const lookSoon = (document: vscode.TextDocument): void => {
    const key = document.uri.toString();
    clearTimeout(pauses.get(key));
    const pause = setTimeout(() => {
      pauses.delete(key);
      void look(document);
    }, PAUSE_MS);
    pauses.set(key, pause);
  };
  const forget = (document: vscode.TextDocument): void => {
    const key = document.uri.toString();
    clearTimeout(pauses.get(key));
    pauses.delete(key);
    if (entries.delete(key)) read.fire(document);
  };

  for (const document of vscode.workspace.textDocuments) lookSoon(document);
  const subscriptions = vscode.Disposable.from(
    read,
    vscode.workspace.onDidOpenTextDocument((document) => void look(document)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) return;
      lookSoon(document);
      const beside = composeBeside(document)?.toString();
      const readWithIt = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === beside);
      if (readWithIt === undefined) return;
      entries.delete(readWithIt.uri.toString());
      lookSoon(readWithIt);
    }),
    vscode.workspace.onDidCloseTextDocument(forget),
  );
  return {
    of,
    onDidRead: read.event,
    dispose() {
      for (const pause of pauses.values()) clearTimeout(pause);
      subscriptions.dispose();
    },
  };
}

/** The path of a document; a new one that has no name yet has that of its language. */
function pathOf({ uri, languageId }: vscode.TextDocument): string {
  if (CONFIG_NAME.test(uri.path)) return uri.path;
  return `${uri.path}.${languageId === 'toml' ? 'toml' : 'yml'}`;
}

const COMPOSE = /^(docker-compose|compose)(\.override)?(\.ya?ml)$/i;

/** Where the compose file is that a document overrides, or that overrides it. */
function composeBeside({ uri }: vscode.TextDocument): vscode.Uri | undefined {
  const [name, stem = '', override, ending = ''] = COMPOSE.exec(uri.path.slice(uri.path.lastIndexOf('/') + 1)) ?? [];
  if (name === undefined || uri.scheme === 'untitled') return undefined;
  return vscode.Uri.joinPath(uri, '..', `${stem}${override === undefined ? '.override' : ''}${ending}`);
}

/** That compose file as it is in an editor, otherwise as it is saved. */
async function filesBeside(document: vscode.TextDocument): Promise<readonly SourceFile[]> {
  const beside = composeBeside(document);
  if (beside === undefined) return [];
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === beside.toString());
  const text = open?.getText() ?? (await fileText(beside));
  return text === undefined ? [] : [{ path: beside.path, text }];
}
