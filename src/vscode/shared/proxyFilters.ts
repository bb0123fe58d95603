import * as vscode from 'vscode';
import { isWorkspaceEndpointId } from '../../core/base/endpoints/workspaceId';
import type { ClientRegistry } from './clientRegistry';
import type { ContextKeys } from './ids';

export type Filters = ReturnType<typeof openFilters>;

/**
 * The filters of a view's endpoints in this workspace, and one for all others. Removed endpoints lose theirs. Reads
 * nothing before the first call.
 *
 * @param view the prefix of their keys
 * @param contextKey the context key for menus: whether there are any
 */
export function openFilters(
  { workspaceState }: Pick<vscode.ExtensionContext, 'workspaceState'>,
  clients: Pick<ClientRegistry, 'store' | 'onDidChange'>,
  view: 'proxies' | 'searches',
  contextKey: (typeof ContextKeys)['filtered' | 'indicesFiltered'],
) {
  const key = `${view}/filters`;
  const keyForAll = `${view}/filterForAll`;
  const changed = new vscode.EventEmitter<string | undefined>();
  let forAll = '';
  /** If the user cleared the filter for all at an endpoint, this has an empty one. */
  let texts: Map<string, string> = new Map();
  let reading: Promise<void> | undefined;

  const notify = (ids: readonly (string | undefined)[]): void => {
    void vscode.commands.executeCommand('setContext', contextKey, texts.size > 0 || forAll !== '');
    for (const id of ids) changed.fire(id);
  };
  const keep = async (): Promise<void> => {
    const own = [...texts].filter(([, text]) => text !== '');
    const except = [...texts].flatMap(([id, text]) => (text === '' ? [id] : []));
    await workspaceState.update(key, own.length === 0 ? undefined : Object.fromEntries(own));
    await workspaceState.update(keyForAll, forAll === '' ? undefined : { text: forAll, except });
  };
  const forgetRemoved = async (): Promise<void> => {
    if (texts.size === 0) return;
    try {
      const listed = new Set((await (await clients.store()).list()).map(({ hint }) => hint.id));
      const removed = [...texts.keys()].filter((id) => !listed.has(id) && !isWorkspaceEndpointId(id));
      if (removed.length === 0) return;
      for (const id of removed) texts.delete(id);
      await keep();
      notify(removed);
    } catch {
      // If the endpoints cannot be listed, the view shows that, and none is known to be removed.
    }
  };
  const read = async (): Promise<void> => {
    const { readFilterForAll, readSavedFilters } = await import('../../core/proxy/find/savedFilters');
    const { text, except } = readFilterForAll(workspaceState.get(keyForAll));
    forAll = text;
    texts = new Map([...except.map((id) => [id, ''] as const), ...readSavedFilters(workspaceState.get(key))]);
    notify(forAll === '' ? [...texts.keys()] : [undefined]);
  };
  const get = (endpointId: string): string => texts.get(endpointId) ?? forAll;
  const ready = (): Promise<void> => {
    if (reading === undefined) {
      reading = read();
      void reading.then(forgetRemoved);
    }
    return reading;
  };
  const set = async (endpointId: string, text: string): Promise<void> => {
    await ready();
    const wanted = text.trim();
    if (wanted === get(endpointId)) return;
    if (wanted === forAll) texts.delete(endpointId);
    else texts.set(endpointId, wanted);
    await keep();
    notify([endpointId]);
  };
  const setForAll = async (text: string): Promise<void> => {
    await ready();
    const wanted = text.trim();
    if (wanted === forAll && texts.size === 0) return;
    forAll = wanted;
    texts.clear();
    await keep();
    notify([undefined]);
  };
  const subscription = clients.onDidChange(() => {
    if (reading !== undefined) void reading.then(forgetRemoved);
  });

  return {
    /** Resolves when the stored filters have been read. Before that, no endpoint has a filter. */
    ready,
    /** The text of the endpoint's filter; '' for none. */
    get,
    /** Stores the filter; '' deletes it. */
    set,
    /** The text of the filter for all; '' for none. */
    get forAll(): string {
      return forAll;
    },
    /** Stores one filter for all endpoints, in place of their own; '' shows all rows again. */
    setForAll,
    /**
     * Shows all rows again: of an endpoint with a filter, otherwise of all. VS Code gives the focused row to the button in
     * the view's title, whatever is filtered.
     */
    async clear(endpointId: string | undefined): Promise<void> {
      await ready();
      await (endpointId !== undefined && get(endpointId) !== '' ? set(endpointId, '') : setForAll(''));
    },
    /** The endpoints that have their own filter, or none in place of the filter for all. */
    get endpointIds(): readonly string[] {
      return [...texts.keys()];
    },
    /** Fires with the id of an endpoint whose filter changed; with undefined if those of all may have changed. */
    onDidChange: changed.event,
    dispose(): void {
      subscription.dispose();
      changed.dispose();
    },
  };
}
