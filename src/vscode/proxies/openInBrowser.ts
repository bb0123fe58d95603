import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Endpoint } from '../../core/base/endpoints/endpoint';
import { type PublicUrl, publicOriginOf, publicUrlsOf, readPublicUrl } from '../../core/proxy/publicUrls/publicUrls';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { subjectRefOf } from '../shared/documentUris';
import { findSubject } from '../shared/findSubject';
import { askText, pickValue, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { storeEdit } from '../shared/storeEdit';

/** Opens an address of an HTTP router, after showing it. Remembers a correction for the entry point. */
export async function openInBrowser(clients: ClientRegistry, argument: unknown): Promise<void> {
  const found = await findSubject(clients, argument);
  if (found?.subject.type !== 'item' || found.subject.item.kind !== 'routers') return;
  const router = found.subject.item;
  const endpoint = await (await clients.store()).get(found.ref.endpointId);
  if (endpoint === undefined) return;
  const result = publicUrlsOf(router, found.inventory, endpoint);
  if ('problem' in result) {
    const name = escapeForNotification(router.name);
    void vscode.window.showInformationMessage(
      l10n.t('“{0}” cannot be opened. {1}', name, escapeForNotification(result.problem, 400)),
    );
    return;
  }
  const chosen = await choose(result.addresses);
  if (chosen === undefined) return;
  if (!chosen.isToBeCorrected) return openExternally(chosen.address.url);
  const url = await correct(chosen.address);
  if (url === undefined) return;
  await openExternally(url);
  await rememberOrigin(clients, endpoint, chosen.address.entryPoint, new URL(url).origin);
}

interface Chosen {
  readonly address: PublicUrl;
  readonly isToBeCorrected: boolean;
}

async function choose(addresses: readonly PublicUrl[]): Promise<Chosen | undefined> {
  const firsts = new Map(addresses.toReversed().map((address) => [address.entryPoint, address]));
  const corrections: QuickChoice<Chosen>[] = [...firsts.values()].map((address) => ({
    label: `$(edit) ${l10n.t('Other address for entry point {0}…', escapeForLabel(address.entryPoint))}`,
    alwaysShow: true,
    value: { address, isToBeCorrected: true },
  }));
  return pickValue<Chosen>({
    title: l10n.t('Open in Browser'),
    placeholder: l10n.t('Select the address to open'),
    choices: [
      ...addresses.map((address) => ({
        label: `$(link-external) ${escapeForLabel(address.url, 2_000)}`,
        value: { address, isToBeCorrected: false },
      })),
      ...corrections,
    ],
  });
}

async function correct({ url, entryPoint }: PublicUrl): Promise<string | undefined> {
  const answer = await askText({
    title: l10n.t('Open in Browser'),
    prompt: l10n.t(
      'Address to open. Its scheme, host, and port are remembered for entry point {0}.',
      escapeForLabel(entryPoint),
    ),
    value: url,
    check: (typed) => {
      const read = readPublicUrl(typed);
      return 'problem' in read ? read : undefined;
    },
  });
  if (answer === undefined || answer === 'back') return undefined;
  const read = readPublicUrl(answer.value);
  return 'problem' in read ? undefined : read.url;
}

/** Opens Traefik's dashboard, which Traefik serves beside the API. The browser asks for credentials itself. */
export async function openDashboard(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select a proxy to open its dashboard'),
    kind: 'proxy',
  });
  // An endpoint's URL never contains credentials (see `normalizeUrl`).
  if (stored !== undefined) await openExternally(`${stored.endpoint.url}/dashboard/`);
}

/** Opens an address in the browser. For a local one in a remote window, VS Code forwards the port. */
async function openExternally(url: string): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}

/** Asks the user for the public address of an entry point, for Open in Browser. An empty text deletes it. */
export async function setPublicAddress(clients: ClientRegistry, argument: unknown): Promise<void> {
  const ref = await subjectRefOf(argument);
  if (ref === undefined || !('type' in ref) || ref.type !== 'entryPoint') return;
  const { endpointId, name } = ref;
  const endpoint = await (await clients.store()).get(endpointId);
  if (endpoint === undefined) return;
  const answer = await askText({
    title: l10n.t('Public Address of Entry Point {0}', escapeForLabel(name)),
    prompt: l10n.t('Address where browsers reach this entry point. Leave empty to use its own port.'),
    placeholder: 'https://localhost:8443',
    value: publicOriginOf(endpoint.origins, name) ?? '',
    check: (typed) => {
      if (typed.trim() === '') return undefined;
      const read = readPublicUrl(typed);
      if ('problem' in read) return read;
      const { origin, pathname, search } = new URL(read.url);
      return pathname === '/' && search === '' ? undefined : { hint: l10n.t('Only {0} is stored.', origin) };
    },
  });
  if (answer === undefined || answer === 'back') return;
  const read = answer.value.trim() === '' ? undefined : readPublicUrl(answer.value);
  if (read !== undefined && 'problem' in read) return;
  await rememberOrigin(clients, endpoint, name, read === undefined ? undefined : new URL(read.url).origin);
}

/** Stores the public origin of an entry point, or deletes it. */
async function rememberOrigin(
  clients: ClientRegistry,
  endpoint: Endpoint,
  entryPoint: string,
  origin: string | undefined,
): Promise<void> {
  const { [entryPoint]: _, ...others } = endpoint.origins ?? {};
  const now = origin === undefined ? others : { ...others, [entryPoint]: origin };
  await storeEdit(await clients.store(), endpoint, { origins: Object.keys(now).length === 0 ? undefined : now });
}
