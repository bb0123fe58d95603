import * as vscode from 'vscode';
import { type FileBindings, readFileBindings } from '../../core/liveConfig/fileBindings';
import type { ClientRegistry } from '../shared/clientRegistry';

/** The proxy that the files of a folder are for: the user's choice, otherwise that of the workspace's file. */
export interface ConfigBindings extends vscode.Disposable {
  /** The id of an endpoint; undefined if neither names one. */
  of(uri: vscode.Uri): Promise<string | undefined>;
  /** Stores the user's choice for the workspace folder of a file. Undefined for no proxy. */
  bind(uri: vscode.Uri, endpointId: string | undefined): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const key = 'config/bindings';
/** The value for a folder that is for no proxy although the workspace's file names one. */
const noBinding = '';

/** Opens the bindings in the state of the workspace. */
export function openConfigBindings(
  state: Pick<vscode.Memento, 'get' | 'update'>,
  clients: Pick<ClientRegistry, 'workspace'>,
): ConfigBindings {
  const changed = new vscode.EventEmitter<void>();
  const read = async (): Promise<FileBindings> => readFileBindings(state.get(key));
  return {
    async of(uri) {
      const bound = (await read())[keyOf(uri)];
      if (bound !== undefined) return bound === noBinding ? undefined : bound;
      return uri.scheme === 'file' ? (await clients.workspace()).boundTo(uri.fsPath) : undefined;
    },
    async bind(uri, endpointId) {
      await state.update(key, { ...(await read()), [keyOf(uri)]: endpointId ?? noBinding });
      changed.fire();
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

/** Files outside of all folders share one binding. */
function keyOf(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? '';
}
