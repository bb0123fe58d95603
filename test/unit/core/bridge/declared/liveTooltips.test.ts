import assert from 'node:assert/strict';
import { liveTooltips } from '../../../../../src/core/bridge/declared/liveTooltips';
import type { ReadProxy } from '../../../../../src/core/bridge/declared/readProxies';
import { recorded } from '../../proxy/model/given';

describe('what live proxies say of a name in a file', () => {
  const name = { protocol: 'http', kind: 'router', name: 'shop-web@file' } as const;
  const proxy = async (endpointId: string, isBound: boolean): Promise<ReadProxy> => ({
    endpointId,
    name: endpointId,
    isBound,
    inventory: await recorded('3.7'),
  });

  it('is of each proxy that has it, that of the file first', async () => {
    const told = liveTooltips(name, [await proxy('other', false), await proxy('own', true)]);
    assert.deepEqual(
      told.map((one) => one.proxy),
      ['own', 'other'],
    );
    assert.deepEqual(told[0]?.ref, { endpointId: 'own', protocol: 'http', kind: 'routers', name: 'shop-web@file' });
    assert.ok(told[0]?.rows.some(([label, value]) => label === 'Health' && value === '2 of 3 up'));
  });

  it('is nothing where the name is not listed, or is one that proxies do not list', async () => {
    const proxies = [await proxy('own', true)];
    assert.deepEqual(liveTooltips({ ...name, name: 'gone@file' }, proxies), []);
    assert.deepEqual(liveTooltips({ ...name, kind: 'tlsOptions' }, proxies), []);
  });
});
