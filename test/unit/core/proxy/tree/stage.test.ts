import assert from 'node:assert/strict';
import { type SharedRead, shareRead } from '../../../../../src/core/base/async/sharedRead';
import { RequestFailure } from '../../../../../src/core/base/errors/failure';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import type { Look } from '../../../../../src/core/proxy/describe/look';
import { findingsOf } from '../../../../../src/core/proxy/findings/findings';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { childrenOf } from '../../../../../src/core/proxy/tree/children';
import { openStage, type Stage } from '../../../../../src/core/proxy/tree/stage';
import { readRecordings } from '../../../../recordings/read';
import { fakeDoor, json, pageNotFound } from '../model/fakeDoor';
import { inventoryOf, plainLook, READ_AT, root } from './sample';

const refused = new RequestFailure({
  kind: 'refused',
  sentence: 'It refused the connection.',
  nextStep: 'Check that it is running.',
});

describe('the stage of an endpoint', () => {
  let next: () => Promise<Inventory>;
  let shared: SharedRead<Inventory>;
  let look: Look;
  let stage: Stage;

  beforeEach(() => {
    shared = shareRead(() => next());
    look = plainLook;
    stage = openStage(
      shared,
      () => shared.read(),
      () => look,
    );
  });

  const refresh = async (): Promise<boolean> => {
    shared.refresh();
    await shared.read().catch(() => undefined);
    return stage.update();
  };
  const labels = async (): Promise<readonly string[]> =>
    (await childrenOf(root, () => stage.see())).map(({ label }) => label);

  it('stands still after a refresh that finds nothing new, so that no row is drawn again', async () => {
    const recorded = readRecordings('traefik-3.7');
    const door = fakeDoor(({ path }) => {
      const name = path.replace(/^\/api\/|\?.*$/g, '').replace('/', '-');
      return recorded.get(name)?.response ?? pageNotFound;
    });
    shared = shareRead(async (signal, latest) => ({ ...(await readInventory(door, signal, latest)), readAt: READ_AT }));
    stage = openStage(
      shared,
      () => shared.read(),
      () => look,
    );
    const before = await stage.see();
    // On a busy machine they come after the rows.
    await findingsOf(shared.latest ?? assert.fail('it was read'));
    stage.update();
    assert.equal(await refresh(), false);
    assert.equal((await stage.see()).scene, before.scene);
    assert.ok(door.paths.length > 20);
  });

  it('changes with one changed item', async () => {
    let rule = 'Host(`a`)';
    const door = fakeDoor(({ path }) =>
      path.startsWith('/api/http/routers') ? json([{ name: 'r', rule }]) : pageNotFound,
    );
    shared = shareRead((signal, latest) => readInventory(door, signal, latest));
    stage = openStage(
      shared,
      () => shared.read(),
      () => look,
    );
    await stage.see();
    assert.equal(await refresh(), false);
    rule = 'Host(`b`)';
    assert.equal(await refresh(), true);
    assert.equal(await refresh(), false);
  });

  it('changes when a day passes that a row counts', async () => {
    const version = { number: '3.7', startDate: new Date(READ_AT - 60_000).toISOString() };
    const inventory = await inventoryOf({ 'http/routers': [] });
    next = async () => ({ ...inventory, version, readAt: READ_AT });
    await stage.see();
    next = async () => ({ ...inventory, version, readAt: READ_AT + 50 * 60_000 });
    assert.equal(await refresh(), false);
    next = async () => ({ ...inventory, version, readAt: READ_AT + 3 * 3_600_000 });
    assert.equal(await refresh(), true);
  });

  it('keeps what was read when a refresh fails, and says why', async () => {
    const inventory = await inventoryOf({ 'http/routers': [{ name: 'r' }] });
    next = async () => inventory;
    const before = await stage.see();
    next = () => Promise.reject(refused);
    assert.equal(await refresh(), true);
    const stale = await stage.see();
    assert.equal(stale.scene, before.scene);
    assert.equal(stale.failure, refused.failure);
    assert.equal((await labels())[0], 'Connection refused');
    assert.equal(stage.known.inventory, inventory);
    assert.equal(stage.known.failure, refused.failure);
    // The same again is nothing new; something else is.
    next = () => Promise.reject(new RequestFailure({ ...refused.failure }));
    assert.equal(await refresh(), false);
    next = () => Promise.reject(new RequestFailure({ ...refused.failure, sentence: 'It is away.' }));
    assert.equal(await refresh(), true);
    next = async () => inventory;
    assert.equal(await refresh(), true);
    assert.equal((await stage.see()).failure, undefined);
  });

  it('begins with what was read for someone else, also where a later read failed', async () => {
    const inventory = await inventoryOf({ 'http/routers': [{ name: 'r' }] });
    next = async () => inventory;
    await shared.read();
    next = () => Promise.reject(refused);
    shared.refresh();
    await shared.read().catch(() => undefined);
    const { scene, failure } = await stage.see();
    assert.equal(scene.inventory, inventory);
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
    assert.equal(stage.update(), false);
    assert.equal(stage.scene, undefined);
    assert.equal(reads, 0);
    await Promise.all([stage.see(), stage.see()]);
    await stage.see();
    assert.equal(reads, 1);
  });

  it('changes with how a person wants to see it', async () => {
    next = () => inventoryOf({ 'http/routers': [{ name: 'a' }, { name: 'b' }] });
    await stage.see();
    for (const change of [
      { grouping: 'provider' },
      { sorting: 'name' },
      { showsInternal: false },
      { filter: 'a' },
    ] as const) {
      look = { ...plainLook, ...change };
      assert.equal(stage.update(), true);
      assert.equal(stage.update(), false);
      assert.equal(stage.scene?.look, look);
      look = plainLook;
      assert.equal(stage.update(), true);
    }
  });
});
