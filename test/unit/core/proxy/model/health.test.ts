import assert from 'node:assert/strict';
import { healthOfServer, type ServiceHealth } from '../../../../../src/core/proxy/model/health';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { itemGraphOf } from '../../../../../src/core/proxy/model/itemGraph';
import type { TraefikProtocol } from '../../../../../src/core/proxy/model/model';
import { type Api, given, type Raw, recorded, routerIn, serviceIn } from './given';

type State = ServiceHealth['state'];

const healthOf = (inventory: Inventory, name: string, protocol: TraefikProtocol = 'http'): string => {
  const { state, up, total } = itemGraphOf(inventory).healthOf(serviceIn(inventory, name, protocol));
  return `${state} ${up}/${total}`;
};
const healthOfRouter = (inventory: Inventory, name: string): string => {
  const { state, up, total } = itemGraphOf(inventory).healthOf(routerIn(inventory, name));
  return `${state} ${up}/${total}`;
};

/** A load balancer: `U` is up, `D` down, `-` not reported. */
function balancer(name: string, servers: string, isChecked = true): Raw {
  const urls = [...servers].map((_, index) => `http://${name}-${index}`);
  const reports = [...servers].flatMap((letter, index) =>
    letter === '-' ? [] : [[urls[index], letter === 'U' ? 'UP' : 'DOWN']],
  );
  return {
    name: `${name}@file`,
    loadBalancer: { servers: urls.map((url) => ({ url })), healthCheck: isChecked ? {} : undefined },
    serverStatus: Object.fromEntries(reports),
  };
}

/** One service of each state, to be put below others: `up@file`, `down@file`, … */
const leaves: readonly Raw[] = [
  balancer('up', 'U'),
  balancer('down', 'D'),
  balancer('partly', 'UD'),
  balancer('notChecked', 'U', false),
];
const states: readonly State[] = ['up', 'down', 'partly', 'notChecked'];

const weighted = (name: string, ...children: readonly (string | readonly [string, number])[]): Raw => ({
  name: `${name}@file`,
  weighted: {
    services: children.map((child) =>
      typeof child === 'string' ? { name: child } : { name: child[0], weight: child[1] },
    ),
  },
});

const stateOf = async (services: readonly Raw[], name: string): Promise<State> => {
  const inventory = await given({ http: { services: [...leaves, ...services] } });
  return itemGraphOf(inventory).healthOf(serviceIn(inventory, `${name}@file`)).state;
};

describe('health: the health of a server', () => {
  const of = async (reported: unknown, healthCheck: object | undefined, url = 'http://a'): Promise<string> => {
    const raw = { name: 's@file', loadBalancer: { servers: [{ url }], healthCheck }, serverStatus: reported };
    const service = serviceIn(await given({ http: { services: [raw] } }), 's@file');
    const [server] = service.loadBalancer?.servers ?? [];
    return healthOfServer(service, server ?? assert.fail());
  };

  it('is believed where it says DOWN, and where it says UP and there is a check', async () => {
    assert.equal(await of({ 'http://a': 'UP' }, {}), 'up');
    assert.equal(await of({ 'http://a': 'UP' }, undefined), 'notChecked');
    assert.equal(await of({ 'http://a': 'DOWN' }, {}), 'down');
    assert.equal(await of({ 'http://a': 'DOWN' }, undefined), 'down');
  });

  it('is not checked where nothing, or nothing we know, is reported', async () => {
    assert.equal(await of(undefined, {}), 'notChecked');
    assert.equal(await of({}, {}), 'notChecked');
    assert.equal(await of({ 'http://b': 'DOWN' }, {}), 'notChecked');
    assert.equal(await of({ 'http://a': 'up' }, {}), 'notChecked');
    assert.equal(await of({ 'http://a': 'DRAINING' }, {}), 'notChecked');
    assert.equal(await of({ 'http://a': 'UP' }, {}, 'constructor'), 'notChecked');
  });

  it('is found where the report spells the URL in another way', async () => {
    for (const [written, reported] of [
      ['HTTP://a', 'http://a'],
      ['http://Shop.Example.Test', 'http://shop.example.test'],
      ['http://a', 'http://a/'],
      ['http://a/base/', 'http://a/base'],
      ['http://a:80', 'http://a'],
      ['https://a', 'https://a:443/'],
      ['http://a/ü b', 'http://a/%C3%BC%20b'],
      ['http://[::1]:8080', 'http://[::1]:8080/'],
    ] as const) {
      assert.equal(await of({ [reported]: 'DOWN' }, {}, written), 'down', written);
    }
    for (const other of ['https://a', 'http://a:8080', 'http://a/b', 'http://a?b', 'http://b', '::not a url::']) {
      assert.equal(await of({ [other]: 'DOWN' }, {}, 'http://a'), 'notChecked', other);
    }
  });

  it('is the exact report before any that is alike, and none where those contradict', async () => {
    assert.equal(await of({ 'http://a/': 'DOWN', 'http://a': 'UP' }, {}), 'up');
    assert.equal(await of({ 'http://a/': 'DOWN', 'http://a:80': 'DOWN' }, {}), 'down');
    assert.equal(await of({ 'http://a/': 'DOWN', 'http://a:80': 'UP', 'http://A': 'DOWN' }, {}), 'notChecked');
  });
});

describe('health: the health of a service', () => {
  it('is told of every recorded one', async () => {
    const inventory = await recorded('3.7');
    const of = (name: string, protocol: TraefikProtocol = 'http'): string => healthOf(inventory, name, protocol);
    assert.equal(of('shop@file'), 'partly 2/3');
    assert.equal(of('all-down@file'), 'down 0/2');
    assert.equal(of('shop-api@file'), 'up 1/1');
    assert.equal(of('passive@file'), 'up 1/1');
    assert.equal(of('unused-service@file'), 'notChecked 0/1');
    assert.equal(of('bad-url@file'), 'notChecked 0/1');
    assert.equal(of('empty-servers@file'), 'notChecked 0/0');
    assert.equal(of('api@internal'), 'notChecked 0/0');
    assert.equal(of('canary@file'), 'partly 1/3');
    assert.equal(of('hrw@file'), 'partly 3/4');
    assert.equal(of('mirror@file'), 'partly 2/3');
    assert.equal(of('static-failover@file'), 'partly 3/4');
    assert.equal(of('no-hc-child@file'), 'notChecked 0/1');
    assert.equal(of('missing-child@file'), 'notChecked 0/0');
    assert.equal(of('loop-a@file'), 'notChecked 0/0');
    assert.equal(of('pg@file', 'tcp'), 'partly 1/2');
    assert.equal(of('pg-old@file', 'tcp'), 'notChecked 0/1');
    assert.equal(of('pg-weighted@file', 'tcp'), 'partly 1/3');
    assert.equal(of('dns@file', 'udp'), 'notChecked 0/2');
    assert.equal(of('dns-weighted@file', 'udp'), 'notChecked 0/2');
    assert.equal(healthOfRouter(inventory, 'shop-web@file'), 'partly 2/3');
    assert.equal(healthOfRouter(inventory, 'all-down@file'), 'down 0/2');
    assert.equal(healthOfRouter(inventory, 'parent@file'), 'partly 3/4');
    assert.equal(healthOfRouter(inventory, 'no-service@file'), 'notChecked 0/0');
    assert.equal(healthOfRouter(inventory, 'api@internal'), 'notChecked 0/0');
  });

  it('is that of its servers', async () => {
    const told = {
      U: 'up 1/1',
      UU: 'up 2/2',
      D: 'down 0/1',
      DD: 'down 0/2',
      UD: 'partly 1/2',
      'D-': 'partly 0/2',
      'U-': 'notChecked 1/2',
      'UD-': 'partly 1/3',
      '-': 'notChecked 0/1',
      '': 'notChecked 0/0',
    };
    const unchecked = { U: 'notChecked 0/1', UU: 'notChecked 0/2', D: 'down 0/1', UD: 'partly 0/2', DD: 'down 0/2' };
    for (const [servers, health] of Object.entries(told)) {
      assert.equal(healthOf(await given({ http: { services: [balancer('s', servers)] } }), 's@file'), health, servers);
    }
    for (const [servers, health] of Object.entries(unchecked)) {
      const inventory = await given({ http: { services: [balancer('s', servers, false)] } });
      assert.equal(healthOf(inventory, 's@file'), health, servers);
    }
    for (const servers of Object.keys(told)) {
      const udp = await given({ udp: { services: [{ ...balancer('s', servers), serverStatus: undefined }] } });
      assert.match(healthOf(udp, 's@file', 'udp'), /^notChecked 0/);
    }
  });

  it('joins children, in whatever order they come', async () => {
    const table: Readonly<Record<string, State>> = {
      'up up': 'up',
      'up down': 'partly',
      'up partly': 'partly',
      'up notChecked': 'notChecked',
      'down down': 'down',
      'down partly': 'partly',
      'down notChecked': 'partly',
      'partly partly': 'partly',
      'partly notChecked': 'partly',
      'notChecked notChecked': 'notChecked',
    };
    for (const [children, state] of Object.entries(table)) {
      const [one = '', other = ''] = children.split(' ');
      for (const services of [
        [{ name: one }, { name: other }],
        [{ name: other }, { name: one }],
      ]) {
        for (const type of ['weighted', 'highestRandomWeight']) {
          assert.equal(await stateOf([{ name: 's@file', [type]: { services } }], 's'), state, `${type} of ${children}`);
        }
      }
    }
    assert.equal(await stateOf([weighted('s', 'up', 'notChecked', 'down')], 's'), 'partly');
    assert.equal(await stateOf([weighted('s', 'down', 'up', 'notChecked')], 's'), 'partly');
  });

  it('leaves out children without weight, and counts missing ones as not checked', async () => {
    assert.equal(await stateOf([weighted('s', 'up', ['down', 0])], 's'), 'up');
    assert.equal(await stateOf([weighted('s', 'up', ['down', -1])], 's'), 'up');
    assert.equal(await stateOf([weighted('s', ['down', 0])], 's'), 'notChecked');
    assert.equal(await stateOf([weighted('s')], 's'), 'notChecked');
    assert.equal(await stateOf([weighted('s', 'up', 'nobody')], 's'), 'notChecked');
    assert.equal(await stateOf([weighted('s', 'down', 'nobody')], 's'), 'partly');
    assert.equal(await stateOf([weighted('s', 'up', 'up@docker')], 's'), 'notChecked');
    const inventory = await given({ http: { services: [...leaves, weighted('s', 'up', ['partly', 0])] } });
    assert.equal(healthOf(inventory, 's@file'), 'up 1/1');
  });

  it('is that of the main service of a mirroring, whatever the mirrors', async () => {
    for (const main of states) {
      for (const mirror of states) {
        const service = { name: 's@file', mirroring: { service: main, mirrors: [{ name: mirror, percent: 50 }] } };
        assert.equal(await stateOf([service], 's'), main);
      }
    }
    assert.equal(await stateOf([{ name: 's@file', mirroring: { mirrors: [{ name: 'up' }] } }], 's'), 'notChecked');
    const mirroring = { name: 's@file', mirroring: { service: 'up', mirrors: [{ name: 'partly' }] } };
    assert.equal(healthOf(await given({ http: { services: [...leaves, mirroring] } }), 's@file'), 'up 1/1');
  });

  it('is that of the main service of a failover, until that is down', async () => {
    const whileDown: Readonly<Record<State, State>> = {
      up: 'partly',
      down: 'down',
      partly: 'partly',
      notChecked: 'partly',
    };
    for (const main of states) {
      for (const fallback of states) {
        const service = { name: 's@file', failover: { service: main, fallback } };
        assert.equal(
          await stateOf([service], 's'),
          main === 'down' ? whileDown[fallback] : main,
          `${main}, ${fallback}`,
        );
      }
    }
    const failover = (service?: string, fallback?: string): Raw => ({
      name: 's@file',
      failover: { service, fallback },
    });
    assert.equal(await stateOf([failover('down', 'nobody')], 's'), 'partly');
    assert.equal(await stateOf([failover('down')], 's'), 'partly');
    assert.equal(await stateOf([failover('nobody', 'up')], 's'), 'notChecked');
    assert.equal(await stateOf([failover(undefined, 'down')], 's'), 'notChecked');
    assert.equal(
      healthOf(await given({ http: { services: [...leaves, failover('up', 'partly')] } }), 's@file'),
      'up 2/3',
    );
  });

  it('counts the servers of each service once, however many ways lead there', async () => {
    const services = [
      ...leaves,
      weighted('a', 'partly', 'up'),
      weighted('b', 'partly', 'a'),
      weighted('s', 'a', 'b', 'partly'),
    ];
    assert.equal(healthOf(await given({ http: { services } }), 's@file'), 'partly 2/3');
  });
});

describe('health: the health of a router', () => {
  it('is that of its service', async () => {
    const routers = [...states, 'nobody'].map((service) => ({ name: `${service}@file`, service }));
    const inventory = await given({ http: { services: leaves, routers } });
    assert.deepEqual(
      routers.map(({ name }) => healthOfRouter(inventory, name)),
      ['up 1/1', 'down 0/1', 'partly 1/2', 'notChecked 0/1', 'notChecked 0/0'],
    );
  });

  it('joins that of its nested routers where it has no service', async () => {
    const nested = (name: string, parent: string, service?: string): Raw => ({
      name: `${name}@file`,
      parentRefs: [`${parent}@file`],
      service,
    });
    const api: Api = {
      http: {
        services: leaves,
        routers: [
          { name: 'root@file' },
          nested('a', 'root', 'up'),
          nested('b', 'root'),
          nested('c', 'b', 'up'),
          { name: 'other@file' },
          nested('d', 'other', 'down'),
          nested('e', 'other', 'up'),
          { name: 'alone@file' },
          { name: 'both@file', service: 'up' },
          nested('f', 'both', 'down'),
        ],
      },
    };
    const inventory = await given(api);
    assert.equal(healthOfRouter(inventory, 'root@file'), 'up 1/1');
    assert.equal(healthOfRouter(inventory, 'other@file'), 'partly 1/2');
    assert.equal(healthOfRouter(inventory, 'alone@file'), 'notChecked 0/0');
    assert.equal(healthOfRouter(inventory, 'both@file'), 'up 1/1');
  });
});

describe('health: the health of a circle', () => {
  it('leaves out what leads back', async () => {
    const services = [...leaves, weighted('a', 'b', 'up'), weighted('b', 'a', 'c'), weighted('c', 'c', 'up')];
    const inventory = await given({ http: { services } });
    for (const name of ['a', 'b', 'c']) assert.equal(healthOf(inventory, `${name}@file`), 'up 1/1');
  });

  it('is what any way out of it leads to', async () => {
    const services = [...leaves, weighted('a', 'b'), weighted('b', 'a', 'c', 'up'), weighted('c', 'a', 'down')];
    const inventory = await given({ http: { services } });
    for (const name of ['a', 'b', 'c']) assert.equal(healthOf(inventory, `${name}@file`), 'partly 1/2');
  });

  it('is not checked where there is no way out, and counts so above it', async () => {
    const services = [
      ...leaves,
      weighted('a', 'b'),
      weighted('b', 'a'),
      weighted('self', 'self'),
      { name: 'mirror@file', mirroring: { service: 'mirror' } },
      { name: 'failover@file', failover: { service: 'failover', fallback: 'up' } },
      { name: 'standIn@file', failover: { service: 'down', fallback: 'back' } },
      weighted('back', 'standIn'),
      weighted('above', 'a', 'up'),
      weighted('aboveDown', 'self', 'down'),
    ];
    const inventory = await given({ http: { services } });
    for (const name of ['a', 'b', 'self', 'mirror'])
      assert.equal(healthOf(inventory, `${name}@file`), 'notChecked 0/0');
    assert.equal(healthOf(inventory, 'failover@file'), 'notChecked 1/1');
    for (const name of ['standIn', 'back']) assert.equal(healthOf(inventory, `${name}@file`), 'down 0/1');
    assert.equal(healthOf(inventory, 'above@file'), 'notChecked 1/1');
    assert.equal(healthOf(inventory, 'aboveDown@file'), 'partly 0/1');
  });

  it('goes through routers too', async () => {
    const routers = [
      { name: 'a@file', parentRefs: ['b@file', 'a@file'] },
      { name: 'b@file', parentRefs: ['a@file'] },
      { name: 'c@file', parentRefs: ['b@file'], service: 'down' },
    ];
    const inventory = await given({ http: { services: leaves, routers } });
    for (const name of ['a', 'b', 'c']) assert.equal(healthOfRouter(inventory, `${name}@file`), 'down 0/1');
  });
});
