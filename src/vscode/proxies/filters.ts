import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { ContextKeys } from '../shared/ids';
import { loadCore } from '../shared/loadCore';

/** The filters of the endpoints in this workspace. Those of removed endpoints are deleted. */
export interface Filters extends vscode.Disposable {
  /** Resolves when the stored filters have been read. Before that, no endpoint has a filter. */
  ready(): Promise<void>;
  /** The text of the endpoint's filter; '' for none. */
  get(endpointId: string): string;
  /** Stores the filter; '' deletes it. */
  set(endpointId: string, text: string): Promise<void>;
  /** The endpoints that have a filter. */
  readonly endpointIds: readonly string[];
  /** Fires with the id of an endpoint whose filter changed. */
  readonly onDidChange: vscode.Event<string>;
}

const KEY = 'proxies/filters';

/** Opens the filters stored in the workspace's state. Reads nothing before the first call. */
export function openFilters(
  { workspaceState }: Pick<vscode.ExtensionContext, 'workspaceState'>,
  clients: Pick<ClientRegistry, 'store' | 'onDidChange'>,
): Filters {
  const changed = new vscode.EventEmitter<string>();
  let texts: Map<string, string> = new Map();
  let reading: Promise<void> | undefined;

  const tell = (ids: readonly string[]): void => {
    void vscode.commands.executeCommand('setContext', ContextKeys.filtered, texts.size > 0);
    for (const id of ids) changed.fire(id);
  };
  const keep = async (): Promise<void> => {
    await workspaceState.update(KEY, texts.size === 0 ? undefined : Object.fromEntries(texts));
  };
  const forgetRemoved = async (): Promise<void> => {
    if (texts.size === 0) return;
    try {
      const listed = new Set((await (await clients.store()).list()).map(({ hint }) => hint.id));
      const removed = [...texts.keys()].filter((id) => !listed.has(id));
      if (removed.length === 0) return;
      for (const id of removed) texts.delete(id);
      await keep();
      tell(removed);
    } catch {
      // If the endpoints cannot be listed, the view says so, and none is known to be removed.
    }
  };
  const read = async (): Promise<void> => {
    const { readSavedFilters } = await loadCore();
    texts = readSavedFilters(workspaceState.get(KEY));
    tell([...texts.keys()]);
  };
  const ready = (): Promise<void> => {
    if (reading === undefined) {
      reading = read();
      void reading.then(forgetRemoved);
    }
    return reading;
  };
  const subscription = clients.onDidChange(() => {
    if (reading !== undefined) void reading.then(forgetRemoved);
  });

  return {
    ready,
    get: (endpointId) => texts.get(endpointId) ?? '',
    async set(endpointId, text) {
      await ready();
      const wanted = text.trim();
      if (wanted === (texts.get(endpointId) ?? '')) return;
      if (wanted === '') texts.delete(endpointId);
      else texts.set(endpointId, wanted);
      await keep();
      tell([endpointId]);
    },
    get endpointIds() {
      return [...texts.keys()];
    },
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      changed.dispose();
    },
  };
}
