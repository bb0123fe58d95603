import * as vscode from 'vscode';
import type { KnownOfIndices } from '../../core/bridge/browse/engineRow';
import { type IndexTree, openIndexTree } from '../../core/bridge/browse/openIndexTree';
import type { BrowsedNode, IndexGroupNode, IndexNode, SearchNode } from '../../core/bridge/browse/searchNodes';
import type { EndpointNode } from '../../core/proxy/tree/nodes';
import type { IndexList } from '../../core/search/engine/indexList';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Settings, Views } from '../shared/ids';
import { progressiveChildren } from '../shared/progressiveChildren';
import type { Filters } from '../shared/proxyFilters';
import type { Engines } from './engines';

/** The indices of the search endpoints as rows of the Search view: loaded when the user expands the first endpoint. */
export interface IndexBrowser extends vscode.Disposable {
  /** The rows below a row; of a long list the first ones, and soon all. The first call lists them. */
  below(node: EndpointNode | IndexGroupNode | IndexNode): Promise<readonly BrowsedNode[]>;
  /** The knowledge about an endpoint; undefined before its first listing. */
  known(endpointId: string): KnownOfIndices | undefined;
  /**
   * The indices of an endpoint, listed now if they were not.
   *
   * @throws RequestFailure if they cannot be listed
   */
  list(endpointId: string, signal: AbortSignal): Promise<IndexList>;
  /** Lists the indices of an endpoint again. */
  refresh(endpointId: string): Promise<void>;
  /** Drops the fields of an index, so that they are requested again. */
  forgetFields(index: IndexNode): void;
  /** Call when the filter of an endpoint, or without an id the view options for all, have changed. */
  redraw(endpointId?: string): void;
  /** Call when the user no longer waits for the list of an endpoint. */
  leave(endpointId: string): void;
}

interface IndexBrowserDeps {
  readonly engines: Pick<Engines, 'of'>;
  readonly clients: Pick<ClientRegistry, 'onDidDrop'>;
  readonly filters: Pick<Filters, 'get'>;
  /** Draws the row of an endpoint, and those below, again. */
  redrawEndpoint(endpointId: string): void;
  /** Draws a row, and those below, again. */
  redrawRow(node: SearchNode): void;
}

/** Opens the browser. Sends no request before the user expands a row. */
export function openIndexBrowser(deps: IndexBrowserDeps): IndexBrowser {
  const { engines, clients, filters, redrawEndpoint, redrawRow } = deps;
  const trees = new Map<string, IndexTree>();

  const treeOf = (endpointId: string): IndexTree => {
    const tree =
      trees.get(endpointId) ??
      openIndexTree({
        catalog: async () => (await engines.of(endpointId)).catalog,
        viewOptions: () => ({ filter: filters.get(endpointId), showsHidden: showsHidden() }),
        onChange: () => redrawEndpoint(endpointId),
        onReading: showReading,
      });
    trees.set(endpointId, tree);
    return tree;
  };
  const steps = progressiveChildren<SearchNode>(redrawRow, parentOf, ({ type }) => type === 'indexGroup');
  /** Facts from one connection may not apply to the next one. */
  const subscription = clients.onDidDrop((id) => {
    trees.get(id)?.dispose();
    trees.delete(id);
  });

  return {
    async below(node) {
      return steps.part(node, await treeOf(node.endpointId).below(node, steps.most(node)));
    },
    known(endpointId) {
      const tree = trees.get(endpointId);
      return tree?.isAsked === true ? tree.known : undefined;
    },
    list: (endpointId, signal) => treeOf(endpointId).list(signal),
    async refresh(endpointId) {
      await treeOf(endpointId).refresh();
    },
    forgetFields(index) {
      trees.get(index.endpointId)?.forgetFields(index);
    },
    redraw(endpointId) {
      if (endpointId === undefined) for (const tree of trees.values()) tree.redraw();
      else trees.get(endpointId)?.redraw();
    },
    leave: (endpointId) => trees.get(endpointId)?.stop(),
    dispose() {
      subscription.dispose();
      steps.dispose();
      for (const tree of trees.values()) tree.dispose();
    },
  };
}

function showsHidden(): boolean {
  return vscode.workspace.getConfiguration(Settings.section).get(Settings.showHiddenIndices) === true;
}

const parentOf = (node: SearchNode): SearchNode | undefined => (node.type === 'endpoint' ? undefined : node.parent);

/** Shows progress in the view during a read. */
function showReading(reading: Promise<unknown>): void {
  const ended = reading.then(
    () => undefined,
    () => undefined,
  );
  void vscode.window.withProgress({ location: { viewId: Views.searches } }, () => ended);
}
