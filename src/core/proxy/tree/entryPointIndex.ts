import { compareNames } from '../describe/sortItems';
import { knownItems } from '../model/inventory';
import { type Router, traefikProtocols } from '../model/model';
import { type FilteredList, type FilteredListBuilder, openFilteredList, type TreeModel } from './treeModel';

/** The routers of all protocols by the entry points that are in effect for them. */
interface EntryPointIndex {
  /** Every entry point that is listed or that has a router, by name. */
  readonly names: readonly string[];
  on(name: string): FilteredList<Router>;
  readonly unbound: FilteredList<Router>;
}

/** Avoids iterating over all routers again for each entry point's row. */
const indexes = new WeakMap<TreeModel, EntryPointIndex>();

/** The index of a tree model, computed once. */
export function entryPointIndexOf(model: TreeModel): EntryPointIndex {
  const present = indexes.get(model);
  if (present !== undefined) return present;
  const made = makeIndex(model);
  indexes.set(model, made);
  return made;
}

function makeIndex(model: TreeModel): EntryPointIndex {
  const open = () => openFilteredList<Router>(model.sorted, model.graph.healthOf);
  const { entryPoints } = model.inventory;
  const lists = new Map<string, FilteredListBuilder<Router>>();
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
    names: [...lists.keys()].sort(compareNames),
    on: (name) => lists.get(name) ?? open(),
    unbound,
  };
}
