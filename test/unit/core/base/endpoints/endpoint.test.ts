import assert from 'node:assert/strict';
import { endpointSchema } from '../../../../../src/core/base/endpoints/endpoint';

describe('endpoint: a stored endpoint', () => {
  const plain = {
    version: 1,
    id: '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11',
    kind: 'proxy',
    name: 'edge',
    url: 'http://127.0.0.1:8080',
    auth: { type: 'none' },
    headers: {},
    order: 0,
  };
  const full = {
    ...plain,
    tls: {
      trust: { type: 'pin', fingerprint: 'ab'.repeat(32), fromTheFuture: 1 },
      client: { type: 'pem', file: '~/reader.pem', keyFile: 'C:\\keys\\reader.key', passphrase: 'p', fromTheFuture: 2 },
      serverName: 'traefik.example.test',
      fromTheFuture: 3,
    },
    host: 'traefik.example.test:8443',
    origins: { websecure: 'https://shop.example.test' },
    fromTheFuture: { kept: true },
  };

  it('keeps fields that this version does not know', () => {
    for (const record of [{ ...plain, fromTheFuture: 4 }, full]) assert.deepEqual(endpointSchema.parse(record), record);
  });

  const refused: readonly (readonly [what: string, change: object])[] = [
    ['a fingerprint of another length', { tls: { trust: { type: 'pin', fingerprint: 'ab' } } }],
    ['a fingerprint in capitals', { tls: { trust: { type: 'pin', fingerprint: 'AB'.repeat(32) } } }],
    ['a path with a line break', { tls: { trust: { type: 'file', path: '/a\nb' } } }],
    ['no path', { tls: { client: { type: 'pfx', file: '' } } }],
    ['a server name with a port', { tls: { serverName: 'a.test:443' } }],
    ['a host that breaks out of its header', { host: 'a.test\r\nX-Admin: 1' }],
    ['an origin that is no web address', { origins: { web: 'javascript:alert(1)' } }],
  ];
  for (const [what, change] of refused) {
    it(`is refused with ${what}`, () => assert.equal(endpointSchema.safeParse({ ...plain, ...change }).success, false));
  }
});
