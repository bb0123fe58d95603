import type { RawLook } from '../../core/proxy/describe/look';
import type { ProxySession } from '../../core/proxy/session';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import type { Filters } from './filters';

/** The sessions of the proxies whose rows were asked for, or which were read for someone else. */
interface ProxySessions {
  /** The proxy's; a new one where its connection was made anew. */
  open(endpointId: string): Promise<ProxySession>;
  /** The proxy's, if there is one. */
  get(endpointId: string): ProxySession | undefined;
  readonly all: ReadonlyMap<string, ProxySession>;
  /** Ends all but these. */
  keep(endpointIds: ReadonlySet<string>): void;
}

interface Surroundings {
  readonly connections: Connections;
  readonly filters: Filters;
  /** What the settings say of how rows look. */
  readonly look: () => RawLook;
  /** Is shown every read of a session that goes to the network. */
  readonly onReading: (endpointId: string, reading: Promise<unknown>) => void;
  readonly onOpen: (session: ProxySession) => void;
}

/** Opens nothing yet. */
export function openProxySessions({ connections, filters, look, onReading, onOpen }: Surroundings): ProxySessions {
  const sessions = new Map<string, ProxySession>();
  /** What each reads: another one where the connection was made anew. */
  const inventories = new WeakMap<ProxySession, Awaited<ReturnType<Connections['inventory']>>>();
  const forget = (endpointId: string): void => {
    sessions.get(endpointId)?.dispose();
    sessions.delete(endpointId);
  };
  return {
    async open(endpointId) {
      const { exposuresOf, lookOf, openProxySession } = await loadCore();
      const inventory = await connections.inventory(endpointId);
      const present = (): ProxySession | undefined => {
        const session = sessions.get(endpointId);
        return session !== undefined && inventories.get(session) === inventory ? session : undefined;
      };
      const endpoint = present() === undefined ? await (await connections.store()).get(endpointId) : undefined;
      // Another ask may have been faster.
      const found = present();
      if (found !== undefined) return found;
      forget(endpointId);
      const session = openProxySession({
        inventory,
        look: () => lookOf(look(), filters.get(endpointId)),
        exposures: endpoint && exposuresOf(endpoint),
        onReading: (reading) => onReading(endpointId, reading),
      });
      sessions.set(endpointId, session);
      inventories.set(session, inventory);
      onOpen(session);
      return session;
    },
    get: (endpointId) => sessions.get(endpointId),
    all: sessions,
    keep(endpointIds) {
      for (const id of [...sessions.keys()]) if (!endpointIds.has(id)) forget(id);
    },
  };
}
