import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import type { StoredEndpoint } from '../../../../../src/core/base/endpoints/endpointRecord';
import type { Failure } from '../../../../../src/core/base/errors/failure';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { endpointNode, endpointTooltip } from '../../../../../src/core/proxy/tree/proxyRow';
import { proxyEndpoint } from '../model/fakeHttpClient';
import { inventoryOf, modelOf, stored } from './sample';

const readAt = new Date(2026, 10, 21, 14, 5, 12).getTime();
const failure: Failure = { kind: 'refused', sentence: 'It refused the connection.', nextStep: 'Check that it runs.' };
const ofEndpoint = (change: Partial<Endpoint>): StoredEndpoint => ({
  state: 'ready',
  hint: { id: proxyEndpoint.id, kind: 'proxy', name: 'edge', order: 0 },
  endpoint: { ...proxyEndpoint, ...change },
});
const secure = ofEndpoint({
  url: 'https://edge.example.test/base',
  auth: { type: 'basic', username: 'reader', password: 'pa55' },
});

describe('proxyRow: the row of an endpoint', () => {
  let inventory: Inventory;
  before(async () => {
    const version = { number: '3.7.9', startDate: new Date(readAt - 5 * 3_600_000).toISOString() };
    inventory = { ...(await inventoryOf({ 'http/routers': [] })), version, readAt };
  });

  it('may have a support dump since 3.3, once it was read', () => {
    const has = (number: string | undefined) =>
      endpointNode(secure, { inventory: { ...inventory, version: number === undefined ? undefined : { number } } })
        .hasSupportDump;
    assert.deepEqual(['2.11.53', '3.2.9', '3.3.0', '3.7.9', 'dev', undefined].map(has), [
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
    assert.equal(endpointNode(secure).hasSupportDump, undefined);
  });

  it('says its host, and its version once that is known', () => {
    assert.equal(endpointNode(secure).description, 'edge.example.test');
    const row = endpointNode(secure, { inventory });
    assert.equal(row.description, 'edge.example.test · 3.7.9');
    assert.equal(row.mark, undefined);
    assert.equal(row.spoken, 'Proxy endpoint edge, edge.example.test, 3.7.9');
    assert.equal(row.id, endpointNode(secure).id);
  });

  it('does not repeat the host that its name says', () => {
    const named = ofEndpoint({ name: 'Traefik (edge.example.test)', url: 'https://edge.example.test/base' });
    assert.equal(endpointNode(named, { inventory }).description, 'Open API · 3.7.9');
  });

  it('says first of a filter what it asks, and how much it leaves once that is known', () => {
    const model = modelOf(inventory, { filter: 'shop' });
    assert.equal(endpointNode(secure, { filter: 'shop' }).description, '“shop” · edge.example.test');
    const row = endpointNode(secure, { inventory, filter: 'shop', model });
    assert.equal(row.description, '“shop”: 0 of 0 · edge.example.test · 3.7.9');
    assert.match(endpointNode(secure, { inventory, filter: 'other', model }).description ?? '', /^“other” · /);
    assert.match(endpointNode(secure, { inventory, filter: '', model }).description ?? '', /^edge/);
  });

  it('has the number of problems below it, apart from what it says of itself', () => {
    const problems = { count: 3, worst: 'error' } as const;
    const broken = endpointNode(secure, { inventory, failure, problems });
    assert.equal(broken.description, 'stale since 14:05 · edge.example.test · 3.7.9');
    assert.deepEqual(broken.problems, problems);
    assert.equal(endpointNode(secure, { inventory }).problems, undefined);
  });

  it('says that it waits for the user', () => {
    assert.equal(endpointNode(secure, { isHeldBack: true }).description, 'Not read yet · edge.example.test');
  });

  it('says first since when its rows are old', () => {
    const row = endpointNode(secure, { inventory, failure });
    assert.equal(row.description, 'stale since 14:05 · edge.example.test · 3.7.9');
    assert.equal(row.mark, 'stale');
  });

  it('says what happened where nothing was ever read, and what can be done about it', () => {
    const refused = endpointNode(secure, { failure });
    assert.equal(refused.description, 'Connection refused · edge.example.test');
    assert.deepEqual([refused.mark, refused.remedy], ['failed', undefined]);
    const fingerprint = '0'.repeat(64);
    const certificate = { of: 'server', fingerprint, isSelfSigned: true, name: '', validTo: 0 } as const;
    const untrusted = endpointNode(secure, { failure: { ...failure, kind: 'tls', certificate } });
    assert.equal(untrusted.description, 'Certificate not trusted · edge.example.test');
    assert.deepEqual([untrusted.mark, untrusted.remedy], ['failed', 'certificate']);
    const refusedUser = endpointNode(secure, { inventory, failure: { ...failure, kind: 'unauthorized' } });
    assert.deepEqual([refusedUser.mark, refusedUser.remedy], ['stale', 'credentials']);
  });

  it('warns of how it is reached, and of an open API only when that has answered', () => {
    const open = ofEndpoint({ url: 'https://edge.example.test' });
    assert.equal(endpointNode(open).mark, undefined);
    const warned = endpointNode(open, { inventory });
    assert.equal(warned.description, 'Open API · edge.example.test · 3.7.9');
    assert.equal(warned.mark, 'exposed');
    const plain = endpointNode(ofEndpoint({ auth: { type: 'bearer', token: 't' } }));
    assert.equal(plain.description, 'Not encrypted · proxy.example.test:8080');
    assert.equal(plain.mark, 'exposed');
    assert.equal(endpointNode(ofEndpoint({ url: 'http://localhost:8080' }), { inventory }).mark, undefined);
  });

  it('says of an imported endpoint that its credentials are not entered yet', () => {
    const imported = ofEndpoint({
      url: 'https://edge.example.test/base',
      auth: { type: 'basic', username: 'reader', password: '' },
    });
    assert.equal(endpointNode(imported).description, 'credentials missing · edge.example.test');
  });

  it('says what is the matter with a stored record that cannot be used', () => {
    for (const [state, description] of [
      ['gone', 'Endpoint data missing'],
      ['corrupt', 'Endpoint data cannot be read'],
      ['newer', 'Saved by a newer version of Proxy Scout'],
    ] as const) {
      const row = endpointNode({ state, hint: stored.hint });
      assert.equal(row.description, description);
      assert.ok(row.spoken?.endsWith(description));
      assert.equal(endpointTooltip({ state, hint: stored.hint }, {})[0], description);
    }
  });

  it('tells on hovering when it was read, what answered and what its marks mean', () => {
    assert.deepEqual(endpointTooltip(secure, {}), ['https://edge.example.test/base']);
    assert.deepEqual(endpointTooltip(secure, { inventory }), [
      'https://edge.example.test/base',
      'Traefik 3.7.9 · up 5 hours',
      'Read at 14:05:12',
    ]);
    assert.deepEqual(endpointTooltip(secure, { inventory, failure }).slice(2), [
      'Read at 14:05:12',
      '',
      'Stale: last read at 14:05:12. It refused the connection.',
    ]);
    const open = endpointTooltip(ofEndpoint({ url: 'https://edge.example.test' }), { inventory }).join('\n');
    assert.match(open, /\n\nAnyone who can reach this address can read/);
    assert.ok(!JSON.stringify(endpointTooltip(secure, { inventory })).includes('pa55'));
  });
});
