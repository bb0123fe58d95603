import * as l10n from '@vscode/l10n';
import type { EndpointHint } from '../endpoints/endpointRecord';
import type { EndpointStore } from '../endpoints/endpointStore';
import { invalidFailure } from '../errors/failure';
import type { WorkspaceEndpoints } from './workspaceEndpoints';

interface WorkspaceSource {
  /** Undefined if no folder lists any. */
  listed(): Promise<Pick<WorkspaceEndpoints, 'list' | 'get' | 'has' | 'changeAuth' | 'forget'> | undefined>;
  /** The endpoints of any workspace, for `forget` only. */
  opened(): Promise<Pick<WorkspaceEndpoints, 'forget'>>;
  onDidChange(listener: (ids: readonly string[]) => void): { dispose(): unknown };
}

/**
 * The stored endpoints, and after them those of the workspace, for every caller that lists or uses endpoints. Of the
 * latter, callers can change only the credentials; `remove` revokes their approval.
 */
export function withWorkspace(store: EndpointStore, source: WorkspaceSource): EndpointStore {
  const holding = async (id: string) => {
    const workspace = await source.listed();
    return workspace !== undefined && (await workspace.has(id)) ? workspace : undefined;
  };
  return {
    ...store,
    async list() {
      const stored = await store.list();
      const listed = await (await source.listed())?.list();
      if (listed === undefined) return stored;
      const own = new Set(stored.flatMap((one) => (one.state === 'ready' ? [keyOf(one.hint, one.endpoint.url)] : [])));
      // A user who has stored the same endpoint need not approve it again.
      return [...stored, ...listed.filter((one) => !(one.state === 'unapproved' && own.has(keyOf(one.hint, one.url))))];
    },
    get: async (id) => (await store.get(id)) ?? (await source.listed())?.get(id),
    async change(id, fields, seen) {
      const workspace = await holding(id);
      if (workspace === undefined) return store.change(id, fields, seen);
      if (fields.auth !== undefined) return workspace.changeAuth(id, fields.auth);
      if ('origins' in fields || 'ignored' in fields)
        throw invalidFailure(
          l10n.t(
            'This endpoint is listed by the workspace, so its public addresses and ignored problems cannot be stored.',
          ),
          l10n.t('Select Add Endpoint to add it to your own endpoints.'),
        );
      throw invalidFailure(
        l10n.t('This endpoint is listed by the workspace, so only its credentials can be changed here.'),
        l10n.t('Change its entry: select Edit Endpoint… in its menu, and Open Workspace File.'),
      );
    },
    async learn(endpoint, learned) {
      if ((await holding(endpoint.id)) === undefined) await store.learn(endpoint, learned);
    },
    async remove(id) {
      const workspace = await holding(id);
      if (workspace === undefined) await store.remove(id);
      else await workspace.forget([id]);
    },
    async removeAll() {
      await store.removeAll();
      await (await source.opened()).forget('all');
    },
    async move(id, place) {
      if ((await holding(id)) !== undefined) return;
      // Endpoints of the workspace come after the stored ones, in the order of their file.
      const isBehind = typeof place === 'object' && (await holding(place.placeOf)) !== undefined;
      await store.move(id, isBehind ? 'last' : place);
    },
    onDidChange(listener) {
      const subscriptions = [store.onDidChange(listener), source.onDidChange(listener)];
      return {
        dispose() {
          for (const one of subscriptions) one.dispose();
        },
      };
    },
  };
}

function keyOf({ kind, name }: EndpointHint, url: string): string {
  return JSON.stringify([kind, name, url]);
}
