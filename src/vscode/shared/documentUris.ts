import * as vscode from 'vscode';
import { jsonOrNothing } from '../../core/base/json/parse';
import { plainText } from '../../core/base/text/plainText';
import type { SubjectRef } from '../../core/proxy/model/subject';
import { detailsScheme, jsonScheme } from './ids';

/**
 * The URI of a document. The last part of its path is the editor's title, the parts before it are the breadcrumbs. Its
 * subject is in the query, encoded so that no name is rendered: VS Code writes the URI into Markdown when the user
 * hovers over a link.
 *
 * @param called the title of the subject, which is always the same for one subject: part of the URI
 */
export function uriOf(
  scheme: typeof detailsScheme | typeof jsonScheme,
  ref: SubjectRef,
  called: string = ref.name,
): vscode.Uri {
  const title = pathSegmentOf(called);
  const path = scheme === detailsScheme ? `${detailsFolder}/${folderOf(ref)}/${title}` : `/${title}.json`;
  const query = Buffer.from(JSON.stringify(fieldsOf(ref))).toString('base64url');
  return vscode.Uri.from({ scheme, path, query });
}

/** The subject of a document; undefined if the document is not ours. */
export async function refOfUri(uri: vscode.Uri): Promise<SubjectRef | undefined> {
  if (uri.scheme !== detailsScheme && uri.scheme !== jsonScheme) return undefined;
  const { parseSubjectRef } = await import('../../core/proxy/model/subject');
  return parseSubjectRef(jsonOrNothing(Buffer.from(uri.query, 'base64url').toString()));
}

/**
 * The subject of a command: of a tree row, a quick pick, or one of our documents, whose URI the editor's toolbar
 * passes. Without an argument, of the document in the active editor.
 */
export async function subjectRefOf(argument: unknown): Promise<SubjectRef | undefined> {
  if (argument instanceof vscode.Uri) return refOfUri(argument);
  if (argument === undefined) {
    const active = vscode.window.activeTextEditor?.document.uri;
    return active && refOfUri(active);
  }
  const { parseSubjectRef } = await import('../../core/proxy/model/subject');
  return parseSubjectRef(argument);
}

/** The manifest sets the language of the documents in this folder. URIs are not translated. */
const detailsFolder = '/Proxy Scout';

function folderOf(ref: SubjectRef): string {
  if ('type' in ref) return ref.type === 'entryPoint' ? 'entry points' : 'certificates';
  return `${ref.protocol.toUpperCase()} ${ref.kind}`;
}

/** In this order, so that a subject always has the same URI. */
function fieldsOf(ref: SubjectRef): SubjectRef {
  const { endpointId, name } = ref;
  return 'type' in ref
    ? { type: ref.type, endpointId, name }
    : { endpointId, protocol: ref.protocol, kind: ref.kind, name };
}

/** A name as one part of a path, without characters that are special in paths and in Markdown links. */
export function pathSegmentOf(name: string): string {
  const title = plainText(name, 100).replace(/[\\/()[\]<>]/g, (sign) => lookalikes[sign] ?? '');
  return /^\.*$/.test(title) ? 'no name' : title;
}

const lookalikes: Readonly<Record<string, string>> = {
  '\\': '∖',
  '/': '∕',
  '(': '❨',
  ')': '❩',
  '[': '❲',
  ']': '❳',
  '<': '‹',
  '>': '›',
};

/**
 * Reports when the last editor of a document of this scheme has closed. Not when the document closes: VS Code keeps it
 * for a while after its editor is gone. A document that no tab has shown yet is still being opened.
 *
 * @param forget called once with a URI that was shown and is no longer
 */
export function onceEditorsClosed(scheme: string, forget: (uri: vscode.Uri) => void): vscode.Disposable {
  const open = (): Map<string, vscode.Uri> => {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const uris = tabs.flatMap(urisOf).filter((uri) => uri.scheme === scheme);
    return new Map(uris.map((uri) => [uri.toString(), uri]));
  };
  // Editors that a reloaded window restores exist from the start.
  const seen = open();
  return vscode.window.tabGroups.onDidChangeTabs(() => {
    const shown = open();
    for (const [key, uri] of shown) seen.set(key, uri);
    for (const [key, uri] of seen) {
      if (shown.has(key)) continue;
      seen.delete(key);
      forget(uri);
    }
  });
}

/** The documents in a tab. */
function urisOf({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  // A multi-diff editor: its class is not part of the API yet, and one side of a pair may be missing.
  if (typeof input !== 'object' || input === null || !('textDiffs' in input)) return [];
  const pairs: readonly unknown[] = Array.isArray(input.textDiffs) ? input.textDiffs : [];
  return pairs
    .flatMap((pair) =>
      typeof pair === 'object' && pair !== null && 'original' in pair && 'modified' in pair
        ? [pair.original, pair.modified]
        : [],
    )
    .filter((uri) => uri instanceof vscode.Uri);
}

/** Files that are made from data. VS Code cannot watch them, and can only do with them what `files` says. */
export function virtualFiles(
  files: Pick<vscode.FileSystemProvider, 'onDidChangeFile' | 'stat' | 'readFile'> & Partial<vscode.FileSystemProvider>,
): vscode.FileSystemProvider {
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  return {
    watch: () => new vscode.Disposable(() => undefined),
    readDirectory: refuse,
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
    ...files,
  };
}
