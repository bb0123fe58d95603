import assert from 'node:assert/strict';
import { graphOf, type Use } from '../../../../src/core/traefik/graph';
import type { Inventory } from '../../../../src/core/traefik/inventory';
import type { Item } from '../../../../src/core/traefik/model';
import { listedIn, middlewareIn, recorded, routerIn, serviceIn } from './given';

/** What an item names: `role name`, with a question mark where nothing is listed so. */
function namedBy(item: Item, inventory: Inventory): readonly string[] {
  return graphOf(inventory)
    .referencesOf(item)
    .map(({ role, name, target }) => `${role} ${name}${target === undefined ? '?' : ''}`);
}

const users = (uses: readonly Use[]): readonly string[] => uses.map(({ user, role }) => `${user.name} ${role}`);
const names = (items: readonly { readonly name: string }[]): readonly string[] => items.map(({ name }) => name);

describe('the graph of a recorded Traefik', () => {
  it('names what each item names, in order', async () => {
    const inventory = await recorded('3.7');
    const of = (item: Item): readonly string[] => namedBy(item, inventory);
    assert.deepEqual(of(routerIn(inventory, 'shop-web@file')), [
      'middleware security-headers@file',
      'middleware shop-chain@file',
      'middleware compress@file',
      'service shop@file',
    ]);
    assert.deepEqual(of(routerIn(inventory, 'child-a@file')), ['parent parent@file', 'service shop@file']);
    assert.deepEqual(of(routerIn(inventory, 'parent@file')), []);
    assert.deepEqual(of(routerIn(inventory, 'no-middleware@file')), [
      'middleware not-there@file?',
      'middleware missing@docker?',
      'service shop@file',
    ]);
    assert.deepEqual(of(routerIn(inventory, 'team a / blue@file')), ['service svc / with slash@file']);
    assert.deepEqual(of(routerIn(inventory, 'mgmt-api@file')), ['middleware mgmt-auth@file', 'service api@internal']);
    assert.deepEqual(of(serviceIn(inventory, 'canary@file')), ['weighted shop-api@file', 'weighted all-down@file']);
    assert.deepEqual(of(serviceIn(inventory, 'hrw@file')), [
      'highestRandomWeight shop@file',
      'highestRandomWeight passive@file',
    ]);
    assert.deepEqual(of(serviceIn(inventory, 'mirror@file')), ['mirrored shop@file', 'mirror shop-api@file']);
    assert.deepEqual(of(serviceIn(inventory, 'static-failover@file')), ['main shop@file', 'fallback passive@file']);
    assert.deepEqual(of(serviceIn(inventory, 'missing-child@file')), ['weighted nobody@file?']);
    assert.deepEqual(of(middlewareIn(inventory, 'shop-chain@file')), [
      'chained secret-headers@file',
      'chained buffering@file',
    ]);
    assert.deepEqual(of(middlewareIn(inventory, 'errors@file')), ['errorPage passive@file']);
    assert.deepEqual(of(routerIn(inventory, 'pg@file', 'tcp')), ['middleware conn-limit@file', 'service pg@file']);
    assert.deepEqual(of(serviceIn(inventory, 'pg-weighted@file', 'tcp')), ['weighted pg@file', 'weighted pg-old@file']);
    assert.deepEqual(of(routerIn(inventory, 'dns-broken@file', 'udp')), ['service nope@file?']);
    assert.deepEqual(of(serviceIn(inventory, 'dns-weighted@file', 'udp')), ['weighted dns@file']);
  });

  it('keeps shares as they are written', async () => {
    const inventory = await recorded('3.7');
    const { referencesOf } = graphOf(inventory);
    assert.deepEqual(
      referencesOf(serviceIn(inventory, 'canary@file')).map(({ written, weight }) => [written, weight]),
      [
        ['shop-api', 9],
        ['all-down', 1],
      ],
    );
    assert.deepEqual(
      referencesOf(serviceIn(inventory, 'mirror@file')).map(({ percent }) => percent),
      [undefined, 10],
    );
  });

  for (const version of ['3.7', '2.11'] as const) {
    it(`has every user that ${version} knows itself`, async () => {
      const inventory = await recorded(version);
      const { usersOf } = graphOf(inventory);
      const { http, tcp, udp } = inventory.groups;
      const items = [http.services, http.middlewares, tcp.services, udp.services].flatMap((group) =>
        listedIn<Item>(group),
      );
      for (const item of items) {
        if (item.kind === 'routers') continue;
        const routers = usersOf(item).filter(({ user }) => 'kind' in user && user.kind === 'routers');
        assert.deepEqual(routers.map(({ user }) => user.name).sort(), [...(item.usedBy ?? [])].sort(), item.name);
      }
    });

    it(`knows the users that ${version} does not tell, and what is not used`, async () => {
      const inventory = await recorded(version);
      const { usersOf, routersOf, isUnused } = graphOf(inventory);
      assert.deepEqual(users(usersOf(middlewareIn(inventory, 'secret-headers@file'))), ['shop-chain@file chained']);
      assert.deepEqual(names(routersOf(middlewareIn(inventory, 'secret-headers@file'))), [
        'shop-web@file',
        'websecure-conflicted-websecure-shop-web@file',
      ]);
      assert.deepEqual(users(usersOf(middlewareIn(inventory, 'conn-limit@file', 'tcp'))), ['pg@file middleware']);
      assert.ok(users(usersOf(middlewareIn(inventory, 'security-headers@file'))).includes('websecure middleware'));
      assert.deepEqual(names(routersOf(serviceIn(inventory, 'pg-old@file', 'tcp'))), ['pg-any@file']);
      assert.deepEqual(names(routersOf(serviceIn(inventory, 'loop-b@file'))), ['uses-loop@file']);
      const unused = (['http', 'tcp', 'udp'] as const).flatMap((protocol) => {
        const { services, middlewares } = { middlewares: undefined, ...inventory.groups[protocol] };
        return [...listedIn(services), ...(middlewares === undefined ? [] : listedIn(middlewares))]
          .filter(isUnused)
          .map(({ name }) => name);
      });
      const since3 = version === '3.7';
      assert.deepEqual(unused, [
        'no-hc-child@file',
        'noop@internal',
        'unused-service@file',
        'add-prefix@file',
        'breaker@file',
        'ctype@file',
        ...(since3 ? [] : ['errors@file']),
        ...(since3 ? ['grpc@file'] : []),
        'in-flight@file',
        'nothing@file',
        'office-legacy@file',
        'pass-cert@file',
        'plugin-x@file',
        'replace-re@file',
        'replace@file',
        'strip-re@file',
        'unused-mw@file',
        'tcp-office@file',
        'dns-weighted@file',
      ]);
    });
  }

  it('puts routers on the entry points that they are effectively on', async () => {
    const { routersOn, childrenOf } = graphOf(await recorded('3.7'));
    assert.deepEqual(names(routersOn('postgres')), ['pg-any@file', 'pg-clientip@file', 'pg@file', 'tcp-broken@file']);
    assert.deepEqual(names(routersOn('dns')), ['dns-broken@file', 'dns@file']);
    assert.deepEqual(routersOn('nowhere'), []);
    assert.ok(names(routersOn('web')).includes('bad-entrypoint@file'));
    assert.deepEqual(names(childrenOf(routerIn(await recorded('3.7'), 'parent@file'))), [
      'child-a@file',
      'child-b@file',
    ]);
  });
});
