import assert from 'node:assert/strict';
import { describeFound, type FoundText } from '../../../../../src/core/proxy/find/describeFound';
import { openItemFinder } from '../../../../../src/core/proxy/find/finder';
import { findIndexOf } from '../../../../../src/core/proxy/find/findIndex';
import { inventoryOf } from '../tree/sample';

/** What is said of the best that a text finds. */
async function found(listings: Readonly<Record<string, readonly object[]>>, typed: string): Promise<FoundText> {
  const finder = openItemFinder(['edge']);
  finder.put('edge', await findIndexOf(await inventoryOf(listings), new AbortController().signal));
  const { best, words } = finder.find(typed, 1);
  return best[0] === undefined ? assert.fail('not found') : describeFound(best[0], words);
}

describe('describeFound: a list of things found says', () => {
  const shop = { name: 'shop@file', provider: 'file', status: 'enabled', type: 'loadbalancer' };
  const servers = [{ url: 'http://reader:secret@10.0.0.1' }, { url: 'http://10.0.0.2' }];

  it('what it is, and nothing else of what is well and was found by its name', async () => {
    const rule = 'Host(`shop`)';
    const text = await found(
      { 'http/routers': [{ name: 'shop@x', rule, status: 'enabled', service: 'shop@x' }] },
      'shop',
    );
    assert.deepEqual(text, { name: 'shop@x', kind: 'HTTP router' });
  });

  it('what is wrong with it, and how its servers are, as its row does', async () => {
    const serverStatus = { 'http://reader:secret@10.0.0.1': 'UP', 'http://10.0.0.2': 'DOWN' };
    const service = { ...shop, loadBalancer: { servers, healthCheck: {} }, serverStatus };
    const router = { name: 'web@file', status: 'warning', service: 'shop@file' };
    const listings = { 'http/routers': [router], 'http/services': [service] };
    assert.deepEqual(await found(listings, 'shop'), { name: 'shop@file', kind: 'HTTP service', state: '1 of 2 up' });
    assert.deepEqual(await found(listings, 'web'), {
      name: 'web@file',
      kind: 'HTTP router',
      state: 'warning · 1 of 2 up',
    });
  });

  for (const [where, listings, typed, reason] of [
    ['service', { 'http/routers': [{ name: 'web@file', service: 'shop@file' }] }, 'SHOP', 'service shop@file'],
    ['entry point', { 'udp/routers': [{ name: 'r', using: ['web', 'dns6'] }] }, 'dns', 'entry point dns6'],
    ['provider', { 'http/routers': [{ name: 'r', provider: 'docker' }] }, 'dock', 'provider docker'],
    [
      'type',
      { 'tcp/middlewares': [{ name: 'm', type: 'inflightconn', inFlightConn: {} }] },
      'inf',
      'type inFlightConn',
    ],
    ['server', { 'http/services': [{ ...shop, loadBalancer: { servers } }] }, '0.1', 'server http://10.0.0.1'],
    ['child', { 'http/services': [{ name: 's', mirroring: { service: 'shop@file' } }] }, 'shop', 'service shop@file'],
  ] as const) {
    it(`where the word is that the name does not have: ${where}`, async () => {
      assert.equal((await found(listings, typed)).reason, reason);
    });
  }

  it('each place once, without the secrets in it', async () => {
    const rule = 'Host(`shop.test`) && Header(`X-Api-Key`, `k-123456`)';
    const router = { name: 'web@file', rule, service: 'api@file' };
    const { reason } = await found({ 'http/routers': [router] }, 'web shop host api@');
    assert.equal(reason, 'rule Host(`shop.test`) && Header(`X-Api-Key`, `•••`) · service api@file');
  });

  it('of a long rule the part that has the word', async () => {
    const hosts = Array.from({ length: 60 }, (_, at) => `Host(\`h${at}.test\`)`).join(' || ');
    const { reason = '' } = await found({ 'http/routers': [{ name: 'r', rule: hosts }] }, 'h41.');
    assert.match(reason, /^rule …Host\(`h41\.test`\) \|\| Host/);
    assert.ok(reason.length < 130);
  });
});
