import type * as vscode from 'vscode';
import type { LogHitFields, RememberedPlace } from '../../core/accessLogs/logLayouts';
import { isWorkspaceEndpointId } from '../../core/base/endpoints/workspaceId';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { Engines } from './engines';

const key = 'accessLogs/places';

/**
 * The place of each proxy's access logs, as the user accepted it once. The same in every workspace. Reads nothing before
 * the first call.
 */
export class AccessLogs implements vscode.Disposable {
  readonly clients: ClientRegistry;
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly state: Pick<vscode.Memento, 'get' | 'update'>,
    readonly engines: Engines,
  ) {
    this.clients = engines.clients;
    this.subscription = this.clients.onDidChange(() => void this.forgetRemoved());
  }

  /** The place of a proxy endpoint's access logs; undefined if the user has not chosen one. */
  async of(proxyId: string): Promise<RememberedPlace | undefined> {
    return (await this.read()).get(proxyId);
  }

  async remember(proxyId: string, place: RememberedPlace): Promise<void> {
    await this.write((await this.read()).set(proxyId, place));
  }

  /** The proxies whose access logs a search endpoint has, and the paths of routers' names in its documents. */
  async at(
    searchEndpointId: string,
  ): Promise<{ readonly proxyIds: readonly string[]; readonly paths: readonly string[] }> {
    const places = await this.placesAt(searchEndpointId);
    const paths = places.flatMap(([, { layout }]) => layout.router.path ?? []);
    return { proxyIds: places.map(([id]) => id), paths: [...new Set(paths)] };
  }

  /**
   * The fields of an index's documents that lead to a proxy: as remembered, else by the naming of known shippers.
   * Undefined if they name no router. Rejects with `RequestFailure` if the engine cannot list its fields.
   */
  async hitFieldsOf(searchEndpointId: string, index: string): Promise<LogHitFields | undefined> {
    const { layoutsAmong, logHitFields } = await import('../../core/accessLogs/logLayouts');
    const remembered = (await this.placesAt(searchEndpointId)).find(([, place]) => place.index === index);
    const found = remembered && logHitFields(remembered[1].layout);
    if (found !== undefined) return found;
    const { catalog } = await this.engines.of(searchEndpointId);
    const [layout] = layoutsAmong(await catalog.fields(index));
    return layout && logHitFields(layout);
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Read each time, because another window may have written. */
  private async read(): Promise<Map<string, RememberedPlace>> {
    // Most users have none: this loads nothing to find that out.
    if (this.state.get(key) === undefined) return new Map();
    const { readRememberedPlaces } = await import('../../core/accessLogs/logLayouts');
    return readRememberedPlaces(this.state.get(key));
  }

  private async write(places: ReadonlyMap<string, RememberedPlace>): Promise<void> {
    await this.state.update(key, places.size === 0 ? undefined : Object.fromEntries(places));
  }

  private async placesAt(searchEndpointId: string): Promise<[string, RememberedPlace][]> {
    return [...(await this.read())].filter(([, place]) => place.searchEndpointId === searchEndpointId);
  }

  /** A place is useless once either endpoint was removed. */
  private async forgetRemoved(): Promise<void> {
    if (this.state.get(key) === undefined) return;
    try {
      const listed = new Set((await (await this.clients.store()).list()).map(({ hint }) => hint.id));
      const places = await this.read();
      const isThere = (id: string): boolean => listed.has(id) || isWorkspaceEndpointId(id);
      const kept = [...places].filter(([id, place]) => isThere(id) && isThere(place.searchEndpointId));
      if (kept.length < places.size) await this.write(new Map(kept));
    } catch {
      // If the endpoints cannot be listed, the views show that, and none is known to be removed.
    }
  }
}
