import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { once } from '../../core/base/async/once';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { RawViewOptions } from '../../core/proxy/describe/viewOptions';
import type { ProxySession } from '../../core/proxy/session';
import { type ProxyNode, parentOf } from '../../core/proxy/tree/nodes';
import type { ClientRegistry } from '../shared/clientRegistry';
import { endpointDrag } from '../shared/endpointDrag';
import { ContextKeys, Settings, Views } from '../shared/ids';
import { logError } from '../shared/logError';
import { registerProblemBadges } from '../shared/problemBadges';
import type { Filters } from '../shared/proxyFilters';
import type { ProxySessions } from '../shared/proxySessions';
import type { Snapshots } from '../shared/snapshots';
import { loadTreeItems } from '../shared/treeItems';
import { EndpointRoots } from './endpointRoots';
import { EndpointTreeData } from './endpointTreeData';

export type EndpointTree = ReturnType<typeof openEndpointTree>;

/** Opens the Proxies view. Reads nothing before it is visible. */
export function openEndpointTree(
  clients: ClientRegistry,
  filters: Filters,
  snapshots: Snapshots,
  state: vscode.Memento,
  log: vscode.LogOutputChannel,
) {
  const { sessions } = clients;
  sessions.viewOptions = (id) => ({ raw: configuredViewOptions(), filter: filters.get(id) });
  /** For the menus that need an endpoint. */
  const updateMenus = async (stored?: readonly StoredEndpoint[]): Promise<void> => {
    try {
      const { tellKnownEndpoints } = await loadTreeItems();
      tellKnownEndpoints(stored ?? (await (await clients.store()).list()));
    } catch {
      // The view shows that they cannot be read.
    }
  };
  const isHeldBack = async (id: string): Promise<boolean> => (await firstReads()).isHeldBack(id);
  const roots = new EndpointRoots(clients, filters, sessions, isHeldBack, (stored) => void updateMenus(stored));
  const firstReads = once(async () => {
    const { FirstReads } = await import('./firstReads');
    return new FirstReads(clients, roots, state, () => isOn(Settings.readOnOpen));
  });
  const turn = async (id: string): Promise<void> => (await firstReads()).turn(id);
  const data = new EndpointTreeData(clients, roots, { isHeldBack, turn }, snapshots, log);
  const view = vscode.window.createTreeView(Views.proxies, {
    treeDataProvider: {
      onDidChangeTreeData: data.onDidChange,
      getChildren: (node) => data.children(node),
      async getTreeItem(node) {
        const { treeItemOf } = await loadTreeItems();
        return treeItemOf(node.type === 'endpoint' ? await roots.draw(node) : node);
      },
      getParent: parentOf,
      async resolveTreeItem(item, node) {
        item.tooltip = node.type === 'endpoint' ? await roots.tooltip(node) : await tooltipBelow(node, sessions);
        return item;
      },
    },
    dragAndDropController: endpointDrag<ProxyNode>(Views.proxies, clients, log),
    showCollapseAll: true,
  });
  const showReading = progressWhileReading();

  const schedule = (session: ProxySession): void => session.schedule(autoRefreshSeconds(), view.visible);
  const scheduleAll = (): void => {
    for (const session of sessions.all.values()) schedule(session);
  };
  const follow = async (endpointIds: readonly string[]): Promise<void> => {
    await (await firstReads()).follow(endpointIds);
    for (const id of endpointIds) sessions.get(id)?.update();
    // Lists the endpoints first, so that what is read unasked is decided by what they are now.
    data.redrawAll();
    // A view that is hidden draws no rows.
    await showViewState(view, sessions, data.trouble);
  };

  const showEndpoint = async (endpointId: string): Promise<void> => {
    const { revealEndpoint } = await import('./revealRow');
    await revealEndpoint({ view, data, roots, clients }, endpointId);
  };

  const readFirst = (): void => {
    firstReads()
      .then((reads) => (view.visible ? reads.begin() : reads.end()))
      .catch((error: unknown) => logError(log, 'The proxies cannot be read.', error));
  };
  const refresh = async (ids: readonly string[]): Promise<void> => {
    const wanted = ids.filter((id) => roots.get(id)?.state === 'ready');
    await Promise.all(wanted.map(async (id) => (await clients.session(id)).refresh()));
  };

  const subscriptions = vscode.Disposable.from(
    clients.onDidAskToShow((id) => {
      showEndpoint(id).catch(() => log.debug('An endpoint cannot be shown in its view.'));
    }),
    data.onDidMakeRows(() => {
      void showViewState(view, sessions, data.trouble);
      readFirst();
    }),
    clients.onDidRead(async (id) => (await firstReads()).note(id)),
    // VS Code asks for the rows of what was expanded before a restart, but tells only what the user expands.
    view.onDidExpandElement(async ({ element: { type, endpointId } }) => {
      if (type === 'endpoint' && (await firstReads()).isUnread(endpointId)) await refresh([endpointId]);
    }),
    sessions.opened.event(schedule),
    sessions.startedReading.event(showReading),
    clients.onDidChange((ids) => {
      follow(ids).catch((error: unknown) => logError(log, 'A changed endpoint cannot be shown.', error));
      void updateMenus();
    }),
    filters.onDidChange((id) => {
      for (const one of id === undefined ? roots.ids() : [id]) void data.redraw(one);
    }),
    snapshots.onDidChange(() => data.redrawBelowRoots()),
    view.onDidChangeVisibility(() => {
      scheduleAll();
      readFirst();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const affects = (key: string): boolean => event.affectsConfiguration(`${Settings.section}.${key}`);
      if ([Settings.groupBy, Settings.sortBy].some(affects)) {
        for (const id of sessions.all.keys()) void data.redraw(id);
      }
      if (event.affectsConfiguration('explorer.decorations.badges')) data.redrawAll();
      if (affects(Settings.readOnOpen)) {
        data.redrawAll();
        readFirst();
      }
      if (affects(Settings.autoRefresh)) scheduleAll();
      if (affects(Settings.badge)) void showViewState(view, sessions, data.trouble);
    }),
    registerProblemBadges(),
    view,
    data,
  );

  return {
    /**
     * Reads one endpoint, or all, again. Redraws only rows whose content changed, so that expansion and selection stay.
     * If the refresh fails, the previous rows stay.
     */
    async refresh(endpointId?: string): Promise<void> {
      if (roots.ids().length === 0 || data.trouble !== undefined) {
        await data.list();
        data.redrawAll();
      }
      await refresh(endpointId === undefined ? roots.ids() : [endpointId]);
    },
    /**
     * Shows, selects and focuses the row of a router, service, middleware, entry point or certificate. If it has none,
     * shows the reason.
     *
     * @param argument a `SubjectRef`, or a row with or linking to one; any other value does nothing
     */
    async reveal(argument: unknown): Promise<void> {
      const { parseSubjectRef } = await import('../../core/proxy/model/subject');
      const target = parseSubjectRef(argument);
      if (target === undefined) return;
      const { revealRow } = await import('./revealRow');
      await revealRow({ view, data, roots, clients }, target);
    },
    /** The endpoint that the selected row belongs to. */
    selectedEndpointId: (): string | undefined => view.selection[0]?.endpointId,
    /** Expands the rows that match an endpoint's filter, if they are few and the view is visible. */
    async unfoldMatches(endpointId: string): Promise<void> {
      if (!view.visible || filters.get(endpointId) === '') return;
      const { unfoldMatches } = await import('./revealRow');
      await unfoldMatches({ view, data, roots, clients }, endpointId);
    },
    dispose(): void {
      subscriptions.dispose();
    },
  };
}

function isOn(key: string): boolean {
  return vscode.workspace.getConfiguration(Settings.section).get(key) !== false;
}

function autoRefreshSeconds(): number {
  const seconds: unknown = vscode.workspace.getConfiguration(Settings.section).get(Settings.autoRefresh);
  return typeof seconds === 'number' ? seconds : 0;
}

/** Made from the data behind the rows: a tooltip neither waits for a refresh nor sends requests. */
async function tooltipBelow(node: ProxyNode, sessions: ProxySessions): Promise<string> {
  const { nodeTooltip } = await import('../../core/proxy/tree/nodeTooltip');
  const { problemCountText } = await import('../../core/proxy/findings/problemCounts');
  const { tooltipText } = await loadTreeItems();
  const session = sessions.get(node.endpointId);
  const tooltip = session?.model && nodeTooltip(node, session.model, session.findings);
  const text = tooltip === undefined ? node.label : tooltipText(tooltip);
  // VS Code adds the words of a number only to tooltips that are there before someone looks.
  const problems = 'problems' in node ? node.problems : undefined;
  return problems === undefined ? text : `${text}\n${problemCountText(problems.count)}`;
}

/** The settings for the display of rows. */
function configuredViewOptions(): RawViewOptions {
  const settings = vscode.workspace.getConfiguration(Settings.section);
  return {
    groupBy: settings.get(Settings.groupBy),
    sortBy: settings.get(Settings.sortBy),
  };
}

/**
 * Shows the trouble of the view above the rows, and the number of known problems on its icon.
 *
 * @param trouble a sentence
 */
async function showViewState(
  view: vscode.TreeView<ProxyNode>,
  sessions: ProxySessions,
  trouble: string | undefined,
): Promise<void> {
  const { problemCountText } = await import('../../core/proxy/findings/problemCounts');
  view.message = trouble ?? '';
  const value = [...sessions.all.values()].reduce((sum, { known }) => sum + (known.problems?.count ?? 0), 0);
  const tooltip = l10n.t('{0} in the proxies that were read', problemCountText(value));
  view.badge = isOn(Settings.badge) && value > 0 ? { value, tooltip } : undefined;
}

/** Shows progress in the Proxies view during a read, and Stop Refresh in place of Refresh. */
function progressWhileReading(): (reading: Promise<unknown>) => void {
  let reads = 0;
  const setRefreshing = (reading: boolean): void => {
    void vscode.commands.executeCommand('setContext', ContextKeys.refreshing, reading);
  };
  return (reading) => {
    reads += 1;
    if (reads === 1) setRefreshing(true);
    const ended = reading.then(
      () => undefined,
      () => undefined,
    );
    void vscode.window.withProgress({ location: { viewId: Views.proxies } }, () => ended);
    void ended.then(() => {
      reads -= 1;
      if (reads === 0) setRefreshing(false);
    });
  };
}
