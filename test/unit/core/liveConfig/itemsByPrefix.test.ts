import assert from 'node:assert/strict';
import { itemsByPrefix } from '../../../../src/core/liveConfig/itemsByPrefix';
import { itemSource } from '../../../../src/core/proxy/api/items';
import type { Item } from '../../../../src/core/proxy/model/model';

describe('itemsByPrefix: the items whose names begin with a text', () => {
  const items = new Map<string, Item>();
  for (const name of ['shop-b@file', 'api@file', 'shop@file', 'shop-a@file', 'zoo@file', 'Shop-c@file']) {
    const item = itemSource('http', 'routers').read({ name }, '{}');
    if (item !== undefined) items.set(name, item);
  }
  const named = (prefix: string): readonly string[] => itemsByPrefix(items, prefix).map(({ name }) => name);

  it('are all of them, and no others', () => {
    assert.deepEqual(named('shop-'), ['shop-a@file', 'shop-b@file']);
    assert.deepEqual(named('zoo@file'), ['zoo@file']);
    assert.deepEqual(named('zz'), []);
    assert.equal(named('').length, items.size);
  });
});
