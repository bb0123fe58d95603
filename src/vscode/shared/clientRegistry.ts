import * as vscode from 'vscode';
import { promiseByKey } from '../../core/base/async/promiseByKey';
import type { SingleFlight } from '../../core/base/async/singleFlight';
import type { Endpoint } from '../../core/base/endpoints/endpoint';
import type { EndpointStore } from '../../core/base/endpoints/endpointStore';
import type { HttpClient } from '../../core/base/http/httpClient';
import { plainText } from '../../core/base/text/plainText';
import type { Inventory } from '../../core/proxy/model/inventory';
import { errorInLog } from './errorInLog';
import { loadCore } from './loadCore';
import { affectsNetworkSettings, httpClientOptions, refreshLimits } from './network';
import { addSamples } from './samples';

/** The live side of the configured endpoints: one client and one inventory each, made on first use. */
export interface ClientRegistry extends vscode.Disposable {
  /** The stored endpoints; opens the core on first use. */
  store(): Promise<EndpointStore>;
  /** The endpoint's way to the network. Rejects with `RequestFailure` where its record is gone or cannot be read. */
  client(id: string): Promise<HttpClient>;
  /** What the proxy at the endpoint lists, read once for all who ask. */
  inventory(id: string): Promise<SingleFlight<Inventory>>;
  /** Cancels every inventory read that is under way. */
  stopReading(): Promise<void>;
  /** Tells ids of endpoints whose record changed, in any window, or whose connections were made anew. */
  readonly onDidChange: vscode.Event<readonly string[]>;
  /** Tells the id of an endpoint whose inventory has just been read, or could not be; not of a read that was cancelled. */
  readonly onDidRead: vscode.Event<string>;
  /** Tells the id of an endpoint whose connections were closed: what was learnt on them may not hold for the next. */
  readonly onDidDrop: vscode.Event<string>;
}

/** Opens connections over the extension's secret storage and global state. Nothing is read before it is asked for. */
export function openClientRegistry(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): ClientRegistry {
  const remote =
    context.extension.extensionKind === vscode.ExtensionKind.Workspace && vscode.env.remoteName !== undefined;
  const changed = new vscode.EventEmitter<readonly string[]>();
  const read = new vscode.EventEmitter<string>();
  const dropped = new vscode.EventEmitter<string>();
  const recordsChanged = new vscode.EventEmitter<readonly string[]>();
  let opening: Promise<EndpointStore> | undefined;
  /** Whoever asks for a client right after a change waits here, and gets one that the new record opens. */
  let following: Promise<void> = Promise.resolve();

  const open = async (): Promise<EndpointStore> => {
    const { openEndpointStore } = await loadCore();
    const store = openEndpointStore(context.secrets, context.globalState);
    await addSamples(store);
    store.onDidChange((ids) => recordsChanged.fire(ids));
    store.onDidOverrule(async (overruled) => (await import('./tellOverruled')).tellOverruled(overruled));
    return store;
  };
  const store = (): Promise<EndpointStore> => {
    opening ??= open();
    return opening;
  };

  /** Spares what asks an endpoint to connect and log in anew. */
  const clients = promiseByKey(async (id): Promise<HttpClient> => {
    const { openHttpClient, RequestFailure } = await loadCore();
    const stored = await store();
    const endpoint = await stored.get(id);
    if (endpoint === undefined) {
      const isListed = (await stored.list()).some(({ hint }) => hint.id === id);
      throw new RequestFailure({
        kind: 'invalid',
        ...(isListed
          ? {
              sentence: 'The stored record of this endpoint is gone or cannot be read.',
              nextStep: 'Edit the endpoint to enter it again, or remove it.',
            }
          : { sentence: 'This endpoint was removed.', nextStep: 'Close this page, or add the endpoint again.' }),
      });
    }
    const options = await httpClientOptions(new URL(endpoint.url), remote);
    const onDigest = () => {
      stored
        .learn(endpoint, { digest: true })
        .catch(() => log.warn(`${nameInLog(endpoint)}: that it wants Digest is not remembered`));
    };
    return logged(openHttpClient(endpoint, { ...options, onDigest }), log);
  });
  const client = async (id: string): Promise<HttpClient> => {
    await following;
    return clients.open(id);
  };
  /** Spares views and documents of one proxy to read its listings each on its own. */
  const inventories = promiseByKey(async (id): Promise<SingleFlight<Inventory>> => {
    const { isRequestFailure, readInventory, singleFlight } = await loadCore();
    return singleFlight<Inventory>(async (signal, latest) => {
      try {
        const inventory = await readInventory(await client(id), signal, latest, await refreshLimits());
        read.fire(id);
        return inventory;
      } catch (error) {
        // Whoever hears of a read asks for its outcome, which would begin a cancelled one anew.
        if (!isRequestFailure(error) || error.failure.kind !== 'cancelled') read.fire(id);
        throw error;
      }
    });
  });

  const drop = (id: string): void => {
    const client = clients.remove(id);
    inventories.remove(id);
    dropped.fire(id);
    client
      ?.then((open) => open.close())
      .catch((error: unknown) => log.debug('closing a connection failed', errorInLog(error)));
  };

  /** A new name or place in the list is no reason to cut off what is being asked. */
  const follow = async (ids: readonly string[]): Promise<void> => {
    try {
      const { isSameConnection } = await loadCore();
      for (const id of ids) {
        const open = await clients.get(id)?.catch(() => undefined);
        const now = await (await store()).get(id);
        if (open === undefined || now === undefined || !isSameConnection(open.endpoint, now)) drop(id);
      }
    } catch (error) {
      log.error('A changed endpoint cannot be read.', errorInLog(error));
    }
    changed.fire(ids);
  };

  const subscriptions = vscode.Disposable.from(
    recordsChanged.event((ids) => {
      following = following.then(() => follow(ids));
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!affectsNetworkSettings(event)) return;
      const ids = clients.keys();
      for (const id of ids) drop(id);
      changed.fire(ids);
    }),
    recordsChanged,
    changed,
    read,
    dropped,
  );

  return {
    store,
    client,
    async inventory(id) {
      await following;
      return inventories.open(id);
    },
    async stopReading() {
      for (const inventory of await Promise.all(inventories.values())) inventory.stop();
    },
    onDidChange: changed.event,
    onDidRead: read.event,
    onDidDrop: dropped.event,
    dispose() {
      for (const id of clients.keys()) drop(id);
      opening?.then((opened) => opened.dispose()).catch(() => undefined);
      subscriptions.dispose();
    },
  };
}

/** One line, also where the name was imported. */
const nameInLog = ({ name }: Endpoint): string => plainText(name, 200);

/** The same client, telling the log what was asked and how it ended: never headers, bodies or what a server said. */
function logged(client: HttpClient, log: vscode.LogOutputChannel): HttpClient {
  return {
    get endpoint() {
      return client.endpoint;
    },
    close: () => client.close(),
    async request(request) {
      const started = performance.now();
      const what = `${nameInLog(client.endpoint)}: ${request.method} ${request.path}`;
      try {
        const answer = await client.request(request);
        log.debug(
          `${what} → ${answer.status}, ${answer.body.length} characters, ${Math.round(performance.now() - started)} ms`,
        );
        return answer;
      } catch (error) {
        const { isRequestFailure } = await loadCore();
        const { kind, code } = isRequestFailure(error) ? error.failure : { kind: 'unexpected', code: undefined };
        const line = `${what} → ${code === undefined ? kind : `${kind} (${code})`}`;
        if (kind === 'cancelled') log.debug(line);
        else log.warn(line);
        throw error;
      }
    },
  };
}
