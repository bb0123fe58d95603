import * as vscode from 'vscode';
import { readFileBindings } from '../../core/liveConfig/fileBindings';
import type { ClientRegistry } from '../shared/clientRegistry';

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
