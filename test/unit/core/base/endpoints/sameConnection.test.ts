import assert from 'node:assert/strict';
import { type Endpoint, endpointSchema } from '../../../../../src/core/base/endpoints/endpoint';
import { isSameConnection } from '../../../../../src/core/base/endpoints/sameConnection';
import { endpointAt } from '../http/endpointAt';

describe('sameConnection: the way to an endpoint', () => {
  const tls = { trust: { type: 'pin', fingerprint: 'ab'.repeat(32) }, serverName: 'a.test' } as const;
  const client = { type: 'pem', file: '/reader.pem', passphrase: 'p' } as const;
  const before = endpointAt('https://a.test', {
    auth: { type: 'basic', username: 'u', password: 'p' },
    headers: { 'X-Team': 'ops' },
    tls: { ...tls, client },
    host: 'b.test',
  });

  const others: readonly Partial<Endpoint>[] = [
    { kind: 'search' },
    { url: 'https://a.test:444' },
    { auth: { type: 'none' } },
    { auth: { type: 'basic', username: 'u', password: 'q' } },
    { auth: { type: 'basic', username: 'u', password: 'p', scheme: 'digest' } },
    { headers: {} },
    { headers: { 'X-Team': 'dev' } },
    { tls: { ...tls, client: { ...client, passphrase: 'q' } } },
    { tls: { ...tls, client: { ...client, keyFile: '/reader.key' } } },
    { tls: { ...tls, client, serverName: 'b.test' } },
    { tls: { client, trust: { type: 'anyone' } } },
    { host: 'c.test' },
    { aFieldOfANewerVersion: 'that may matter' },
  ];
  for (const change of others) {
    it(`is another one with ${JSON.stringify(change)}`, () => {
      assert.equal(isSameConnection(before, { ...before, ...change }), false);
    });
  }

  it('is the same under another name, at another place in the list, with other public addresses, and with other findings ignored', () => {
    const renamed = { ...before, name: 'other', order: 7, origins: { web: 'https://shop.example.test' } };
    assert.equal(isSameConnection(before, renamed), true);
    const ignored = { ['a'.repeat(64)]: { kind: 'unused', about: 'old@file' } };
    assert.equal(isSameConnection(before, { ...before, ignored }), true);
  });

  it('is the same when it was learned on it how searches are sent', () => {
    assert.equal(isSameConnection(before, { ...before, searchMethod: 'POST' }), true);
  });

  it('is the same when the record was written anew, in whatever order', () => {
    const written = JSON.stringify(before, Object.keys(before).sort());
    const anew = { ...JSON.parse(written), auth: before.auth, headers: before.headers, tls: { client, ...tls } };
    assert.equal(isSameConnection(endpointSchema.parse(before), endpointSchema.parse(anew)), true);
  });

  it('is another one where a field was taken away, and the same where it was not there', () => {
    const { host, tls: _, ...less } = before;
    assert.equal(isSameConnection(before, less), false);
    assert.equal(isSameConnection(less, endpointSchema.parse({ ...less, tls: undefined, host: undefined })), true);
  });
});
