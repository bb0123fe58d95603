import assert from 'node:assert/strict';
import { childrenOf } from '../../../../../src/core/proxy/tree/children';
import { modelOf, recordedInventory, rowAt } from './sample';

describe('firstRows: the first rows of a group', () => {
  it('are those that it begins with, made without the others', async () => {
    const model = modelOf(await recordedInventory('traefik-3.7'));
    const group = await rowAt(model, 'HTTP', 'Routers');
    const seenOf = async () => ({ model });
    const all = await childrenOf(group, seenOf);
    assert.equal(all.length, 42);
    assert.deepEqual(
      (await childrenOf(group, seenOf, 3)).map(({ id }) => id),
      all.slice(0, 3).map(({ id }) => id),
    );
    assert.equal((await childrenOf(group, seenOf, 500)).length, 42);
  });
});
