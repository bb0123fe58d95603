import { numberText } from '../../../l10n/numbers';
import type { Steps } from '../../base/async/steps';
import { plainText } from '../../base/text/plainText';
import { nameText } from '../describe/summary';
import { unreadMark } from '../describe/unread';
import { aloud, BUILT_IN_HIDDEN, counted, joined, NONE_MATCH, NOT_IN_THIS_VERSION } from '../describe/words';
import { entryPointOf, itemOf, knownEntries, knownItems, listingFailure } from '../model/inventory';
import type { EntryPoint, Router } from '../model/model';
import { entryPointIndexOf } from './entryPointIndex';
import { gistOf } from './groupRows';
import { itemNodes, STEPS_OF_ROW } from './itemRows';
import { linkNode, missingNode } from './linkRows';
import {
  type EndpointNode,
  type EntryPointLinkNode,
  type EntryPointNode,
  type EntryPointsNode,
  nameInId,
  type ProxyNode,
  type UnboundNode,
} from './nodes';
import { noteNode, problemNode } from './sayings';
import type { Scene, Shelf } from './scene';

/** Code points of an address; real ones have about twenty. */
const LONGEST_ADDRESS = 100;

/** The row that leads to all entry points. */
export function entryPointsNode(parent: EndpointNode, { inventory }: Scene): EntryPointsNode {
  const mark = unreadMark(inventory.entryPoints);
  const entries = knownEntries(inventory.entryPoints);
  const description =
    entries === undefined ? (mark ?? NOT_IN_THIS_VERSION) : joined(mark, numberText(entries.items.size));
  return {
    type: 'entryPoints',
    parent,
    id: `${parent.id}/entryPoints`,
    endpointId: parent.endpointId,
    label: 'Entry Points',
    description,
    spoken: `Entry points, ${aloud(description)}`,
  };
}

/** The rows below it. */
export function entryPointsOf(parent: EntryPointsNode, scene: Scene): readonly ProxyNode[] {
  const group = scene.inventory.entryPoints;
  if (group.state === 'missing') return [noteNode(parent, NOT_IN_THIS_VERSION)];
  const failure = listingFailure(group);
  const problems = failure === undefined ? [] : [problemNode(parent, failure)];
  const rows = knownItems(group).length === 0 ? [] : entryPointNodes(parent, scene);
  return rows.length + problems.length === 0 ? [noteNode(parent, 'none')] : [...problems, ...rows];
}

/** A row for each entry point. Below the endpoint itself they hold the routers, elsewhere they lead to them. */
export function entryPointNodes(parent: EndpointNode | EntryPointsNode, scene: Scene): readonly EntryPointNode[] {
  return entryPointIndexOf(scene).names.map((name) => entryPointNode(parent, scene, name));
}

/** The row of one entry point. */
export function entryPointNode(parent: EndpointNode | EntryPointsNode, scene: Scene, name: string): EntryPointNode {
  const entryPoint = entryPointOf(scene.inventory, name);
  const description = joined(
    ...traitsOf(entryPoint),
    hidesAll(scene, name) ? 'only built-in routers' : countOf(entryPointIndexOf(scene).on(name), scene),
    // Elsewhere the groups of the routers tell it.
    parent.type === 'endpoint' ? gistOf([entryPointIndexOf(scene).on(name)]) : '',
    entryPoint === undefined && scene.inventory.entryPoints.state === 'read' ? 'not listed' : undefined,
  );
  const label = nameText(name);
  return {
    type: 'entryPoint',
    parent,
    id: `${parent.id}/${parent.type === 'endpoint' ? 'on/' : ''}${nameInId(name)}`,
    endpointId: parent.endpointId,
    name,
    holdsItems: parent.type === 'endpoint',
    label,
    description,
    spoken: aloud(`Entry point ${label}`, description),
  };
}

function traitsOf(entryPoint: EntryPoint | undefined): readonly string[] {
  if (entryPoint === undefined) return [];
  const { address = '', redirectsTo, hasTls } = entryPoint;
  return [
    plainText(address, LONGEST_ADDRESS),
    hasTls ? 'TLS' : '',
    redirectsTo === undefined ? '' : `redirects to ${plainText(redirectsTo, LONGEST_ADDRESS)}`,
  ];
}

/** Whether there are routers on an entry point, all of them built in and hidden. */
function hidesAll(scene: Scene, name: string): boolean {
  return entryPointIndexOf(scene).on(name).all.length === 0 && scene.graph.routersOn(name).length > 0;
}

function countOf({ shown, all }: Shelf<Router>, { look }: Scene): string {
  const whole = counted(all.length, 'router');
  return look.filter === '' || all.length === 0 ? whole : `${numberText(shown.length)} of ${whole}`;
}

/** What an entry point does by itself, and its routers. */
export function* wayOfEntryPoint(parent: EntryPointNode, scene: Scene): Steps<readonly ProxyNode[]> {
  const entryPoint = entryPointOf(scene.inventory, parent.name);
  const own: ProxyNode[] = [];
  const target = entryPoint?.redirectsTo;
  if (target !== undefined) {
    // It may also be a port alone, such as `:443`.
    own.push(
      entryPointOf(scene.inventory, target) === undefined
        ? noteNode(parent, `redirects all to ${plainText(target, LONGEST_ADDRESS)}`)
        : entryPointLinkNode(parent, scene, target, 'redirects all here'),
    );
  }
  for (const name of new Set(entryPoint?.middlewares)) {
    if (!name.includes('@')) {
      own.push(noteNode(parent, `${nameText(name)} of each router’s own provider, before every router`));
      continue;
    }
    const item = itemOf(scene.inventory, { protocol: 'http', kind: 'middlewares', name });
    const place = { parent, id: `${parent.id}#default ${nameInId(name)}`, role: 'before every router' } as const;
    own.push(
      item === undefined
        ? missingNode(place, { protocol: 'http', kind: 'middlewares', name }, scene)
        : linkNode(place, item, scene),
    );
  }
  if (hidesAll(scene, parent.name)) return [...own, noteNode(parent, BUILT_IN_HIDDEN)];
  return [...own, ...(yield* routersOf(parent, entryPointIndexOf(scene).on(parent.name), scene))];
}

/** The row of the routers that are on no entry point. */
export function unboundNode(parent: EndpointNode, scene: Scene): UnboundNode {
  const { unbound } = entryPointIndexOf(scene);
  const description = joined(countOf(unbound, scene), gistOf([unbound]));
  return {
    type: 'unbound',
    parent,
    id: `${parent.id}/unbound`,
    endpointId: parent.endpointId,
    label: 'No Entry Point',
    description,
    spoken: aloud('On no entry point', description),
  };
}

/** The routers that are on no entry point. */
export function unboundRouters(parent: UnboundNode, scene: Scene): Steps<readonly ProxyNode[]> {
  return routersOf(parent, entryPointIndexOf(scene).unbound, scene);
}

function* routersOf(
  parent: EntryPointNode | UnboundNode,
  shelf: Shelf<Router>,
  scene: Scene,
): Steps<readonly ProxyNode[]> {
  const routers = yield* shelf.inOrderSteps();
  if (routers.length === 0) return [noteNode(parent, shelf.all.length === 0 ? 'no routers' : NONE_MATCH)];
  if (parent.type === 'unbound' || parent.holdsItems) return yield* itemNodes(parent, routers, scene);
  const rows: ProxyNode[] = [];
  for (const router of routers) {
    rows.push(linkNode({ parent, id: `${parent.id}/${router.protocol}/${nameInId(router.name)}` }, router, scene));
    yield STEPS_OF_ROW;
  }
  return rows;
}

/** A row that leads to an entry point, or says that there is none of that name. */
export function entryPointLinkNode(parent: ProxyNode, scene: Scene, name: string, role?: string): EntryPointLinkNode {
  const entryPoint = entryPointOf(scene.inventory, name);
  const label = nameText(name);
  const isListed = entryPoint !== undefined || scene.inventory.entryPoints.state !== 'read';
  const description = joined(role, isListed ? 'entry point' : 'not listed', ...traitsOf(entryPoint));
  return {
    type: 'entryPointLink',
    parent,
    id: `${parent.id}#${role === undefined ? 'entry point' : role} ${nameInId(name)}`,
    endpointId: parent.endpointId,
    name,
    isListed,
    label,
    description,
    spoken: aloud(`Entry point ${label}`, description),
  };
}
