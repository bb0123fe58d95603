import { knownItems } from '../traefik/inventory';
import { protocols, type Router } from '../traefik/model';
import { byName } from './order';
import type { Scene } from './scene';
import { type Filling, openShelf, type Shelf } from './shelf';

/** The routers of all protocols by the entry points that they are on in effect. */
export interface EntryPointIndex {
  /** Every entry point that is listed or that a router is on, by name. */
  readonly names: readonly string[];
  on(name: string): Shelf<Router>;
  /** The routers that are on none. */
  readonly unbound: Shelf<Router>;
}

const indexes = new WeakMap<Scene, EntryPointIndex>();

/** The index of a scene, made once. */
export function entryPointIndexOf(scene: Scene): EntryPointIndex {
  const present = indexes.get(scene);
  if (present !== undefined) return present;
  const made = makeIndex(scene);
  indexes.set(scene, made);
  return made;
}

function makeIndex(scene: Scene): EntryPointIndex {
  const open = () => openShelf<Router>(scene.sorted);
  const { entryPoints } = scene.inventory;
  const shelves = new Map<string, Filling<Router>>();
  for (const { name } of knownItems(entryPoints)) shelves.set(name, open());
  const unbound = open();

  const shelvesOf = ({ using = [] }: Router): readonly Filling<Router>[] => {
    if (using.length === 0) return [unbound];
    return [...new Set(using)].map((name) => {
      const shelf = shelves.get(name) ?? open();
      shelves.set(name, shelf);
      return shelf;
    });
  };
  for (const protocol of protocols) {
    const { shown, all } = scene.shelf(protocol, 'routers');
    for (const router of all) for (const shelf of shelvesOf(router)) shelf.all.push(router);
    for (const router of shown) for (const shelf of shelvesOf(router)) shelf.shown.push(router);
  }
  return {
    names: [...shelves.keys()].sort(byName),
    on: (name) => shelves.get(name) ?? open(),
    unbound,
  };
}
