import * as l10n from '@vscode/l10n';
import { plainText } from '../../core/base/text/plainText';
import { readingStateOf } from '../../core/proxy/documents/readingState';
import { type RouteAnswerPage, routeAnswerPage } from '../../core/proxy/documents/route/routeAnswerPage';
import type { Inventory } from '../../core/proxy/model/inventory';
import { findRoute } from '../../core/proxy/routing/findRoute';
import {
  type KeptRouteDocument,
  type RememberedRouteQuestion,
  routeHeadersMissing,
} from '../../core/proxy/routing/rememberedQuestions';
import { type RouteAssumption, routeAssumptionsOf } from '../../core/proxy/routing/routeAssumptions';
import { draftRoute, type RouteDraft, routeQuestionOf } from '../../core/proxy/routing/routeDraft';
import { prepareRouting } from '../../core/proxy/routing/routingTable';
import { allOf } from '../../l10n/lists';
import type { ClientRegistry } from '../shared/clientRegistry';
import { type AskedProxy, noEntryPoints, readAskedProxy } from './askedProxy';

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
