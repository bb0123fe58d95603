import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ItemRef } from '../../core/proxy/model/itemRef';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { pickOne } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { AccessLogs } from './accessLogs';
import { type FoundRouter, findRouters } from './accessLogsRouters';

export interface RevealRouterDeps {
  readonly clients: ClientRegistry;
  readonly logs: AccessLogs;
  /** The tree of the proxies. */
  readonly proxies: { reveal(target: unknown): Promise<void> };
}

/** A hit of a search endpoint, as received. */
interface RevealedHit {
  readonly endpointId: string;
  readonly json: string;
}

/**
 * Shows the router that a hit names in the Proxies view: of the proxy whose access logs these are, otherwise of any proxy that
 * has it. Of nested routers it is the innermost, which handled the request.
 *
 * @throws RequestFailure where no proxy could be reached
 */
export async function revealRouter(deps: RevealRouterDeps, { endpointId, json }: RevealedHit): Promise<void> {
  const { clients, logs, proxies } = deps;
  const { routerInHitJob, routersMeant, runJob } = await loadCore();
  const { proxyIds, paths } = await logs.at(endpointId);
  const logged = await runJob(routerInHitJob, [json, paths], { length: json.length });
  if (logged === undefined) {
    void vscode.window.showInformationMessage(l10n.t('This hit does not name a router.'));
    return;
  }
  const all = (await (await clients.store()).list())
    .filter(({ state, hint }) => state === 'ready' && hint.kind === 'proxy')
    .map(({ hint }) => hint);
  const theirs = all.filter(({ id }) => proxyIds.includes(id));
  const others = all.filter(({ id }) => !proxyIds.includes(id));
  const found = await findRouters(routersMeant(logged), [theirs, others], {
    inventory: (id) => clients.inventory(id),
    whileReading: (work) => withCancel(l10n.t('Looking for the router…'), work),
  });
  if (found === undefined) return;
  const router = found.length > 1 ? await choose(found) : found[0]?.router;
  if (router !== undefined) await proxies.reveal(router);
  else if (found.length === 0) await tellGone(logged, all.length > 0);
}

async function choose(found: readonly FoundRouter[]): Promise<ItemRef | undefined> {
  const answer = await pickOne({
    title: l10n.t('Reveal Router'),
    placeholder: l10n.t('Select a proxy'),
    choices: found.map(({ proxy, router }) => ({ label: `$(server) ${escapeForLabel(proxy.name)}`, value: router })),
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}

async function tellGone(logged: string, hasProxies: boolean): Promise<void> {
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
  const chosen = await vscode.window.showInformationMessage(sentence, button);
  if (chosen === button) await vscode.commands.executeCommand(command);
}
