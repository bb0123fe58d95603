import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { routersMeant } from '../../core/accessLogs/logSubject';
import { routerInHitJob } from '../../core/accessLogs/routerInHit';
import { runJob } from '../../core/base/worker/runJob';
import { Commands } from '../shared/ids';
import { escapeForNotification } from '../shared/sanitize';
import type { AccessLogs } from './accessLogs';
import type { HitOfEndpoint } from './hitActions';
import { chooseProxy, findLoggedRouters, proxyGroups } from './proxyOfHit';

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
  const chosen = await vscode.window.showInformationMessage(sentence, button);
  if (chosen === button) await vscode.commands.executeCommand(command);
}
