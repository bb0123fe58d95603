import { openListeners } from '../../core/base/async/listeners';
import type { Endpoint } from '../../core/base/endpoints/endpoint';
import { endpointExposures } from '../../core/base/endpoints/exposure';
import type { RawViewOptions } from '../../core/proxy/describe/viewOptions';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { ProxySession } from '../../core/proxy/session';

interface ProxySource {
  /** The endpoint as stored. */
  endpoint(endpointId: string): Promise<Endpoint | undefined>;
  read(endpointId: string, signal: AbortSignal, latest: Inventory | undefined): Promise<Inventory>;
}

/** The sessions of the proxies that were read or whose rows were requested: one for each, until it is removed. */
export class ProxySessions {
  private readonly sessions = new Map<string, ProxySession>();
  /** The display of rows, and the filter of an endpoint. The Proxies view sets it. */
  viewOptions: (endpointId: string) => { readonly raw: RawViewOptions; readonly filter: string } = () => ({
    raw: { groupBy: undefined, sortBy: undefined },
    filter: '',
  });
  /** Fires when a session was opened. */
  readonly opened = openListeners<ProxySession>();
  /** Fires when a session requests a read for its rows, or a refresh. The promise settles when it ends. */
  readonly startedReading = openListeners<Promise<unknown>>();
  /** Fires once with the id of a proxy that was read or could not be read; not after a canceled read. */
  readonly read = openListeners<string>();
  /** Fires when the static configuration of a proxy was read. */
  readonly staticRead = openListeners<void>();

  constructor(private readonly source: ProxySource) {}

  get all(): ReadonlyMap<string, ProxySession> {
    return this.sessions;
  }

  get(endpointId: string): ProxySession | undefined {
    return this.sessions.get(endpointId);
  }

  /** The proxy's session. That of an endpoint that no longer exists is not kept, and its reads fail. */
  async open(endpointId: string): Promise<ProxySession> {
    const present = this.sessions.get(endpointId);
    if (present !== undefined) return present;
    const [{ viewOptionsOf }, { ProxySession }, endpoint] = await Promise.all([
      import('../../core/proxy/describe/viewOptions'),
      import('../../core/proxy/session'),
      this.source.endpoint(endpointId),
    ]);
    // Another call may have been faster.
    const found = this.sessions.get(endpointId);
    if (found !== undefined) return found;
    const session = new ProxySession({
      read: (signal, latest) => this.source.read(endpointId, signal, latest),
      viewOptions: () => {
        const { raw, filter } = this.viewOptions(endpointId);
        return viewOptionsOf(raw, filter);
      },
      exposures: endpoint && endpointExposures(endpoint),
      ignored: endpoint?.ignored,
      onReading: (reading) => this.startedReading.fire(reading),
      // Listeners read an endpoint that was read: one that is gone would be read again and again.
      onRead: () => {
        if (this.sessions.get(endpointId) === session) this.read.fire(endpointId);
      },
    });
    if (endpoint === undefined) return session;
    this.sessions.set(endpointId, session);
    this.opened.fire(session);
    return session;
  }

  /** Keeps the static configuration of a proxy in its session, which forgets it with its connection. */
  keepStatic(endpointId: string, json: string): void {
    const session = this.sessions.get(endpointId);
    if (session === undefined) return;
    session.staticConfiguration = json;
    this.staticRead.fire();
  }

  /** Applies what an endpoint is now; undefined ends its session. */
  follow(endpointId: string, now: Endpoint | undefined): void {
    if (now !== undefined) this.sessions.get(endpointId)?.follow(endpointExposures(now), now.ignored);
    else {
      this.sessions.get(endpointId)?.dispose();
      this.sessions.delete(endpointId);
    }
  }

  dispose(): void {
    for (const session of this.sessions.values()) session.dispose();
    this.sessions.clear();
    for (const events of [this.opened, this.startedReading, this.read, this.staticRead]) events.clear();
  }
}
