import * as vscode from 'vscode';
import type { ToldStatic } from '../../core/config/files/staticSources';
import type { FileProxies } from '../../core/liveConfig/codeLens';
import { staticOfDump } from '../../core/liveConfig/dumpedStatic';
import { readFileBindings } from '../../core/liveConfig/fileBindings';
import type { ReadProxy } from '../../core/liveConfig/readProxies';
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

export type ConfigProxies = ReturnType<typeof openConfigProxies>;

/** The proxies that a file may be for. Sends no requests. */
export function openConfigProxies(
  clients: Pick<ClientRegistry, 'store' | 'workspace' | 'sessions' | 'onDidChange' | 'onDidRead'>,
  bindings: ConfigBindings,
) {
  const changed = new vscode.EventEmitter<void>();
  const fire = (): void => changed.fire();
  const subscriptions = vscode.Disposable.from(
    changed,
    bindings.onDidChange(fire),
    clients.onDidChange(fire),
    clients.onDidRead(fire),
    clients.sessions.staticRead.event(fire),
  );
  return {
    async of(uri: vscode.Uri): Promise<FileProxies> {
      const [stored, bound] = await Promise.all([clients.store().then((store) => store.list()), bindings.of(uri)]);
      const read: ReadProxy[] = [];
      let unread: FileProxies['unread'];
      let hasAny = false;
      for (const one of stored) {
        if (one.state !== 'ready' || one.hint.kind !== 'proxy') continue;
        const { hint, endpoint } = one;
        hasAny = true;
        const about = { endpointId: hint.id, name: hint.name };
        const isBound = hint.id === bound;
        const inventory = clients.sessions.get(hint.id)?.inventory.latest;
        if (inventory !== undefined) read.push({ ...about, inventory, isBound, endpoint });
        else if (isBound) unread = about;
      }
      return { read, unread, hasAny };
    },
    /**
     * What is said to be the static configuration of the proxy of a file: what that proxy was asked for, then what the
     * file of the workspace folder tells, if the workspace is trusted.
     */
    async toldFor(uri: vscode.Uri): Promise<readonly ToldStatic[]> {
      const bound = await bindings.of(uri);
      const json = bound === undefined ? undefined : clients.sessions.get(bound)?.staticConfiguration;
      const asked = json === undefined ? [] : [staticOfDump(json)];
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      const told = folder && (await (await clients.workspace()).staticOf(folder.uri.toString()));
      if (folder === undefined || told === undefined) return asked;
      const { path } = vscode.Uri.joinPath(folder.uri, told.file.path);
      return [...asked, { from: told.from, file: { path, text: told.file.text } }];
    },
    /** Fires when a proxy was read, or when files are bound to another proxy. */
    onDidChange: changed.event,
    dispose: (): void => subscriptions.dispose(),
  };
}
