import assert from 'node:assert/strict';
import { type SingleFlight, singleFlight } from '../../../../src/core/base/async/singleFlight';
import { RequestFailure } from '../../../../src/core/base/errors/failure';
import { readInventory } from '../../../../src/core/proxy/api/readInventory';
import type { ViewOptions } from '../../../../src/core/proxy/describe/viewOptions';
import { findingsOf } from '../../../../src/core/proxy/findings/findings';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { openProxySession, type ProxySession } from '../../../../src/core/proxy/session';
import { readRecordings } from '../../../recordings/read';
import { fakeHttpClient, json, pageNotFound } from './model/fakeHttpClient';
import { inventoryOf, plainLook, root, sampleReadAt } from './tree/sample';

const refused = new RequestFailure({
  kind: 'refused',
  sentence: 'It refused the connection.',
  nextStep: 'Check that it is running.',
});

describe('session: the session of a proxy', () => {
  let next: () => Promise<Inventory>;
  let shared: SingleFlight<Inventory>;
  let look: ViewOptions;
  let session: ProxySession;

  beforeEach(() => {
    shared = singleFlight(() => next());
    look = plainLook;
    session = openProxySession({ inventory: shared, viewOptions: () => look });
  });

  const refresh = async (): Promise<boolean> => {
    shared.refresh();
    await shared.read().catch(() => undefined);
    return session.update();
  };
  const labels = async (): Promise<readonly string[]> => (await session.children(root)).map(({ label }) => label);

  it('stands still after a refresh that finds nothing new, so that no row is drawn again', async () => {
    const recorded = readRecordings('traefik-3.7');
    const client = fakeHttpClient(({ path }) => {
      const name = path.replace(/^\/api\/|\?.*$/g, '').replace('/', '-');
      return recorded.get(name)?.response ?? pageNotFound;
    });
    shared = singleFlight(async (signal, latest) => ({
      ...(await readInventory(client, signal, latest)),
      readAt: sampleReadAt,
    }));
    session = openProxySession({ inventory: shared, viewOptions: () => look });
    const before = await session.see();
    // On a busy machine they come after the rows.
    await findingsOf(shared.latest ?? assert.fail('it was read'));
    session.update();
    assert.equal(await refresh(), false);
    assert.equal((await session.see()).model, before.model);
    assert.ok(client.paths.length > 20);
  });

  it('changes with one changed item', async () => {
    let rule = 'Host(`a`)';
    const client = fakeHttpClient(({ path }) =>
      path.startsWith('/api/http/routers') ? json([{ name: 'r', rule }]) : pageNotFound,
    );
    shared = singleFlight((signal, latest) => readInventory(client, signal, latest));
    session = openProxySession({ inventory: shared, viewOptions: () => look });
    await session.see();
    assert.equal(await refresh(), false);
    rule = 'Host(`b`)';
    assert.equal(await refresh(), true);
    assert.equal(await refresh(), false);
  });

  it('changes when a day passes that a row counts', async () => {
    const version = { number: '3.7', startDate: new Date(sampleReadAt - 60_000).toISOString() };
    const inventory = await inventoryOf({ 'http/routers': [] });
    next = async () => ({ ...inventory, version, readAt: sampleReadAt });
    await session.see();
    next = async () => ({ ...inventory, version, readAt: sampleReadAt + 50 * 60_000 });
    assert.equal(await refresh(), false);
    next = async () => ({ ...inventory, version, readAt: sampleReadAt + 3 * 3_600_000 });
    assert.equal(await refresh(), true);
  });

  it('keeps what was read when a refresh fails, and says why', async () => {
    const inventory = await inventoryOf({ 'http/routers': [{ name: 'r' }] });
    next = async () => inventory;
    const before = await session.see();
    next = () => Promise.reject(refused);
    assert.equal(await refresh(), true);
    const stale = await session.see();
    assert.equal(stale.model, before.model);
    assert.equal(stale.failure, refused.failure);
    assert.equal((await labels())[0], 'Connection refused');
    assert.equal(session.known.inventory, inventory);
    assert.equal(session.known.failure, refused.failure);
    // The same again is nothing new; something else is.
    next = () => Promise.reject(new RequestFailure({ ...refused.failure }));
    assert.equal(await refresh(), false);
    next = () => Promise.reject(new RequestFailure({ ...refused.failure, sentence: 'It is away.' }));
    assert.equal(await refresh(), true);
    next = async () => inventory;
    assert.equal(await refresh(), true);
    assert.equal((await session.see()).failure, undefined);
  });

  it('begins with what was read for someone else, also where a later read failed', async () => {
    const inventory = await inventoryOf({ 'http/routers': [{ name: 'r' }] });
    next = async () => inventory;
    await shared.read();
    next = () => Promise.reject(refused);
    shared.refresh();
    await shared.read().catch(() => undefined);
    const { model, failure } = await session.see();
    assert.equal(model.inventory, inventory);
    assert.equal(failure, refused.failure);
  });

  it('says why nothing could be read, and shows rows as soon as that succeeds', async () => {
    next = () => Promise.reject(refused);
    assert.deepEqual(await labels(), ['Connection refused']);
    assert.equal(await refresh(), false);
    next = () => inventoryOf({ 'http/routers': [] });
    assert.equal(await refresh(), true);
    assert.ok((await labels()).includes('HTTP'));
  });

  it('reads once for the first ask, and not at all for an update', async () => {
    let reads = 0;
    next = () => {
      reads++;
      return inventoryOf({ 'http/routers': [] });
    };
    assert.equal(session.update(), false);
    assert.equal(session.model, undefined);
    assert.equal(reads, 0);
    await Promise.all([session.see(), session.see()]);
    await session.see();
    assert.equal(reads, 1);
  });

  it('changes with how a person wants to see it', async () => {
    next = () => inventoryOf({ 'http/routers': [{ name: 'a' }, { name: 'b' }] });
    await session.see();
    for (const change of [
      { grouping: 'provider' },
      { sorting: 'name' },
      { showsInternal: false },
      { filter: 'a' },
    ] as const) {
      look = { ...plainLook, ...change };
      assert.equal(session.update(), true);
      assert.equal(session.update(), false);
      assert.equal(session.model?.viewOptions, look);
      look = plainLook;
      assert.equal(session.update(), true);
    }
  });
});
