import * as l10n from '@vscode/l10n';
import { type Failure, isRequestFailure } from '../../core/base/errors/failure';
import { plainText } from '../../core/base/text/plainText';
import { type RouteAnswerPage, routeAnswerPage } from '../../core/proxy/documents/route/routeAnswerPage';
import { type RouteListPage, routeListPage } from '../../core/proxy/documents/route/routeListPage';
import { readingStateOf } from '../../core/proxy/documents/statusPieces';
import type { Inventory } from '../../core/proxy/model/inventory';
import { findRoute } from '../../core/proxy/routing/findRoute';
import {
  type KeptRouteDocument,
  type RememberedRouteList,
  type RememberedRouteQuestion,
  routeHeadersMissing,
} from '../../core/proxy/routing/rememberedQuestions';
import { type RouteAssumption, routeAssumptionsOf } from '../../core/proxy/routing/routeAssumptions';
import { draftRoute, type RouteDraft, routeQuestionOf } from '../../core/proxy/routing/routeDraft';
import { prepareRouting } from '../../core/proxy/routing/routingTable';
import { allOf } from '../../l10n/lists';
import type { ClientRegistry } from '../shared/clientRegistry';

/** The question of a document, and the basis of its last answer. */
export interface OpenRoute {
  /** The user's answers about the request; the rest is guessed. */
  readonly ask: RememberedRouteQuestion;
  /** Whether its lists are shown completely. */
  readonly showsAll: boolean;
  readonly answered?: AnsweredRoute | undefined;
  /** Sentences about parts of the typed request that were not read. */
  readonly notes?: readonly string[];
  /** The parts that a reload of the window has dropped. */
  readonly lost?: Pick<KeptRouteDocument, 'leftOut' | 'isUrlCut'> | undefined;
}

export interface AnsweredRoute {
  readonly inventory: Inventory;
  readonly draft: RouteDraft;
  readonly assumptions: readonly RouteAssumption[];
  readonly page: RouteAnswerPage;
  readonly proxyName: string;
  /** Whether there are other proxies to choose. */
  readonly hasOtherProxies: boolean;
}

/**
 * Answers the question of a document from the last read of its proxy, or from that of the last answer if the proxy is
 * gone.
 *
 * @returns a text if there is no answer: the reason why the proxy cannot be read, or that it has no routers
 * @throws {RequestFailure} canceled, once the signal aborts
 */
export async function answerRoute(
  clients: Pick<ClientRegistry, 'store' | 'inventory'>,
  route: OpenRoute,
  signal: AbortSignal,
): Promise<AnsweredRoute | string> {
  const { ask, answered } = route;
  const before = answered?.draft.answers.endpointId === ask.endpointId ? answered : undefined;
  const proxy = await readAskedProxy(clients, ask.endpointId, before, signal);
  return typeof proxy === 'string' ? proxy : answerFrom(proxy, route, signal);
}

async function answerFrom(
  proxy: AskedProxy,
  { ask, showsAll, answered, notes = [], lost }: OpenRoute,
  signal: AbortSignal,
): Promise<AnsweredRoute | string> {
  const { inventory, failure } = proxy;
  await prepareRouting(inventory, signal);
  const draft = draftRoute(ask, { inventory, origins: proxy.origins, before: answered?.draft });
  const asked = routeQuestionOf(draft);
  if (asked === undefined) return `${l10n.t('The URL cannot be read.')}\n`;
  if (draft.entryPoints.guesses.length === 0) return noEntryPoints(proxy);
  const context = {
    inventory,
    endpointName: proxy.name,
    reading: readingStateOf(failure, inventory.groups[asked.question.kind].routers),
    asked: [
      ...new Set([...notes.map((note) => plainText(note, 300)), ...asked.notes]),
      ...(lost === undefined
        ? []
        : lostNotes(
            lost,
            routeHeadersMissing(lost.leftOut, ask).map((name) => plainText(name, 100)),
          )),
    ],
    checkedHeaders: draft.rulesAsk.headers,
    logged: ask.logged,
    showsAll,
  };
  return {
    inventory,
    draft,
    assumptions: routeAssumptionsOf(draft),
    page: await routeAnswerPage(findRoute(inventory, asked.question), context, signal),
    proxyName: proxy.name,
    hasOtherProxies: proxy.hasOthers,
  };
}

/** Sentences about the parts that a reload of the window has dropped. */
function lostNotes({ isUrlCut }: Pick<KeptRouteDocument, 'isUrlCut'>, headers: readonly string[]): readonly string[] {
  return [
    ...(isUrlCut ? [l10n.t('Secrets in the URL were not kept when the window was reloaded.')] : []),
    ...(headers.length === 0
      ? []
      : [l10n.t('Not kept when the window was reloaded, because they may be secrets: {0}.', allOf(headers))]),
  ];
}

/** A document's list of URLs, and its last answer. */
export interface OpenRouteList {
  readonly list: RememberedRouteList;
  readonly answered?: AnsweredRouteList | undefined;
  /** Sentences about parts of the list that are not used. */
  readonly notes?: readonly string[];
  /** Whether a reload of the window has dropped a part of a URL. */
  readonly isUrlCut?: boolean;
}

interface AnsweredRouteList {
  readonly inventory: Inventory;
  readonly page: RouteListPage;
  readonly proxyName: string;
}

/**
 * Answers a list of URLs from the last read of its proxy, or from that of the last answer if the proxy is gone.
 *
 * @returns a text if there is no answer: the reason why the proxy cannot be read
 * @throws {RequestFailure} canceled, once the signal aborts
 */
export async function answerRouteList(
  clients: Pick<ClientRegistry, 'store' | 'inventory'>,
  { list, answered, notes = [], isUrlCut = false }: OpenRouteList,
  signal: AbortSignal,
): Promise<AnsweredRouteList | string> {
  const proxy = await readAskedProxy(clients, list.endpointId, answered, signal);
  if (typeof proxy === 'string') return proxy;
  const { inventory, failure, name, origins } = proxy;
  const context = {
    inventory,
    endpointName: name,
    origins,
    reading: readingStateOf(failure, inventory.groups.http.routers),
    notes: [
      ...notes.map((note) => plainText(note, 500)),
      ...(isUrlCut ? [l10n.t('Secrets in URLs were not kept when the window was reloaded.')] : []),
    ],
  };
  return { inventory, page: await routeListPage(list, context, signal), proxyName: name };
}

/** The proxy of a document, as it was last read. */
interface AskedProxy {
  readonly inventory: Inventory;
  /** Why the inventory could not be refreshed; undefined if it could. */
  readonly failure: Failure | undefined;
  readonly name: string;
  /** Whether there are other proxies to choose. */
  readonly hasOthers: boolean;
  readonly origins: Readonly<Record<string, string>> | undefined;
}

/**
 * The last read of a proxy, or else a new one.
 *
 * @param before the source of the document's present text, which stays if the proxy cannot be read any more
 * @returns a text with the reason why the proxy cannot be read
 * @throws {RequestFailure} canceled, once the signal aborts
 */
async function readAskedProxy(
  clients: Pick<ClientRegistry, 'store' | 'inventory'>,
  endpointId: string,
  before: { readonly inventory: Inventory; readonly proxyName: string } | undefined,
  signal: AbortSignal,
): Promise<AskedProxy | string> {
  const store = await clients.store();
  const proxies = (await store.list()).filter(({ hint }) => hint.kind === 'proxy');
  const stored = proxies.find(({ hint }) => hint.id === endpointId);
  const proxy = {
    name: stored?.hint.name ?? before?.proxyName ?? l10n.t('Unknown endpoint'),
    hasOthers: proxies.length > 1 || (proxies.length === 1 && stored === undefined),
    origins: (await store.get(endpointId))?.origins,
  };
  const failureOf = (error: unknown): Failure | undefined => (isRequestFailure(error) ? error.failure : undefined);
  try {
    const shared = await clients.inventory(endpointId);
    const inventory = shared.latest ?? (await shared.read(signal));
    return { ...proxy, inventory, failure: failureOf(shared.failure) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || signal.aborted) throw error;
    return before === undefined
      ? `${failure.sentence} ${failure.nextStep}\n`
      : { ...proxy, inventory: before.inventory, failure };
  }
}

/** The text for a proxy without entry points and routers. */
function noEntryPoints({ name }: AskedProxy): string {
  const text = l10n.t('No router can be found: “{0}” lists no entry points and no routers.', name);
  return `${plainText(text, 300)}\n`;
}
