import * as vscode from 'vscode';
import type { KnownOfIndices } from '../../core/bridge/browse/engineRow';
import type { IndexTree } from '../../core/bridge/browse/openIndexTree';
import type { BrowsedNode, IndexGroupNode, IndexNode, SearchNode } from '../../core/bridge/browse/searchNodes';
import type { EndpointNode } from '../../core/proxy/tree/nodes';
import type { IndexList } from '../../core/search/engine/indexList';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Settings, Views } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { progressiveChildren } from '../shared/progressiveChildren';
import type { Filters } from '../shared/proxyFilters';
import type { Engines } from './engines';

/** What the search endpoints hold, as rows of the Search view: loaded when the first of them is unfolded. */
export interface IndexBrowser extends vscode.Disposable {
  /** The rows below a row; of a long list the first ones, and soon all. Lists what is there when it is first asked. */
  below(node: EndpointNode | IndexGroupNode | IndexNode): Promise<readonly BrowsedNode[]>;
  /** What is known of an endpoint; undefined if nobody asked yet. */
  known(endpointId: string): KnownOfIndices | undefined;
  /**
   * What an endpoint holds, listed now if it was not.
   *
   * @throws RequestFailure where it cannot be listed
   */
  list(endpointId: string, signal: AbortSignal): Promise<IndexList>;
  /** Lists what an endpoint holds anew. */
  refresh(endpointId: string): Promise<void>;
  /** Has the fields of an index asked for again. */
  forgetFields(index: IndexNode): void;
  /** The filter of an endpoint changed, or, without an id, what is shown of all. */
  redraw(endpointId?: string): void;
  /** Nobody waits for the list of an endpoint any more. */
  leave(endpointId: string): void;
}

interface IndexBrowserDeps {
  readonly engines: Pick<Engines, 'of'>;
  readonly clients: Pick<ClientRegistry, 'onDidDrop'>;
  readonly filters: Pick<Filters, 'get'>;
  /** Draws the row of an endpoint, and those below, anew. */
  redrawEndpoint(endpointId: string): void;
  /** Draws a row, and those below, anew. */
  redrawRow(node: SearchNode): void;
}

/** Opens the browser. Nothing is asked before a row is unfolded. */
export async function openIndexBrowser(deps: IndexBrowserDeps): Promise<IndexBrowser> {
  const { engines, clients, filters, redrawEndpoint, redrawRow } = deps;
  const { openIndexTree } = await loadCore();
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
  /** What was learned over a connection may not apply to the next one. */
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

/** Shows progress in the view while something is read. */
function showReading(reading: Promise<unknown>): void {
  const ended = reading.then(
    () => undefined,
    () => undefined,
  );
  void vscode.window.withProgress({ location: { viewId: Views.searches } }, () => ended);
}
