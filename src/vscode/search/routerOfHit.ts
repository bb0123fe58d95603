import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { routersMeant } from '../../core/accessLogs/accessLogNames';
import { requestInHitJob, routerInHitJob } from '../../core/accessLogs/requestInHit';
import type { EndpointHint } from '../../core/base/endpoints/endpointRecord';
import { runJob } from '../../core/base/worker/runJob';
import type { ClientRegistry } from '../shared/clientRegistry';
import { offerCommand } from '../shared/confirm';
import { Commands } from '../shared/ids';
import { pickValue } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { AccessLogs } from './accessLogs';
import { type FoundRouter, findRouters } from './accessLogsRouters';
import type { HitOfEndpoint } from './hitActions';

/** The readable proxies: those whose access logs contain the hit, then the others. */
async function proxyGroups(
  clients: Pick<ClientRegistry, 'store'>,
  proxyIds: readonly string[],
): Promise<readonly [theirs: readonly EndpointHint[], others: readonly EndpointHint[]]> {
  const all = (await (await clients.store()).list())
    .filter(({ state, hint }) => state === 'ready' && hint.kind === 'proxy')
    .map(({ hint }) => hint);
  return [all.filter(({ id }) => proxyIds.includes(id)), all.filter(({ id }) => !proxyIds.includes(id))];
}

/**
 * The proxies of the first group in which any lists one of these routers. Undefined if the user canceled.
 *
 * @throws RequestFailure if no proxy could be read
 */
function findLoggedRouters(
  clients: Pick<ClientRegistry, 'inventory'>,
  routers: readonly string[],
  groups: readonly (readonly EndpointHint[])[],
): Promise<readonly FoundRouter[] | undefined> {
  return findRouters(clients, routers, groups, (work) => withCancel(l10n.t('Looking for the router…'), work));
}

/** Asks the user which of several proxies to use. Undefined if the user canceled. */
async function chooseProxy<T extends { readonly proxy: FoundRouter['proxy'] }>(
  title: string,
  choices: readonly T[],
): Promise<T | undefined> {
  return pickValue({
    title,
    placeholder: l10n.t('Select a proxy'),
    choices: choices.map((value) => ({ label: `$(server) ${escapeForLabel(value.proxy.name)}`, value })),
  });
}

/**
 * Shows the router of a hit in the Proxies view: in the proxy whose access logs these are, otherwise in any proxy that
 * has it. Of nested routers it is the innermost, which handled the request.
 *
 * @param proxies the tree of the proxies
 * @throws RequestFailure if no proxy could be reached
 */
export async function revealRouter(
  logs: AccessLogs,
  proxies: { reveal(target: unknown): Promise<void> },
  { endpointId, json, routerField }: Pick<HitOfEndpoint, 'endpointId' | 'json' | 'routerField'>,
): Promise<void> {
  const { clients } = logs;
  const { proxyIds, paths } = await logs.at(endpointId);
  const places = routerField === undefined ? paths : [routerField, ...paths];
  const logged = await runJob(routerInHitJob, [json, places], { length: json.length });
  if (logged === undefined) {
    void vscode.window.showInformationMessage(l10n.t('This hit does not name a router.'));
    return;
  }
  const groups = await proxyGroups(clients, proxyIds);
  const found = await findLoggedRouters(clients, routersMeant(logged), groups);
  if (found === undefined) return;
  const [only] = found;
  const chosen = found.length > 1 ? await chooseProxy(l10n.t('Reveal Router'), found) : only;
  if (chosen !== undefined) await proxies.reveal(chosen.router);
  else if (found.length === 0) await showNotListed(logged, groups.flat().length > 0);
}

async function showNotListed(logged: string, hasProxies: boolean): Promise<void> {
  const name = escapeForNotification(logged);
  const [sentence, button, command] = hasProxies
    ? [
        l10n.t('Router “{0}” not found in any proxy. It may have been removed or renamed.', name),
        l10n.t('Find…'),
        Commands.find,
      ]
    : [
        l10n.t('No proxy endpoint to find “{0}” in. Add the proxy that wrote this access log.', name),
        l10n.t('Add Proxy Endpoint…'),
        Commands.addProxyEndpoint,
      ];
  await offerCommand(sentence, button, command);
}

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
  const chosen = proxies.length > 1 ? await chooseProxy(l10n.t('Find Router for This Request'), proxies) : only;
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
  const sentence = l10n.t('No proxy endpoint to ask. Add the proxy that wrote this access log.');
  await offerCommand(sentence, l10n.t('Add Proxy Endpoint…'), Commands.addProxyEndpoint);
}
