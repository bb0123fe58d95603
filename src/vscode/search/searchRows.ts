import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import { knownOfIndicesLines, searchEndpointNode } from '../../core/bridge/browse/engineRow';
import { filteredEndpointNode, indexGroupNode } from '../../core/bridge/browse/indexGroup';
import { fieldTooltip, indexTooltip } from '../../core/bridge/browse/indexTexts';
import type { BrowsedNode, IndexNode, SavedSearchNode, SearchNode } from '../../core/bridge/browse/searchNodes';
import { savedSearchNode } from '../../core/bridge/savedRows';
import type { EndpointNode } from '../../core/proxy/tree/nodes';
import { endpointNode, endpointTooltip } from '../../core/proxy/tree/proxyRow';
import type { IndexList } from '../../core/search/engine/indexList';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import type { Filters } from '../shared/proxyFilters';
import { loadTreeItems } from '../shared/treeItems';
import type { Engines } from './engines';
import type { IndexBrowser } from './indexBrowser';
import { indexItemOf } from './indexItem';
import type { SavedSearches } from './savedSearches';

/** The rows of the Search view, as VS Code requests them. */
export interface SearchRows extends vscode.Disposable {
  /** The rows of the endpoints: the same objects as long as their content is the same. */
  roots(stored: readonly StoredEndpoint[]): Promise<readonly EndpointNode[]>;
  below(node: SearchNode): Promise<readonly SearchNode[]>;
  item(node: SearchNode): Promise<vscode.TreeItem>;
  /** The item with its tooltip. */
  resolved(item: vscode.TreeItem, node: SearchNode): Promise<vscode.TreeItem>;
  /** Shows the row of an endpoint, or of a saved search, as last listed. */
  reveal(what: { readonly endpointId: string } | { readonly savedId: string }): Promise<void>;
  /** Call when the filter of an endpoint, or without an id the view options for all, have changed. */
  redraw(endpointId?: string): void;
  /** Call when the user collapsed a row. */
  folded(node: SearchNode): void;
  /** Lists the indices of an endpoint again. */
  refresh(endpointId: string | undefined): Promise<void>;
  /** Repeats the request that failed according to a row of an endpoint. */
  retry(endpointId: string | undefined, row: unknown): Promise<void>;
  /**
   * The indices of an endpoint, listed now if they were not.
   *
   * @throws RequestFailure if they cannot be listed
   */
  list(endpointId: string, signal: AbortSignal): Promise<IndexList>;
  /** Expands an endpoint, and its short groups, if the view is visible. */
  unfold(endpointId: string): Promise<void>;
}

export interface SearchRowsDeps {
  readonly clients: ClientRegistry;
  readonly engines: Pick<Engines, 'of'>;
  readonly saved: SavedSearches;
  readonly filters: Filters;
}

/** @param redrawRow draws a row, and those below, again; all if undefined */
export function openSearchRows(
  { clients, engines, saved, filters }: SearchRowsDeps,
  view: Pick<vscode.TreeView<SearchNode>, 'visible' | 'reveal'>,
  redrawRow: (node?: SearchNode) => void,
): SearchRows {
  /** VS Code identifies a row by its object, so the last objects are kept. */
  let roots: ReadonlyMap<string, EndpointNode> = new Map();
  let stored: ReadonlyMap<string, StoredEndpoint> = new Map();
  /** Loaded when the user expands the indices of an endpoint. */
  let browser: IndexBrowser | undefined;
  let opening: Promise<IndexBrowser> | undefined;

  const redrawEndpoint = (endpointId: string): void => {
    const root = roots.get(endpointId);
    if (root !== undefined) redrawRow(root);
  };
  const open = async (): Promise<IndexBrowser> => {
    const { openIndexBrowser } = await import('./indexBrowser');
    browser = openIndexBrowser({ engines, clients, filters, redrawEndpoint, redrawRow });
    return browser;
  };
  const browse = (): Promise<IndexBrowser> => {
    opening ??= open();
    return opening;
  };

  const searchesOf = async (endpoint: EndpointNode): Promise<readonly SavedSearchNode[]> => {
    return (await saved.store()).list(endpoint.endpointId).map((one) => savedSearchNode(one, endpoint));
  };
  /** VS Code expands an endpoint with saved searches itself: then one row replaces indices that were not listed yet. */
  const contentsOf = async (endpoint: EndpointNode): Promise<readonly BrowsedNode[]> => {
    if (endpoint.state !== 'ready') return [];
    if (endpoint.hasSaved !== true || browser?.known(endpoint.endpointId) !== undefined) {
      return (await browse()).below(endpoint);
    }
    return [indexGroupNode(endpoint, 'index')];
  };
  /** The row of an endpoint with the current knowledge about it. */
  const drawn = (node: EndpointNode): EndpointNode => {
    const filter = filters.get(node.endpointId);
    const known = browser?.known(node.endpointId);
    return known === undefined ? filteredEndpointNode(node, filter) : searchEndpointNode(node, known, filter);
  };
  const tooltipOf = (node: SearchNode): readonly string[] => {
    switch (node.type) {
      case 'endpoint': {
        const one = stored.get(node.endpointId);
        const known = browser?.known(node.endpointId);
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
  };

  return {
    async roots(listed) {
      await filters.ready();
      const searches = await saved.store();
      const before = roots;
      stored = new Map(listed.map((one) => [one.hint.id, one]));
      roots = new Map(
        listed.map((one) => {
          const { id } = one.hint;
          const root = { ...endpointNode(one), hasSaved: searches.list(id).length > 0 };
          const last = before.get(id);
          return [id, last !== undefined && JSON.stringify(last) === JSON.stringify(root) ? last : root];
        }),
      );
      return [...roots.values()];
    },
    async below(node) {
      switch (node.type) {
        case 'endpoint':
          return [...(await searchesOf(node)), ...(await contentsOf(node))];
        case 'indexGroup':
        case 'index':
          return (await browse()).below(node);
        default:
          return [];
      }
    },
    async item(node) {
      if (node.type === 'indexGroup' || node.type === 'index' || node.type === 'field') return indexItemOf(node);
      const { treeItemOf } = await loadTreeItems();
      const item = treeItemOf(node.type === 'endpoint' ? drawn(node) : node);
      if (node.type === 'note' && node.leadsToSearch === true) {
        item.command = { command: Commands.search, title: l10n.t('Search…'), arguments: [node] };
      }
      return item;
    },
    async resolved(item, node) {
      const lines = tooltipOf(node);
      if (lines.length > 0) item.tooltip = lines.join('\n');
      return item;
    },
    async reveal(what) {
      if ('endpointId' in what) {
        const root = roots.get(what.endpointId);
        if (root !== undefined) await view.reveal(root, { select: true, focus: true });
        return;
      }
      // An endpoint without saved searches so far is collapsed, so the new row would not be visible.
      if (!view.visible) return;
      for (const endpoint of roots.values()) {
        const node = (await searchesOf(endpoint)).find(({ savedId }) => savedId === what.savedId);
        if (node !== undefined) await view.reveal(node, { select: false });
      }
    },
    redraw(endpointId) {
      browser?.redraw(endpointId);
      redrawRow();
    },
    folded({ endpointId }) {
      if (browser?.known(endpointId) === undefined) browser?.leave(endpointId);
    },
    async refresh(endpointId) {
      if (endpointId !== undefined && roots.has(endpointId)) await (await browse()).refresh(endpointId);
    },
    async retry(endpointId, row) {
      const index = indexAbove(row);
      if (index === undefined) return this.refresh(endpointId);
      browser?.forgetFields(index);
      redrawRow(index);
    },
    list: async (endpointId, signal) => (await browse()).list(endpointId, signal),
    async unfold(endpointId) {
      const root = roots.get(endpointId);
      if (root === undefined || !view.visible) return;
      await view.reveal(root, { select: false, expand: true });
      for (const node of await contentsOf(root)) {
        if (node.type === 'indexGroup' && node.isOpen) await view.reveal(node, { select: false, expand: true });
      }
    },
    dispose: () => browser?.dispose(),
  };
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
