import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { nameText } from '../describe/itemSummary';
import { itemCountText, joinedParts, listingNames, noMatches, shownCountText } from '../describe/labels';
import { compareNames } from '../describe/sortItems';
import { staleMark } from '../describe/staleness';
import { entryPointOf, itemOf, knownEntries, knownItems, listingFailure } from '../model/inventory';
import { type EntryPoint, type Router, traefikProtocols } from '../model/model';
import { itemNodes, linkNode, missingNode } from './itemRows';
import { noteNode, problemNode, rowBelow } from './messageNodes';
import {
  type EndpointNode,
  type EntryPointLinkNode,
  type EntryPointNode,
  type EntryPointsNode,
  nameInId,
  type ProxyNode,
  type UnboundNode,
} from './nodes';
import { FilteredList, hasRows, type TreeModel } from './treeModel';

/** Code points of an address; real ones have about twenty. */
const longestAddress = 100;

export function entryPointsNode(parent: EndpointNode, model: TreeModel): EntryPointsNode {
  const { inventory } = model;
  const label = listingNames.entrypoints();
  const mark = staleMark(inventory.entryPoints);
  const entries = knownEntries(inventory.entryPoints);
  const count = entries === undefined ? undefined : countedEntryPoints(entries.items.size, model);
  return {
    type: 'entryPoints',
    ...rowBelow(parent, '/entryPoints', label, joinedParts(mark, count)),
  };
}

function countedEntryPoints(listed: number, model: TreeModel): string {
  if (model.viewOptions.filter === '') return numberText(listed);
  const { names, on } = entryPointIndexOf(model);
  const shown = names.filter((name) => hasRows(model, on(name))).length;
  return l10n.t('{0} of {1}', numberText(shown), numberText(names.length));
}

export function entryPointRowsOf(parent: EntryPointsNode, model: TreeModel): readonly ProxyNode[] {
  const group = model.inventory.entryPoints;
  const failure = listingFailure(group);
  const problems = failure === undefined ? [] : [problemNode(parent, failure)];
  const rows = knownItems(group).length === 0 ? [] : entryPointNodes(parent, model);
  return rows.length + problems.length === 0 ? [noteNode(parent, l10n.t('No entry points'))] : [...problems, ...rows];
}

/** A row for each entry point. Directly below the endpoint these contain the routers; elsewhere they link to them. */
export function entryPointNodes(parent: EndpointNode | EntryPointsNode, model: TreeModel): readonly EntryPointNode[] {
  const { names, on } = entryPointIndexOf(model);
  return names
    .filter((name) => model.viewOptions.filter === '' || hasRows(model, on(name)))
    .map((name) => entryPointNode(parent, model, name));
}

export function entryPointNode(parent: EndpointNode | EntryPointsNode, model: TreeModel, name: string): EntryPointNode {
  const entryPoint = entryPointOf(model.inventory, name);
  const routers = entryPointIndexOf(model).on(name);
  const description = joinedParts(
    ...traitsOf(entryPoint),
    isForBuiltIn(model, name) ? l10n.t('built-in routers only') : countOf(routers, model),
    entryPoint === undefined && model.inventory.entryPoints.state === 'read' ? l10n.t('not found') : undefined,
  );
  const label = nameText(name);
  const id = `/${parent.type === 'endpoint' ? 'on/' : ''}${nameInId(name)}`;
  return {
    type: 'entryPoint',
    ...rowBelow(parent, id, label, description, l10n.t('Entry point {0}', label)),
    name,
    holdsItems: parent.type === 'endpoint',
  };
}

function traitsOf(entryPoint: EntryPoint | undefined): readonly string[] {
  if (entryPoint === undefined) return [];
  const { address = '', redirectsTo, hasTls } = entryPoint;
  return [
    plainText(address, longestAddress),
    hasTls ? 'TLS' : '',
    redirectsTo === undefined ? '' : l10n.t('redirects to {0}', plainText(redirectsTo, longestAddress)),
  ];
}

/** Whether all routers of an entry point are built in. False if it has none. */
function isForBuiltIn(model: TreeModel, name: string): boolean {
  return entryPointIndexOf(model).on(name).all.length === 0 && model.graph.routersOn(name).length > 0;
}

function countOf({ shown, all }: FilteredList<Router>, { viewOptions }: TreeModel): string {
  return viewOptions.filter === ''
    ? itemCountText(all.length, 'routers')
    : shownCountText(shown.length, all.length, 'routers');
}

/** The settings of an entry point itself, then its routers. */
export function entryPointFlowRows(parent: EntryPointNode, model: TreeModel): readonly ProxyNode[] {
  const entryPoint = entryPointOf(model.inventory, parent.name);
  const own: ProxyNode[] = [];
  const target = entryPoint?.redirectsTo;
  if (target !== undefined) {
    // The target may also be just a port, such as `:443`.
    own.push(
      entryPointOf(model.inventory, target) === undefined
        ? noteNode(parent, l10n.t('Redirects all requests to {0}', plainText(target, longestAddress)))
        : entryPointLinkNode(parent, model, target, l10n.t('redirect target')),
    );
  }
  for (const name of new Set(entryPoint?.middlewares)) {
    if (!name.includes('@')) {
      own.push(
        noteNode(parent, l10n.t('{0} from each router’s own provider (entry point middleware)', nameText(name))),
      );
      continue;
    }
    const item = itemOf(model.inventory, { protocol: 'http', kind: 'middlewares', name });
    const place = { parent, id: `${parent.id}#default ${nameInId(name)}`, role: l10n.t('entry point middleware') };
    own.push(
      item === undefined
        ? missingNode(place, { protocol: 'http', kind: 'middlewares', name }, model)
        : linkNode(place, item, model),
    );
  }
  if (isForBuiltIn(model, parent.name)) return [...own, noteNode(parent, l10n.t('Built-in routers only'))];
  return [...own, ...routersOf(parent, entryPointIndexOf(model).on(parent.name), model)];
}

/** The row of the routers that are on no entry point. */
export function unboundNode(parent: EndpointNode, model: TreeModel): UnboundNode {
  const label = l10n.t('No Entry Point');
  const { unbound } = entryPointIndexOf(model);
  return { type: 'unbound', ...rowBelow(parent, '/unbound', label, countOf(unbound, model)) };
}

export function unboundRouters(parent: UnboundNode, model: TreeModel): readonly ProxyNode[] {
  return routersOf(parent, entryPointIndexOf(model).unbound, model);
}

function routersOf(
  parent: EntryPointNode | UnboundNode,
  list: FilteredList<Router>,
  model: TreeModel,
): readonly ProxyNode[] {
  const routers = list.inOrder();
  if (routers.length === 0) return [noteNode(parent, list.all.length === 0 ? l10n.t('No routers') : noMatches())];
  if (parent.type === 'unbound' || parent.holdsItems) return itemNodes(parent, routers, model);
  return routers.map((router) =>
    linkNode({ parent, id: `${parent.id}/${router.protocol}/${nameInId(router.name)}` }, router, model),
  );
}

/** A row that links to an entry point, or shows that none has this name. */
export function entryPointLinkNode(
  parent: ProxyNode,
  model: TreeModel,
  name: string,
  role?: string,
): EntryPointLinkNode {
  const entryPoint = entryPointOf(model.inventory, name);
  const label = nameText(name);
  const isListed = entryPoint !== undefined || model.inventory.entryPoints.state !== 'read';
  const description = joinedParts(
    role,
    isListed ? l10n.t('entry point') : l10n.t('not found'),
    ...traitsOf(entryPoint),
  );
  const id = `#${role === undefined ? 'entry point' : role} ${nameInId(name)}`;
  return {
    type: 'entryPointLink',
    ...rowBelow(parent, id, label, description, l10n.t('Entry point {0}', label)),
    name,
    isListed,
  };
}

/** Avoids iterating over all routers again for each entry point's row. */
const indexes = new WeakMap<TreeModel, ReturnType<typeof makeIndex>>();

/** The routers of all protocols by the entry points that are in effect for them, computed once for a tree model. */
export function entryPointIndexOf(model: TreeModel): ReturnType<typeof makeIndex> {
  const index = indexes.get(model) ?? makeIndex(model);
  indexes.set(model, index);
  return index;
}

function makeIndex(model: TreeModel) {
  const open = () => new FilteredList<Router>(model);
  const { entryPoints } = model.inventory;
  const lists = new Map<string, FilteredList<Router>>();
  for (const { name } of knownItems(entryPoints)) lists.set(name, open());
  const unbound = open();

  const put = (router: Router, isShown: boolean): void => {
    const { using = [] } = router;
    if (using.length === 0) unbound.put(router, isShown);
    for (const name of new Set(using)) {
      const list = lists.get(name) ?? open();
      lists.set(name, list);
      list.put(router, isShown);
    }
  };
  for (const protocol of traefikProtocols) {
    const { shown, all } = model.list(protocol, 'routers');
    // Both lists are in the order of the API.
    let at = 0;
    for (const router of all) {
      const isShown = shown[at] === router;
      if (isShown) at++;
      put(router, isShown);
    }
  }
  return {
    /** Every entry point that is listed or that has a router, by name. */
    names: [...lists.keys()].sort(compareNames),
    on: (name: string): FilteredList<Router> => lists.get(name) ?? open(),
    unbound,
  };
}
