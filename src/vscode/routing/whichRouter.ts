import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Inventory } from '../../core/proxy/model/inventory';
import { parseSubjectRef, subjectIn } from '../../core/proxy/model/subject';
import { type PublicUrlSource, publicUrlsOf } from '../../core/proxy/publicUrls/publicUrls';
import { readCurlCommand } from '../../core/proxy/routing/curlCommand';
import { parseRouteQuestion, type RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import { withRouteUrl } from '../../core/proxy/routing/routeDraft';
import { urlAt, urlInSelection } from '../../core/proxy/routing/urlText';
import { chooseReadyEndpoint, endpointIdOf } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import { type AskedRequest, askRouteUrl, readAskedRequest } from './askRouteUrl';
import { editRequest, readRouteEdit } from './editRequest';
import type { RememberedAsks } from './rememberedAsks';
import type { RouteDocumentsOnDemand } from './routeDocuments';

interface WhichRouterDeps {
  readonly clients: ClientRegistry;
  readonly asks: RememberedAsks;
  readonly documents: RouteDocumentsOnDemand;
  readonly proxies: { selectedEndpointId(): string | undefined };
}

/**
 * Shows which router gets a request. Answers at once if it is called with a question, such as that of an access log's
 * line, or on a selection in an editor. On the row of a router, uses an example of its rule; otherwise asks for a URL.
 * The rest is guessed, and the user can change it in the answer.
 *
 * @throws RequestFailure if the proxy could not be read
 */
async function whichRouter(deps: WhichRouterDeps, argument: unknown): Promise<void> {
  const { clients, asks } = deps;
  const question = parseRouteQuestion(argument);
  if (question !== undefined) return show(deps, undefined, question);
  const suggested = endpointIdOf(argument) === undefined ? requestInEditor() : undefined;
  const earlier = await asks.all();
  const names = await proxyNames(clients);
  const stored = await chooseReadyEndpoint(clients, endpointIdOf(argument) ?? likelyProxy(deps, names, earlier), {
    placeholder: l10n.t('Select a proxy'),
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const example = await exampleOf(clients, argument, stored.endpoint);
  // An editor's menu is about a certain URL. From the palette, the cursor and selection may be anywhere.
  const given: AskedRequest | undefined = example ?? (argument instanceof vscode.Uri ? suggested : undefined);
  const asked = given ?? (await askUrl({ id, name }, names, suggested, earlier));
  if (asked === undefined) return;
  if ('urls' in asked) {
    if ((await readOf(clients, id)) === undefined) return;
    const documents = await deps.documents.opened();
    return documents.openList({ endpointId: id, urls: [...asked.urls] }, asked.notes);
  }
  const last = earlier.find(({ endpointId }) => endpointId === id);
  // An entry point that the user chose before is as likely for a URL with the same scheme and port.
  const kept = last && withRouteUrl(last, asked.url).entryPoint;
  const entryPoint = kept === undefined ? {} : { entryPoint: kept };
  const { notes = [], ...request } = asked;
  await show(deps, undefined, { endpointId: id, headers: [], alpn: [], ...entryPoint, ...request }, notes);
}

async function editRouteRequest(deps: WhichRouterDeps, argument: unknown): Promise<void> {
  const { document, part } = readRouteEdit(argument);
  const open = (await deps.documents.opened()).openAt(document);
  if (open === undefined) return whichRouter(deps, undefined);
  const { uri, route } = open;
  if (route.answered === undefined) return whichRouter(deps, route.ask.endpointId);
  const ask = await editRequest(deps.clients, route.ask, route.answered, part);
  // The title of a document is its URL.
  if (ask !== undefined) await show(deps, ask.url === route.ask.url ? uri : undefined, ask);
}

/** Shows the answer in this document, or in a new one. */
async function show(
  { clients, asks, documents }: WhichRouterDeps,
  uri: vscode.Uri | undefined,
  ask: RememberedRouteQuestion,
  notes: readonly string[] = [],
): Promise<void> {
  if ((await readOf(clients, ask.endpointId)) === undefined) return;
  await asks.note(ask);
  const { open, change } = await documents.opened();
  if (uri === undefined) await open(ask, notes);
  else await change(uri, ask);
}

async function proxyNames(clients: ClientRegistry): Promise<ReadonlyMap<string, string>> {
  const all = await (await clients.store()).list();
  return new Map(all.flatMap(({ hint: { id, kind, name } }) => (kind === 'proxy' ? [[id, name]] : [])));
}

/** The likely proxy, if there are several: that of the selected row, otherwise that of the last question. */
function likelyProxy(
  { proxies }: WhichRouterDeps,
  names: ReadonlyMap<string, string>,
  earlier: readonly RememberedRouteQuestion[],
): string | undefined {
  return [proxies.selectedEndpointId(), earlier[0]?.endpointId].find((id) => id !== undefined && names.has(id));
}

async function askUrl(
  { id, name }: { readonly id: string; readonly name: string },
  names: ReadonlyMap<string, string>,
  suggested: AskedRequest | undefined,
  earlier: readonly RememberedRouteQuestion[],
): ReturnType<typeof askRouteUrl> {
  // Questions about this proxy come first.
  const listed = earlier.filter(({ endpointId }) => names.has(endpointId));
  const ordered = [true, false].flatMap((isOwn) => listed.filter(({ endpointId }) => (endpointId === id) === isOwn));
  const title = `${l10n.t('Find Router for URL')} · ${escapeForLabel(name, 40)}`;
  return askRouteUrl(title, suggested, ordered, names.size > 1 ? names : new Map());
}

/** The last read, or else a new one. Undefined if canceled. */
async function readOf(clients: ClientRegistry, id: string): Promise<Inventory | undefined> {
  const shared = await clients.inventory(id);
  if (shared.latest !== undefined) return shared.latest;
  const name = (await (await clients.store()).get(id))?.name ?? '';
  return withCancel(l10n.t('Reading “{0}”…', escapeForNotification(name, 60)), (signal) => shared.read(signal));
}

/** A URL of the router of a row, and its entry point; undefined for other rows, and if its rule names none. */
async function exampleOf(
  clients: ClientRegistry,
  argument: unknown,
  endpoint: PublicUrlSource,
): Promise<Pick<RememberedRouteQuestion, 'url' | 'entryPoint'> | undefined> {
  const ref = parseSubjectRef(argument);
  if (ref === undefined) return undefined;
  const inventory = await readOf(clients, ref.endpointId);
  const subject = inventory && subjectIn(inventory, ref);
  if (inventory === undefined || subject?.type !== 'item' || subject.item.kind !== 'routers') return undefined;
  const found = publicUrlsOf(subject.item, inventory, endpoint);
  return 'problem' in found ? undefined : found.addresses[0];
}

/** The curl command or URL selected in the active editor, or else the URL at the cursor; undefined if there is none. */
function requestInEditor(): AskedRequest | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const selected = document.getText(selection);
  const isCommand = !selection.isEmpty && readCurlCommand(selected) !== undefined;
  const found = isCommand
    ? selected
    : selection.isEmpty
      ? urlAt(document.lineAt(selection.active.line).text, selection.active.character)
      : urlInSelection(selected);
  if (found === undefined || (!isCommand && !/[./:]/.test(found))) return undefined;
  const read = readAskedRequest(found);
  return read === undefined || 'problem' in read ? undefined : read;
}

export function routingCommands(deps: WhichRouterDeps) {
  return {
    [Commands.whichRouter]: (argument) => whichRouter(deps, argument),
    [Commands.askRouteAgain]: (argument) => editRouteRequest(deps, argument),
    [Commands.showAllRouters]: async (argument) => (await deps.documents.opened()).showAll(argument),
  } satisfies CommandHandlers;
}
