import * as vscode from 'vscode';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { PublicUrlSource } from '../../core/proxy/publicUrls/publicUrls';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import { chooseReadyEndpoint, endpointIdOf } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { loadCore } from '../shared/loadCore';
import { escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import { askRoute, type RouteQuestionStart } from './askRoute';
import type { RememberedAsks } from './rememberedAsks';
import type { RouteDocuments } from './routeDocuments';

export interface WhichRouterDeps {
  readonly clients: ClientRegistry;
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
  { clients, asks, documents }: WhichRouterDeps,
  argument: unknown,
  begin: (
    before: RememberedRouteQuestion | undefined,
    inventory: Inventory,
    endpoint: PublicUrlSource,
  ) => Promise<RouteQuestionStart>,
): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: 'Ask which proxy?',
    kind: 'proxy',
    proposed: await asks.endpointId(),
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const inventory = await readOf(clients, id, name);
  if (inventory === undefined) return;
  if (!(await hasEntryPoints(inventory))) {
    void vscode.window.showInformationMessage(
      `“${escapeForNotification(name)}” lists no entry points and no routers, so nothing can be asked about it.`,
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
async function readOf(clients: ClientRegistry, id: string, name: string): Promise<Inventory | undefined> {
  const shared = await clients.inventory(id);
  return shared.latest ?? withCancel(`Reading “${escapeForNotification(name, 60)}”`, (signal) => shared.read(signal));
}

/** An address at which the router of a row answers; undefined for other rows, and where its rule names none. */
async function addressOfRouter(
  argument: unknown,
  inventory: Inventory,
  endpoint: PublicUrlSource,
): Promise<string | undefined> {
  const { publicUrlsOf, parseSubjectRef, subjectIn } = await loadCore();
  const ref = parseSubjectRef(argument);
  const subject = ref && subjectIn(inventory, ref);
  if (subject?.type !== 'item' || subject.item.kind !== 'routers') return undefined;
  const found = publicUrlsOf(subject.item, inventory, endpoint);
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
