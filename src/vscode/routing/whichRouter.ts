import * as l10n from '@vscode/l10n';
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
 * Asks for a request and shows which router gets it. Called on the row of a proxy, it is about that proxy; on that of a
 * router, it starts with a URL of its rule; otherwise with the URL in the editor, if there is one.
 *
 * @throws RequestFailure if the proxy could not be read
 */
export async function whichRouter(deps: WhichRouterDeps, argument: unknown): Promise<void> {
  const found = endpointIdOf(argument) === undefined ? await urlInEditor() : undefined;
  // An editor's menu is about a certain URL; from the palette, the cursor and selection may be anywhere.
  const isGiven = found !== undefined && argument instanceof vscode.Uri;
  const url = isGiven || (found !== undefined && (await looksLikeUrl(found))) ? found : undefined;
  await ask(deps, argument, async (before, inventory, endpoint) => ({
    before,
    url: url ?? (await addressOfRouter(argument, inventory, endpoint)),
    isGiven,
  }));
}

/** Asks again, with the answers of a document as the defaults. */
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
    placeholder: l10n.t('Select a proxy'),
    kind: 'proxy',
    proposed: await asks.endpointId(),
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const inventory = await readOf(clients, id, name);
  if (inventory === undefined) return;
  if (!(await hasEntryPoints(inventory))) {
    void vscode.window.showInformationMessage(
      l10n.t('No router can be found: “{0}” lists no entry points and no routers.', escapeForNotification(name)),
    );
    return;
  }
  const proxy = { endpointId: id, name, inventory, origins: stored.endpoint.origins };
  const asked = await askRoute(proxy, await begin(await asks.of(id), inventory, stored.endpoint));
  if (asked === undefined) return;
  await asks.note(asked.ask);
  await documents.open(asked);
}

/** The last reading, or else a new one. Undefined if canceled. */
async function readOf(clients: ClientRegistry, id: string, name: string): Promise<Inventory | undefined> {
  const shared = await clients.inventory(id);
  return (
    shared.latest ??
    withCancel(l10n.t('Reading “{0}”…', escapeForNotification(name, 60)), (signal) => shared.read(signal))
  );
}

/** A URL of the router of a row; undefined for other rows, and if its rule names none. */
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

/** The URL selected in the active editor, or else the one at the cursor; undefined if there is none. */
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
