import assert from 'node:assert/strict';
import { type SingleFlight, singleFlight } from '../../../../src/core/base/async/singleFlight';
import type { HttpResponse } from '../../../../src/core/base/http/httpClient';
import { readInventory } from '../../../../src/core/proxy/api/readInventory';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { openProxySession } from '../../../../src/core/proxy/session';
import { fakeHttpClient, json, pageNotFound } from './model/fakeHttpClient';
import { plainLook } from './tree/sample';

const busy: HttpResponse = { status: 503, headers: { 'retry-after': '90' }, body: 'busy' };

/** The session of a proxy that answers paths below /api/ so, and everything else with empty lists. */
function opened(answers: Map<string, HttpResponse>) {
  const client = fakeHttpClient(({ path }) => {
    const name = path.replace(/^\/api\/|\?.*$/g, '');
    return answers.get(name) ?? (name === 'overview' ? pageNotFound : json(name === 'version' ? {} : []));
  });
  const shared: SingleFlight<Inventory> = singleFlight((signal, latest) => readInventory(client, signal, latest));
  return openProxySession({ inventory: shared, viewOptions: () => plainLook });
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

  it('is told as failed where all of it failed', async () => {
    const session = opened(new Map([['http/routers', { status: 401, headers: {}, body: '' }]]));
    assert.equal((await session.refresh())?.kind, 'unauthorized');
    session.dispose();
  });
});
