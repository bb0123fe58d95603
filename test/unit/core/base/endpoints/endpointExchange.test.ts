import assert from 'node:assert/strict';
import type { Endpoint, EndpointAuth } from '../../../../../src/core/base/endpoints/endpoint';
import {
  exportedEndpointsText,
  missesSecret,
  readExportedEndpoints,
} from '../../../../../src/core/base/endpoints/endpointExchange';

const endpoint = (name: string, auth: EndpointAuth, headers: Record<string, string> = {}): Endpoint => ({
  version: 1,
  id: crypto.randomUUID(),
  kind: 'proxy',
  name,
  url: 'https://edge.example.test/base',
  auth,
  headers,
  order: 0,
});

const all = [
  endpoint('open', { type: 'none' }),
  endpoint('basic', { type: 'basic', username: 'reader', password: 'canary-1' }, { 'X-Team': 'canary-2' }),
  endpoint('bearer', { type: 'bearer', token: 'canary-3' }),
  endpoint('key', { type: 'apiKey', key: 'canary-4' }),
  endpoint('named key', { type: 'apiKey', key: 'canary-5', header: 'X-Api-Key' }),
];

const pin = { type: 'pin', fingerprint: 'ab'.repeat(32) } as const;

describe('endpointExchange: exported endpoints', () => {
  it('hold no secret and no id', () => {
    const text = exportedEndpointsText(all);
    assert.doesNotMatch(text, /canary/);
    for (const { id } of all) assert.ok(!text.includes(id));
  });

  it('come back as they were, with the secrets to be entered', () => {
    const imported = readExportedEndpoints(exportedEndpointsText(all), []);
    assert.ok('endpoints' in imported);
    assert.equal(imported.present, 0);
    assert.deepEqual(
      imported.endpoints.map(({ name, auth, headers }) => ({ name, auth, headers })),
      [
        { name: 'open', auth: { type: 'none' }, headers: {} },
        { name: 'basic', auth: { type: 'basic', username: 'reader', password: '' }, headers: { 'X-Team': '' } },
        { name: 'bearer', auth: { type: 'bearer', token: '' }, headers: {} },
        { name: 'key', auth: { type: 'apiKey', key: '' }, headers: {} },
        { name: 'named key', auth: { type: 'apiKey', key: '', header: 'X-Api-Key' }, headers: {} },
      ],
    );
    assert.deepEqual(imported.endpoints.map(missesSecret), [false, true, true, true, true]);
    assert.deepEqual(all.map(missesSecret), [false, false, false, false, false]);
  });

  it('are added once, however often they are imported', () => {
    const imported = readExportedEndpoints(exportedEndpointsText([...all, ...all]), all.slice(0, 2));
    assert.ok('endpoints' in imported);
    assert.deepEqual(
      imported.endpoints.map(({ name }) => name),
      ['bearer', 'key', 'named key'],
    );
    assert.equal(imported.present, 7);
  });

  it('take the address as a person would have typed it', () => {
    const text = exportedEndpointsText(all).replace(
      'https://edge.example.test/base',
      'http://localhost:8080/dashboard/',
    );
    const imported = readExportedEndpoints(`\uFEFF${text}`, []);
    assert.ok('endpoints' in imported);
    assert.equal(imported.endpoints[0]?.url, 'http://localhost:8080');
  });

  it('keep what is no secret of how they are reached, and nothing that this version does not know', () => {
    const origins = { websecure: 'https://shop.example.test' };
    const named = { tls: { trust: pin, serverName: 'edge.example.test' }, host: 'edge.example.test:8443', origins };
    const pem = { type: 'pem', file: '~/reader.pem', keyFile: '~/reader.key' } as const;
    const pfx = { type: 'pfx', file: 'C:\\reader.pfx' } as const;
    const none = { type: 'none' } as const;
    const text = exportedEndpointsText([
      { ...endpoint('named', none), ...named },
      {
        ...endpoint('pem', none),
        tls: { client: { ...pem, passphrase: 'canary-6', next: 'canary-7' }, next: 'canary-8' },
      },
      { ...endpoint('pfx', none), tls: { client: pfx, trust: { type: 'file', path: '/ca.pem', next: 'canary-9' } } },
    ]);
    assert.doesNotMatch(text, /canary/);
    const imported = readExportedEndpoints(text, []);
    assert.ok('endpoints' in imported);
    assert.deepEqual(
      imported.endpoints.map(({ tls, host, origins }) => ({ tls, host, origins })),
      [
        named,
        { tls: { client: { ...pem, passphrase: '' } }, host: undefined, origins: undefined },
        { tls: { client: pfx, trust: { type: 'file', path: '/ca.pem' } }, host: undefined, origins: undefined },
      ],
    );
    assert.deepEqual(imported.endpoints.map(missesSecret), [false, true, false]);
  });

  it('bring the origin alone of an address at which browsers reach an entry point', () => {
    const origins = { web: 'https://shop.example.test:8443' };
    const text = exportedEndpointsText([{ ...endpoint('open', { type: 'none' }), origins }]);
    const imported = readExportedEndpoints(
      text.replace('shop.example.test:8443', 'u:canary@Shop.example.test:8443/x?y#z'),
      [],
    );
    assert.ok('endpoints' in imported);
    assert.deepEqual(imported.endpoints[0]?.origins, origins);
  });

  it('bring the findings that are ignored, and refuse what is none', () => {
    const ignored = { ['a'.repeat(64)]: { kind: 'unused', about: 'old@file', since: 'a newer version' } };
    const text = exportedEndpointsText([{ ...endpoint('open', { type: 'none' }), ignored }]);
    assert.doesNotMatch(text, /newer version/);
    const imported = readExportedEndpoints(text, []);
    assert.ok('endpoints' in imported);
    assert.deepEqual(imported.endpoints[0]?.ignored, { ['a'.repeat(64)]: { kind: 'unused', about: 'old@file' } });
    assert.ok('problem' in readExportedEndpoints(text.replace('a'.repeat(64), 'x'), []));
  });

  it('do not tell anybody to skip verification', () => {
    const lax: Endpoint = { ...endpoint('lax', { type: 'none' }), tls: { trust: { type: 'anyone' } } };
    const text = exportedEndpointsText([lax]);
    assert.doesNotMatch(text, /anyone/);
    const pinned = exportedEndpointsText([{ ...lax, tls: { trust: pin } }]);
    assert.ok('problem' in readExportedEndpoints(pinned.replace('"pin"', '"anyone"'), []));
  });

  it('hold no key that stands in the path of an address, and are asked for it after the import', () => {
    const id = '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11';
    const text = exportedEndpointsText([
      { ...endpoint('keyed', { type: 'none' }), url: 'https://a.test:8443/es/MARK0123456789abcdef0123/x' },
      { ...endpoint('named', { type: 'none' }), url: `https://a.test/${id}/my-service-v2` },
    ]);
    assert.doesNotMatch(text, /MARK/);
    assert.ok(text.includes(`https://a.test/${id}/my-service-v2`));
    const imported = readExportedEndpoints(text, []);
    assert.ok('endpoints' in imported);
    assert.deepEqual(imported.endpoints.map(missesSecret), [true, false]);
  });

  const refused: [what: string, text: (exported: string) => string, words: RegExp][] = [
    ['no JSON', () => 'endpoints', /contains no endpoints/],
    ['other JSON', () => '{"endpoints":[]}', /contains no endpoints/],
    ['a newer file', () => '{"proxyScoutEndpoints":2,"endpoints":[]}', /contains no endpoints/],
    ['another scheme', (exported) => exported.replace('https:', 'file:'), /URL of “open”/],
    ['an unknown auth', (exported) => exported.replace('"type": "bearer"', '"type": "magic"'), /contains no endpoints/],
    ['a name without a visible character', (exported) => exported.replace('"open"', '"  "'), /contains no endpoints/],
    [
      'a host that breaks out',
      (exported) => exported.replace('"auth"', '"host": "a.test\\r\\nX: y", "auth"'),
      /contains no endpoints/,
    ],
    ['a header that breaks out', (exported) => exported.replace('X-Team', 'X\\r\\nHost'), /contains no endpoints/],
  ];
  for (const [what, text, words] of refused) {
    it(`are refused whole where there is ${what}`, () => {
      const imported = readExportedEndpoints(text(exportedEndpointsText(all)), []);
      assert.ok('problem' in imported);
      assert.match(imported.problem, words);
    });
  }
});
