import * as vscode from 'vscode';
import type { StoredEndpoint } from '../../core/base/endpoints/record';
import type { RawLook } from '../../core/proxy/describe/look';
import type { ProxySession } from '../../core/proxy/session';
import { type EndpointNode, type ProxyNode, parentOf } from '../../core/proxy/tree/nodes';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import { errorInLog } from '../shared/errorInLog';
import { Settings, Views } from '../shared/ids';
import { inNotification } from '../shared/inert';
import type { Snapshots } from '../shared/snapshots';
import { tooltipText, treeItemOf } from '../shared/treeItem';
import { giveInTwoSteps } from '../shared/twoSteps';
import type { Filters } from './filters';
import { keepRows } from './keptRows';
import { openProxySessions } from './proxySessions';
import { readingSign } from './readingSign';
import { tellWhyHidden } from './whyHidden';

/** The view of the proxies, and below each what it reports. */
export interface EndpointTree extends vscode.Disposable {
  /**
   * Reads anew: one endpoint, or all. Only rows whose content changed are drawn again; what is expanded and selected
   * stays so, and what was read before stays where the refresh fails.
   */
  refresh(endpointId?: string): Promise<void>;
  /**
   * Shows the row of a router, service, middleware, entry point or certificate, selects and focuses it. Says so where it
   * has none.
   *
   * @param target a `SubjectRef` or a row that stands for something or leads to it; anything else does nothing
   */
  reveal(target: unknown): Promise<void>;
}

/** Opens the view. Nothing is read before it is shown. */
export function openEndpointTree(
  connections: Connections,
  filters: Filters,
  snapshots: Snapshots,
  log: vscode.LogOutputChannel,
): EndpointTree {
  const changed = new vscode.EventEmitter<ProxyNode | undefined>();
  let stored: ReadonlyMap<string, StoredEndpoint> = new Map();
  /** VS Code knows a row by the very object it was given, so those given last are kept. */
  let roots: ReadonlyMap<string, EndpointNode> = new Map();
  /** What each endpoint's own row says now. */
  const drawnRoots = new Map<string, EndpointNode>();
  /** What went wrong with the view itself. */
  let trouble: string | undefined;
  /** The view, once it is made over what follows. */
  let view: vscode.TreeView<ProxyNode> | undefined;

  const showReading = readingSign();
  const sessions = openProxySessions({
    connections,
    filters,
    look,
    onReading(id, reading) {
      showReading(reading);
      const ended = () => void redraw(id);
      reading.then(ended, ended);
    },
    onOpen: schedule,
  });
  const rows = keepRows(async (node, most) => {
    if (node.type === 'snapshots') return snapshots.rowsBelow(node);
    const listed = await (await sessions.open(node.endpointId)).children(node, most);
    const kept = node.type === 'endpoint' ? await snapshots.rowOf(node) : undefined;
    return kept === undefined ? listed : [...listed, kept];
  });
  const steps = giveInTwoSteps<ProxyNode>(
    (node) => changed.fire(node),
    parentOf,
    ({ type }) => type === 'group',
  );

  const listEndpoints = async (): Promise<EndpointNode[]> => {
    trouble = undefined;
    try {
      const { endpointNode } = await loadCore();
      await filters.ready();
      const proxies = (await (await connections.store()).list()).filter(({ hint }) => hint.kind === 'proxy');
      stored = new Map(proxies.map((one) => [one.hint.id, one]));
      roots = new Map(proxies.map((one) => [one.hint.id, endpointNode(one)]));
      sessions.keep(new Set(roots.keys()));
    } catch (error) {
      log.error('The stored endpoints cannot be read.', errorInLog(error));
      roots = new Map();
      trouble = 'The stored endpoints cannot be read. Choose Show Log in the menu of this view.';
    }
    void tellState();
    return [...roots.values()];
  };

  /** What is shown above the rows, and beside the title. */
  async function tellState(): Promise<void> {
    const { clockText, filterText } = await loadCore();
    const filtered = [...roots.values()].flatMap(({ endpointId, label }) => {
      const scene = sessions.get(endpointId)?.scene;
      return scene === undefined || scene.look.filter === '' ? [] : [filterText(label, scene)];
    });
    if (view === undefined) return;
    view.message = trouble ?? inNotification(filtered.join('; '), 500);
    const times = [...sessions.all.values()].flatMap(({ known }) =>
      known.inventory === undefined || known.failure !== undefined ? [] : [known.inventory.readAt],
    );
    view.description = times.length === 0 ? '' : `as of ${clockText(Math.min(...times), 'minutes')}`;
  }

  /** The endpoint's own row, which tells more than what is stored once something was read. */
  async function rootRow(node: EndpointNode): Promise<EndpointNode> {
    const { endpointNode } = await loadCore();
    const one = stored.get(node.endpointId);
    if (one === undefined) return node;
    const isFiltered = filters.get(node.endpointId) !== '';
    return { ...endpointNode(one, sessions.get(node.endpointId)?.known), isFiltered };
  }

  async function check(endpointId: string): Promise<void> {
    await sessions.get(endpointId)?.check(() => void redraw(endpointId));
  }

  /** Draws again what of an endpoint is other than what is drawn. */
  async function redraw(endpointId: string): Promise<void> {
    const root = roots.get(endpointId);
    if (root === undefined) return;
    await check(endpointId);
    const rowsChanged = sessions.get(endpointId)?.update() ?? false;
    const row = await rootRow(root);
    const drawn = drawnRoots.get(endpointId);
    const rootChanged =
      drawn !== undefined &&
      (drawn.description !== row.description || drawn.mark !== row.mark || drawn.isFiltered !== row.isFiltered);
    if (rowsChanged) rows.forget(endpointId);
    if (rowsChanged || rootChanged) changed.fire(root);
    await tellState();
  }

  function schedule(session: ProxySession): void {
    session.schedule(autoRefreshSeconds(), view?.visible ?? false);
  }

  const provider: vscode.TreeDataProvider<ProxyNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node === undefined) return listEndpoints();
      try {
        const below = await rows.below(node, steps.most(node));
        // What was set before the first look at an endpoint counts from then on.
        if (node.type === 'endpoint') {
          void tellState();
          void check(node.endpointId);
        }
        return [...steps.part(node, below)];
      } catch (error) {
        // VS Code would show the bare words of whatever it is.
        log.error('A branch of the view cannot be shown.', errorInLog(error));
        trouble = 'Something went wrong in Proxy Scout. Choose Show Log in the menu of this view.';
        void tellState();
        return [];
      }
    },
    getTreeItem(node) {
      if (node.type !== 'endpoint') return treeItemOf(node);
      return rootRow(node).then((row) => {
        drawnRoots.set(row.endpointId, row);
        return treeItemOf(row);
      });
    },
    getParent: parentOf,
    async resolveTreeItem(item, node) {
      const { endpointTooltip, tooltipOf } = await loadCore();
      // What the rows were made from: a tooltip does not wait for a refresh, and asks for nothing.
      const session = sessions.get(node.endpointId);
      if (node.type === 'endpoint') {
        const one = stored.get(node.endpointId);
        item.tooltip = one === undefined ? node.label : endpointTooltip(one, session?.known ?? {}).join('\n');
        return item;
      }
      const tooltip = session?.scene && tooltipOf(node, session.scene);
      item.tooltip = tooltip === undefined ? node.label : tooltipText(tooltip);
      return item;
    },
  };
  const made = vscode.window.createTreeView(Views.proxies, { treeDataProvider: provider, showCollapseAll: true });
  view = made;

  const refresh = async (endpointId: string): Promise<void> => {
    await (await sessions.open(endpointId)).refresh();
  };
  /** Someone else read it: the document of an item, or the search over all proxies. */
  const takeIn = async (endpointId: string): Promise<void> => {
    const shared = await connections.inventory(endpointId);
    // It is told before the answer is handed out.
    await shared.read().catch(() => undefined);
    if (roots.has(endpointId)) await sessions.open(endpointId);
    await redraw(endpointId);
  };
  /** Where a connection was made anew, what was read over the old one is no longer shown. */
  const follow = async (endpointIds: readonly string[]): Promise<void> => {
    for (const id of endpointIds) if (sessions.get(id) !== undefined) await sessions.open(id);
    rows.forget();
    changed.fire(undefined);
  };
  const redrawAll = (): void => {
    for (const id of sessions.all.keys()) void redraw(id);
  };
  const scheduleAll = (): void => {
    for (const session of sessions.all.values()) schedule(session);
  };

  const subscriptions = [
    connections.onDidChange((ids) => void follow(ids)),
    connections.onDidRead((id) => void takeIn(id)),
    filters.onDidChange((id) => void redraw(id)),
    snapshots.onDidChange(() => {
      rows.forget();
      for (const root of roots.values()) changed.fire(root);
    }),
    made.onDidChangeVisibility(scheduleAll),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const affects = (key: string): boolean => event.affectsConfiguration(`${Settings.section}.${key}`);
      if ([Settings.groupBy, Settings.sortBy, Settings.showInternal].some(affects)) redrawAll();
      if (affects(Settings.autoRefresh)) scheduleAll();
    }),
  ];

  return {
    async refresh(endpointId) {
      if (roots.size === 0 || trouble !== undefined) {
        await listEndpoints();
        rows.forget();
        changed.fire(undefined);
      }
      const wanted = [...roots.values()].filter(
        (root) => root.state === 'ready' && (endpointId === undefined || root.endpointId === endpointId),
      );
      await Promise.all(wanted.map((root) => refresh(root.endpointId)));
    },
    async reveal(argument) {
      const { locate, parseSubjectRef } = await loadCore();
      const target = parseSubjectRef(argument);
      if (target === undefined) return;
      if (roots.size === 0) await listEndpoints();
      const root = roots.get(target.endpointId);
      if (root === undefined) {
        void vscode.window.showWarningMessage('This endpoint was removed.');
        return;
      }
      const session = await sessions.open(root.endpointId);
      // What was set or filtered just before counts already.
      await redraw(root.endpointId);
      const { scene } = await session.see();
      const found = locate(root, scene, target);
      if (typeof found === 'string') {
        await tellWhyHidden(found, target);
        return;
      }
      await steps.whole(found);
      await made.reveal(await rows.known(found), { select: true, focus: true });
    },
    dispose() {
      sessions.keep(new Set());
      steps.dispose();
      for (const subscription of subscriptions) subscription.dispose();
      made.dispose();
      changed.dispose();
    },
  };
}

function look(): RawLook {
  const settings = vscode.workspace.getConfiguration(Settings.section);
  return {
    groupBy: settings.get(Settings.groupBy),
    sortBy: settings.get(Settings.sortBy),
    showInternal: settings.get(Settings.showInternal),
  };
}

function autoRefreshSeconds(): number {
  const seconds: unknown = vscode.workspace.getConfiguration(Settings.section).get(Settings.autoRefresh);
  return typeof seconds === 'number' ? seconds : 0;
}
