import * as vscode from 'vscode';
import { jsonOrNothing } from '../../core/base/json/parse';
import { plainText } from '../../core/base/text/plainText';
import type { SubjectRef } from '../../core/proxy/model/subject';
import { DETAILS_SCHEME, JSON_SCHEME } from './ids';
import { loadCore } from './loadCore';

/**
 * The address of a document. Its last part is the editor's title and those before it the breadcrumbs; what is looked up
 * stands in the query, encoded so that no name in it means anything to whoever renders the address: VS Code writes it into
 * Markdown when a link is hovered.
 */
export function uriOf(scheme: typeof DETAILS_SCHEME | typeof JSON_SCHEME, ref: SubjectRef): vscode.Uri {
  const title = pathSegmentOf(ref.name);
  const path = scheme === DETAILS_SCHEME ? `${DETAILS_FOLDER}/${folderOf(ref)}/${title}` : `/${title}.json`;
  const query = Buffer.from(JSON.stringify(fieldsOf(ref))).toString('base64url');
  return vscode.Uri.from({ scheme, path, query });
}

/** What a document is about; undefined for one that is not ours. */
export async function refOfUri(uri: vscode.Uri): Promise<SubjectRef | undefined> {
  if (uri.scheme !== DETAILS_SCHEME && uri.scheme !== JSON_SCHEME) return undefined;
  const { parseSubjectRef } = await loadCore();
  return parseSubjectRef(jsonOrNothing(Buffer.from(uri.query, 'base64url').toString()));
}

/**
 * What a command is about: what a row of the tree or a quick pick stands for, or a document of ours, whose address an
 * editor's toolbar gives; without an argument the document in the active editor.
 */
export async function subjectRefOf(argument: unknown): Promise<SubjectRef | undefined> {
  if (argument instanceof vscode.Uri) return refOfUri(argument);
  if (argument === undefined) {
    const active = vscode.window.activeTextEditor?.document.uri;
    return active && refOfUri(active);
  }
  const { parseSubjectRef } = await loadCore();
  return parseSubjectRef(argument);
}

/** The manifest gives the documents below it their language. */
const DETAILS_FOLDER = '/Proxy Scout';

function folderOf(ref: SubjectRef): string {
  if ('type' in ref) return ref.type === 'entryPoint' ? 'entry points' : 'certificates';
  return `${ref.protocol.toUpperCase()} ${ref.kind}`;
}

/** In this order, so that the same subject has the same address from wherever it is opened. */
function fieldsOf(ref: SubjectRef): SubjectRef {
  const { endpointId, name } = ref;
  return 'type' in ref
    ? { type: ref.type, endpointId, name }
    : { endpointId, protocol: ref.protocol, kind: ref.kind, name };
}

/** A name as one part of a path, without what means something in paths and in Markdown's links. */
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
