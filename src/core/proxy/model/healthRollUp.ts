import { addToList } from '../../base/lists/addToList';
import { combinedHealth, healthOfServers, type ServerCounts, type ServiceHealth } from './health';
import type { Item, Router, Service } from './model';
import type { ItemReference, ReferenceRole } from './references';

type State = ServiceHealth['state'];
type Node = Router | Service;

/** The part of the graph that the roll-up needs. */
interface Roads {
  referencesOf(item: Item): readonly ItemReference[];
  childrenOf(router: Router): readonly Router[];
}

/** How the state of a node follows from the states of other nodes. Undefined stands for a node that is not listed. */
type Formula =
  | { readonly type: 'servers'; readonly health: ServiceHealth & ServerCounts }
  | { readonly type: 'all'; readonly below: readonly (Node | undefined)[] }
  | { readonly type: 'failover'; readonly main: Node | undefined; readonly fallback: Node | undefined };

/**
 * The health of all services and routers, rolled up from the servers.
 *
 * A load balancer has the health of its servers. A weighted or highest random weight service has that of its children
 * with a weight, and a mirroring that of its main service, because no client waits for the mirrors. A failover has that
 * of its main service, and is partly down while the fallback replaces it. A router has that of its service, or of its
 * nested routers. A service that is not listed counts as not checked.
 *
 * States only ever rise (none, up, not checked, partly; or none, down, partly), so the result is the least one that
 * satisfies all formulas, in any order of evaluation. Within a cycle, this means that edges leading back are ignored.
 * Nodes that have no state in the end (a cycle without a way out) are not checked. Each edge is followed at most three
 * times.
 *
 * Servers that services share count once, so they are counted anew for each node; `mostFollowed` limits that.
 */
export function healthRollUp(roads: Roads) {
  const formulas = new Map<Node, Formula>();
  const states = new Map<Node, State>();
  /** Finds the states of a node and of all below it, which depend on nothing else: of each node once. */
  const settle = (node: Node): void => {
    const open = new Map<Node, Formula>();
    const look = (one: Node): void => {
      if (!states.has(one) && !open.has(one)) open.set(one, formulaOf(one, roads));
    };
    look(node);
    // A `Map` iterates over what is added meanwhile, too.
    for (const [one, formula] of open) {
      formulas.set(one, formula);
      for (const child of belowOf(formula)) if (child !== undefined) look(child);
    }
    addStates(open, states);
  };
  const counts = new Map<Node, Servers>();
  const budget = { left: mostFollowed };
  const known = new Map<Node, ServiceHealth>();
  return {
    healthOf(node: Node): ServiceHealth {
      let health = known.get(node);
      if (health === undefined) {
        settle(node);
        health = { state: states.get(node) ?? 'notChecked', ...countServers(node, formulas, counts, budget) };
        known.set(node, health);
      }
      return health;
    },
  };
}

function formulaOf(node: Node, roads: Roads): Formula {
  return node.kind === 'routers' ? formulaOfRouter(node, roads) : formulaOfService(node, roads);
}

function formulaOfRouter(router: Router, roads: Roads): Formula {
  const services = targetsOf(roads.referencesOf(router), 'service');
  return { type: 'all', below: services.length > 0 ? services : roads.childrenOf(router) };
}

/** If a service has several types, the first in this order counts. Traefik would not accept such a service. */
function formulaOfService(service: Service, roads: Roads): Formula {
  if (service.loadBalancer !== undefined) return { type: 'servers', health: healthOfServers(service) };
  const references = roads.referencesOf(service).filter(({ weight = 1 }) => weight > 0);
  const all = (role: ReferenceRole): Formula => ({ type: 'all', below: targetsOf(references, role) });
  if (service.weighted !== undefined) return all('weighted');
  if (service.highestRandomWeight !== undefined) return all('highestRandomWeight');
  if (service.mirroring !== undefined) return all('mirrored');
  if (service.failover === undefined) return { type: 'all', below: [] };
  const [main] = targetsOf(references, 'main');
  const [fallback] = targetsOf(references, 'fallback');
  return { type: 'failover', main, fallback };
}

function targetsOf(references: readonly ItemReference[], role: ReferenceRole): readonly (Node | undefined)[] {
  return references.flatMap(({ role: its, target }) =>
    its === role ? [target?.kind === 'middlewares' ? undefined : target] : [],
  );
}

/** @param states those of all nodes below that have no formula here */
function addStates(formulas: ReadonlyMap<Node, Formula>, states: Map<Node, State>): void {
  const above = new Map<Node, Node[]>();
  /** Nodes whose state rose, so the nodes above them must be evaluated again. */
  const risen: Node[] = [];
  const known = new Set<Node>();

  const rise = (node: Node, to: State | undefined): void => {
    if (to === undefined || states.get(node) === to) return;
    states.set(node, to);
    risen.push(node);
  };
  const settle = (): void => {
    for (let node = risen.pop(); node !== undefined; node = risen.pop()) {
      const state = states.get(node);
      if (state === undefined) continue;
      for (const parent of above.get(node) ?? []) {
        const formula = formulas.get(parent);
        if (formula?.type === 'failover') rise(parent, failoverState(formula, states));
        else rise(parent, combinedHealth(states.get(parent), state));
      }
    }
  };

  for (const [node, formula] of formulas) {
    for (const child of belowOf(formula)) {
      if (child === undefined) continue;
      addToList(above, child, node);
      if (!formulas.has(child)) known.add(child);
    }
    rise(node, firstState(formula, states));
  }
  for (const node of known) risen.push(node);
  settle();
  for (const node of formulas.keys()) if (!states.has(node)) rise(node, 'notChecked');
  settle();
}

/** The state of a node before anything below it is known. */
function firstState(formula: Formula, states: ReadonlyMap<Node, State>): State | undefined {
  switch (formula.type) {
    case 'servers':
      return formula.health.state;
    case 'all':
      return formula.below.length === 0 || formula.below.includes(undefined) ? 'notChecked' : undefined;
    case 'failover':
      return failoverState(formula, states);
  }
}

/** A fallback is used only while the main service is down. Then the failover is partly down at best. */
function failoverState(
  { main, fallback }: Extract<Formula, { type: 'failover' }>,
  states: ReadonlyMap<Node, State>,
): State | undefined {
  const mainState = main === undefined ? 'notChecked' : states.get(main);
  if (mainState !== 'down') return mainState;
  const fallbackState = fallback === undefined ? 'notChecked' : states.get(fallback);
  return fallbackState === undefined || fallbackState === 'down' ? 'down' : 'partly';
}

function belowOf(formula: Formula): readonly (Node | undefined)[] {
  switch (formula.type) {
    case 'servers':
      return [];
    case 'all':
      return formula.below;
    case 'failover':
      return [formula.main, formula.fallback];
  }
}

type Servers = Pick<ServiceHealth, 'up' | 'total'>;

/** The edges that are followed to count servers. Listings with circles of a thousand services have more. */
const mostFollowed = 1_000_000;
const notCounted: Servers = { up: undefined, total: undefined };

/** A node with a single child has the child's servers, so a whole chain of such nodes is counted only once. */
function countServers(
  node: Node,
  formulas: ReadonlyMap<Node, Formula>,
  known: Map<Node, Servers>,
  budget: { left: number },
): Servers {
  const row = new Set<Node>();
  let last = node;
  while (!row.has(last) && !known.has(last)) {
    row.add(last);
    last = onlyBelow(formulas.get(last)) ?? last;
  }
  const servers = known.get(last) ?? serversBelow(last, formulas, budget);
  for (const each of row) known.set(each, servers);
  return servers;
}

function onlyBelow(formula: Formula | undefined): Node | undefined {
  return formula?.type === 'all' && formula.below.length === 1 ? formula.below[0] : undefined;
}

/** Counts the servers of all services that contribute to the node's health, each service once. */
function serversBelow(node: Node, formulas: ReadonlyMap<Node, Formula>, budget: { left: number }): Servers {
  const seen = new Set([node]);
  let up = 0;
  let total = 0;
  // A `Set` iterates over items that are added meanwhile, too.
  for (const each of seen) {
    const formula = formulas.get(each);
    if (formula === undefined) continue;
    if (formula.type === 'servers') {
      up += formula.health.up;
      total += formula.health.total;
    }
    for (const child of belowOf(formula)) {
      if (--budget.left < 0) return notCounted;
      if (child !== undefined) seen.add(child);
    }
  }
  return { up, total };
}
