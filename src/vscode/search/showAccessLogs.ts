import * as vscode from 'vscode';
import type { WhyNoLogs } from '../../core/bridge/logs/accessLogNames';
import type { RememberedPlace } from '../../core/bridge/logs/rememberedPlaces';
import type { Router, Service } from '../../core/proxy/model/model';
import type { SearchQuestion } from '../../protocol/question';
import type { ClientRegistry } from '../shared/clientRegistry';
import { findSubject } from '../shared/findSubject';
import { loadCore } from '../shared/loadCore';
import { escapeForNotification } from '../shared/sanitize';
import type { AccessLogs } from './accessLogs';
import { type AskDeps, askAccessLogPlace } from './accessLogsAsk';

export interface AccessLogsDeps extends AskDeps {
  readonly clients: ClientRegistry;
  readonly logs: AccessLogs;
  readonly panels: {
    ask(
      endpointId: string,
      question: SearchQuestion,
      options: { readonly run: boolean; readonly columns?: readonly string[] },
    ): Promise<void>;
  };
}

/**
 * Searches for the access logs of a router or service: where they are is asked once for each proxy. Says so where there can
 * be none.
 */
export async function showAccessLogs(deps: AccessLogsDeps, argument: unknown): Promise<void> {
  const found = await findSubject(deps.clients, argument);
  if (found?.subject.type !== 'item') return;
  const { inventory, ref } = found;
  const { item } = found.subject;
  if (item.kind === 'middlewares') return;
  const { accessLogQuestion, accessLogName, whyNoAccessLogs } = await loadCore();
  const why = whyNoAccessLogs(item, inventory);
  if (why !== undefined && !(await wantsAnyway(why, item))) return;
  const place = await placeOf(deps, { id: ref.endpointId, name: found.endpointName });
  if (place === undefined) return;
  const question = accessLogQuestion(accessLogName(item, inventory), place);
  await deps.panels.ask(place.searchEndpointId, question, { run: true, columns: place.layout.columns });
}

const SEARCH_ANYWAY = 'Search Anyway';

/** Old lines may be there all the same, unless the protocol has none. */
async function wantsAnyway(why: WhyNoLogs, { kind, name, protocol }: Router | Service): Promise<boolean> {
  const what = escapeForNotification(name);
  switch (why) {
    case 'protocol':
      void vscode.window.showInformationMessage(
        `Traefik writes access logs of HTTP only, not of ${protocol.toUpperCase()}.`,
      );
      return false;
    case 'proxy':
      return isChosen('This proxy writes no access logs: set accessLog in its static configuration.');
    case 'routers':
      return isChosen(
        kind === 'routers'
          ? `Access logs are off for “${what}”: its observability.accessLogs is false.`
          : `Access logs are off for all routers of “${what}”: their observability.accessLogs is false.`,
      );
  }
}

async function isChosen(sentence: string): Promise<boolean> {
  return (await vscode.window.showInformationMessage(sentence, SEARCH_ANYWAY)) === SEARCH_ANYWAY;
}

/** Where the access logs of a proxy are: as remembered and still there, else as the person says now. */
async function placeOf(
  deps: AccessLogsDeps,
  proxy: { readonly id: string; readonly name: string },
): Promise<RememberedPlace | undefined> {
  const before = await deps.logs.of(proxy.id);
  const now = before && (await asItIsNow(deps, before));
  if (now !== undefined) {
    if (JSON.stringify(now) !== JSON.stringify(before)) await deps.logs.remember(proxy.id, now);
    return now;
  }
  const place = await askAccessLogPlace(deps, proxy, before);
  if (place !== undefined) await deps.logs.remember(proxy.id, place);
  return place;
}

/** A person waits no longer for what is only good to know. */
const CHECK_MS = 3_000;

/**
 * Looks whether the fields are still there, and how they are mapped now: nothing is asked for by a field that is not there.
 * Undefined where the router's field, or the endpoint, is gone. Where the engine does not tell, the search itself will.
 */
async function asItIsNow(
  { clients, engines }: AccessLogsDeps,
  before: RememberedPlace,
): Promise<RememberedPlace | undefined> {
  const { isRequestFailure, layoutAround } = await loadCore();
  if ((await (await clients.store()).get(before.searchEndpointId)) === undefined) return undefined;
  try {
    const { catalogue } = await engines.of(before.searchEndpointId);
    const fields = await catalogue.fields(before.index, AbortSignal.timeout(CHECK_MS));
    if (fields.length === 0) return before;
    const layout = layoutAround(before.layout.router.field, fields);
    return layout && { ...before, layout };
  } catch (error) {
    if (isRequestFailure(error)) return before;
    throw error;
  }
}
