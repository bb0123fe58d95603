import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { type Failure, RequestFailure } from '../../../../src/core/base/errors/failure';
import type { HttpResponse } from '../../../../src/core/base/http/httpClient';
import { readInventory } from '../../../../src/core/proxy/api/readInventory';
import { ProxySession } from '../../../../src/core/proxy/session';
import { fakeHttpClient, json, pageNotFound } from './model/fakeHttpClient';
import { inventoryOf, plainLook } from './tree/sample';

const busy: HttpResponse = { status: 503, headers: { 'retry-after': '90' }, body: 'busy' };

/** The session of a proxy that answers paths below /api/ so, and everything else with empty lists. */
function opened(answers: Map<string, HttpResponse>) {
  const client = fakeHttpClient(({ path }) => {
    const name = path.replace(/^\/api\/|\?.*$/g, '');
    return answers.get(name) ?? (name === 'overview' ? pageNotFound : json(name === 'version' ? {} : []));
  });
  return new ProxySession({
    read: (signal, latest) => readInventory(client, signal, latest),
    viewOptions: () => plainLook,
  });
}

describe('sessionRefresh: the refresh of a proxy', () => {
  const routers = json([{ name: 'a@file' }], { 'x-next-page': '1' });

  it('is told as failed where a part of it failed, so that the next one waits, and as good otherwise', async () => {
    const answers = new Map([['http/routers', routers]]);
    const session = opened(answers);
    assert.equal(await session.refresh(), undefined);
    answers.set('http/routers', busy);
    const failure = await session.refresh();
    assert.deepEqual([failure?.kind, failure?.retryAfterSeconds], ['serverError', 90]);
    answers.set('http/routers', routers);
    assert.equal(await session.refresh(), undefined);
    session.dispose();
  });

  it('is automatic only once somebody has read the proxy', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    let reads = 0;
    const inventory = await inventoryOf({ 'http/routers': [] });
    const session = new ProxySession({
      read: async () => {
        reads += 1;
        return inventory;
      },
      viewOptions: () => plainLook,
    });
    session.schedule(10, true);
    mock.timers.tick(60_000);
    assert.equal(reads, 0);
    await session.inventory.read();
    assert.equal(reads, 1);
    mock.timers.tick(60_000);
    assert.equal(reads, 2);
    await new Promise(setImmediate);
    // With another connection, it may be held back.
    session.reconnect();
    mock.timers.tick(60_000);
    assert.equal(reads, 2);
    await session.inventory.read();
    mock.timers.tick(60_000);
    assert.equal(reads, 4);
    session.dispose();
    mock.timers.reset();
  });

  it('is not automatic any more where the credentials are refused, until somebody asks and they are not', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const inventory = await inventoryOf({ 'http/routers': [] });
    let reads = 0;
    let kind: Failure['kind'] | undefined;
    const session = new ProxySession({
      read: async () => {
        reads += 1;
        if (kind !== undefined) throw new RequestFailure({ kind, sentence: 'It failed.', nextStep: 'None.' });
        return inventory;
      },
      viewOptions: () => plainLook,
    });
    const pass = async (): Promise<number> => {
      for (let minute = 0; minute < 60; minute++) {
        mock.timers.tick(60_000);
        await new Promise(setImmediate);
      }
      return reads;
    };
    session.schedule(600, true);
    for (const refused of ['unauthorized', 'forbidden'] as const) {
      // One that nobody has asked for is refused, then one that somebody has.
      kind = undefined;
      await session.refresh();
      kind = refused;
      reads = 0;
      assert.equal(await pass(), 1);
      await session.refresh();
      session.schedule(600, false);
      session.schedule(600, true);
      assert.equal(await pass(), 2);
      kind = undefined;
      await session.refresh();
      assert.equal(await pass(), 9);
    }
    // The first read, and one that shows rows or a document.
    kind = 'unauthorized';
    session.reconnect();
    reads = 0;
    await session.inventory.read().catch(() => undefined);
    assert.equal(await pass(), 1);
    kind = undefined;
    session.inventory.refresh();
    await session.inventory.read();
    assert.ok((await pass()) > 6);
    // Others pass.
    kind = 'serverError';
    await session.refresh();
    reads = 0;
    assert.ok((await pass()) > 3);
    session.dispose();
    mock.timers.reset();
  });

  it('is told as failed where all of it failed', async () => {
    const session = opened(new Map([['http/routers', { status: 401, headers: {}, body: '' }]]));
    assert.equal((await session.refresh())?.kind, 'unauthorized');
    session.dispose();
  });
});
