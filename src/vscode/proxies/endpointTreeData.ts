import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type EndpointNode, type ProxyNode, parentOf } from '../../core/proxy/tree/nodes';
import { logError } from '../shared/logError';
import { progressiveChildren } from '../shared/progressiveChildren';
import type { Snapshots } from '../shared/snapshots';
import { loadTreeItems } from '../shared/treeItems';
import type { EndpointRoots } from './endpointRoots';
import { openNodeCache } from './nodeCache';
import type { ProxySessions } from './proxySessions';

/** The rows of the Proxies view, as VS Code requests them. */
export interface EndpointTreeData extends vscode.TreeDataProvider<ProxyNode>, vscode.Disposable {
  /** The rows of the endpoints; none if the store cannot be read, which `trouble` then explains. */
  list(): Promise<readonly EndpointNode[]>;
  /** Redraws the rows of an endpoint that changed. */
  redraw(endpointId: string): Promise<void>;
  /** Makes all rows again, including those of the endpoints. */
  redrawAll(): void;
  /** Makes all rows below the endpoints again. */
  redrawBelowRoots(): void;
  /** The object by which VS Code identifies the row equal to `node`, once VS Code has all its siblings. */
  given(node: ProxyNode): Promise<ProxyNode>;
  /** A sentence about a problem of the view itself. */
  readonly trouble: string | undefined;
  /** Fires when rows were made, so the message above them may be outdated. */
  readonly onDidMakeRows: vscode.Event<void>;
}

interface Sources {
  readonly sessions: ProxySessions;
  readonly roots: EndpointRoots;
  readonly snapshots: Snapshots;
  readonly log: vscode.LogOutputChannel;
}

/** Reads nothing before VS Code requests rows. */
export function openEndpointTreeData({ sessions, roots, snapshots, log }: Sources): EndpointTreeData {
  const changed = new vscode.EventEmitter<ProxyNode | undefined>();
  const made = new vscode.EventEmitter<void>();
  let trouble: string | undefined;
  const rows = openNodeCache(async (node, most) => {
    if (node.type === 'snapshots') return snapshots.rowsBelow(node);
    const session = await sessions.open(node.endpointId);
    const listed = await session.children(node, most);
    // A filter hides the other rows.
    const isWhole = node.type === 'endpoint' && (session.model?.viewOptions.filter ?? '') === '';
    const kept = isWhole ? await snapshots.rowOf(node) : undefined;
    return kept === undefined ? listed : [...listed, kept];
  });
  const steps = progressiveChildren<ProxyNode>(
    (node) => changed.fire(node),
    parentOf,
    ({ type }) => type === 'group',
  );

  const list = async (): Promise<readonly EndpointNode[]> => {
    trouble = undefined;
    try {
      return await roots.list();
    } catch (error) {
      logError(log, 'The stored endpoints cannot be read.', error);
      trouble = l10n.t('Stored endpoints cannot be read. For details, select Show Log in the menu of this view.');
      return [];
    } finally {
      made.fire();
    }
  };
  const check = async (endpointId: string): Promise<void> => {
    await sessions.get(endpointId)?.check(() => void redraw(endpointId));
  };
  async function redraw(endpointId: string): Promise<void> {
    const root = roots.all.get(endpointId);
    if (root === undefined) return;
    await check(endpointId);
    const areRowsNew = sessions.get(endpointId)?.update() ?? false;
    const isRootNew = await roots.isOutdated(root);
    if (areRowsNew) rows.forget(endpointId);
    if (areRowsNew || isRootNew) changed.fire(root);
    made.fire();
  }

  return {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node === undefined) return [...(await list())];
      try {
        const below = await rows.below(node, steps.most(node));
        // Applies settings from before the endpoint was first expanded.
        if (node.type === 'endpoint') {
          made.fire();
          void check(node.endpointId);
        }
        return [...steps.part(node, below)];
      } catch (error) {
        // VS Code would show the raw error message.
        logError(log, 'A branch of the view cannot be shown.', error);
        trouble = l10n.t('Something went wrong in Proxy Scout. For details, select Show Log in the menu of this view.');
        made.fire();
        return [];
      }
    },
    async getTreeItem(node) {
      const { treeItemOf } = await loadTreeItems();
      return treeItemOf(node.type === 'endpoint' ? await roots.draw(node) : node);
    },
    getParent: parentOf,
    async resolveTreeItem(item, node) {
      item.tooltip = node.type === 'endpoint' ? await roots.tooltip(node) : await tooltipBelow(node, sessions);
      return item;
    },
    list,
    redraw,
    redrawAll() {
      rows.forget();
      changed.fire(undefined);
    },
    redrawBelowRoots() {
      rows.forget();
      for (const root of roots.all.values()) changed.fire(root);
    },
    async given(node) {
      await steps.whole(node);
      return rows.known(node);
    },
    get trouble() {
      return trouble;
    },
    onDidMakeRows: made.event,
    dispose() {
      steps.dispose();
      changed.dispose();
      made.dispose();
    },
  };
}

/** Made from the data behind the rows: a tooltip neither waits for a refresh nor sends requests. */
async function tooltipBelow(node: ProxyNode, sessions: ProxySessions): Promise<string> {
  const { nodeTooltip } = await import('../../core/proxy/tree/nodeTooltip');
  const { tooltipText } = await loadTreeItems();
  const session = sessions.get(node.endpointId);
  const tooltip = session?.model && nodeTooltip(node, session.model, session.findings);
  return tooltip === undefined ? node.label : tooltipText(tooltip);
}
