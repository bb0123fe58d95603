import assert from 'node:assert/strict';
import { type Inventory, itemOf } from '../../../../../src/core/proxy/model/inventory';
import type { Router } from '../../../../../src/core/proxy/model/model';
import { publicOriginOf, publicUrlsOf, readPublicUrl } from '../../../../../src/core/proxy/publicUrls/publicUrls';
import { inventoryOf, recordedInventory } from '../tree/sample';

const url = 'http://proxy.example.test:8080/ops';

function routerOf(inventory: Inventory, name: string, protocol: 'http' | 'tcp' = 'http'): Router {
  const item = itemOf(inventory, { protocol, kind: 'routers', name });
  return item?.kind === 'routers' ? item : assert.fail(`no router ${name}`);
}

/** Addresses and the entry points they are on, or the sentence that says why there is none. */
function opened(inventory: Inventory, name: string, origins?: Readonly<Record<string, string>>): unknown {
  const result = publicUrlsOf(routerOf(inventory, name), inventory, { url, origins });
  return 'problem' in result ? result.problem : result.addresses.map(({ url, entryPoint }) => `${entryPoint} ${url}`);
}

describe('publicUrls: the addresses of recorded routers', () => {
  let inventory: Inventory;
  before(async () => {
    inventory = await recordedInventory('traefik-3.7');
  });

  const cases: readonly [name: string, expected: unknown][] = [
    ['shop-web@file', ['web http://shop.example.test:8000/']],
    ['shop-api@file', ['web http://shop.example.test:8000/api']],
    ['shop-api-v2@file', ['web http://shop.example.test:8000/api/v2']],
    ['v2-syntax@file', ['web http://a.example.test:8000/', 'web http://b.example.test:8000/']],
    ['mgmt-api@file', ['mgmt http://proxy.example.test:8090/api', 'mgmt http://proxy.example.test:8090/dashboard']],
    ['child-a@file', ['web http://layers.example.test:8000/a']],
    ['shop-beta@file', 'The rule requires more than a URL can provide: Header, !, and HostRegexp.'],
    ['query@file', 'The rule requires more than a URL can provide: QueryRegexp and HeaderRegexp.'],
    ['static@file', 'The rule requires more than a URL can provide: PathRegexp.'],
    ['bad-rule@file', 'Traefik disabled this router because of an error.'],
  ];
  for (const [name, expected] of cases) it(name, () => assert.deepEqual(opened(inventory, name), expected));

  it('are https where the router has TLS', () => {
    const secure = [...(inventory.groups.http.routers?.state === 'read' ? inventory.groups.http.routers.items : [])]
      .filter(([name, { tls, status }]) => name.startsWith('websecure') && tls !== undefined && status === 'enabled')
      .map(([name]) => name);
    assert.ok(secure.length > 0);
    for (const name of secure) assert.deepEqual(opened(inventory, name), ['websecure https://shop.example.test:8443/']);
  });

  it('go where a person said that an entry point is reached', () => {
    assert.deepEqual(opened(inventory, 'shop-web@file', { web: 'https://localhost' }), [
      'web https://shop.example.test/',
    ]);
    assert.deepEqual(opened(inventory, 'shop-web@file', { web: 'http://localhost:81', websecure: 'https://x' }), [
      'web http://shop.example.test:81/',
    ]);
    assert.deepEqual(opened(inventory, 'mgmt-api@file', { mgmt: 'https://admin.test:8443' }), [
      'mgmt https://admin.test:8443/api',
      'mgmt https://admin.test:8443/dashboard',
    ]);
  });

  it('are none for what no browser speaks', () => {
    const router = routerOf(inventory, 'pg@file', 'tcp');
    assert.deepEqual(publicUrlsOf(router, inventory, { url }), {
      problem: 'Only HTTP routers can be opened in a browser.',
    });
  });
});

describe('publicUrls: the addresses of routers', () => {
  const router = (fields: object) => ({
    entryPoints: ['web'],
    using: ['web'],
    status: 'enabled',
    provider: 'x',
    ...fields,
  });

  it('leave out the port that is the scheme’s own', async () => {
    const inventory = await inventoryOf({
      'http/routers': [
        router({ name: 'plain@x', rule: 'Host(`a.test`)', using: ['web', 'alt', 'udp', 'gone'] }),
        router({ name: 'secure@x', rule: 'Host(`a.test`)', using: ['websecure'], tls: {} }),
      ],
      entrypoints: [
        { name: 'web', address: ':80', http: {} },
        { name: 'alt', address: '[::1]:8080/tcp', http: {} },
        { name: 'udp', address: ':53/udp' },
        { name: 'websecure', address: ':443', http: {} },
      ],
    });
    assert.deepEqual(opened(inventory, 'plain@x'), ['web http://a.test/', 'alt http://a.test:8080/']);
    assert.deepEqual(opened(inventory, 'secure@x'), ['websecure https://a.test/']);
  });

  it('are not made up below a router whose middlewares change the path', async () => {
    const inventory = await inventoryOf({
      'http/routers': [
        router({ name: 'parent@x', rule: 'Host(`a.test`)', middlewares: ['strip@x'] }),
        router({ name: 'guarded@x', rule: 'Host(`a.test`)', middlewares: ['auth@x'] }),
        { name: 'child@x', status: 'enabled', provider: 'x', rule: 'PathPrefix(`/a`)', parentRefs: ['parent@x'] },
        { name: 'inside@x', status: 'enabled', provider: 'x', rule: 'PathPrefix(`/a`)', parentRefs: ['guarded@x'] },
        { name: 'lost@x', status: 'enabled', provider: 'x', rule: 'PathPrefix(`/a`)', parentRefs: ['nobody@x'] },
        { name: 'loop@x', status: 'enabled', provider: 'x', rule: 'PathPrefix(`/a`)', parentRefs: ['loop@x'] },
      ],
      'http/middlewares': [
        { name: 'strip@x', provider: 'x', stripPrefix: { prefixes: ['/b'] }, type: 'stripprefix' },
        { name: 'auth@x', provider: 'x', forwardAuth: { address: 'http://sso' }, type: 'forwardauth' },
      ],
      entrypoints: [{ name: 'web', address: ':80', http: {} }],
    });
    assert.match(String(opened(inventory, 'child@x')), /^A parent router has a middleware/);
    assert.deepEqual(opened(inventory, 'inside@x'), ['web http://a.test/a']);
    for (const name of ['lost@x', 'loop@x'])
      assert.match(String(opened(inventory, name)), /^The router has no entry point/);
  });

  it('end where there are more ways up than can be walked', async () => {
    const routers = Array.from({ length: 300 }, (_, index) => ({
      name: `r${index}@x`,
      rule: 'PathPrefix(`/`)',
      parentRefs: [`r${index + 1}`, `r${index + 2}`],
    }));
    const inventory = await inventoryOf({ 'http/routers': routers });
    assert.equal(typeof opened(inventory, 'r0@x'), 'string');
    // A long line of one parent each is still walked.
    const line = Array.from({ length: 60 }, (_, index) => ({
      name: `r${index}@x`,
      rule: index === 0 ? 'Path(`/a`)' : 'Host(`a.test`)',
      ...(index === 59 ? { using: ['web'] } : { parentRefs: [`r${index + 1}`] }),
    }));
    assert.deepEqual(opened(await inventoryOf({ 'http/routers': line }), 'r0@x'), ['web http://a.test/a']);
  });

  it('are read as Traefik 2 reads rules where one answers', async () => {
    const inventory = await recordedInventory('traefik-2.11');
    assert.deepEqual(opened(inventory, 'shop-api-v2@file'), ['web http://shop.example.test:8100/api/v2']);
  });
});

describe('publicUrls: an address that a person types', () => {
  it('is read with or without its scheme', () => {
    assert.deepEqual(readPublicUrl(' shop.test:8080/a?b=c '), { url: 'http://shop.test:8080/a?b=c' });
    assert.deepEqual(readPublicUrl('HTTPS://Shop.Test/'), { url: 'https://shop.test/' });
  });

  const refused: readonly [typed: string, problem: RegExp][] = [
    ['', /Enter a valid URL/],
    ['http://', /Enter a valid URL/],
    ['file:///etc/passwd', /Only http and https/],
    ['vscode://x', /Only http and https/],
    ['javascript:alert(1)', /Enter a valid URL/],
    ['http://user:secret@shop.test/', /Remove the user name and password/],
  ];
  for (const [typed, problem] of refused) {
    it(`is refused: ${typed}`, () => {
      const read = readPublicUrl(typed);
      assert.match('problem' in read ? read.problem : '', problem);
    });
  }
});

describe('publicUrls: the origin of an entry point', () => {
  it('is what was said of just that name', () => {
    assert.equal(publicOriginOf({ web: 'https://a.test' }, 'web'), 'https://a.test');
    assert.equal(publicOriginOf({ web: 'https://a.test' }, 'constructor'), undefined);
    assert.equal(publicOriginOf(undefined, 'web'), undefined);
  });
});
