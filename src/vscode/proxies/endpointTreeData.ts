import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { openListeners } from '../../core/base/async/listeners';
import { type EndpointNode, type ProxyNode, parentOf } from '../../core/proxy/tree/nodes';
import type { ClientRegistry } from '../shared/clientRegistry';
import { logError } from '../shared/logError';
import { progressiveChildren } from '../shared/progressiveChildren';
import type { Snapshots } from '../shared/snapshots';
import type { EndpointRoots } from './endpointRoots';
import { NodeCache } from './nodeCache';

/** The rows of the Proxies view, as VS Code requests them. Reads nothing before that. */
export class EndpointTreeData {
  private readonly changed = openListeners<ProxyNode | undefined>();
  private readonly made = openListeners<void>();
  private problem: string | undefined;
  private readonly rows: NodeCache;
  private readonly steps = progressiveChildren<ProxyNode>(
    (node) => this.changed.fire(node),
    parentOf,
    ({ type }) => type === 'group',
  );
  private readonly reads: { dispose(): void };
  /** The endpoints below which only *Not read yet* is shown. */
  private readonly unread = new Set<string>();

  /** Fires with a row that is to be drawn again, with all rows below it; with undefined for all. */
  readonly onDidChange = this.changed.event;
  /** Fires when rows were made, so the message above them may be outdated. */
  readonly onDidMakeRows = this.made.event;

  constructor(
    private readonly clients: Pick<ClientRegistry, 'session' | 'sessions' | 'onDidRead'>,
    private readonly roots: EndpointRoots,
    private readonly firstReads: {
      isHeldBack(endpointId: string): Promise<boolean>;
      turn(endpointId: string): Promise<void>;
    },
    snapshots: Pick<Snapshots, 'rowOf' | 'rowsBelow'>,
    private readonly log: Pick<vscode.LogOutputChannel, 'error'>,
  ) {
    this.rows = new NodeCache(async (node, most) => {
      if (node.type === 'snapshots') return snapshots.rowsBelow(node);
      if (node.type === 'endpoint') {
        if (await firstReads.isHeldBack(node.endpointId)) {
          this.unread.add(node.endpointId);
          const { unreadNode } = await import('../../core/proxy/tree/proxyRow');
          const kept = await snapshots.rowOf(node);
          return [unreadNode(node), ...(kept === undefined ? [] : [kept])];
        }
        await firstReads.turn(node.endpointId);
      }
      const session = await clients.session(node.endpointId);
      const listed = await session.children(node, most);
      // A filter hides the other rows.
      const isWhole = node.type === 'endpoint' && (session.model?.viewOptions.filter ?? '') === '';
      const kept = isWhole ? await snapshots.rowOf(node) : undefined;
      return kept === undefined ? listed : [...listed, kept];
    });
    this.reads = clients.onDidRead((endpointId) => void this.redraw(endpointId));
  }

  /** A sentence about a problem of the view itself. */
  get trouble(): string | undefined {
    return this.problem;
  }

  /** The rows below a row, or those of the endpoints. */
  async children(node?: ProxyNode): Promise<ProxyNode[]> {
    if (node === undefined) return [...(await this.list())];
    try {
      const below = await this.rows.below(node, this.steps.most(node));
      // Its own row was drawn when the read ended, before what a filter leaves of the rows below was known.
      if (node.type === 'endpoint') void this.redraw(node.endpointId);
      return [...this.steps.part(node, below)];
    } catch (error) {
      // VS Code would show the raw error message.
      logError(this.log, 'A branch of the view cannot be shown.', error);
      this.problem = l10n.t(
        'Something went wrong in Proxy Scout. For details, select Show Log in the menu of this view.',
      );
      this.made.fire();
      return [];
    }
  }

  /** The rows of the endpoints; none if the store cannot be read, which `trouble` then explains. */
  async list(): Promise<readonly EndpointNode[]> {
    this.problem = undefined;
    try {
      const listed = await this.roots.list();
      const ids = new Set(this.roots.ids());
      this.rows.keep(ids);
      // The id of a row begins with that of its endpoint: `endpoint/<id>`.
      this.steps.keep((id) => ids.has(id.split(/[/#]/, 2)[1] ?? ''));
      return listed;
    } catch (error) {
      logError(this.log, 'The stored endpoints cannot be read.', error);
      this.problem = l10n.t('Stored endpoints cannot be read. For details, select Show Log in the menu of this view.');
      return [];
    } finally {
      this.made.fire();
    }
  }

  async redraw(endpointId: string): Promise<void> {
    const root = this.roots.get(endpointId);
    if (root === undefined) return;
    await this.check(endpointId);
    const isNoLongerUnread = this.unread.has(endpointId) && !(await this.firstReads.isHeldBack(endpointId));
    if (isNoLongerUnread) this.unread.delete(endpointId);
    const areRowsNew = (this.clients.sessions.get(endpointId)?.update() ?? false) || isNoLongerUnread;
    const isRootNew = await this.roots.isOutdated(root);
    if (areRowsNew) this.rows.forget(endpointId);
    if (areRowsNew || isRootNew) this.changed.fire(root);
    this.made.fire();
  }

  /** Makes all rows again, including those of the endpoints. */
  redrawAll(): void {
    this.rows.forget();
    this.changed.fire(undefined);
  }

  redrawBelowRoots(): void {
    this.rows.forget();
    for (const id of this.roots.ids()) this.changed.fire(this.roots.get(id));
  }

  /** The object by which VS Code identifies the row equal to `node`, once VS Code has all its siblings. */
  async given(node: ProxyNode): Promise<ProxyNode> {
    await this.steps.whole(node);
    return this.rows.known(node);
  }

  dispose(): void {
    this.reads.dispose();
    this.steps.dispose();
    this.changed.clear();
    this.made.clear();
  }

  private async check(endpointId: string): Promise<void> {
    await this.clients.sessions.get(endpointId)?.check(() => void this.redraw(endpointId));
  }
}
