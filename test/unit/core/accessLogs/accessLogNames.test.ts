import assert from 'node:assert/strict';
import { accessLogName, whyNoAccessLogs } from '../../../../src/core/accessLogs/accessLogNames';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { given, type Raw, recorded, routerIn, serviceIn } from '../proxy/model/given';

const names = (inventory: Inventory, name: string) => accessLogName(routerIn(inventory, name), inventory).routers;

describe('accessLogNames: how Traefik names a router or service in its access logs', () => {
  it('is by its own name', async () => {
    const inventory = await recorded('3.7');
    assert.deepEqual(accessLogName(routerIn(inventory, 'static@file'), inventory), {
      kind: 'router',
      name: 'static@file',
      routers: { count: 1, names: ['static@file'], nested: [] },
      services: [],
    });
  });

  it('is by the names of what entry points made of a router, too; such a one is logged for itself', async () => {
    const inventory = await recorded('3.7');
    assert.deepEqual(names(inventory, 'shop-web@file').names, [
      'shop-web@file',
      'websecure-conflicted-websecure-shop-web@file',
    ]);
    assert.deepEqual(names(inventory, 'websecure-conflicted-websecure-shop-web@file').names, [
      'websecure-conflicted-websecure-shop-web@file',
    ]);
  });

  it('is with the routers above it where it is nested, and with those below it', async () => {
    const inventory = await recorded('3.7');
    assert.deepEqual(names(inventory, 'child-a@file').names, ['child-a@file', 'parent@file -> child-a@file']);
    assert.deepEqual(names(inventory, 'parent@file').names, [
      'parent@file',
      'parent@file -> child-b@file',
      'parent@file -> child-a@file',
    ]);
  });

  it('is by every way through several layers', async () => {
    const inventory = await given({
      http: {
        routers: [
          { name: 'a@file' },
          { name: 'b@file' },
          { name: 'mid@file', parentRefs: ['a', 'b@file'] },
          { name: 'leaf@file', parentRefs: ['mid'], service: 's' },
        ],
      },
    });
    const ways = ['b@file -> mid@file -> leaf@file', 'a@file -> mid@file -> leaf@file'];
    assert.deepEqual(names(inventory, 'leaf@file').names, ['leaf@file', ...ways]);
    assert.deepEqual(names(inventory, 'mid@file').names, ['mid@file', ...ways]);
    assert.deepEqual(names(inventory, 'a@file').names, ['a@file', 'a@file -> mid@file -> leaf@file']);
  });

  it('is somewhere in a chain where a parent is not listed, or parents go in a circle, or there are too many', async () => {
    const many = Array.from({ length: 200 }, (_, at): Raw => ({ name: `c${at}@file`, parentRefs: ['top'] }));
    const inventory = await given({
      http: {
        routers: [
          { name: 'orphan@file', parentRefs: ['gone'] },
          { name: 'x@file', parentRefs: ['y'] },
          { name: 'y@file', parentRefs: ['x'] },
          { name: 'top@file' },
          ...many,
        ],
      },
    });
    for (const name of ['orphan@file', 'x@file', 'top@file']) {
      assert.deepEqual(names(inventory, name), { count: 1, names: [name], nested: [name] });
    }
    assert.deepEqual(names(inventory, 'c7@file').names, ['c7@file', 'top@file -> c7@file']);
  });

  it('is by its own name of a service that reaches servers, else by its routers', async () => {
    const inventory = await recorded('3.7');
    const shop = accessLogName(serviceIn(inventory, 'shop-api@file'), inventory);
    assert.deepEqual(shop.services, ['shop-api@file']);
    assert.ok(shop.routers.names.includes('parent@file -> child-b@file'));
    const failover = accessLogName(serviceIn(inventory, 'static-failover@file'), inventory);
    assert.deepEqual(failover.services, []);
    assert.deepEqual([...failover.routers.names].sort(), ['shadowed@file', 'static@file']);
    assert.deepEqual(accessLogName(serviceIn(inventory, 'api@internal'), inventory).services, []);
  });
});

describe('accessLogNames: why there are no access logs', () => {
  it('is not known of most routers', async () => {
    const inventory = await recorded('3.7');
    assert.equal(whyNoAccessLogs(routerIn(inventory, 'shop-web@file'), inventory), undefined);
    const old = await recorded('2.11');
    assert.equal(whyNoAccessLogs(serviceIn(old, 'shop@file'), old), undefined);
  });

  it('is told where a router has them switched off', async () => {
    const inventory = await recorded('3.7');
    assert.equal(whyNoAccessLogs(routerIn(inventory, 'observ@file'), inventory), 'routers');
  });

  it('is told of nested routers by those at the top, and of a service by all its routers', async () => {
    const off = { observability: { accessLogs: false } };
    const inventory = await given({
      http: {
        routers: [
          { name: 'top@file', ...off },
          { name: 'child@file', parentRefs: ['top'], service: 'quiet' },
          { name: 'own@file', service: 'mixed', ...off },
          { name: 'loud@file', service: 'mixed', observability: { accessLogs: true } },
        ],
        services: [{ name: 'quiet@file' }, { name: 'mixed@file' }, { name: 'unused@file' }],
      },
    });
    assert.equal(whyNoAccessLogs(routerIn(inventory, 'child@file'), inventory), 'routers');
    assert.equal(whyNoAccessLogs(serviceIn(inventory, 'quiet@file'), inventory), 'routers');
    assert.equal(whyNoAccessLogs(serviceIn(inventory, 'mixed@file'), inventory), undefined);
    assert.equal(whyNoAccessLogs(serviceIn(inventory, 'unused@file'), inventory), undefined);
  });

  it('is told of a proxy that writes none, and of what is not HTTP', async () => {
    const inventory = await given({ http: { routers: [{ name: 'r@file' }] }, tcp: { routers: [{ name: 't@file' }] } });
    const overview = {
      counts: { http: {}, tcp: {}, udp: {} },
      features: { accessLog: false },
      providers: [],
      unread: [],
      text: '{}',
    };
    assert.equal(whyNoAccessLogs(routerIn(inventory, 'r@file'), { ...inventory, overview }), 'proxy');
    assert.equal(whyNoAccessLogs(routerIn(inventory, 't@file', 'tcp'), inventory), 'protocol');
  });
});
