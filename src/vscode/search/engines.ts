import type * as vscode from 'vscode';
import { type Listeners, openListeners } from '../../core/base/async/listeners';
import { promiseByKey } from '../../core/base/async/promiseByKey';
import type { EngineCatalog } from '../../core/search/engine/engineCatalog';
import type { SearchClient } from '../../core/search/engine/searchClient';
import type { ClientRegistry } from '../shared/clientRegistry';
import { loadCore } from '../shared/loadCore';

/** A search endpoint's engine, as all panels share it. */
export interface Engine {
  readonly client: SearchClient;
  readonly catalogue: EngineCatalog;
}

/** The engines behind the search endpoints. */
export interface Engines extends vscode.Disposable {
  /** The same one for all who ask, until the endpoint is reached in another way. */
  of(endpointId: string): Promise<Engine>;
  /** Tells once what a person should know of an endpoint: that it is asked by POST from now on, and why. */
  readonly onDidSwitchMethod: Listeners<MethodSwitch>['event'];
}

interface MethodSwitch {
  readonly endpointId: string;
  /** In words for a person. */
  readonly why: string;
}

/** Opens the engines over the endpoints' connections. Nothing is asked before someone searches. */
export function openEngines(
  clients: Pick<ClientRegistry, 'store' | 'client' | 'onDidDrop'>,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): Engines {
  const switched = openListeners<MethodSwitch>();
  const open = async (endpointId: string): Promise<Engine> => {
    const { openEngineCatalog, openSearchClient } = await loadCore();
    const store = await clients.store();
    const endpoint = await store.get(endpointId);
    const method = endpoint?.searchMethod;
    const client = openSearchClient(() => clients.client(endpointId), {
      ...(method !== undefined && { method }),
      onMethod(found, why) {
        switched.fire({ endpointId, why });
        if (endpoint === undefined) return;
        store
          .learn(endpoint, { searchMethod: found })
          .catch(() => log.warn('How the searches of an endpoint are sent is not remembered.'));
      },
    });
    return { client, catalogue: openEngineCatalog(client) };
  };
  /** Spares every panel of an endpoint to find out anew what its engine is, which fields it has and how it is asked. */
  const engines = promiseByKey(open);
  const subscription = clients.onDidDrop((id) => void engines.remove(id));

  return {
    of: engines.open,
    onDidSwitchMethod: switched.event,
    dispose() {
      subscription.dispose();
      engines.clear();
    },
  };
}
