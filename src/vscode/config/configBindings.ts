import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readFileBindings } from '../../core/liveConfig/fileBindings';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { pickOne } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';

export type ConfigBindings = ReturnType<typeof openConfigBindings>;

const key = 'config/bindings';
/** The value for a folder that is for no proxy although the workspace's file names one. */
const noBinding = '';

/** The proxy that the files of a folder are for: the user's choice, otherwise that of the workspace's file. */
export function openConfigBindings(
  state: Pick<vscode.Memento, 'get' | 'update'>,
  clients: Pick<ClientRegistry, 'workspace'>,
) {
  const changed = new vscode.EventEmitter<void>();
  const read = () => readFileBindings(state.get(key));
  return {
    /** The id of an endpoint; undefined if neither names one. */
    async of(uri: vscode.Uri): Promise<string | undefined> {
      const bound = read()[keyOf(uri)];
      if (bound !== undefined) return bound === noBinding ? undefined : bound;
      return uri.scheme === 'file' ? (await clients.workspace()).boundTo(uri.fsPath) : undefined;
    },
    /** Stores the user's choice for the workspace folder of a file. Undefined for no proxy. */
    async bind(uri: vscode.Uri, endpointId: string | undefined): Promise<void> {
      await state.update(key, { ...read(), [keyOf(uri)]: endpointId ?? noBinding });
      changed.fire();
    },
    onDidChange: changed.event,
    dispose: (): void => changed.dispose(),
  };
}

/** Files outside of all folders share one binding. */
function keyOf(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? '';
}

/**
 * Lets the user choose the proxy of a folder's files, and reads that proxy.
 *
 * @param argument the URI of a file. If its proxy is known but was not read, it is read at once. Without an argument,
 * the user chooses a proxy for the file in the active editor.
 * @throws RequestFailure if the proxy cannot be read
 */
export async function connectConfig(
  clients: Pick<ClientRegistry, 'store' | 'inventory'>,
  bindings: ConfigBindings,
  argument: unknown,
): Promise<void> {
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
  const answer = await pickOne<(typeof proxies)[number]['hint'] | undefined>({
    title: 'Proxy Scout',
    placeholder: l10n.t('Select the proxy that the files of this folder are for'),
    choices: [
      ...proxies.map(({ hint }) => ({ label: `$(server) ${escapeForLabel(hint.name)}`, value: hint })),
      { label: `$(circle-slash) ${l10n.t('No proxy')}`, value: undefined },
    ],
    ...(active !== undefined && { active }),
  });
  if (answer === undefined || answer === 'back') return;
  const { value } = answer;
  await bindings.bind(uri, value?.id);
  if (value !== undefined) await readProxy(clients, value);
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
