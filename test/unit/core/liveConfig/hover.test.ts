import assert from 'node:assert/strict';
import { routerDeclaredAt, routerPartAt } from '../../../../src/core/config/files/hover';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import { unknownPart } from '../../../../src/core/config/source/placedText';
import { livePartTooltips, liveTooltips } from '../../../../src/core/liveConfig/hover';
import { liveRouterOf, type ReadProxy } from '../../../../src/core/liveConfig/readProxies';
import { given, recorded } from '../proxy/model/given';

describe('liveTooltips: what live proxies say of a name in a file', () => {
  const name = { protocol: 'http', kind: 'router', name: 'shop-web@file' } as const;
  const proxy = async (endpointId: string, isBound: boolean): Promise<ReadProxy> => ({
    endpointId,
    name: endpointId,
    isBound,
    inventory: await recorded('3.7'),
  });

  it('is of each proxy that has it, that of the file first', async () => {
    const told = liveTooltips(name, [await proxy('other', false), await proxy('own', true)]);
    assert.deepEqual(
      told.map((one) => one.proxy),
      ['own', 'other'],
    );
    assert.deepEqual(told[0]?.ref, { endpointId: 'own', protocol: 'http', kind: 'routers', name: 'shop-web@file' });
    assert.ok(told[0]?.rows.some(([label, value]) => label === 'Health' && value === '2 of 3 up'));
  });

  it('tells the servers that a router leads to', async () => {
    const [told] = liveTooltips(name, [await proxy('own', true)]);
    const [, servers] = told?.rows.find(([label]) => label === 'Servers') ?? [];
    assert.equal(servers, 'http://127.0.0.1:9101 (up), http://127.0.0.1:9102 (up), http://127.0.0.1:9199 (down)');
  });

  it('is nothing where the name is not listed by a proxy that is not that of the file, or by no proxy at all', async () => {
    const proxies = [await proxy('own', true)];
    assert.deepEqual(liveTooltips({ ...name, name: 'gone@file' }, [await proxy('other', false)]), []);
    assert.deepEqual(liveTooltips({ ...name, kind: 'tlsOptions' }, proxies), []);
    // What could not be read again may have it by now.
    const [{ inventory, ...own }] = proxies as [ReadProxy];
    const { http } = inventory.groups;
    assert.ok(http.routers?.state === 'read');
    const failure = { kind: 'timedOut', sentence: '', nextStep: '' } as const;
    const routers = { ...http.routers, state: 'stale', wasWhole: true, readAt: 0, failure } as const;
    const stale = { ...inventory, groups: { ...inventory.groups, http: { ...http, routers } } };
    assert.deepEqual(liveTooltips({ ...name, name: 'gone@file' }, [{ ...own, inventory: stale }]), []);
    assert.deepEqual(liveTooltips({ ...name, name: `cart-${unknownPart}@docker` }, proxies), []);
  });

  it('is of the copies of a router where Traefik has none by its own name', async () => {
    const entryPoints = ['a', 'b'].map((own) => ({ name: own, address: ':80', http: { middlewares: ['log@file'] } }));
    const routers = entryPoints.map(({ name: own }) => ({
      ...{ name: `${own}-shop@file`, rule: 'Host(`a.test`)', service: 'shop', priority: 14 },
      ...{ entryPoints: [own], middlewares: ['log@file'] },
    }));
    const inventory = await given({ http: { routers }, entryPoints });
    const proxies = [{ endpointId: 'own', name: 'own', isBound: true, inventory }];
    assert.deepEqual(
      liveTooltips({ ...name, name: 'shop@file' }, proxies).map(({ title }) => title),
      ['Router a-shop@file', 'Router b-shop@file'],
    );
  });

  it('says why the proxy of the file may not have it', async () => {
    const why = async (missing: string): Promise<unknown> => {
      const own = await proxy('own', true);
      const counts = { http: {}, tcp: {}, udp: {} };
      const overview = { counts, features: {}, providers: ['File'], unread: [], text: '{}' };
      const inventory = { ...own.inventory, overview };
      const [told, ...others] = liveTooltips({ ...name, name: missing }, [{ ...own, inventory }]);
      assert.deepEqual([told?.title, told?.ref, others], ['not loaded by own', undefined, []]);
      return told?.rows;
    };
    const reasons = ['Not deployed, not running, or left out by the static configuration'];
    assert.deepEqual(await why('gone@file'), [['Why', ...reasons]]);
    assert.deepEqual(await why('gone@docker'), [['Why', 'It does not use the provider docker']]);
    assert.deepEqual(await why('gone@internal'), [['Why', ...reasons]]);
  });
});

const fileText = `http:
  routers:
    shop-web: { rule: Host(\`shop.example.test\`), service: shop, entryPoints: [web, nowhere] }
    later: { rule: Host(\`b.test\`), service: shop }
    no-middleware: { rule: Host(\`other.test\`), service: shop }
`;

describe('liveTooltips: what live proxies say of a rule or an entry point in a file', () => {
  const path = '/dynamic.yml';
  const groups = readConfigFiles([{ path, text: fileText }]);
  const endpoint = { url: 'http://127.0.0.1:8080' };
  const proxy = async (endpointId: string, isBound: boolean): Promise<ReadProxy> => ({
    endpointId,
    name: endpointId,
    isBound,
    endpoint,
    inventory: await recorded('3.7'),
  });
  const told = (words: string, proxies: readonly ReadProxy[]) => {
    const part = routerPartAt(groups, path, fileText.indexOf(words) + 1);
    return part === undefined ? undefined : livePartTooltips(part, proxies);
  };

  it('is the router as the proxy has it, and requests that the rule takes', async () => {
    const all = told('Host(`shop.example.test', [await proxy('other', false), await proxy('own', true)]) ?? [];
    // Traefik made a copy of it for another entry point.
    const copy = 'Router websecure-conflicted-websecure-shop-web@file';
    assert.deepEqual(
      all.map((one) => `${one.proxy}: ${one.title}`),
      ['own: Router shop-web@file', `own: ${copy}`, 'other: Router shop-web@file', `other: ${copy}`],
    );
    const [own] = all;
    assert.equal(own?.title, 'Router shop-web@file');
    assert.deepEqual(own?.ref, { endpointId: 'own', protocol: 'http', kind: 'routers', name: 'shop-web@file' });
    const rows = new Map(own?.rows);
    assert.equal(rows.get('Status'), 'enabled');
    assert.equal(rows.get('Rule'), 'Host(`shop.example.test`)');
    assert.match(rows.get('Priority') ?? '', /^25/);
    assert.match(rows.get('Takes requests such as') ?? '', /^http:\/\/shop\.example\.test:\d+\/$/);
    assert.equal(rows.has('This file'), false);
    assert.deepEqual([own?.isRouted, own?.hasLogs], [true, true]);
  });

  it('says where the file has another rule than the proxy', async () => {
    const [own] = told('Host(`other.test', [await proxy('own', true)]) ?? [];
    assert.match(new Map(own?.rows).get('This file') ?? '', /another rule/);
  });

  it('is the address of an entry point, and how many routers use it', async () => {
    const [own] = told('web, nowhere', [await proxy('own', false)]) ?? [];
    assert.equal(own?.title, 'Entry point web');
    assert.deepEqual(own?.ref, { type: 'entryPoint', endpointId: 'own', name: 'web' });
    const rows = new Map(own?.rows);
    assert.match(rows.get('Address') ?? '', /:\d+$/);
    assert.equal(rows.get('TLS'), 'only for routers that turn it on');
    assert.match(rows.get('Used by') ?? '', /^\d+ routers$/);
    assert.deepEqual([own?.isRouted, own?.hasLogs], [false, false]);
  });

  it('is that something is missing only of the proxy of the file', async () => {
    for (const words of ['nowhere', 'Host(`b.test']) {
      const [own] = told(words, [await proxy('own', true)]) ?? [];
      assert.deepEqual([own?.title, own?.ref], ['not loaded by own', undefined], words);
      assert.deepEqual(told(words, [await proxy('other', false)]), [], words);
    }
  });

  it('is nothing beside them, and where Traefik makes up the rule', () => {
    assert.equal(told('service', []), undefined);
    const text = 'services: { web: { labels: [ traefik.enable=true ] } }';
    const made = readConfigFiles([{ path: '/compose.yml', text }]);
    assert.equal(routerPartAt(made, '/compose.yml', text.indexOf('web')), undefined);
  });

  it('leads from a rule or a name to the router that a proxy has, that of the file first', async () => {
    const proxies = [await proxy('other', false), await proxy('own', true)];
    for (const words of ['Host(`shop', 'shop-web']) {
      const router = routerDeclaredAt(groups, path, fileText.indexOf(words) + 1);
      assert.ok(router);
      assert.deepEqual(liveRouterOf(router, proxies), {
        endpointId: 'own',
        protocol: 'http',
        kind: 'routers',
        name: 'shop-web@file',
      });
    }
    const later = routerDeclaredAt(groups, path, fileText.indexOf('Host(`b.test'));
    assert.ok(later);
    assert.equal(liveRouterOf(later, proxies), undefined);
  });
});
