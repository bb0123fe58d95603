import * as vscode from 'vscode';
import type { Connections } from '../shared/connections';
import { findSubject } from '../shared/findSubject';
import { DETAILS_SCHEME } from '../shared/ids';
import { uriOf } from '../shared/uris';

/** Opens the document about a router, service, middleware, entry point or certificate. */
export async function openDetails(connections: Connections, argument: unknown): Promise<void> {
  const found = await findSubject(connections, argument);
  if (found !== undefined) await openDocument(uriOf(DETAILS_SCHEME, found.ref), argument);
}

/** Shows a document. A row of the tree keeps the focus, as a click on a file in the Explorer leaves it there. */
export async function openDocument(uri: vscode.Uri, argument: unknown): Promise<void> {
  const isRow = typeof argument === 'object' && argument !== null && 'parent' in argument;
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus: isRow });
}
