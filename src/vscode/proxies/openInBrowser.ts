import * as vscode from 'vscode';
import type { Address } from '../../core/proxy/publicUrls/addresses';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import { findSubject } from '../shared/findSubject';
import { inLabel, inNotification } from '../shared/inert';
import { askText, type Choice, pick } from '../shared/quickInput';
import { openExternally } from './openDashboard';
import { rememberOrigin } from './setPublicAddress';

/**
 * Opens an address at which an HTTP router answers. The whole address is shown before; a person who corrects it teaches
 * where the entry point is reached.
 */
export async function openInBrowser(connections: Connections, argument: unknown): Promise<void> {
  const found = await findSubject(connections, argument);
  if (found?.subject.type !== 'item' || found.subject.item.kind !== 'routers') return;
  const router = found.subject.item;
  const { endpointId } = found.ref;
  const endpoint = await (await connections.store()).get(endpointId);
  if (endpoint === undefined) return;
  const { addressesOf } = await loadCore();
  const result = addressesOf(router, found.inventory, endpoint);
  if ('problem' in result) {
    const name = inNotification(router.name);
    void vscode.window.showInformationMessage(`“${name}” cannot be opened. ${inNotification(result.problem, 400)}`);
    return;
  }
  const chosen = await choose(result.addresses);
  if (chosen === undefined) return;
  if (!chosen.isToBeCorrected) return openExternally(chosen.address.url);
  const url = await correct(chosen.address);
  if (url === undefined) return;
  await rememberOrigin(connections, endpointId, chosen.address.entryPoint, new URL(url).origin);
  await openExternally(url);
}

interface Chosen {
  readonly address: Address;
  readonly isToBeCorrected: boolean;
}

async function choose(addresses: readonly Address[]): Promise<Chosen | undefined> {
  const firsts = new Map(addresses.toReversed().map((address) => [address.entryPoint, address]));
  const corrections: Choice<Chosen>[] = [...firsts.values()].map((address) => ({
    label: `$(edit) Other address of entry point ${inLabel(address.entryPoint)}…`,
    alwaysShow: true,
    value: { address, isToBeCorrected: true },
  }));
  const answer = await pick<Chosen>({
    title: 'Open in Browser',
    placeholder: 'Which address should be opened?',
    choices: [
      ...addresses.map((address) => ({
        label: `$(link-external) ${inLabel(address.url, 2_000)}`,
        value: { address, isToBeCorrected: false },
      })),
      ...corrections,
    ],
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}

async function correct({ url, entryPoint }: Address): Promise<string | undefined> {
  const { readAddress } = await loadCore();
  const answer = await askText({
    title: 'Open in Browser',
    prompt: `Address to open. Scheme, host and port are remembered for entry point ${inLabel(entryPoint)}.`,
    value: url,
    check: (typed) => {
      const read = readAddress(typed);
      return 'problem' in read ? read : undefined;
    },
  });
  if (answer === undefined || answer === 'back') return undefined;
  const read = readAddress(answer.value);
  return 'problem' in read ? undefined : read.url;
}
