import { protocols, type Router } from '../traefik/model';
import { byName } from './order';
import type { Scene, Shelf } from './scene';

/** The routers of all protocols by the entry points that they are on in effect. */
export interface EntryPointIndex {
  /** Every entry point that is listed or that a router is on, by name. */
  readonly names: readonly string[];
  on(name: string): Shelf<Router>;
  /** The routers that are on none. */
  readonly unbound: Shelf<Router>;
}

interface Part {
  readonly shown: Router[];
  readonly all: Router[];
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
  const parts = new Map<string, Part>();
  const { entryPoints } = scene.inventory;
  if (entryPoints.state === 'read')
    for (const name of entryPoints.items.keys()) parts.set(name, { shown: [], all: [] });
  const unbound: Part = { shown: [], all: [] };

  const partsOf = ({ using = [] }: Router): readonly Part[] => {
    if (using.length === 0) return [unbound];
    return [...new Set(using)].map((name) => {
      const part = parts.get(name) ?? { shown: [], all: [] };
      parts.set(name, part);
      return part;
    });
  };
  for (const protocol of protocols) {
    const { shown, all } = scene.shelf(protocol, 'routers');
    for (const router of all) for (const part of partsOf(router)) part.all.push(router);
    for (const router of shown) for (const part of partsOf(router)) part.shown.push(router);
  }
  return {
    names: [...parts.keys()].sort(byName),
    on: (name) => parts.get(name) ?? { shown: [], all: [] },
    unbound,
  };
}
