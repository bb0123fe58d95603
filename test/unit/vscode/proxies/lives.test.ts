import assert from 'node:assert/strict';
import { type SharedRead, shareRead } from '../../../../src/core/base/async/sharedRead';
import type { HttpAnswer } from '../../../../src/core/base/http/door';
import { readInventory } from '../../../../src/core/proxy/api/readInventory';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { openLives } from '../../../../src/vscode/proxies/lives';
import { fakeDoor, json, pageNotFound, proxyEndpoint } from '../../core/proxy/model/fakeDoor';

const busy: HttpAnswer = { status: 503, headers: { 'retry-after': '90' }, body: 'busy' };

/** A live endpoint whose proxy answers paths below /api/ so, and everything else with empty lists. */
async function opened(answers: Map<string, HttpAnswer>) {
  const door = fakeDoor(({ path }) => {
    const name = path.replace(/^\/api\/|\?.*$/g, '');
    return answers.get(name) ?? (name === 'overview' ? pageNotFound : json(name === 'version' ? {} : []));
  });
  const shared: SharedRead<Inventory> = shareRead((signal, latest) => readInventory(door, signal, latest));
  type Surroundings = Parameters<typeof openLives>[0];
  const lives = openLives({
    connections: {
      inventory: async () => shared,
      store: async () => ({ get: async () => proxyEndpoint }),
    } as unknown as Surroundings['connections'],
    filters: { get: () => '' } as unknown as Surroundings['filters'],
    look: () => ({ groupBy: undefined, sortBy: undefined, showInternal: undefined }),
    onReading: () => undefined,
    onRead: () => undefined,
    onOpen: () => undefined,
  });
  return lives.open(proxyEndpoint.id);
}

describe('the refresh of a live endpoint', () => {
  const routers = json([{ name: 'a@file' }], { 'x-next-page': '1' });

  it('is told as failed where a part of it failed, so that the next one waits, and as good otherwise', async () => {
    const answers = new Map([['http/routers', routers]]);
    const live = await opened(answers);
    assert.equal(await live.refresh(), undefined);
    answers.set('http/routers', busy);
    const failure = await live.refresh();
    assert.deepEqual([failure?.kind, failure?.retryAfterSeconds], ['serverError', 90]);
    answers.set('http/routers', routers);
    assert.equal(await live.refresh(), undefined);
    live.auto.dispose();
  });

  it('is told as failed where all of it failed', async () => {
    const live = await opened(new Map([['http/routers', { status: 401, headers: {}, body: '' }]]));
    assert.equal((await live.refresh())?.kind, 'unauthorized');
    live.auto.dispose();
  });
});
