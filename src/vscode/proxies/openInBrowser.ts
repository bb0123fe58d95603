import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type PublicUrl, publicUrlsOf, readPublicUrl } from '../../core/proxy/publicUrls/publicUrls';
import type { ClientRegistry } from '../shared/clientRegistry';
import { findSubject } from '../shared/findSubject';
import { askText, pickOne, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { openExternally } from './openDashboard';
import { rememberOrigin } from './setPublicAddress';

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
  const answer = await pickOne<Chosen>({
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
  return answer === undefined || answer === 'back' ? undefined : answer.value;
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
