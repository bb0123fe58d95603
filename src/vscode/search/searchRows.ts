import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { EndpointNode } from '../../core/proxy/tree/nodes';
import { endpointNode, endpointTooltip } from '../../core/proxy/tree/proxyRow';
import type { IndexList } from '../../core/search/engine/indexList';
import {
  filteredEndpointNode,
  indexGroupNode,
  type KnownOfIndices,
  knownOfIndicesLines,
  savedSearchNode,
  searchEndpointNode,
} from '../../core/searchView/indexRows';
import { fieldTooltip, indexTooltip } from '../../core/searchView/indexTexts';
import { type IndexTree, openIndexTree } from '../../core/searchView/openIndexTree';
import type { IndexGroupNode, IndexNode, SavedSearchNode, SearchNode } from '../../core/searchView/searchNodes';
import { Commands, Settings, Views } from '../shared/ids';
import { progressiveChildren } from '../shared/progressiveChildren';
import type { Filters } from '../shared/proxyFilters';
import { loadTreeItems } from '../shared/treeItems';
import type { Engines } from './engines';
import { indexItemOf } from './indexItem';
import type { SavedSearches } from './savedSearches';

/** The rows of the Search view, as VS Code requests them. Sends no request before the user expands indices. */
export class SearchRows implements vscode.Disposable {
  /** VS Code identifies a row by its object, so the last objects are kept. */
  private endpoints: ReadonlyMap<string, EndpointNode> = new Map();
  private stored: ReadonlyMap<string, StoredEndpoint> = new Map();
  /** The indices of the endpoints that the user has expanded. */
  private readonly trees = new Map<string, IndexTree>();
  private readonly steps;
  private readonly subscription: vscode.Disposable;

  /** @param redrawRow draws a row, and those below, again; all if undefined */
  constructor(
    private readonly engines: Engines,
    private readonly saved: SavedSearches,
    private readonly filters: Filters,
    private readonly view: Pick<vscode.TreeView<SearchNode>, 'visible' | 'reveal'>,
    private readonly redrawRow: (node?: SearchNode) => void,
  ) {
    this.steps = progressiveChildren<SearchNode>(redrawRow, parentOf, ({ type }) => type === 'indexGroup');
    // Facts from one connection may not apply to the next one.
    this.subscription = engines.clients.onDidDrop((id) => {
      this.trees.get(id)?.dispose();
      this.trees.delete(id);
    });
  }

  /** The rows of the endpoints: the same objects as long as their content is the same. */
  async roots(listed: readonly StoredEndpoint[]): Promise<readonly EndpointNode[]> {
    await this.filters.ready();
    const searches = await this.saved.store();
    const before = this.endpoints;
    this.stored = new Map(listed.map((one) => [one.hint.id, one]));
    this.endpoints = new Map(
      listed.map((one) => {
        const { id } = one.hint;
        const root = { ...endpointNode(one), hasSaved: searches.list(id).length > 0 };
        const last = before.get(id);
        return [id, last !== undefined && JSON.stringify(last) === JSON.stringify(root) ? last : root];
      }),
    );
    return [...this.endpoints.values()];
  }

  /** The rows below a row; of a long list the first ones, and soon all. */
  async below(node: SearchNode): Promise<readonly SearchNode[]> {
    switch (node.type) {
      case 'endpoint':
        return [...(await this.searchesOf(node)), ...(await this.contentsOf(node))];
      case 'indexGroup':
      case 'index':
        return this.indicesBelow(node);
      default:
        return [];
    }
  }

  async item(node: SearchNode): Promise<vscode.TreeItem> {
    if (node.type === 'indexGroup' || node.type === 'index' || node.type === 'field') return indexItemOf(node);
    const { treeItemOf } = await loadTreeItems();
    const item = treeItemOf(node.type === 'endpoint' ? this.drawn(node) : node);
    if (node.type === 'note' && node.leadsToSearch === true) {
      item.command = { command: Commands.search, title: l10n.t('Search…'), arguments: [node.endpointId] };
    }
    return item;
  }

  resolved(item: vscode.TreeItem, node: SearchNode): vscode.TreeItem {
    const lines = this.tooltipOf(node);
    if (lines.length > 0) item.tooltip = lines.join('\n');
    return item;
  }

  /** Shows the row of an endpoint, and what it holds, or of a saved search, as last listed. */
  async reveal(what: { readonly endpointId: string } | { readonly savedId: string }): Promise<void> {
    const { view, endpoints } = this;
    if ('endpointId' in what) {
      const root = endpoints.get(what.endpointId);
      if (root !== undefined) await view.reveal(root, { select: true, focus: true, expand: true });
      return;
    }
    // An endpoint without saved searches so far is collapsed, so the new row would not be visible.
    if (!view.visible) return;
    for (const endpoint of endpoints.values()) {
      const node = (await this.searchesOf(endpoint)).find(({ savedId }) => savedId === what.savedId);
      if (node !== undefined) await view.reveal(node, { select: false });
    }
  }

  /** Call when the filter of an endpoint, or without an id the view options for all, have changed. */
  redraw(endpointId?: string): void {
    if (endpointId === undefined) for (const tree of this.trees.values()) tree.redraw();
    else this.trees.get(endpointId)?.redraw();
    this.redrawRow();
  }

  /** Call when the user collapsed a row, and no longer waits for a first list. */
  folded({ endpointId }: SearchNode): void {
    if (this.known(endpointId) === undefined) this.trees.get(endpointId)?.stop();
  }

  /** Lists the indices of an endpoint again. */
  async refresh(endpointId: string | undefined): Promise<void> {
    if (endpointId !== undefined && this.endpoints.has(endpointId)) await this.treeOf(endpointId).refresh();
  }

  /** Repeats the request that failed according to a row of an endpoint. */
  async retry(endpointId: string | undefined, row: unknown): Promise<void> {
    const index = indexAbove(row);
    if (index === undefined) return this.refresh(endpointId);
    this.trees.get(index.endpointId)?.forgetFields(index);
    this.redrawRow(index);
  }

  /**
   * The indices of an endpoint, listed now if they were not.
   *
   * @throws RequestFailure if they cannot be listed
   */
  list(endpointId: string, signal: AbortSignal): Promise<IndexList> {
    return this.treeOf(endpointId).list(signal);
  }

  /** Expands an endpoint, and its short groups, if the view is visible. */
  async unfold(endpointId: string): Promise<void> {
    const { view } = this;
    const root = this.endpoints.get(endpointId);
    if (root === undefined || !view.visible) return;
    await view.reveal(root, { select: false, expand: true });
    for (const node of await this.contentsOf(root)) {
      if (node.type === 'indexGroup' && node.isOpen) await view.reveal(node, { select: false, expand: true });
    }
  }

  dispose(): void {
    this.subscription.dispose();
    this.steps.dispose();
    for (const tree of this.trees.values()) tree.dispose();
  }

  private treeOf(endpointId: string): IndexTree {
    const { engines, filters } = this;
    const tree =
      this.trees.get(endpointId) ??
      openIndexTree({
        catalog: async () => (await engines.of(endpointId)).catalog,
        viewOptions: () => ({ filter: filters.get(endpointId), showsHidden: showsHidden() }),
        onChange: () => {
          const root = this.endpoints.get(endpointId);
          if (root !== undefined) this.redrawRow(root);
        },
        onReading: showReading,
      });
    this.trees.set(endpointId, tree);
    return tree;
  }

  /** The first call lists them. */
  private async indicesBelow(node: EndpointNode | IndexGroupNode | IndexNode): Promise<readonly SearchNode[]> {
    return this.steps.part(node, await this.treeOf(node.endpointId).below(node, this.steps.most(node)));
  }

  /** The knowledge about the indices of an endpoint; undefined before its first listing. */
  private known(endpointId: string): KnownOfIndices | undefined {
    const tree = this.trees.get(endpointId);
    return tree?.isAsked === true ? tree.known : undefined;
  }

  private async searchesOf(endpoint: EndpointNode): Promise<readonly SavedSearchNode[]> {
    return (await this.saved.store()).list(endpoint.endpointId).map((one) => savedSearchNode(one, endpoint));
  }

  /** VS Code expands an endpoint with saved searches itself: then one row replaces indices that were not listed yet. */
  private async contentsOf(endpoint: EndpointNode): Promise<readonly SearchNode[]> {
    if (endpoint.state !== 'ready') return [];
    const isHeld = endpoint.hasSaved === true && this.known(endpoint.endpointId) === undefined;
    return isHeld ? [indexGroupNode(endpoint, 'index')] : this.indicesBelow(endpoint);
  }

  /** The row of an endpoint with the current knowledge about it. */
  private drawn(node: EndpointNode): EndpointNode {
    const filter = this.filters.get(node.endpointId);
    const known = this.known(node.endpointId);
    return known === undefined ? filteredEndpointNode(node, filter) : searchEndpointNode(node, known, filter);
  }

  private tooltipOf(node: SearchNode): readonly string[] {
    switch (node.type) {
      case 'endpoint': {
        const one = this.stored.get(node.endpointId);
        const known = this.known(node.endpointId);
        if (one === undefined) return [];
        return [...endpointTooltip(one), ...(known === undefined ? [] : knownOfIndicesLines(known))];
      }
      case 'index':
        return indexTooltip(node.entry);
      case 'field':
        return fieldTooltip(node.field);
      default:
        return [];
    }
  }
}

/** Whether the view lists hidden indices. */
export function showsHidden(): boolean {
  return vscode.workspace.getConfiguration(Settings.section).get(Settings.showHiddenIndices) === true;
}

const parentOf = (node: SearchNode): SearchNode | undefined => (node.type === 'endpoint' ? undefined : node.parent);

function showReading(reading: Promise<unknown>): void {
  const ended = reading.then(
    () => undefined,
    () => undefined,
  );
  void vscode.window.withProgress({ location: { viewId: Views.searches } }, () => ended);
}

/** The index of a row with the message that its fields could not be listed. */
function indexAbove(row: unknown): IndexNode | undefined {
  const parent = typeof row === 'object' && row !== null && 'parent' in row ? row.parent : undefined;
  return isIndexNode(parent) ? parent : undefined;
}

/** VS Code may call commands with any argument. */
function isIndexNode(row: unknown): row is IndexNode {
  return typeof row === 'object' && row !== null && 'type' in row && row.type === 'index' && 'endpointId' in row;
}
