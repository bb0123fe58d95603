import * as vscode from 'vscode';
import type { Hint } from '../../core/endpoints/record';
import type { ItemRef } from '../../core/traefik/itemRef';
import type { Connections } from '../connections';
import { loadCore } from '../core';
import { Commands } from '../ids';
import { inLabel, inNotification } from '../inert';
import { pick } from '../quickInput';
import type { AccessLogs } from '../search/accessLogs';
import { withCancel } from '../search/accessLogsProgress';
import type { EndpointTree } from '../tree/endpointTree';

export interface RevealRouterDeps {
  readonly connections: Connections;
  readonly logs: AccessLogs;
  readonly proxies: Pick<EndpointTree, 'reveal'>;
}

/** A hit of a search endpoint, as received. */
export interface RevealedHit {
  readonly endpointId: string;
  readonly json: string;
}

/**
 * Shows the router that a hit names in the Proxies view: of the proxy whose access logs these are, else of any that lists
 * it. Of nested routers it is the last, which answered.
 *
 * @throws RequestFailure where no proxy could be asked
 */
export async function revealRouter(deps: RevealRouterDeps, { endpointId, json }: RevealedHit): Promise<void> {
  const { connections, logs, proxies } = deps;
  const { routerInHit, routersMeant } = await loadCore();
  const { proxyIds, paths } = await logs.at(endpointId);
  const logged = routerInHit(json, paths);
  if (logged === undefined) {
    void vscode.window.showInformationMessage('This hit names no router.');
    return;
  }
  const all = (await (await connections.store()).list())
    .filter(({ state, hint }) => state === 'ready' && hint.kind === 'proxy')
    .map(({ hint }) => hint);
  const theirs = all.filter(({ id }) => proxyIds.includes(id));
  const others = all.filter(({ id }) => !proxyIds.includes(id));
  const found = await findRouter(connections, routersMeant(logged), [theirs, others]);
  if (found === undefined) return;
  const router = found.length > 1 ? await choose(found) : found[0]?.router;
  if (router !== undefined) await proxies.reveal(router);
  else if (found.length === 0) await tellGone(logged, all.length > 0);
}

interface Found {
  readonly proxy: Hint;
  readonly router: ItemRef;
}

/**
 * The proxies that list one of the names: of the first group in which any does. A group is read anew where what was read
 * before has none. Undefined where the person cancelled that.
 */
async function findRouter(
  connections: Connections,
  names: readonly string[],
  groups: readonly (readonly Hint[])[],
): Promise<readonly Found[] | undefined> {
  const { isRequestFailure, listedRouter } = await loadCore();
  const look = async (proxies: readonly Hint[]): Promise<readonly Found[]> => {
    const found = proxies.map(async (proxy): Promise<Found | undefined> => {
      const { latest } = await connections.inventory(proxy.id);
      const name = latest && listedRouter(names, latest);
      return name === undefined
        ? undefined
        : { proxy, router: { endpointId: proxy.id, protocol: 'http', kind: 'routers', name } };
    });
    return (await Promise.all(found)).filter((one) => one !== undefined);
  };
  /** Why some could not be read. */
  const readAnew = async (proxies: readonly Hint[], signal: AbortSignal): Promise<readonly unknown[]> => {
    const reads = proxies.map(async ({ id }) => {
      const shared = await connections.inventory(id);
      shared.refresh();
      await shared.read(signal);
    });
    const failures = (await Promise.allSettled(reads)).flatMap((read) =>
      read.status === 'rejected' ? [read.reason] : [],
    );
    const fatal = failures.find((failure) => signal.aborted || !isRequestFailure(failure));
    if (fatal !== undefined) throw fatal;
    return failures;
  };

  const failures: unknown[] = [];
  for (const group of groups) {
    if (group.length === 0) continue;
    const known = await look(group);
    if (known.length > 0) return known;
    const news = await withCancel('Looking for the router', (signal) => readAnew(group, signal));
    if (news === undefined) return undefined;
    failures.push(...news);
    const found = await look(group);
    if (found.length > 0) return found;
  }
  if (failures.length > 0 && failures.length === groups.flat().length) throw failures[0];
  return [];
}

async function choose(found: readonly Found[]): Promise<ItemRef | undefined> {
  const answer = await pick({
    title: 'Reveal Router',
    placeholder: 'Of which proxy?',
    choices: found.map(({ proxy, router }) => ({ label: `$(server) ${inLabel(proxy.name)}`, value: router })),
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}

async function tellGone(logged: string, hasProxies: boolean): Promise<void> {
  const name = inNotification(logged);
  const [sentence, button, command] = hasProxies
    ? [
        `No proxy lists the router “${name}”. It may have been removed or renamed since; look for one like it.`,
        'Find…',
        Commands.find,
      ]
    : [
        `There is no proxy endpoint in which “${name}” could be shown. Add the proxy that wrote this.`,
        'Add Proxy Endpoint…',
        Commands.addProxyEndpoint,
      ];
  const chosen = await vscode.window.showInformationMessage(sentence, button);
  if (chosen === button) await vscode.commands.executeCommand(command);
}
