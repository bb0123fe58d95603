import * as vscode from 'vscode';
import { isWorkspaceEndpointId } from '../../core/base/endpoints/workspaceId';
import type { NewSearch, SavedPlace, SavedStore } from '../../core/search/saved/savedStore';
import type { ClientRegistry } from '../shared/clientRegistry';
import { openSearchHistory } from './rememberedSearches';

export type SavedSearches = ReturnType<typeof openSavedSearches>;

/**
 * The saved searches of each endpoint, and its history, in the workspace's and the global state. Both are deleted with
 * their endpoint. Reads nothing before the first call.
 */
export function openSavedSearches(
  { globalState, workspaceState }: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState'>,
  clients: Pick<ClientRegistry, 'store' | 'onDidChange'>,
  log: Pick<vscode.LogOutputChannel, 'error'>,
) {
  const changed = new vscode.EventEmitter<void>();
  const kept = new vscode.EventEmitter<string>();
  const history = openSearchHistory(globalState);
  let opening: Promise<SavedStore> | undefined;

  const open = async (): Promise<SavedStore> => {
    const { openSavedStore } = await import('../../core/search/saved/savedStore');
    const store = openSavedStore({ workspace: workspaceState, everywhere: globalState });
    forgetRemoved(store);
    return store;
  };
  const store = (): Promise<SavedStore> => {
    opening ??= open();
    return opening;
  };
  const forgetRemoved = (saved: SavedStore): void => {
    forget(saved).catch(() => log.error('What was saved of removed endpoints cannot be forgotten.'));
  };
  /** If the endpoints cannot be listed, none is known to be removed. */
  const forget = async (saved: SavedStore): Promise<void> => {
    const listed = new Set((await (await clients.store()).list()).map(({ hint }) => hint.id));
    const isRemoved = (endpointId: string): boolean => !listed.has(endpointId) && !isWorkspaceEndpointId(endpointId);
    await history.clear(isRemoved);
    if (await saved.removeOf(isRemoved)) changed.fire();
  };
  const change = async (how: (store: SavedStore) => Promise<void>): Promise<void> => {
    await how(await store());
    changed.fire();
  };

  const subscriptions = vscode.Disposable.from(
    clients.onDidChange(() => {
      store().then(forgetRemoved, () => log.error('The saved searches cannot be read.'));
    }),
    // VS Code does not report what another window wrote.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && opening !== undefined) changed.fire();
    }),
    changed,
    kept,
  );

  return {
    store: (): Promise<Pick<SavedStore, 'list' | 'get'>> => store(),
    async save(place: SavedPlace, ...searches: readonly NewSearch[]): Promise<void> {
      const ids = await (await store()).save(place, ...searches);
      changed.fire();
      for (const id of ids.slice(-1)) kept.fire(id);
    },
    rename: (id: string, name: string) => change((saved) => saved.rename(id, name)),
    remove: (id: string) => change((saved) => saved.remove(id)),
    history,
    remember: history.remember,
    /** Fires when saved searches have changed, or may have. */
    onDidChange: changed.event,
    /** Fires with the id of a search that was just saved. */
    onDidSave: kept.event,
    dispose: (): void => subscriptions.dispose(),
  };
}
