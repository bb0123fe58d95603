import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { requestInHitJob } from '../../core/accessLogs/requestInHit';
import { runJob } from '../../core/base/worker/runJob';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import type { AccessLogs } from './accessLogs';
import type { FoundRouter } from './accessLogsRouters';
import type { HitOfEndpoint } from './hitActions';
import { chooseProxy, findLoggedRouters, proxyGroups } from './proxyOfHit';

/**
 * Shows which router gets the request of a hit by the current listing of its proxy: the one with the logged router, or
 * else the one whose access logs these are.
 *
 * @throws RequestFailure if no proxy could be reached
 */
export async function whichRouterOfHit(
  logs: AccessLogs,
  { endpointId, json, routerField }: Pick<HitOfEndpoint, 'endpointId' | 'json' | 'routerField'>,
): Promise<void> {
  const { proxyIds, paths } = await logs.at(endpointId);
  const places = routerField === undefined ? paths : [routerField, ...paths];
  const found = await runJob(requestInHitJob, [json, places], { length: json.length });
  if (found === undefined || 'problem' in found) {
    void vscode.window.showInformationMessage(
      found === undefined ? l10n.t('This hit does not say which host and path were requested.') : found.problem,
    );
    return;
  }
  const { routers, ...request } = found;
  const proxies = await likelyProxies(logs.clients, routers, proxyIds);
  if (proxies === undefined) return;
  const [only] = proxies;
  const chosen = proxies.length > 1 ? await chooseProxy(l10n.t('Which Router Takes This'), proxies) : only;
  if (chosen !== undefined) {
    const ask = { ...request, endpointId: chosen.proxy.id };
    await vscode.commands.executeCommand(Commands.whichRouter, { ask });
  } else if (proxies.length === 0) await showNoRouter();
}

/** The proxies that list the router, or else those with these access logs, or else all. Undefined if canceled. */
async function likelyProxies(
  clients: ClientRegistry,
  routers: readonly string[],
  proxyIds: readonly string[],
): Promise<readonly Pick<FoundRouter, 'proxy'>[] | undefined> {
  const groups = await proxyGroups(clients, proxyIds);
  const [theirs, others] = groups;
  const likely = theirs.length > 0 ? theirs : others;
  // With a single proxy there is no choice.
  if (routers.length > 0 && theirs.length + others.length > 1) {
    const found = await findLoggedRouters(clients, routers, groups);
    if (found === undefined || found.length > 0) return found;
  }
  return likely.map((proxy) => ({ proxy }));
}

async function showNoRouter(): Promise<void> {
  const button = l10n.t('Add Proxy Endpoint…');
  const sentence = l10n.t('No proxy endpoint to ask. Add the proxy that wrote this access log.');
  if ((await vscode.window.showInformationMessage(sentence, button)) === button) {
    await vscode.commands.executeCommand(Commands.addProxyEndpoint);
  }
}
