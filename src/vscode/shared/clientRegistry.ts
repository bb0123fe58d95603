import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { promiseByKey } from '../../core/base/async/promiseByKey';
import type { SingleFlight } from '../../core/base/async/singleFlight';
import type { Endpoint } from '../../core/base/endpoints/endpoint';
import type { EndpointStore } from '../../core/base/endpoints/endpointStore';
import { rememberedKinds } from '../../core/base/endpoints/rememberedKinds';
import { isSameConnection } from '../../core/base/endpoints/sameConnection';
import { invalidFailure, isRequestFailure } from '../../core/base/errors/failure';
import type { HttpClient, HttpClientOptions } from '../../core/base/http/httpClient';
import { plainText } from '../../core/base/text/plainText';
import { withWorkspace } from '../../core/base/workspace/withWorkspace';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { ProxySession } from '../../core/proxy/session';
import { ContextKeys, Settings } from './ids';
import { errorInLog, logError } from './logError';
import { ProxySessions } from './proxySessions';
import type { WorkspaceFiles } from './storedEndpoints';

export type ClientRegistry = ReturnType<typeof openClientRegistry>;

/** The message about an endpoint that was removed while a view still showed it. */
export function endpointGone(): string {
  return l10n.t('This endpoint no longer exists.');
}

/** Sets the context keys for kinds of endpoints: menus and the palette offer only what there is. */
export function tellKnownKinds(kinds: ReadonlySet<unknown>): void {
  void vscode.commands.executeCommand('setContext', ContextKeys.hasProxies, kinds.has('proxy'));
  void vscode.commands.executeCommand('setContext', ContextKeys.hasSearchEndpoints, kinds.has('search'));
}

/**
 * One client and one inventory for each endpoint, made on first use. Uses the extension's secret storage and global
 * state, and reads nothing before it is needed.
 */
export function openClientRegistry(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
  const remote =
    context.extension.extensionKind === vscode.ExtensionKind.Workspace && vscode.env.remoteName !== undefined;
  tellKnownKinds(rememberedKinds(context.globalState));
  const changed = new vscode.EventEmitter<readonly string[]>();
  const dropped = new vscode.EventEmitter<string>();
  const shown = new vscode.EventEmitter<string>();
  let opening: Promise<EndpointStore> | undefined;
  let openingWorkspace: Promise<WorkspaceFiles> | undefined;
  /** A client that is requested right after a change waits for this, so that it uses the new record. */
  let following: Promise<void> = Promise.resolve();

  const open = async (): Promise<EndpointStore> => {
    const { openStoredEndpoints } = await import('./storedEndpoints');
    const own = await openStoredEndpoints(context);
    const store = withWorkspace(own, await workspace());
    store.onDidChange((ids) => {
      following = following.then(() => follow(ids));
    });
    return store;
  };
  const workspace = (): Promise<WorkspaceFiles> => {
    openingWorkspace ??= import('./storedEndpoints').then(({ openWorkspaceFiles }) => openWorkspaceFiles(context));
    return openingWorkspace;
  };
  const store = (): Promise<EndpointStore> => {
    opening ??= open();
    return opening;
  };

  const connect = async (endpoint: Endpoint, more: HttpClientOptions): Promise<HttpClient> => {
    const { connectTo } = await import('./network');
    return logged(connectTo(endpoint, remote, more), log);
  };

  /** Avoids connecting and logging in again for each request. */
  const clients = promiseByKey(async (id): Promise<HttpClient> => {
    const stored = await store();
    const endpoint = await stored.get(id);
    if (endpoint === undefined) {
      const listed = (await stored.list()).find(({ hint }) => hint.id === id);
      if (listed?.state === 'unapproved' || listed?.state === 'refused') {
        throw invalidFailure(
          l10n.t('This workspace lists this endpoint, and nobody has allowed requests to it.'),
          l10n.t('Select Allow Requests… in its menu.'),
        );
      }
      throw listed === undefined
        ? invalidFailure(endpointGone(), l10n.t('Close this page, or add the endpoint again.'))
        : invalidFailure(
            l10n.t('The stored data of this endpoint is missing or cannot be read.'),
            l10n.t('Edit the endpoint to enter it again, or remove it.'),
          );
    }
    const onDigest = () => {
      stored
        .learn(endpoint, { digest: true })
        .catch(() => log.warn(`${nameInLog(endpoint)}: failed to save that the server requires Digest`));
    };
    return connect(endpoint, { onDigest, isDigest: () => stored.isDigest(endpoint) });
  });
  const client = async (id: string): Promise<HttpClient> => {
    await following;
    return clients.open(id);
  };
  const sessions = new ProxySessions({
    endpoint: async (id) => (await store()).get(id),
    async read(id, signal, latest) {
      const { readWithinLimits } = await import('./network');
      return readWithinLimits(await client(id), signal, latest);
    },
  });
  const session = async (id: string): Promise<ProxySession> => {
    await following;
    return sessions.open(id);
  };

  const drop = (id: string): void => {
    const client = clients.remove(id);
    sessions.get(id)?.reconnect();
    dropped.fire(id);
    client
      ?.then((open) => open.close())
      .catch((error: unknown) => log.debug('failed to close a connection', errorInLog(error)));
  };

  /** A new name or place in the list does not interrupt requests. */
  const follow = async (ids: readonly string[]): Promise<void> => {
    try {
      for (const id of ids) {
        const open = await clients.get(id)?.catch(() => undefined);
        const now = await (await store()).get(id);
        if (open === undefined || now === undefined || !isSameConnection(open.endpoint, now)) drop(id);
        sessions.follow(id, now);
      }
    } catch (error) {
      logError(log, 'failed to read a changed endpoint', error);
    }
    changed.fire(ids);
  };

  const subscriptions = vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('http') && !event.affectsConfiguration(`${Settings.section}.request`)) return;
      const ids = clients.keys();
      for (const id of ids) drop(id);
      changed.fire(ids);
    }),
    changed,
    shown,
    sessions,
    dropped,
  );

  return {
    /** The stored endpoints; opens the core on first use. */
    store,
    /** The endpoints that the workspace lists, which `store` contains, too. */
    workspace: async () => (await workspace()).opened(),
    /** Rejects with `RequestFailure` if the endpoint's stored data is missing or cannot be read. */
    client,
    /** A client for an endpoint that is not stored, with these limits instead of the settings'. The caller closes it. */
    trial: connect,
    /** Shows, expands, and selects an endpoint's row in its view. */
    show: (id: string): void => shown.fire(id),
    /** Fires with the id of an endpoint whose row is to be shown. */
    onDidAskToShow: shown.event,
    /** One session for each proxy. Use `session` to open one. */
    sessions,
    /** The session of the endpoint's proxy, after all changes of the endpoint so far. */
    session,
    /** The inventory of the endpoint's proxy, read once for all callers. */
    inventory: async (id: string): Promise<SingleFlight<Inventory>> => (await session(id)).inventory,
    stopReading(): void {
      for (const { inventory } of sessions.all.values()) inventory.stop();
    },
    /** Fires with ids of endpoints that changed, in any window, or whose connections were replaced. */
    onDidChange: changed.event,
    /** Fires with the id of an endpoint whose inventory was read or could not be read; not after a canceled read. */
    onDidRead: sessions.read.event,
    /** Fires with the id of an endpoint whose connections were closed: facts learned on them may be outdated. */
    onDidDrop: dropped.event,
    dispose(): void {
      for (const id of clients.keys()) drop(id);
      opening?.then((opened) => opened.dispose()).catch(() => undefined);
      openingWorkspace?.then((opened) => opened.dispose()).catch(() => undefined);
      subscriptions.dispose();
    },
  };
}

/** The name in one line: it may have been imported. */
const nameInLog = ({ name }: Endpoint): string => plainText(name, 200);

/** The same client, which logs each request and its outcome, without headers, bodies, and texts of the server. */
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
        const { kind, code } = isRequestFailure(error) ? error.failure : { kind: 'unexpected', code: undefined };
        const line = `${what} → ${code === undefined ? kind : `${kind} (${code})`}`;
        if (kind === 'canceled') log.debug(line);
        else log.warn(line);
        throw error;
      }
    },
  };
}
