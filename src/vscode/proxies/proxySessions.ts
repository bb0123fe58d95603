import * as vscode from 'vscode';
import { endpointExposures } from '../../core/base/endpoints/exposure';
import type { RawViewOptions } from '../../core/proxy/describe/viewOptions';
import type { ProxySession } from '../../core/proxy/session';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Settings } from '../shared/ids';
import type { Filters } from '../shared/proxyFilters';

/** The sessions of the proxies whose rows were requested, or that were read for another feature. */
export interface ProxySessions extends vscode.Disposable {
  /** The proxy's session; a new one after a reconnection. */
  open(endpointId: string): Promise<ProxySession>;
  /** The proxy's session, if there is one. */
  get(endpointId: string): ProxySession | undefined;
  readonly all: ReadonlyMap<string, ProxySession>;
  /** Applies the endpoint's settings since its session was opened: the ignored findings. */
  follow(endpointId: string): Promise<void>;
  /** Ends all sessions but these. */
  keep(endpointIds: ReadonlySet<string>): void;
  /** Fires when a session was opened. */
  readonly onDidOpen: vscode.Event<ProxySession>;
  /** Fires when a session starts to read from the network. */
  readonly onDidStartReading: vscode.Event<StartedReading>;
}

interface StartedReading {
  readonly endpointId: string;
  /** Settles when the read ends. */
  readonly reading: Promise<unknown>;
}

export function openProxySessions(
  clients: Pick<ClientRegistry, 'inventory' | 'store'>,
  filters: Pick<Filters, 'get'>,
): ProxySessions {
  const opened = new vscode.EventEmitter<ProxySession>();
  const startedReading = new vscode.EventEmitter<StartedReading>();
  /** The data of each proxy, so that expanding its rows reads nothing again. */
  const sessions = new Map<string, ProxySession>();
  /** The inventory of each session: a different one after a reconnection. */
  const inventories = new WeakMap<ProxySession, Awaited<ReturnType<ClientRegistry['inventory']>>>();
  const forget = (endpointId: string): void => {
    sessions.get(endpointId)?.dispose();
    sessions.delete(endpointId);
  };
  const keep = (endpointIds: ReadonlySet<string>): void => {
    for (const id of [...sessions.keys()]) if (!endpointIds.has(id)) forget(id);
  };
  return {
    async open(endpointId) {
      const [{ viewOptionsOf }, { openProxySession }, inventory] = await Promise.all([
        import('../../core/proxy/describe/viewOptions'),
        import('../../core/proxy/session'),
        clients.inventory(endpointId),
      ]);
      const present = (): ProxySession | undefined => {
        const session = sessions.get(endpointId);
        return session !== undefined && inventories.get(session) === inventory ? session : undefined;
      };
      const endpoint = present() === undefined ? await (await clients.store()).get(endpointId) : undefined;
      // Another call may have been faster.
      const found = present();
      if (found !== undefined) return found;
      forget(endpointId);
      const session = openProxySession({
        inventory,
        viewOptions: () => viewOptionsOf(configuredViewOptions(), filters.get(endpointId)),
        exposures: endpoint && endpointExposures(endpoint),
        ignored: endpoint?.ignored,
        onReading: (reading) => startedReading.fire({ endpointId, reading }),
      });
      sessions.set(endpointId, session);
      inventories.set(session, inventory);
      opened.fire(session);
      return session;
    },
    get: (endpointId) => sessions.get(endpointId),
    async follow(endpointId) {
      const endpoint = await (await clients.store()).get(endpointId);
      sessions.get(endpointId)?.ignore(endpoint?.ignored);
    },
    all: sessions,
    keep,
    onDidOpen: opened.event,
    onDidStartReading: startedReading.event,
    dispose() {
      keep(new Set());
      opened.dispose();
      startedReading.dispose();
    },
  };
}

/** The settings for the display of rows. */
function configuredViewOptions(): RawViewOptions {
  const settings = vscode.workspace.getConfiguration(Settings.section);
  return {
    groupBy: settings.get(Settings.groupBy),
    sortBy: settings.get(Settings.sortBy),
    showInternal: settings.get(Settings.showInternal),
  };
}
