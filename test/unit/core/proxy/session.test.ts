import assert from 'node:assert/strict';
import { RequestFailure } from '../../../../src/core/base/errors/failure';
import { readInventory } from '../../../../src/core/proxy/api/readInventory';
import type { ViewOptions } from '../../../../src/core/proxy/describe/viewOptions';
import { findingsOf } from '../../../../src/core/proxy/findings/findings';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { ProxySession } from '../../../../src/core/proxy/session';
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
  let notified: number;
  let look: ViewOptions;
  let session: ProxySession;

  beforeEach(() => {
    look = plainLook;
    notified = 0;
    session = open(() => next());
  });

  const open = (read: ConstructorParameters<typeof ProxySession>[0]['read']) =>
    new ProxySession({
      read,
      viewOptions: () => look,
      onRead: () => {
        notified += 1;
      },
    });
  const refresh = async (): Promise<boolean> => {
    session.inventory.refresh();
    await session.inventory.read().catch(() => undefined);
    return session.update();
  };
  const labels = async (): Promise<readonly string[]> => (await session.children(root)).map(({ label }) => label);

  it('stands still after a refresh that finds nothing new, so that no row is drawn again', async () => {
    const recorded = readRecordings('traefik-3.7');
    const client = fakeHttpClient(({ path }) => {
      const name = path.replace(/^\/api\/|\?.*$/g, '').replace('/', '-');
      return recorded.get(name)?.response ?? pageNotFound;
    });
    session = open(async (signal, latest) => ({
      ...(await readInventory(client, signal, latest)),
      readAt: sampleReadAt,
    }));
    const before = await session.see();
    // On a busy machine they come after the rows.
    await findingsOf(session.inventory.latest ?? assert.fail('it was read'));
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
    session = open((signal, latest) => readInventory(client, signal, latest));
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
    await session.inventory.read();
    next = () => Promise.reject(refused);
    session.inventory.refresh();
    await session.inventory.read().catch(() => undefined);
    const { model, failure } = await session.see();
    assert.equal(model.inventory, inventory);
    assert.equal(failure, refused.failure);
  });

  it('says why nothing could be read, and shows rows as soon as that succeeds', async () => {
    next = () => Promise.reject(refused);
    assert.deepEqual(await labels(), ['Connection refused']);
    assert.equal(await refresh(), false);
    next = () => inventoryOf({ 'http/routers': [{ name: 'a' }] });
    assert.equal(await refresh(), true);
    assert.ok((await labels()).includes('Routers'));
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

  it('notifies once of each read, whoever asks for it, and not of a canceled one', async () => {
    next = () => inventoryOf({ 'http/routers': [] });
    await Promise.all([session.see(), session.inventory.read(), session.refresh()]);
    assert.equal(notified, 1);
    await Promise.all([session.refresh(), session.refresh(), session.inventory.read()]);
    assert.equal(notified, 2);
    next = () => Promise.reject(refused);
    await session.refresh();
    assert.equal(notified, 3);
    next = () => new Promise(() => undefined);
    const refreshing = session.refresh();
    session.inventory.stop();
    await refreshing;
    assert.equal(notified, 3);
  });

  it('shows nothing of the former connection after it connects again, also of a read under way', async () => {
    const former = await inventoryOf({ 'http/routers': [{ name: 'former' }] });
    next = async () => former;
    await session.see();
    session.staticConfiguration = '{}';
    session.reconnect();
    assert.deepEqual([session.known.inventory, session.model, session.findings], [undefined, undefined, undefined]);
    assert.equal(session.staticConfiguration, undefined);
    let end: (inventory: Inventory) => void = () => undefined;
    next = () => new Promise((resolve) => (end = resolve));
    const seeing = session.see();
    const now = await inventoryOf({ 'http/routers': [{ name: 'now' }] });
    session.reconnect();
    next = async () => now;
    end(former);
    assert.equal((await seeing).model.inventory, now);
  });

  it('changes with how a person wants to see it', async () => {
    next = () => inventoryOf({ 'http/routers': [{ name: 'a' }, { name: 'b' }] });
    await session.see();
    for (const change of [{ grouping: 'provider' }, { sorting: 'name' }, { filter: 'a' }] as const) {
      look = { ...plainLook, ...change };
      assert.equal(session.update(), true);
      assert.equal(session.update(), false);
      assert.equal(session.model?.viewOptions, look);
      look = plainLook;
      assert.equal(session.update(), true);
    }
  });
});
