import assert from 'node:assert/strict';
import { canceledFailure } from '../../../../src/core/base/errors/failure';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { ProxySessions } from '../../../../src/vscode/shared/proxySessions';
import { proxyEndpoint } from '../../core/proxy/model/fakeHttpClient';
import { inventoryOf } from '../../core/proxy/tree/sample';

describe('proxySessions: the sessions of proxies', () => {
  /** Sessions, of one proxy that is stored, with the ids that are told to have been read. */
  async function open() {
    const inventory: Inventory = await inventoryOf({ 'http/routers': [] });
    const told: string[] = [];
    const sessions = new ProxySessions({
      endpoint: async (id) => (id === proxyEndpoint.id ? proxyEndpoint : undefined),
      async read(id) {
        if (id !== proxyEndpoint.id) throw new Error('There is no such endpoint.');
        return inventory;
      },
    });
    sessions.read.event((id) => told.push(id));
    return { sessions, told };
  }

  it('tell of a read of a proxy, and not of one of an endpoint that is gone, which listeners would read again', async () => {
    const { sessions, told } = await open();
    await (await sessions.open(proxyEndpoint.id)).inventory.read();
    assert.deepEqual(told, [proxyEndpoint.id]);
    await assert.rejects((await sessions.open('gone')).inventory.read());
    assert.deepEqual(told, [proxyEndpoint.id]);
  });

  it('tell nothing of a proxy that was removed while it was read', async () => {
    const { sessions, told } = await open();
    const session = await sessions.open(proxyEndpoint.id);
    const reading = session.inventory.read();
    sessions.follow(proxyEndpoint.id, undefined);
    await reading.catch((error: unknown) => assert.deepEqual(error, canceledFailure()));
    assert.deepEqual(told, []);
  });
});
