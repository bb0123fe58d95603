import assert from 'node:assert/strict';
import { parseItemRef } from '../../../../../src/core/proxy/model/itemRef';

const shop = { endpointId: 'e1', protocol: 'http', kind: 'routers', name: 'shop@docker' };

describe('itemRef: a reference to an item', () => {
  it('is read from whatever carries its fields, and holds nothing else', () => {
    assert.deepEqual(parseItemRef(shop), shop);
    assert.deepEqual(parseItemRef({ ...shop, type: 'item', label: 'shop', parent: {} }), shop);
    assert.deepEqual(parseItemRef({ ...shop, name: '' }), { ...shop, name: '' });
  });

  it('is nothing else', () => {
    const { name: _, ...nameless } = shop;
    for (const value of [
      undefined,
      null,
      'shop@docker',
      [],
      {},
      nameless,
      { ...shop, endpointId: 7 },
      { ...shop, protocol: 'icmp' },
      { ...shop, protocol: 'toString' },
      { ...shop, kind: 'entrypoints' },
      { ...shop, name: null },
      { ...shop, protocol: 'udp', kind: 'middlewares' },
    ]) {
      assert.equal(parseItemRef(value), undefined, JSON.stringify(value));
    }
  });
});
