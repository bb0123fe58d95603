import * as vscode from 'vscode';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { Reached } from '../../core/proxy/publicUrls/addresses';
import type { Ask } from '../../core/proxy/routing/askedBefore';
import { chooseReadyEndpoint, endpointIdOf } from '../shared/chooseEndpoint';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import { inNotification } from '../shared/inert';
import { withCancel } from '../shared/withCancel';
import { askRoute, type Begin } from './askRoute';
import type { RememberedAsks } from './rememberedAsks';
import type { RouteDocuments } from './routeDocuments';

export interface WhichRouterDeps {
  readonly connections: Connections;
  readonly asks: RememberedAsks;
  readonly documents: RouteDocuments;
}

/**
 * Asks which request is meant and shows which router takes it: of the proxy on whose row it was called, on that of a
 * router beginning with an address of its rule; else about the URL in the editor, where there is one.
 *
 * @throws RequestFailure where the proxy could not be read
 */
export async function whichRouter(deps: WhichRouterDeps, argument: unknown): Promise<void> {
  const found = endpointIdOf(argument) === undefined ? await urlInEditor() : undefined;
  // An editor's menu says which URL is meant; from the palette, the cursor may be anywhere and the selection anything.
  const isGiven = found !== undefined && argument instanceof vscode.Uri;
  const url = isGiven || (found !== undefined && (await looksLikeUrl(found))) ? found : undefined;
  await ask(deps, argument, async (before, inventory, endpoint) => ({
    before,
    url: url ?? (await addressOfRouter(argument, inventory, endpoint)),
    isGiven,
  }));
}

/** Asks again what was asked in a document, beginning with its answers. */
export async function askRouteAgain(deps: WhichRouterDeps, argument: unknown): Promise<void> {
  const asked = deps.documents.askedIn(argument);
  if (asked === undefined) await whichRouter(deps, undefined);
  else await ask(deps, asked.ask.endpointId, async () => ({ before: asked.ask }));
}

async function ask(
  { connections, asks, documents }: WhichRouterDeps,
  argument: unknown,
  begin: (before: Ask | undefined, inventory: Inventory, endpoint: Reached) => Promise<Begin>,
): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, {
    placeholder: 'Ask which proxy?',
    kind: 'proxy',
    proposed: await asks.endpointId(),
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const inventory = await readOf(connections, id, name);
  if (inventory === undefined) return;
  if (!(await hasEntryPoints(inventory))) {
    void vscode.window.showInformationMessage(
      `“${inNotification(name)}” lists no entry points and no routers, so nothing can be asked about it.`,
    );
    return;
  }
  const proxy = { endpointId: id, name, inventory, origins: stored.endpoint.origins };
  const asked = await askRoute(proxy, await begin(await asks.of(id), inventory, stored.endpoint));
  if (asked === undefined) return;
  await asks.note(asked.ask);
  await documents.open(asked);
}

/** What was read last; what was never read is read now. Undefined where the person cancelled that. */
async function readOf(connections: Connections, id: string, name: string): Promise<Inventory | undefined> {
  const shared = await connections.inventory(id);
  return shared.latest ?? withCancel(`Reading “${inNotification(name, 60)}”`, (signal) => shared.read(signal));
}

/** An address at which the router of a row answers; undefined for other rows, and where its rule names none. */
async function addressOfRouter(
  argument: unknown,
  inventory: Inventory,
  endpoint: Reached,
): Promise<string | undefined> {
  const { addressesOf, parseSubjectRef, subjectOf } = await loadCore();
  const ref = parseSubjectRef(argument);
  const subject = ref && subjectOf(inventory, ref);
  if (subject?.type !== 'item' || subject.item.kind !== 'routers') return undefined;
  const found = addressesOf(subject.item, inventory, endpoint);
  return 'problem' in found ? undefined : found.addresses[0]?.url;
}

/** The URL that is selected in the active editor, or else the one that the cursor is in; undefined where there is none. */
async function urlInEditor(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { urlAt, urlInSelection } = await loadCore();
  const { document, selection } = editor;
  if (selection.isEmpty) return urlAt(document.lineAt(selection.active.line).text, selection.active.character);
  return urlInSelection(document.getText(selection)) || undefined;
}

async function looksLikeUrl(text: string): Promise<boolean> {
  const { readAskedUrl } = await loadCore();
  return /[./:]/.test(text) && !('problem' in readAskedUrl(text));
}

async function hasEntryPoints(inventory: Inventory): Promise<boolean> {
  const { guessEntryPoint } = await loadCore();
  return (
    guessEntryPoint({ protocol: 'http', isTls: undefined, port: undefined, name: '' }, inventory).guesses.length > 0
  );
}
