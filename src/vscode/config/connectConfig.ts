import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { nextTurn } from '../../core/base/async/nextTurn';
import { itemsOfMatch, matchesIn } from '../../core/liveConfig/matchDeclared';
import { numberText } from '../../l10n/numbers';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { pickOne } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { ConfigBindings, ConfigProxies } from './configProxies';
import type { ConfigReadings } from './configReadings';

interface Connecting {
  readonly clients: Pick<ClientRegistry, 'store' | 'inventory'>;
  readonly bindings: ConfigBindings;
  readonly readings: ConfigReadings;
  readonly proxies: ConfigProxies;
}

/**
 * Lets the user choose the proxy of a folder's files, and reads that proxy. Of the proxies that were read, those that
 * have most of the file's objects come first.
 *
 * @param argument the URI of a file. If its proxy is known but was not read, it is read at once. Without an argument,
 * the user chooses a proxy for the file in the active editor.
 * @throws RequestFailure if the proxy cannot be read
 */
export async function connectConfig(tools: Connecting, argument: unknown): Promise<void> {
  const { clients, bindings } = tools;
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) return;
  const proxies = (await (await clients.store()).list()).filter(({ hint }) => hint.kind === 'proxy');
  if (proxies.length === 0) {
    await vscode.commands.executeCommand(Commands.addProxyEndpoint);
    return;
  }
  const bound = await bindings.of(uri);
  const unread = argument instanceof vscode.Uri ? proxies.find(({ hint }) => hint.id === bound)?.hint : undefined;
  if (unread !== undefined && (await clients.inventory(unread.id)).latest === undefined)
    return readProxy(clients, unread);
  const active = proxies.find(({ hint }) => hint.id === bound)?.hint;
  const { declared, found } = await namesFound(tools, uri);
  const countOf = ({ hint }: (typeof proxies)[number]): number => found.get(hint.id) ?? 0;
  const ranked = proxies.toSorted((one, other) => countOf(other) - countOf(one));
  const answer = await pickOne<(typeof proxies)[number]['hint'] | undefined>({
    title: l10n.t('Connect File to Proxy'),
    placeholder: l10n.t('Select the proxy that the files of this folder are for'),
    choices: [
      ...ranked.map((one) => ({
        label: `$(server) ${escapeForLabel(one.hint.name)}`,
        ...(countOf(one) > 0 && {
          description: l10n.t('has {0} of {1} names in this file', numberText(countOf(one)), numberText(declared)),
        }),
        value: one.hint,
      })),
      { label: `$(circle-slash) ${l10n.t('No proxy')}`, value: undefined },
    ],
    ...(active !== undefined && { active }),
  });
  if (answer === undefined || answer === 'back') return;
  const { value } = answer;
  await bindings.bind(uri, value?.id);
  if (value !== undefined) await readProxy(clients, value);
}

/** How many of the objects that a file declares are on each proxy that was read, by the ids of endpoints. */
async function namesFound({ readings, proxies }: Connecting, uri: vscode.Uri) {
  const document = await vscode.workspace.openTextDocument(uri);
  const [reading, { read }] = await Promise.all([readings.of(document), proxies.of(uri)]);
  const found = new Map<string, number>();
  let declared = 0;
  for (const { endpointId, inventory } of read) {
    await nextTurn();
    const matches = matchesIn(reading?.groups ?? [], inventory);
    declared = matches.length;
    found.set(endpointId, matches.filter((match) => itemsOfMatch(match).length > 0).length);
  }
  return { declared, found };
}

async function readProxy(
  clients: Pick<ClientRegistry, 'inventory'>,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const shared = await clients.inventory(id);
  if (shared.latest !== undefined) return;
  const title = l10n.t('Reading “{0}”…', escapeForNotification(name, 60));
  await withCancel(title, (signal) => shared.read(signal));
}
