import assert from 'node:assert/strict';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { copiesOfRouter, originalOfCopy } from '../../../../../src/core/proxy/model/originalOfCopy';
import { given, listedIn, type Raw, recorded } from './given';

/** What each router is a copy of, of those that are one: `name → of on entry point`. */
function copiesIn(inventory: Inventory): readonly string[] {
  return listedIn(inventory.groups.http.routers).flatMap((router) => {
    const copy = originalOfCopy(router, inventory);
    if (copy !== undefined) assert.ok(copiesOfRouter(copy.of, inventory).includes(router));
    return copy === undefined
      ? []
      : [`${router.name} → ${copy.of} on ${copy.entryPoint}${copy.conflicted ? ', conflicted' : ''}`];
  });
}

/** Of these, the last five make copies. */
const entryPoints: readonly Raw[] = [
  { name: 'web', address: ':80', http: {} },
  { name: 'admin', address: ':9000', http: {} },
  { name: 'sec', address: ':443', http: { tls: {}, middlewares: ['hsts@file', 'log@file'] } },
  { name: 'sec2', address: ':444', http: { tls: {} } },
  { name: 'sec-2', address: ':445', http: { tls: {} } },
  { name: 'lan', address: ':81', http: { middlewares: ['lan-only@file'] } },
  { name: 'quiet', address: ':82', http: {}, observability: { accessLogs: false } },
];

const conflictError =
  "router's TLSOptions configuration is conflicting with other routers on the same entrypoint and host, default TLS options will be used instead";

const hostRule = 'Host(`shop.example.test`)';
const plain: Raw = { name: 'shop@file', entryPoints: ['web'], rule: hostRule, service: 'shop', priority: 25 };
const copy: Raw = {
  ...plain,
  name: 'sec-shop@file',
  entryPoints: ['sec'],
  tls: {},
  middlewares: ['hsts@file', 'log@file'],
};

const copiesAmong = async (...routers: readonly Raw[]): Promise<readonly string[]> =>
  copiesIn(await given({ http: { routers }, entryPoints }));

describe('originalOfCopy: a copy that Traefik made of a router', () => {
  it('is found by the name of that router, once for each entry point', async () => {
    const other = { ...copy, name: 'sec2-shop@file', entryPoints: ['sec2'], middlewares: [] };
    const inventory = await given({ http: { routers: [plain, copy, other] }, entryPoints });
    assert.deepEqual(
      copiesOfRouter('shop@file', inventory).map(({ name }) => name),
      ['sec-shop@file', 'sec2-shop@file'],
    );
    assert.deepEqual(copiesOfRouter('sec-shop@file', inventory), []);
  });

  it('is told by its TLS, however deep what we do not know of it is nested', async () => {
    const on = (name: string, of: string, options: string): Raw => ({
      ...plain,
      name: `${name}-${of}@file`,
      entryPoints: [name],
      middlewares: name === 'lan' ? ['lan-only@file'] : [],
      tls: { options, unknown: 'DEEP' },
    });
    const routers = [on('lan', 'a', 'modern'), on('quiet', 'a', 'modern'), on('lan', 'b', 'x'), on('quiet', 'b', 'y')];
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = JSON.stringify(routers).replaceAll('"DEEP"', deep);
    assert.deepEqual(copiesIn(await given({ http: { routers: text }, entryPoints })), [
      'lan-a@file → a@file on lan',
      'quiet-a@file → a@file on quiet',
    ]);
  });

  for (const version of ['3.7', '2.11'] as const) {
    it(`is recognized in ${version}, a copy of a copy too, and nothing else is taken for one`, async () => {
      assert.deepEqual(copiesIn(await recorded(version)), [
        'websecure-conflicted-websecure-shop-beta@file → shop-beta@file on websecure, conflicted',
        'websecure-conflicted-websecure-shop-web@file → shop-web@file on websecure, conflicted',
      ]);
    });
  }

  it('is recognized beside the router, which keeps the entry points that make none', async () => {
    assert.deepEqual(await copiesAmong(plain, copy), ['sec-shop@file → shop@file on sec']);
    assert.deepEqual(await copiesAmong({ ...plain, entryPoints: ['admin', 'web'] }, copy), [
      'sec-shop@file → shop@file on sec',
    ]);
    assert.deepEqual(await copiesAmong({ ...plain, entryPoints: ['gone', 'web'] }, copy), [
      'sec-shop@file → shop@file on sec',
    ]);
  });

  it('is recognized beside another where nothing is left of the router', async () => {
    const second = { ...copy, name: 'sec2-shop@file', entryPoints: ['sec2'], middlewares: [] };
    assert.deepEqual(await copiesAmong(copy, second), [
      'sec-shop@file → shop@file on sec',
      'sec2-shop@file → shop@file on sec2',
    ]);
    const third = { ...plain, name: 'lan-shop@file', entryPoints: ['lan'], middlewares: ['lan-only@file'] };
    const fourth = { ...plain, name: 'quiet-shop@file', entryPoints: ['quiet'] };
    assert.equal((await copiesAmong(copy, second, third, fourth)).length, 4);
  });

  it('is recognized with what the router has itself', async () => {
    const own = {
      middlewares: ['auth@docker', 'strip@file'],
      tls: { certResolver: 'le', domains: [{ main: 'a.test' }] },
    };
    const middlewares = ['hsts@file', 'log@file', ...own.middlewares];
    assert.equal((await copiesAmong({ ...plain, ...own }, { ...copy, ...own, middlewares })).length, 1);
    const notBuilt = {
      ...copy,
      ...own,
      middlewares: ['hsts@file', 'log@file', 'auth@docker', 'strip'],
      status: 'disabled',
    };
    assert.equal((await copiesAmong({ ...plain, ...own }, notBuilt)).length, 1);
  });

  it('is recognized by its whole entry point, also by one that begins as another does', async () => {
    const dashed = { ...copy, name: 'sec-2-shop@file', entryPoints: ['sec-2'], middlewares: [] };
    assert.deepEqual(await copiesAmong(plain, dashed), ['sec-2-shop@file → shop@file on sec-2']);
    assert.deepEqual(await copiesAmong({ ...plain, name: 'sec-shop@file' }, { ...copy, name: 'sec-sec-shop@file' }), [
      'sec-sec-shop@file → sec-shop@file on sec',
    ]);
  });

  it('is recognized as conflicted where Traefik says that there is a conflict', async () => {
    const tls = { options: 'modern' };
    const [warned, other] = [
      { ...plain, name: 'web-conflicted-a@file', tls, status: 'warning', error: [conflictError] },
      { ...plain, name: 'web-conflicted-b@file', tls: { options: 'default' }, status: 'enabled' },
    ];
    assert.deepEqual(await copiesAmong(warned, other), [
      'web-conflicted-a@file → a@file on web, conflicted',
      'web-conflicted-b@file → b@file on web, conflicted',
    ]);
    assert.deepEqual(await copiesAmong({ ...warned, status: 'disabled', error: ['no such service', conflictError] }), [
      'web-conflicted-a@file → a@file on web, conflicted',
    ]);
  });

  it('is recognized as a copy of a copy only where the inner one is certain too', async () => {
    const tls = { options: 'modern' };
    const inner = { ...copy, tls, name: 'sec-conflicted-sec-shop@file', status: 'warning', error: [conflictError] };
    assert.deepEqual(await copiesAmong({ ...plain, tls }, inner), [
      'sec-conflicted-sec-shop@file → shop@file on sec, conflicted',
    ]);
    assert.deepEqual(await copiesAmong(inner), ['sec-conflicted-sec-shop@file → sec-shop@file on sec, conflicted']);
    const onLeft = { ...plain, tls, name: 'web-conflicted-shop@file', error: [conflictError] };
    assert.deepEqual(await copiesAmong(onLeft, { ...copy, tls }), [
      'web-conflicted-shop@file → shop@file on web, conflicted',
      'sec-shop@file → shop@file on sec',
    ]);
  });

  const lookAlikes: Readonly<Record<string, readonly Raw[]>> = {
    'has no other that says the same': [copy],
    'has another rule': [plain, { ...copy, rule: 'Host(`admin.example.test`)' }],
    'has another service': [plain, { ...copy, service: 'other' }],
    'has another priority': [plain, { ...copy, priority: 26 }],
    'has another rule syntax': [plain, { ...copy, ruleSyntax: 'v2' }],
    'lacks the middlewares of its entry point': [plain, { ...copy, middlewares: [] }],
    'has the middlewares of its entry point in another order': [
      plain,
      { ...copy, middlewares: ['log@file', 'hsts@file'] },
    ],
    'has a middleware more, such as a redirection to https': [
      plain,
      { ...copy, middlewares: ['hsts@file', 'log@file', 'to-https@file'] },
    ],
    'lacks the TLS of its entry point': [plain, { ...copy, tls: undefined }],
    'has other TLS settings than the router has itself': [
      { ...plain, tls: { certResolver: 'one' } },
      { ...copy, tls: { certResolver: 'two' } },
    ],
    'is on an entry point that makes none': [
      { ...plain, entryPoints: ['admin'] },
      { ...plain, name: 'web-shop@file' },
    ],
    'is on two entry points': [plain, { ...copy, entryPoints: ['sec', 'sec2'] }],
    'is on another entry point than it is named after': [plain, { ...copy, entryPoints: ['sec2'], middlewares: [] }],
    'is on none': [plain, { ...copy, entryPoints: [], using: [] }],
    'is on one that is not listed': [plain, { ...copy, name: 'gone-shop@file', entryPoints: ['gone'] }],
    'is named without the dash': [plain, { ...copy, name: 'secshop@file' }],
    'is named in other letters': [plain, { ...copy, name: 'Sec-shop@file' }],
    'is of another provider': [plain, { ...copy, name: 'sec-shop@docker' }],
    'is beside a router that is still on an entry point that makes copies': [
      { ...plain, entryPoints: ['web', 'sec2'] },
      copy,
    ],
    'is the only one left of its pair': [
      copy,
      { ...copy, name: 'web-shop@file', entryPoints: ['web'], middlewares: [], tls: undefined },
    ],
    'is beside a router that is on no entry point, such as a nested one': [
      { ...plain, entryPoints: undefined, parentRefs: ['root@file'] },
      copy,
    ],
    'is called conflicted where there is no conflict': [
      { ...plain, tls: {} },
      { ...plain, name: 'web-conflicted-shop@file', tls: {} },
    ],
    'is called conflicted where the conflict is on another entry point': [
      { ...plain, name: 'web-conflicted-shop@file', tls: {} },
      { ...plain, name: 'admin-other@file', entryPoints: ['admin'], error: [conflictError] },
    ],
  };
  for (const [why, routers] of Object.entries(lookAlikes)) {
    it(`is not seen in a router that ${why}`, async () => {
      assert.deepEqual(await copiesAmong(...routers), []);
    });
  }

  it('is not seen where entry points are not known, nor in other protocols', async () => {
    const whole = await given({ http: { routers: [plain, copy] }, entryPoints });
    assert.equal(copiesIn(whole).length, 1);
    assert.deepEqual(copiesIn({ ...whole, entryPoints: { state: 'missing' } }), []);
    assert.equal(copiesIn(whole).length, 1);
    const tcp = await given({ http: { routers: [plain, copy] }, tcp: { routers: [plain, copy] }, entryPoints });
    for (const router of listedIn(tcp.groups.tcp.routers)) assert.equal(originalOfCopy(router, tcp), undefined);
  });
});
