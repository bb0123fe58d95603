import assert from 'node:assert/strict';
import type { Finding, FindingKind } from '../../../../src/core/findings/finding';
import { findingsOf } from '../../../../src/core/findings/findings';
import type { Inventory } from '../../../../src/core/traefik/inventory';
import { recordedInventory } from '../tree/sample';

/** All findings of the given kinds. */
async function found(inventory: Inventory, ...kinds: readonly FindingKind[]): Promise<readonly Finding[]> {
  const { list } = (await findingsOf(inventory)) ?? assert.fail('given up');
  return list.filter(({ kind }) => kinds.includes(kind));
}

describe('the loose ends of a recorded Traefik', () => {
  const reasons = async (...kinds: readonly FindingKind[]) =>
    (await found(await recordedInventory('traefik-3.7'), ...kinds)).map(({ about, reason }) => `${about}: ${reason}`);

  it('are what is named and not there', async () => {
    assert.deepEqual(await reasons('missing', 'entryPoint'), [
      'not-there@file: No such HTTP middleware: no-middleware@file names it.',
      'missing@docker: No such HTTP middleware: no-middleware@file names it.',
      'does-not-exist@file: No such HTTP service: no-service@file names it.',
      'nobody@file: No such HTTP service: missing-child@file names it.',
      'nope@file: No such TCP service: tcp-broken@file names it.',
      'nope@file: No such UDP service: dns-broken@file names it.',
      'bad-entrypoint@file: Names the entry point nowhere, which is not there.',
      'only-bad-entrypoint@file: Names the entry point nowhere, which is not there. It is on no other.',
    ]);
  });

  it('are what is down or about to expire', async () => {
    const [down, certificate, ...others] = await reasons('down', 'certificate');
    assert.equal(down, 'all-down@file: All 2 servers are down, and all-down@file and shop-api-v2@file lead here.');
    assert.match(String(certificate), /^soon\.example\.test: Expires at 2026-1[12]-\d\d \d\d:\d\d: 9 days left\.$/);
    assert.deepEqual(others, []);
  });

  it('are what nothing uses, and not what is built in', async () => {
    const unused = await reasons('unused');
    assert.ok(unused.includes('unused-mw@file: Nothing uses this middleware.'));
    assert.ok(
      unused.includes(
        'unused-service@file: No router leads to this service: only no-hc-child@file uses it, unused too.',
      ),
    );
    assert.equal(unused.filter((one) => one.includes('@internal')).length, 0);
    assert.equal(unused.length, 17);
  });

  it('are not that its API is open: it listens on the machine itself', async () => {
    assert.deepEqual(await reasons('openApi', 'plainPassword'), []);
  });
});
