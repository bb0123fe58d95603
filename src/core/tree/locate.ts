import * as z from 'zod/mini';
import { itemOf } from '../traefik/inventory';
import { type ItemRef, parseItemRef } from '../traefik/itemRef';
import type { Item } from '../traefik/model';
import { entryPointIndexOf } from './entryPointIndex';
import { entryPointNode, entryPointsNode, unboundNode } from './entryPointRows';
import { groupNode, protocolNode, providerNode } from './groupRows';
import { itemNode } from './itemRows';
import type { EndpointNode, EntryPointNode, ItemNode } from './nodes';
import type { Hidden, Scene } from './scene';

/** Names an entry point of an endpoint, as its rows do. */
export interface EntryPointRef {
  readonly endpointId: string;
  readonly entryPoint: string;
}

const entryPointRefSchema = z.object({ endpointId: z.string(), entryPoint: z.string() });
const entryPointRowSchema = z.object({
  type: z.enum(['entryPoint', 'entryPointLink']),
  endpointId: z.string(),
  name: z.string(),
});

/** What a command's argument names that has a row of its own: anyone may call a command with anything. */
export function parseTarget(argument: unknown): ItemRef | EntryPointRef | undefined {
  const row = entryPointRowSchema.safeParse(argument);
  if (row.success) return { endpointId: row.data.endpointId, entryPoint: row.data.name };
  return parseItemRef(argument) ?? entryPointRefSchema.safeParse(argument).data;
}

/** Where something is in the tree; with its parents up to the endpoint, so that no row has to be asked for. */
export function locate(
  root: EndpointNode,
  scene: Scene,
  target: ItemRef | EntryPointRef,
): ItemNode | EntryPointNode | Hidden | 'notListed' {
  if ('entryPoint' in target) return locateEntryPoint(root, scene, target.entryPoint);
  const item = itemOf(scene.inventory, target);
  if (item === undefined) return 'notListed';
  return scene.whyHidden(item) ?? itemNode(placeOf(root, scene, item), item, scene);
}

function locateEntryPoint(root: EndpointNode, scene: Scene, name: string): EntryPointNode | 'notListed' {
  if (!entryPointIndexOf(scene).names.includes(name)) return 'notListed';
  const parent = scene.look.grouping === 'entryPoint' ? root : entryPointsNode(root, scene);
  return entryPointNode(parent, scene, name);
}

/** The row that an item lies under. A router on several entry points has several; the first is its place. */
function placeOf(root: EndpointNode, scene: Scene, item: Item): ItemNode['parent'] {
  const { protocol, kind } = item;
  switch (scene.look.grouping) {
    case 'kind':
      return groupNode(protocolNode(root, scene, protocol), scene, protocol, kind);
    case 'provider':
      return groupNode(providerNode(root, scene, { provider: item.provider }), scene, protocol, kind);
    case 'entryPoint': {
      if (item.kind !== 'routers') return groupNode(root, scene, protocol, kind);
      const [first] = item.using ?? [];
      return first === undefined ? unboundNode(root, scene) : entryPointNode(root, scene, first);
    }
  }
}
