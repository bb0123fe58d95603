import assert from 'node:assert/strict';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { type ItemUse, itemGraphOf } from '../../../../../src/core/proxy/model/itemGraph';
import type { Item } from '../../../../../src/core/proxy/model/model';
import { type Api, given, listedIn, middlewareIn, type Raw, recorded, routerIn, serviceIn } from './given';

/** What an item names: `role name`, with a question mark where nothing is listed so. */
function namedBy(item: Item, inventory: Inventory): readonly string[] {
  return itemGraphOf(inventory)
    .referencesOf(item)
    .map(({ role, name, target }) => `${role} ${name}${target === undefined ? '?' : ''}`);
}

const users = (uses: readonly ItemUse[]): readonly string[] => uses.map(({ user, role }) => `${user.name} ${role}`);
const names = (items: readonly { readonly name: string }[]): readonly string[] => items.map(({ name }) => name);

describe('itemGraph: the graph of a recorded Traefik', () => {
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
    const { referencesOf } = itemGraphOf(inventory);
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
      const { usersOf } = itemGraphOf(inventory);
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
      const { usersOf, routersOf, isUnused } = itemGraphOf(inventory);
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
    const { routersOn, childrenOf } = itemGraphOf(await recorded('3.7'));
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

describe('itemGraph: a name in a configuration', () => {
  const of = async (router: Raw, services: readonly string[] = []): Promise<readonly string[]> => {
    const inventory = await given({ http: { routers: [router], services: services.map((name) => ({ name })) } });
    return namedBy(routerIn(inventory, router.name), inventory);
  };

  it('without provider is of the one that the referrer is of, and with one as it is', async () => {
    assert.deepEqual(await of({ name: 'r@docker', service: 's' }, ['s@docker', 's@file']), ['service s@docker']);
    assert.deepEqual(await of({ name: 'r@docker', service: 's@file' }, ['s@docker', 's@file']), ['service s@file']);
    assert.deepEqual(await of({ name: 'r@docker', service: 's' }, ['s@file']), ['service s@docker?']);
    assert.deepEqual(await of({ name: 'r@file', service: 'api@internal' }, ['api@internal']), ['service api@internal']);
  });

  it('is looked up by every letter', async () => {
    assert.deepEqual(await of({ name: 'r@file', service: 'S' }, ['s@file']), ['service S@file?']);
    assert.deepEqual(await of({ name: 'r@file', service: 'a / b' }, ['a / b@file']), ['service a / b@file']);
    assert.deepEqual(await of({ name: 'r@file', service: 'constructor' }), ['service constructor@file?']);
  });

  it('takes what follows the first @ of the referrer for its provider, as Traefik does', async () => {
    const router = { name: 'sp ace/x@y@file', provider: 'y@file', service: 's', middlewares: ['m@y@file'] };
    assert.deepEqual(await of(router, ['s@y']), ['middleware m@y@file?', 'service s@y']);
  });

  it('takes the provider that the API tells where the name has none', async () => {
    assert.deepEqual(await of({ name: 'r', provider: 'file', service: 's' }, ['s@file']), ['service s@file']);
    assert.deepEqual(await of({ name: 'r', service: 's' }, ['s']), ['service s']);
  });

  it('is of the same protocol', async () => {
    const inventory = await given({
      http: { services: [{ name: 's@file' }] },
      tcp: { routers: [{ name: 'r@file', service: 's' }] },
    });
    assert.deepEqual(namedBy(routerIn(inventory, 'r@file', 'tcp'), inventory), ['service s@file?']);
    assert.ok(itemGraphOf(inventory).isUnused(serviceIn(inventory, 's@file')));
  });
});

describe('itemGraph: a graph', () => {
  const api: Api = {
    http: {
      routers: [
        { name: 'a@file', service: 's', middlewares: ['m', 'm'], using: ['web', 'web'] },
        { name: 'child@file', parentRefs: ['a@file'], service: 't' },
      ],
      services: [{ name: 's@file' }, { name: 't@file' }, { name: 'spare@file' }],
      middlewares: [{ name: 'm@file' }, { name: 'default@file' }, { name: 'spare@file' }],
    },
    entryPoints: [{ name: 'web', http: { middlewares: ['default@file', 'm@file', 'gone@file', 'bare'] } }],
  };

  it('is the same one for the same content, whenever it was read', async () => {
    const inventory = await given(api);
    assert.equal(itemGraphOf(inventory), itemGraphOf({ ...inventory, readAt: 1 }));
    assert.notEqual(itemGraphOf(inventory), itemGraphOf({ ...inventory, groups: { ...inventory.groups } }));
    const { isUnused } = itemGraphOf({ ...inventory, entryPoints: { state: 'missing' } });
    assert.ok(isUnused(middlewareIn(inventory, 'default@file')));
  });

  it('says who names an item, as often as it is named, and entry points too', async () => {
    const inventory = await given(api);
    const { usersOf, routersOf, routersOn } = itemGraphOf(inventory);
    assert.deepEqual(users(usersOf(middlewareIn(inventory, 'm@file'))), [
      'a@file middleware',
      'a@file middleware',
      'web middleware',
    ]);
    assert.deepEqual(users(usersOf(middlewareIn(inventory, 'default@file'))), ['web middleware']);
    assert.deepEqual(users(usersOf(routerIn(inventory, 'a@file'))), ['child@file parent']);
    assert.deepEqual(names(routersOf(middlewareIn(inventory, 'm@file'))), ['a@file', 'child@file']);
    assert.deepEqual(names(routersOf(serviceIn(inventory, 't@file'))), ['child@file']);
    assert.deepEqual(names(routersOn('web')), ['a@file']);
  });

  it('knows an item of an earlier reading by its name, and nothing of one that is gone', async () => {
    const [now, then] = [await given(api), await given(api)];
    const graph = itemGraphOf(now);
    const [m, s] = [middlewareIn(then, 'm@file'), serviceIn(then, 's@file')];
    assert.equal(graph.usersOf(m)[0]?.user, routerIn(now, 'a@file'));
    assert.equal(graph.referencesOf(routerIn(then, 'a@file'))[0]?.target, middlewareIn(now, 'm@file'));
    assert.deepEqual(names(graph.routersOf(s)), ['a@file', 'child@file']);
    assert.equal(graph.healthOf(routerIn(then, 'a@file')), graph.healthOf(routerIn(now, 'a@file')));
    const changed = { ...api, http: { ...api.http, routers: [{ name: 'a@file', service: 't' }] } };
    assert.deepEqual(namedBy(routerIn(await given(changed), 'a@file'), now), namedBy(routerIn(now, 'a@file'), now));
    const gone = serviceIn(await given({ http: { services: [{ name: 'gone@file' }] } }), 'gone@file');
    assert.deepEqual([graph.usersOf(gone), graph.routersOf(gone), graph.isUnused(gone)], [[], [], false]);
    assert.deepEqual(graph.healthOf(gone), { state: 'notChecked', up: 0, total: 0 });
  });

  it('calls nothing unused that something unread may use', async () => {
    const whole = await given(api);
    const spare = serviceIn(whole, 'spare@file');
    const spareMiddleware = middlewareIn(whole, 'spare@file');
    const failed = { state: 'failed', failure: { kind: 'reset', sentence: 'It broke.', nextStep: 'Again.' } } as const;
    const areUnused = (inventory: Inventory): readonly boolean[] =>
      [spare, spareMiddleware].map((item) => itemGraphOf(inventory).isUnused(item));
    assert.deepEqual(areUnused(whole), [true, true]);
    for (const kind of ['routers', 'middlewares'] as const) {
      const http = { ...whole.groups.http, [kind]: failed };
      assert.equal(itemGraphOf({ ...whole, groups: { ...whole.groups, http } }).isUnused(spare), false, kind);
    }
    assert.deepEqual(areUnused({ ...whole, entryPoints: failed }), [false, false]);
    assert.deepEqual(areUnused({ ...whole, entryPoints: { state: 'missing' } }), [true, true]);
    const tcp = { ...whole.groups.tcp, routers: failed };
    assert.deepEqual(areUnused({ ...whole, groups: { ...whole.groups, tcp } }), [true, true]);
    for (const unread of [{ service: 5 }, { middlewares: 'm' }, { parentRefs: {} }]) {
      const routers = [{ name: 'odd@file', ...unread }];
      assert.deepEqual(areUnused(await given({ ...api, http: { ...api.http, routers } })), [false, false]);
    }
    const odd = await given({ ...api, http: { ...api.http, routers: [{ name: 'odd@file', rule: 5 }] } });
    assert.deepEqual(areUnused(odd), [true, true]);
  });
});
