import { type Lazy, lazySteps, type Steps } from '../../base/async/steps';
import { byName } from '../describe/order';
import { knownItems } from '../model/inventory';
import { protocols, type Router } from '../model/model';
import { type Filling, openShelf, type Scene, type Shelf } from './scene';

/** The routers of all protocols by the entry points that they are on in effect. */
interface EntryPointIndex {
  /** Every entry point that is listed or that a router is on, by name. */
  readonly names: readonly string[];
  on(name: string): Shelf<Router>;
  /** The routers that are on none. */
  readonly unbound: Shelf<Router>;
}

/** Spares going through all routers again for each row of an entry point. */
const indexes = new WeakMap<Scene, Lazy<EntryPointIndex>>();

/** The index of a scene, made once. */
export function entryPointIndexOf(scene: Scene): EntryPointIndex {
  return lazyIndexOf(scene).get();
}

/** Makes it as part of other work, so that nobody who asks for it waits for long. */
export function* prepareEntryPointIndex(scene: Scene): Steps<void> {
  yield* lazyIndexOf(scene).steps();
}

function lazyIndexOf(scene: Scene): Lazy<EntryPointIndex> {
  const present = indexes.get(scene);
  if (present !== undefined) return present;
  const made = lazySteps(() => makeIndex(scene));
  indexes.set(scene, made);
  return made;
}

function* makeIndex(scene: Scene): Steps<EntryPointIndex> {
  const open = () => openShelf<Router>(scene.sorted, scene.graph.healthOf);
  const { entryPoints } = scene.inventory;
  const shelves = new Map<string, Filling<Router>>();
  for (const { name } of knownItems(entryPoints)) shelves.set(name, open());
  const unbound = open();

  const put = (router: Router, isShown: boolean): void => {
    const { using = [] } = router;
    if (using.length === 0) unbound.put(router, isShown);
    for (const name of new Set(using)) {
      const shelf = shelves.get(name) ?? open();
      shelves.set(name, shelf);
      shelf.put(router, isShown);
    }
  };
  for (const protocol of protocols) {
    const { shown, all } = scene.shelf(protocol, 'routers');
    // Both are in the order of the API.
    let at = 0;
    for (const router of all) {
      yield 1;
      const isShown = shown[at] === router;
      if (isShown) at++;
      put(router, isShown);
    }
  }
  return {
    names: [...shelves.keys()].sort(byName),
    on: (name) => shelves.get(name) ?? open(),
    unbound,
  };
}
