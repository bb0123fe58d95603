import assert from 'node:assert/strict';
import { healthOfServer, type ServiceHealth } from '../../../../../src/core/proxy/model/health';
import { type Inventory, inventoryGroupOf } from '../../../../../src/core/proxy/model/inventory';
import { type ItemGraph, itemGraphOf } from '../../../../../src/core/proxy/model/itemGraph';
import {
  type Item,
  kindsOf,
  type Router,
  type Service,
  traefikProtocols,
} from '../../../../../src/core/proxy/model/model';
import { type Api, given, listedIn } from './given';
import { randomApi, randomFrom, shuffled } from './randomApi';

const seeds = Array.from({ length: 300 }, (_, seed) => seed);

function itemsOf(inventory: Inventory): readonly Item[] {
  return traefikProtocols.flatMap((protocol) =>
    kindsOf(protocol).flatMap((kind) => listedIn<Item>(inventoryGroupOf(inventory, protocol, kind))),
  );
}

const key = ({ protocol, kind, name }: Pick<Item, 'protocol' | 'kind' | 'name'>): string =>
  `${protocol} ${kind} ${name}`;

/** An edge of the graph, as keys of the user and the used: written down from the JSON, without any of the code under test. */
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly role: string;
}

/** Slow and plain: every name in the JSON of every item. */
function edgesOf(inventory: Inventory): readonly Edge[] {
  const edges: Edge[] = [];
  for (const item of itemsOf(inventory)) {
    const raw = JSON.parse(item.text);
    const add = (role: string, kind: string, names: readonly unknown[] = []): void => {
      for (const name of names) {
        if (typeof name !== 'string') continue;
        const whole = name.split('@').length > 1 ? name : `${name}@${item.name.split('@')[1]}`;
        edges.push({ from: key(item), to: `${item.protocol} ${kind} ${whole}`, role });
      }
    };
    const nameOf = ({ name }: { name: string }): string => name;
    if (item.kind === 'routers') add('parent', 'routers', raw.parentRefs);
    if (item.kind !== 'middlewares') add('middleware', 'middlewares', raw.middlewares);
    if (item.kind === 'routers') add('service', 'services', [raw.service || undefined]);
    add('weighted', 'services', raw.weighted?.services?.map(nameOf));
    add('highestRandomWeight', 'services', raw.highestRandomWeight?.services?.map(nameOf));
    add('mirrored', 'services', [raw.mirroring?.service || undefined]);
    add('mirror', 'services', raw.mirroring?.mirrors?.map(nameOf));
    add('main', 'services', [raw.failover?.service || undefined]);
    add('fallback', 'services', [raw.failover?.fallback || undefined]);
    add('chained', 'middlewares', raw.chain?.middlewares);
    add('errorPage', 'services', [raw.errors?.service || undefined]);
  }
  return edges;
}

/** All that leads to `to` over any number of edges, found by going over all edges until nothing is new. */
function allThatReach(to: string, edges: readonly Edge[]): ReadonlySet<string> {
  const found = new Set([to]);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const edge of edges) if (found.has(edge.to)) found.add(edge.from);
  }
  return found;
}

describe('graph.random: the graph of random configurations', () => {
  it('names what the JSON names, and has all users of each', async () => {
    for (const seed of seeds) {
      const inventory = await given(randomApi(randomFrom(seed)));
      const graph = itemGraphOf(inventory);
      const edges = edgesOf(inventory);
      const listed = new Map(itemsOf(inventory).map((item) => [key(item), item]));
      for (const item of shuffled(itemsOf(inventory), randomFrom(seed + 1))) {
        assert.deepEqual(
          graph.referencesOf(item).map((reference) => [reference.role, key(reference), reference.target]),
          edges.filter(({ from }) => from === key(item)).map(({ role, to }) => [role, to, listed.get(to)]),
          `${seed}: ${key(item)}`,
        );
        assert.deepEqual(
          graph.usersOf(item).flatMap(({ user, role }) => ('kind' in user ? [`${role} ${key(user)}`] : [])),
          edges.filter(({ to }) => to === key(item)).map(({ role, from }) => `${role} ${from}`),
          `${seed}: users of ${key(item)}`,
        );
      }
    }
  });

  it('knows all routers that lead somewhere, and what nothing leads to', async () => {
    let [unused, used] = [0, 0];
    for (const seed of seeds) {
      const inventory = await given(randomApi(randomFrom(seed)));
      const graph = itemGraphOf(inventory);
      const edges = edgesOf(inventory);
      const defaults = new Set(listedIn(inventory.entryPoints).flatMap(({ middlewares }) => middlewares));
      for (const item of itemsOf(inventory)) {
        if (item.kind === 'routers') continue;
        const reaching = [...allThatReach(key(item), edges)];
        const routers = reaching.filter((each) => each.includes(' routers '));
        assert.deepEqual(graph.routersOf(item).map(key).sort(), routers.sort(), `${seed}: ${key(item)}`);
        const isDefault = reaching.some((each) => defaults.has(each.replace(/^http middlewares /, '')));
        assert.equal(graph.isUnused(item), routers.length === 0 && !isDefault, `${seed}: ${key(item)}`);
        if (graph.isUnused(item)) unused++;
        else used++;
      }
    }
    assert.ok(unused > 100 && used > 100, `${unused} unused, ${used} used`);
  });
});

const healths = (graph: ItemGraph, inventory: Inventory): ReadonlyMap<string, ServiceHealth> =>
  new Map(
    itemsOf(inventory).flatMap((item) =>
      item.kind === 'middlewares' ? [] : [[key(item), graph.healthOf(item)] as const],
    ),
  );

type State = ServiceHealth['state'];

/** By the words of the rule, without the lattice that the code uses. */
function joinAll(states: readonly State[]): State {
  if (states.length === 0) return 'notChecked';
  if (states.every((state) => state === 'up')) return 'up';
  if (states.every((state) => state === 'down')) return 'down';
  return states.some((state) => state === 'down' || state === 'partly') ? 'partly' : 'notChecked';
}

/** Down the tree, as one would explain it; ends only where there are no circles. */
function slowState(item: Router | Service, graph: ItemGraph): State {
  const references = graph.referencesOf(item);
  const below = (...roles: readonly string[]): readonly State[] =>
    references
      .filter(({ role, weight = 1 }) => roles.includes(role) && weight > 0)
      .map(({ target }) =>
        target === undefined || target.kind === 'middlewares' ? 'notChecked' : slowState(target, graph),
      );
  if (item.kind === 'routers') {
    const services = below('service');
    return joinAll(services.length > 0 ? services : graph.childrenOf(item).map((child) => slowState(child, graph)));
  }
  if (item.loadBalancer !== undefined) {
    return joinAll((item.loadBalancer.servers ?? []).map((server) => healthOfServer(item, server)));
  }
  if (item.failover === undefined) return joinAll(below('weighted', 'highestRandomWeight', 'mirrored'));
  const [main = 'notChecked'] = below('main');
  const [fallback = 'notChecked'] = below('fallback');
  if (main !== 'down') return main;
  return fallback === 'down' ? 'down' : 'partly';
}

/** The load balancers that a health is made of. */
function balancersBelow(item: Router | Service, graph: ItemGraph): ReadonlySet<Service> {
  if (item.kind === 'services' && item.loadBalancer !== undefined) return new Set([item]);
  const services = graph
    .referencesOf(item)
    .filter(({ role, weight = 1 }) => !['mirror', 'middleware', 'parent'].includes(role) && weight > 0)
    .flatMap(({ target }) => (target?.kind === 'services' ? [target] : []));
  const isParent = item.kind === 'routers' && !graph.referencesOf(item).some(({ role }) => role === 'service');
  const next: readonly (Router | Service)[] = isParent ? graph.childrenOf(item) : services;
  return new Set(next.flatMap((each) => [...balancersBelow(each, graph)]));
}

describe('graph.random: the health of random configurations', () => {
  it('is what the rules say, where there are no circles', async () => {
    const seen = new Map<string, number>();
    for (const seed of seeds) {
      const inventory = await given(randomApi(randomFrom(seed), false));
      const graph = itemGraphOf(inventory);
      for (const item of itemsOf(inventory)) {
        if (item.kind === 'middlewares') continue;
        const { state, up, total } = graph.healthOf(item);
        assert.equal(state, slowState(item, graph), `${seed}: ${key(item)}`);
        const servers = [...balancersBelow(item, graph)].flatMap((service) =>
          (service.loadBalancer?.servers ?? []).map((server) => healthOfServer(service, server)),
        );
        assert.deepEqual([up, total], [servers.filter((health) => health === 'up').length, servers.length]);
        seen.set(state, (seen.get(state) ?? 0) + 1);
      }
    }
    assert.ok(
      ['up', 'down', 'partly', 'notChecked'].every((state) => (seen.get(state) ?? 0) > 100),
      [...seen].join(),
    );
  });

  it('does not depend on where the walk begins, circles or not', async () => {
    for (const seed of seeds) {
      const random = randomFrom(seed + 1_000);
      const api = randomApi(randomFrom(seed));
      const inventory = await given(api);
      const expected = healths(itemGraphOf(inventory), inventory);
      const other = await given({ ...api, http: mixed(api.http, random), tcp: mixed(api.tcp, random) });
      assert.deepEqual(
        [...healths(itemGraphOf(other), other)].sort(([a], [b]) => (a < b ? -1 : 1)),
        [...expected].sort(([a], [b]) => (a < b ? -1 : 1)),
        `${seed}`,
      );
    }
  });

  it('is of a circle all that its members lead to, where none is a failover', async () => {
    let circles = 0;
    for (const seed of seeds) {
      const api = randomApi(randomFrom(seed));
      const services = Array.isArray(api.http?.services)
        ? api.http.services.filter(({ failover }) => failover === undefined)
        : [];
      const inventory = await given({ http: { services } });
      const graph = itemGraphOf(inventory);
      for (const service of listedIn(inventory.groups.http.services)) {
        const reached = reachedBy(service, graph);
        const ends = reached.map((each) => [...endsOf(each, graph)]);
        const closed = reached.filter((each) =>
          reachedBy(each, graph).every((other) => endsOf(other, graph).length === 0),
        );
        const states = [...ends.flat(), ...closed.map(() => 'notChecked' as const)];
        assert.equal(graph.healthOf(service).state, joinAll(states), `${seed}: ${service.name}`);
        if (reached.some((each) => below(each, graph).includes(service))) circles++;
      }
    }
    assert.ok(circles > 50, `${circles} in circles`);
  });
});

function mixed(listings: Api['http'] = {}, random: () => number): NonNullable<Api['http']> {
  const shuffle = (listed: NonNullable<Api['http']>['routers'] = []) =>
    typeof listed === 'string' ? listed : shuffled(listed, random);
  return {
    routers: shuffle(listings.routers),
    services: shuffle(listings.services),
    middlewares: shuffle(listings.middlewares),
  };
}

/** The services that one's health is made of. */
function below(service: Service, graph: ItemGraph): readonly (Service | undefined)[] {
  return graph
    .referencesOf(service)
    .filter(({ role, weight = 1 }) => ['weighted', 'highestRandomWeight', 'mirrored'].includes(role) && weight > 0)
    .map(({ target }) => (target?.kind === 'services' ? target : undefined));
}

/** It and all services that lie below it. */
function reachedBy(service: Service, graph: ItemGraph): readonly Service[] {
  const found = new Set([service]);
  for (const each of found) for (const child of below(each, graph)) if (child !== undefined) found.add(child);
  return [...found];
}

/** The states that one adds itself: its servers', and one for each child that is not listed. */
function endsOf(service: Service, graph: ItemGraph): readonly State[] {
  if (service.loadBalancer !== undefined) return [slowState(service, graph)];
  const children = below(service, graph);
  return children.length === 0
    ? ['notChecked']
    : children.flatMap((child) => (child === undefined ? ['notChecked'] : []));
}
