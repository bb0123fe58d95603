import * as l10n from '@vscode/l10n';
import type { EndpointHint } from '../../core/base/endpoints/endpointRecord';
import type { ClientRegistry } from '../shared/clientRegistry';
import { pickOne } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import { type FoundRouter, findRouters } from './accessLogsRouters';

/** The readable proxies: those whose access logs contain the hit, then the others. */
export async function proxyGroups(
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
export function findLoggedRouters(
  clients: Pick<ClientRegistry, 'inventory'>,
  routers: readonly string[],
  groups: readonly (readonly EndpointHint[])[],
): Promise<readonly FoundRouter[] | undefined> {
  return findRouters(clients, routers, groups, (work) => withCancel(l10n.t('Looking for the router…'), work));
}

/** Asks the user which of several proxies to use. Undefined if the user canceled. */
export async function chooseProxy<T extends { readonly proxy: FoundRouter['proxy'] }>(
  title: string,
  choices: readonly T[],
): Promise<T | undefined> {
  const answer = await pickOne({
    title,
    placeholder: l10n.t('Select a proxy'),
    choices: choices.map((value) => ({ label: `$(server) ${escapeForLabel(value.proxy.name)}`, value })),
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}
