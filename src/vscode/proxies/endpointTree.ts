import * as vscode from 'vscode';
import type { ProxySession } from '../../core/proxy/session';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Settings, Views } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import type { Snapshots } from '../shared/snapshots';
import { openEndpointRoots } from './endpointRoots';
import { openEndpointTreeData } from './endpointTreeData';
import type { Filters } from './filters';
import { openProxySessions } from './proxySessions';
import { readingSign, tellState } from './viewState';

/** The Proxies view. */
export interface EndpointTree extends vscode.Disposable {
  /**
   * Reads one endpoint, or all, again. Only rows whose content changed are redrawn, so what is expanded and selected
   * stays so. If the refresh fails, the previous rows stay.
   */
  refresh(endpointId?: string): Promise<void>;
  /**
   * Shows, selects and focuses the row of a router, service, middleware, entry point or certificate. If it has none, says
   * why.
   *
   * @param target a `SubjectRef`, or a row that stands for something or leads to it; anything else does nothing
   */
  reveal(target: unknown): Promise<void>;
}

/** Opens the view. Reads nothing before it is shown. */
export function openEndpointTree(
  clients: ClientRegistry,
  filters: Filters,
  snapshots: Snapshots,
  log: vscode.LogOutputChannel,
): EndpointTree {
  const sessions = openProxySessions(clients, filters);
  const roots = openEndpointRoots(clients, filters, sessions);
  const data = openEndpointTreeData({ sessions, roots, snapshots, log });
  const view = vscode.window.createTreeView(Views.proxies, { treeDataProvider: data, showCollapseAll: true });
  const showReading = readingSign();

  const schedule = (session: ProxySession): void => session.schedule(autoRefreshSeconds(), view.visible);
  const scheduleAll = (): void => {
    for (const session of sessions.all.values()) schedule(session);
  };
  /** Takes in what was read elsewhere: for the document of an item, or by Find. */
  const takeIn = async (endpointId: string): Promise<void> => {
    const shared = await clients.inventory(endpointId);
    // The event comes before the inventory is handed out.
    await shared.read().catch(() => undefined);
    if (roots.all.has(endpointId)) await sessions.open(endpointId);
    await data.redraw(endpointId);
  };
  /** After a reconnection, what was read over the old connection is no longer shown. */
  const follow = async (endpointIds: readonly string[]): Promise<void> => {
    for (const id of endpointIds) if (sessions.get(id) !== undefined) await sessions.open(id);
    data.redrawAll();
  };

  const subscriptions = vscode.Disposable.from(
    data.onDidMakeRows(() => void tellState(view, roots, sessions, data.trouble)),
    sessions.onDidOpen(schedule),
    sessions.onDidStartReading(({ endpointId, reading }) => {
      showReading(reading);
      const ended = () => void data.redraw(endpointId);
      reading.then(ended, ended);
    }),
    clients.onDidChange((ids) => void follow(ids)),
    clients.onDidRead((id) => void takeIn(id)),
    filters.onDidChange((id) => void data.redraw(id)),
    snapshots.onDidChange(() => data.redrawBelowRoots()),
    view.onDidChangeVisibility(scheduleAll),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const affects = (key: string): boolean => event.affectsConfiguration(`${Settings.section}.${key}`);
      if ([Settings.groupBy, Settings.sortBy, Settings.showInternal].some(affects)) {
        for (const id of sessions.all.keys()) void data.redraw(id);
      }
      if (affects(Settings.autoRefresh)) scheduleAll();
    }),
    view,
    data,
    sessions,
  );

  return {
    async refresh(endpointId) {
      if (roots.all.size === 0 || data.trouble !== undefined) {
        await data.list();
        data.redrawAll();
      }
      const wanted = [...roots.all.values()].filter(
        (root) => root.state === 'ready' && (endpointId === undefined || root.endpointId === endpointId),
      );
      await Promise.all(wanted.map(async (root) => (await sessions.open(root.endpointId)).refresh()));
    },
    async reveal(argument) {
      const { parseSubjectRef } = await loadCore();
      const target = parseSubjectRef(argument);
      if (target === undefined) return;
      const { revealRow } = await import('./revealRow');
      await revealRow({ view, data, roots, sessions }, target);
    },
    dispose: () => subscriptions.dispose(),
  };
}

function autoRefreshSeconds(): number {
  const seconds: unknown = vscode.workspace.getConfiguration(Settings.section).get(Settings.autoRefresh);
  return typeof seconds === 'number' ? seconds : 0;
}
