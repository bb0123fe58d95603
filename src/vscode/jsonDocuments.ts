import * as vscode from 'vscode';
import { jsonOrNothing } from '../core/json/parse';
import { type Kind, kinds, type Protocol, protocols } from '../core/traefik/model';
import type { ItemNode } from '../core/tree/nodes';
import type { Connections } from './connections';
import { loadCore } from './core';
import { JSON_SCHEME } from './ids';

/** Which router, service or middleware a document shows. */
type Reference = Pick<ItemNode, 'endpointId' | 'protocol' | 'kind' | 'name'>;

/** Opens an item as a read-only JSON document: as the API gave it, digit for digit, only indented. */
export async function openAsJson(connections: Connections, argument: unknown): Promise<void> {
  const reference = referenceOf(argument);
  if (reference === undefined) return;
  // Looked up here as well: what goes wrong while VS Code opens a document reaches nobody in our words.
  if ((await textOf(connections, reference)) === undefined) {
    void vscode.window.showWarningMessage(noLongerListed);
    return;
  }
  const document = await vscode.workspace.openTextDocument(await uriOf(reference));
  // The focus stays in the view, as a click on a file in the Explorer leaves it there.
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
}

/** Serves those documents, and reads them anew when their endpoint is. */
export function registerJsonDocuments(connections: Connections): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(JSON_SCHEME, {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri) {
      const reference = referenceOf(jsonOrNothing(uri.query));
      return (reference && (await textOf(connections, reference))) ?? noLongerListed;
    },
  });
  const subscription = connections.onDidRead((endpointId) => {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === JSON_SCHEME && referenceOf(jsonOrNothing(uri.query))?.endpointId === endpointId)
        changed.fire(uri);
    }
  });
  return vscode.Disposable.from(registration, subscription, changed);
}

const noLongerListed = 'The proxy no longer lists this. Refresh the view to see what it lists.';

/** The item's JSON from what was last read, so that a refresh under way keeps nobody waiting. */
async function textOf(connections: Connections, reference: Reference): Promise<string | undefined> {
  const { indentJson, itemOf } = await loadCore();
  const shared = await connections.inventory(reference.endpointId);
  const item = itemOf(shared.latest ?? (await shared.read()), reference);
  return item === undefined ? undefined : `${indentJson(item.text)}\n`;
}

/** The title of the editor is the item's name; what is looked up stands in the query, since a name may hold a slash. */
async function uriOf({ endpointId, protocol, kind, name }: Reference): Promise<vscode.Uri> {
  const { plainText } = await loadCore();
  return vscode.Uri.from({
    scheme: JSON_SCHEME,
    path: `/${plainText(name, 100).replace(/[\\/]/g, '∕')}.json`,
    query: JSON.stringify({ endpointId, protocol, kind, name }),
  });
}

function referenceOf(value: unknown): Reference | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { endpointId, protocol, kind, name } = value as Partial<Record<keyof Reference, unknown>>;
  const known = protocols.includes(protocol as Protocol) && kinds.includes(kind as Kind);
  if (!known || typeof endpointId !== 'string' || typeof name !== 'string') return undefined;
  return { endpointId, protocol: protocol as Protocol, kind: kind as Kind, name };
}
