import type * as vscode from 'vscode';
import { openListeners } from '../../core/base/async/listeners';
import { promiseByKey } from '../../core/base/async/promiseByKey';
import type { EngineCatalog } from '../../core/search/engine/engineCatalog';
import type { SearchClient } from '../../core/search/engine/searchClient';
import type { ClientRegistry } from '../shared/clientRegistry';

/** The engine of a search endpoint, shared by all panels. */
export interface Engine {
  readonly client: SearchClient;
  readonly catalog: EngineCatalog;
}

export type Engines = ReturnType<typeof openEngines>;

/** The engines behind the search endpoints. Sends nothing before the first search. */
export function openEngines(clients: ClientRegistry, log: Pick<vscode.LogOutputChannel, 'warn'>) {
  const switched = openListeners<{ readonly endpointId: string; readonly why: string }>();
  const open = async (endpointId: string): Promise<Engine> => {
    const [{ openEngineCatalog }, { openSearchClient }, store] = await Promise.all([
      import('../../core/search/engine/engineCatalog'),
      import('../../core/search/engine/searchClient'),
      clients.store(),
    ]);
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
    return { client, catalog: openEngineCatalog(client) };
  };
  /** Keeps the engine, its fields, and the way to send searches for all panels of an endpoint. */
  const engines = promiseByKey(open);
  const subscription = clients.onDidDrop((id) => void engines.remove(id));

  return {
    clients,
    /** The same engine for all callers, until the endpoint's connection changes. */
    of: engines.open,
    /** Fires when an endpoint is searched with another method from now on, with the reason, a sentence. */
    onDidSwitchMethod: switched.event,
    dispose(): void {
      subscription.dispose();
      engines.clear();
    },
  };
}
