import assert from 'node:assert/strict';
import type { IgnoredFindings } from '../../../../../src/core/base/endpoints/endpoint';
import { endpointExposures } from '../../../../../src/core/base/endpoints/exposure';
import type { Finding } from '../../../../../src/core/proxy/findings/finding';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import { endpointFindings, ignoredEntryOf, ignoredKeyOf } from '../../../../../src/core/proxy/findings/ignoredFindings';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { setTranslation } from '../../../../../src/l10n/language';
import { proxyEndpoint } from '../model/fakeHttpClient';
import { recordedInventory, sampleReadAt } from '../tree/sample';
import { entryPoint, type Fields, inventoryIn, router } from './routers';

const ignoring = (...findings: readonly Finding[]): IgnoredFindings =>
  Object.fromEntries(findings.map((finding) => [ignoredKeyOf(finding), ignoredEntryOf(finding)]));

const foundIn = async (inventory: Inventory) => (await findingsOf(inventory)) ?? assert.fail('given up');

async function oneIn(inventory: Inventory, kind: Finding['kind']): Promise<Finding> {
  return (await foundIn(inventory)).list.find((one) => one.kind === kind) ?? assert.fail(kind);
}

/** Two routers, the first of which takes everything that the second would. */
function shadowing(winner: Fields = {}, loser: Fields = {}): Promise<Inventory> {
  return inventoryIn({
    entryPoints: [entryPoint('web')],
    http: {
      routers: [
        router('first@file', { rule: 'Host(`a.test`)', priority: 9, ...winner }),
        router('second@file', { rule: 'Host(`a.test`) && Path(`/x`)', priority: 5, ...loser }),
      ],
      services: [{ name: 's@file', provider: 'file', status: 'enabled', type: 'loadbalancer', loadBalancer: {} }],
    },
  });
}

describe('ignoredFindings: a finding that is ignored', () => {
  it('stands apart and nowhere else, and all others stay in their order', async () => {
    const found = await foundIn(await recordedInventory('traefik-3.7'));
    const [first, second, ...others] = found.list;
    assert.ok(first !== undefined && second !== undefined);
    const { list, ignored, notes } = endpointFindings({ found, ignored: ignoring(first) });
    assert.deepEqual(list, [second, ...others]);
    assert.deepEqual(ignored, [first]);
    assert.deepEqual(notes, found.notes);
    assert.deepEqual(endpointFindings({ found }).list, found.list);
  });

  it('is one of its own: no two findings have the same key', async () => {
    const { list } = await foundIn(await recordedInventory('traefik-3.7'));
    assert.equal(new Set(list.map(ignoredKeyOf)).size, list.length);
  });

  it('stays ignored when the proxy is read again, days later, and in another language', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const all = ignoring(...(await foundIn(inventory)).list);
    const again = { ...(await recordedInventory('traefik-3.7')), readAt: sampleReadAt + 86_400_000 };
    assert.deepEqual(endpointFindings({ found: await foundIn(again), ignored: all }).list, []);
    setTranslation({ language: 'de', contents: { 'Nothing uses this service.': 'Nichts nutzt diesen Dienst.' } });
    try {
      const found = await foundIn(await recordedInventory('traefik-3.7'));
      assert.ok(found.list.some(({ reason }) => reason.startsWith('Nichts')));
      assert.deepEqual(endpointFindings({ found, ignored: all }).list, []);
    } finally {
      setTranslation(undefined);
    }
  });

  const changes: readonly (readonly [what: string, winner: Fields, loser: Fields])[] = [
    ['its partner', { name: 'third@file' }, {}],
    ['the priority of its partner', { priority: 10 }, {}],
    ['its own rule', {}, { rule: 'Host(`a.test`) && Path(`/y`)' }],
  ];
  for (const [what, winner, loser] of changes) {
    it(`comes back when ${what} changes`, async () => {
      const ignored = ignoring(await oneIn(await shadowing(), 'neverWins'));
      const before = endpointFindings({ found: await foundIn(await shadowing()), ignored });
      assert.ok(!before.list.some(({ kind }) => kind === 'neverWins'));
      const now = endpointFindings({ found: await foundIn(await shadowing(winner, loser)), ignored });
      assert.ok(now.list.some(({ kind }) => kind === 'neverWins'));
      assert.deepEqual(now.ignored, []);
    });
  }

  it('comes back when a certificate that was about to expire has expired', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const ignored = ignoring(await oneIn(inventory, 'certificate'));
    const later = { ...inventory, readAt: sampleReadAt + 30 * 86_400_000 };
    const kinds = (of: typeof inventory) =>
      foundIn(of).then((found) => endpointFindings({ found, ignored }).list.map(({ kind }) => kind));
    assert.ok(!(await kinds(inventory)).includes('certificate'));
    assert.ok((await kinds(later)).includes('certificate'));
  });

  it('may be about the endpoint itself', async () => {
    const exposures = endpointExposures({ ...proxyEndpoint, url: 'http://edge.example.test', auth: { type: 'none' } });
    const found = { list: [], notes: [] };
    const [open] = endpointFindings({ found, exposures }).list;
    assert.ok(open?.kind === 'openApi');
    const { list, ignored } = endpointFindings({ found, exposures, ignored: ignoring(open) });
    assert.deepEqual([list, ignored], [[], [open]]);
  });

  it('gives the same lists for the same content, so that nothing is drawn or looked up anew', async () => {
    const found = await foundIn(await recordedInventory('traefik-3.7'));
    const [first] = found.list;
    const ignored = ignoring(first ?? assert.fail());
    const once = endpointFindings({ found, ignored });
    assert.equal(endpointFindings({ found, ignored: { ...ignored } }), once);
    assert.notEqual(endpointFindings({ found, ignored: {} }), once);
    assert.equal(endpointFindings({ found, ignored }), once);
  });
});
