import assert from 'node:assert/strict';
import { EndpointHints } from '../../../../../src/core/base/endpoints/endpointRecord';
import { rememberedKinds } from '../../../../../src/core/base/endpoints/rememberedKinds';

describe('rememberedKinds: what a new window knows of its endpoints', () => {
  const stateOf = (value: unknown) => {
    let kept = value;
    return {
      get: () => kept,
      update: async (_: string, next: unknown) => {
        kept = next;
      },
    };
  };

  it('are the kinds of the hints that were kept', async () => {
    const state = stateOf(undefined);
    assert.deepEqual([...rememberedKinds(state)], []);
    const hints = new EndpointHints(state, () => false);
    await hints.put([{ id: 'a', kind: 'search', name: 'logs', order: 1 }]);
    assert.deepEqual([...rememberedKinds(state)], ['search']);
    await hints.put([{ id: 'b', kind: 'proxy', name: 'edge', order: 2 }]);
    assert.deepEqual([...rememberedKinds(state)].toSorted(), ['proxy', 'search']);
  });

  it('are none where nothing of ours was kept', () => {
    for (const value of ['x', 7, null, {}, [], [null, 7, 'proxy', {}, { kind: 7 }]]) {
      const kinds = rememberedKinds(stateOf(value));
      assert.ok(!kinds.has('proxy') && !kinds.has('search'), JSON.stringify(value));
    }
  });
});
