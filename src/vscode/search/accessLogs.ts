import type * as vscode from 'vscode';
import { isWorkspaceEndpointId } from '../../core/base/endpoints/workspaceId';
import { type LogHitFields, logHitFields } from '../../core/bridge/logs/hitFields';
import type { RememberedPlace } from '../../core/bridge/logs/rememberedPlaces';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { Engines } from './engines';

/** The place of each proxy's access logs, as the user accepted it once. The same in every workspace. */
export interface AccessLogs extends vscode.Disposable {
  /** The place of a proxy endpoint's access logs; undefined if the user has not chosen one. */
  of(proxyId: string): Promise<RememberedPlace | undefined>;
  remember(proxyId: string, place: RememberedPlace): Promise<void>;
  /** The proxies whose access logs a search endpoint has, and the paths of routers' names in its documents. */
  at(searchEndpointId: string): Promise<{ readonly proxyIds: readonly string[]; readonly paths: readonly string[] }>;
  /**
   * The fields of an index's documents that lead to a proxy: as remembered, else by the naming of known shippers.
   * Undefined if they name no router. Rejects with `RequestFailure` if the engine cannot list its fields.
   */
  hitFieldsOf(searchEndpointId: string, index: string): Promise<LogHitFields | undefined>;
}

const key = 'accessLogs/places';

/** Opens the places in the extension's state. Reads nothing before the first call. */
export function openAccessLogs(
  state: Pick<vscode.Memento, 'get' | 'update'>,
  clients: Pick<ClientRegistry, 'store' | 'onDidChange'>,
  engines: Pick<Engines, 'of'>,
): AccessLogs {
  /** Read each time, because another window may have written. */
  const read = async (): Promise<Map<string, RememberedPlace>> => {
    // Most users have none: this loads nothing to find that out.
    if (state.get(key) === undefined) return new Map();
    const { readRememberedPlaces } = await import('../../core/bridge/logs/rememberedPlaces');
    return readRememberedPlaces(state.get(key));
  };
  const write = async (places: ReadonlyMap<string, RememberedPlace>): Promise<void> => {
    await state.update(key, places.size === 0 ? undefined : Object.fromEntries(places));
  };
  const placesAt = async (searchEndpointId: string): Promise<[string, RememberedPlace][]> =>
    [...(await read())].filter(([, place]) => place.searchEndpointId === searchEndpointId);

  /** A place is useless once either endpoint was removed. */
  const forgetRemoved = async (): Promise<void> => {
    if (state.get(key) === undefined) return;
    try {
      const listed = new Set((await (await clients.store()).list()).map(({ hint }) => hint.id));
      const places = await read();
      const isThere = (id: string): boolean => listed.has(id) || isWorkspaceEndpointId(id);
      const kept = [...places].filter(([id, place]) => isThere(id) && isThere(place.searchEndpointId));
      if (kept.length < places.size) await write(new Map(kept));
    } catch {
      // If the endpoints cannot be listed, the views show that, and none is known to be removed.
    }
  };
  const subscription = clients.onDidChange(() => void forgetRemoved());

  return {
    async of(proxyId) {
      return (await read()).get(proxyId);
    },
    async remember(proxyId, place) {
      await write((await read()).set(proxyId, place));
    },
    async at(searchEndpointId) {
      const places = await placesAt(searchEndpointId);
      const paths = places.flatMap(([, { layout }]) => layout.router.path ?? []);
      return { proxyIds: places.map(([id]) => id), paths: [...new Set(paths)] };
    },
    async hitFieldsOf(searchEndpointId, index) {
      const { layoutsAmong } = await import('../../core/bridge/logs/logLayouts');
      const remembered = (await placesAt(searchEndpointId)).find(([, place]) => place.index === index);
      const found = remembered && logHitFields(remembered[1].layout);
      if (found !== undefined) return found;
      const { catalog } = await engines.of(searchEndpointId);
      const [layout] = layoutsAmong(await catalog.fields(index));
      return layout && logHitFields(layout);
    },
    dispose: () => subscription.dispose(),
  };
}
