import assert from 'node:assert/strict';
import { countTroubles, knownTroubles } from '../../../../../src/core/proxy/model/troubles';
import { errorBadge } from '../../../../../src/core/proxy/tree/treeModel';
import { inventoryOf, recordedInventory } from './sample';

describe('errorBadge: the badge of the view', () => {
  it('counts the errors of all proxies that were read, and says which', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    assert.equal(knownTroubles(inventory), undefined);
    const one = await countTroubles(inventory);
    assert.deepEqual(errorBadge([one]), { value: 19, tooltip: '17 errors, 2 down in the proxies that were read' });
    assert.deepEqual(errorBadge([one, one]), { value: 38, tooltip: '34 errors, 4 down in the proxies that were read' });
    assert.equal(knownTroubles(inventory), one);
  });

  it('counts the same content once, and another certificate anew', async () => {
    const inventory = await recordedInventory('traefik-3.7');
    const counts = await countTroubles(inventory);
    assert.equal(await countTroubles({ ...inventory, readAt: 0 }), counts);
    assert.equal(knownTroubles({ ...inventory, certificates: { state: 'missing' } }), undefined);
  });

  it('is gone where there are only warnings', async () => {
    const routers = [
      { name: 'a@file', status: 'warning' },
      { name: 'b@file', status: 'enabled' },
    ];
    const counts = await countTroubles(await inventoryOf({ 'http/routers': routers }));
    assert.equal(counts.configWarning, 1);
    assert.equal(errorBadge([counts]), undefined);
    assert.equal(errorBadge([]), undefined);
  });
});
