import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import type { StoredEndpoint } from '../../../../../src/core/base/endpoints/endpointRecord';
import type { Failure } from '../../../../../src/core/base/errors/failure';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { endpointNode, endpointTooltip } from '../../../../../src/core/proxy/tree/endpointRow';
import { proxyEndpoint } from '../model/fakeHttpClient';
import { inventoryOf, stored } from './sample';

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

describe('the row of an endpoint', () => {
  let inventory: Inventory;
  before(async () => {
    const version = { number: '3.7.9', startDate: new Date(readAt - 5 * 3_600_000).toISOString() };
    inventory = { ...(await inventoryOf({ 'http/routers': [] })), version, readAt };
  });

  it('says its host, and its version once that is known', () => {
    assert.equal(endpointNode(secure).description, 'edge.example.test');
    const row = endpointNode(secure, { inventory });
    assert.equal(row.description, 'edge.example.test · 3.7.9');
    assert.equal(row.mark, undefined);
    assert.equal(row.spoken, 'Proxy endpoint edge, edge.example.test, 3.7.9');
    assert.equal(row.id, endpointNode(secure).id);
  });

  it('says first since when its rows are old', () => {
    const row = endpointNode(secure, { inventory, failure });
    assert.equal(row.description, 'stale since 14:05 · edge.example.test · 3.7.9');
    assert.equal(row.mark, 'stale');
    // Nothing is old where nothing was ever read: there the problem says it all.
    assert.equal(endpointNode(secure, { failure }).description, 'edge.example.test');
    assert.equal(endpointNode(secure, { failure }).mark, undefined);
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
