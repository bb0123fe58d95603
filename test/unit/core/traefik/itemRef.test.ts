import assert from 'node:assert/strict';
import { onlyText } from '../../../../src/core/json/entryTexts';
import { itemRefOf, parseItemRef } from '../../../../src/core/traefik/itemRef';
import { readItem } from '../../../../src/core/traefik/items';

const shop = { endpointId: 'e1', protocol: 'http', kind: 'routers', name: 'shop@docker' };

describe('a reference to an item', () => {
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

  it('is made of an item', () => {
    const item = readItem('http', 'routers', { name: 'shop@docker' }, onlyText(''), 0);
    assert.ok(item !== undefined);
    assert.deepEqual(itemRefOf('e1', item), shop);
  });
});
