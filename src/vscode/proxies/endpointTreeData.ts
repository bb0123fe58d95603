import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type Listeners, openListeners } from '../../core/base/async/listeners';
import { type EndpointNode, type ProxyNode, parentOf } from '../../core/proxy/tree/nodes';
import type { ClientRegistry } from '../shared/clientRegistry';
import { logError } from '../shared/logError';
import { progressiveChildren } from '../shared/progressiveChildren';
import type { Snapshots } from '../shared/snapshots';
import type { EndpointRoots } from './endpointRoots';
import { openNodeCache } from './nodeCache';

/** The rows of the Proxies view, as VS Code requests them. */
export interface EndpointTreeData extends vscode.Disposable {
  /** The rows below a row, or those of the endpoints. */
  children(node?: ProxyNode): Promise<ProxyNode[]>;
  /** Fires with a row that is to be drawn again, with all rows below it; with undefined for all. */
  readonly onDidChange: Listeners<ProxyNode | undefined>['event'];
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
  readonly onDidMakeRows: Listeners<void>['event'];
}

interface Sources {
  readonly clients: Pick<ClientRegistry, 'session' | 'sessions' | 'onDidRead'>;
  readonly roots: EndpointRoots;
  readonly snapshots: Pick<Snapshots, 'rowOf' | 'rowsBelow'>;
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

/** Reads nothing before VS Code requests rows. */
export function openEndpointTreeData({ clients, roots, snapshots, log }: Sources): EndpointTreeData {
  const { sessions } = clients;
  const changed = openListeners<ProxyNode | undefined>();
  const made = openListeners<void>();
  let trouble: string | undefined;
  const rows = openNodeCache(async (node, most) => {
    if (node.type === 'snapshots') return snapshots.rowsBelow(node);
    const session = await clients.session(node.endpointId);
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
      const listed = await roots.list();
      const ids = new Set(roots.ids());
      rows.keep(ids);
      // The id of a row begins with that of its endpoint: `endpoint/<id>`.
      steps.keep((id) => ids.has(id.split(/[/#]/, 2)[1] ?? ''));
      return listed;
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
    const root = roots.get(endpointId);
    if (root === undefined) return;
    await check(endpointId);
    const areRowsNew = sessions.get(endpointId)?.update() ?? false;
    const isRootNew = await roots.isOutdated(root);
    if (areRowsNew) rows.forget(endpointId);
    if (areRowsNew || isRootNew) changed.fire(root);
    made.fire();
  }

  const reads = clients.onDidRead((endpointId) => void redraw(endpointId));

  return {
    onDidChange: changed.event,
    async children(node) {
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
    list,
    redraw,
    redrawAll() {
      rows.forget();
      changed.fire(undefined);
    },
    redrawBelowRoots() {
      rows.forget();
      for (const id of roots.ids()) changed.fire(roots.get(id));
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
      reads.dispose();
      steps.dispose();
      changed.clear();
      made.clear();
    },
  };
}
