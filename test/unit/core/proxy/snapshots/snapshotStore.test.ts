import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSnapshotStore, type SnapshotStore } from '../../../../../src/core/proxy/snapshots/snapshotStore';
import { snapshotText } from '../../../../../src/core/proxy/snapshots/writeSnapshot';
import { given } from '../model/given';

/** Kept of an endpoint. */
const mostSnapshots = 100;

const signal = new AbortController().signal;
const gone = '11111111-2222-3333-4444-555555555555';

describe('snapshotStore: the store of snapshots', () => {
  let folder: string;
  let store: SnapshotStore;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'snapshots-')), 'of', 'ours');
    store = openSnapshotStore(folder);
  });
  afterEach(() => rm(join(folder, '..', '..'), { recursive: true, force: true }));

  const written = async (name: string, readAt: number): Promise<string> => {
    const inventory = { ...(await given({ http: { routers: [{ name: 'a@file' }] } })), readAt };
    return snapshotText({ name, endpoint: { id: 'e1', name: 'edge' } }, inventory, signal);
  };
  const names = async (): Promise<readonly (string | undefined)[]> =>
    (await store.list()).map((one) => (one.state === 'ready' ? one.about.name : `${one.state} ${one.name ?? ''}`));

  it('is empty before anything was kept', async () => {
    assert.deepEqual(await store.list(), []);
    await store.remove(gone);
    await store.removeAll();
  });

  it('lists the latest first, and gives back what was kept', async () => {
    await store.add('e1', await written('old', 1));
    const id = await store.add('e1', await written('new', 2));
    assert.deepEqual(await names(), ['new', 'old']);
    const { about, inventory } = await store.read(id, signal);
    assert.equal(about.name, 'new');
    assert.deepEqual(about.counts, { routers: 1, services: 0, middlewares: 0 });
    assert.equal(inventory.groups.http.routers?.state, 'read');
    assert.equal(await store.text(id), await written('new', 2));
  });

  it('shares its folder with another window', async () => {
    const other = openSnapshotStore(folder);
    const id = await store.add('e1', await written('one', 1));
    assert.equal((await other.read(id, signal)).about.name, 'one');
    await other.remove(id);
    assert.deepEqual(await names(), []);
    await assert.rejects(store.read(id, signal), /no longer exists/);
    await assert.rejects(store.rename(id, 'x'), /no longer exists/);
  });

  it('renames one and changes nothing else of it', async () => {
    const id = await store.add('e1', await written('one', 1));
    await store.rename(id, 'a “better”\nname');
    assert.deepEqual(await names(), ['a “better”\nname']);
    assert.equal(
      (await store.text(id)).split('\n').slice(1).join('\n'),
      (await written('one', 1)).split('\n').slice(1).join('\n'),
    );
  });

  it('leaves no passing files behind', async () => {
    await store.add('e1', await written('one', 1));
    assert.ok((await readdir(folder)).every((name) => name.endsWith('.json')));
  });

  it('removes what a killed window left behind, once it is used and not before', async () => {
    await mkdir(folder, { recursive: true });
    const left = join(folder, '.a.json.0123456789ab.part');
    await writeFile(left, 'half');
    const longAgo = Date.now() / 1_000 - 7_200;
    await utimes(left, longAgo, longAgo);
    const other = openSnapshotStore(folder);
    await sleep(20);
    assert.deepEqual(await readdir(folder), ['.a.json.0123456789ab.part']);
    assert.deepEqual(await other.list(), []);
    for (let waits = 0; (await readdir(folder)).length > 0 && waits < 200; waits++) await sleep(10);
    assert.deepEqual(await readdir(folder), []);
  });

  it('tells of files that it cannot read, last, and leaves them where they are', async () => {
    await store.add('e1', await written('one', 1));
    const damaged = join(folder, `${gone}.json`);
    await writeFile(damaged, 'not a snapshot');
    await writeFile(
      join(folder, `${gone.replace('1', '2')}.json`),
      '{"proxyScoutSnapshot":9,"about":{"name":"later"}}',
    );
    assert.deepEqual(await names(), ['one', 'corrupt ', 'newer later']);
    await assert.rejects(store.read(gone, signal), ({ failure }) => failure.nextStep === `The file is ${damaged}.`);
    await assert.rejects(store.rename(gone, 'x'), /was not renamed/);
    assert.equal(await readFile(damaged, 'utf8'), 'not a snapshot');
  });

  it('lists the others where one is no file or leads elsewhere, and follows no link', async () => {
    await store.add('e1', await written('one', 1));
    const outside = join(folder, '..', 'outside.json');
    await writeFile(outside, await written('outside', 1));
    const odd = (sign: string): string => join(folder, `${gone.replace('1', sign)}.json`);
    await mkdir(odd('2'));
    if (process.platform !== 'win32') {
      await symlink(outside, odd('3'));
      await symlink(odd('4'), odd('4'));
      execFileSync('mkfifo', [odd('5')]);
    }
    const others = process.platform === 'win32' ? 1 : 4;
    assert.deepEqual(await names(), ['one', ...Array(others).fill('corrupt ')]);
    for (const { id, state } of await store.list()) {
      if (state === 'ready') continue;
      await assert.rejects(store.read(id, signal), /not a file|cannot be read or saved/);
      await store.remove(id);
    }
    assert.deepEqual(await names(), ['one']);
    assert.equal(await readFile(outside, 'utf8'), await written('outside', 1));
  });

  it('does not rename what is not as it writes it', async () => {
    const id = await store.add('e1', (await written('one', 1)).replaceAll('\n', ''));
    await assert.rejects(store.rename(id, 'two'), /was not renamed/);
    assert.equal((await store.read(id, signal)).about.name, 'one');
  });

  it('says where the disk lets nothing be kept', async () => {
    const file = join(folder, '..', 'file');
    await mkdir(join(folder, '..'), { recursive: true });
    await writeFile(file, '');
    const elsewhere = openSnapshotStore(join(file, 'folder'));
    await assert.rejects(elsewhere.add('e1', await written('one', 1)), ({ failure }) => failure.kind === 'invalid');
    await assert.rejects(openSnapshotStore(file).list(), ({ failure }) => failure.kind === 'invalid');
  });

  it('looks at no other files than its own, and never outside its folder', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'notes.json'), '{}');
    await writeFile(join(folder, '..', `${gone}.json`), await written('outside', 1));
    assert.deepEqual(await names(), []);
    await assert.rejects(store.read(`../${gone}`, signal), /no longer exists/);
    await store.remove(`../${gone}`);
    assert.deepEqual(await readdir(join(folder, '..')), [`${gone}.json`, 'ours']);
  });

  it('keeps so many of an endpoint and no more, and says so', async () => {
    const text = await written('one', 1);
    for (let kept = 0; kept < mostSnapshots; kept += 1) await store.add('e1', text);
    await assert.rejects(store.add('e1', text), /already has 100 snapshots/);
    await store.add('e2', text);
    await store.removeAll();
    assert.deepEqual(await store.list(), []);
  });
});
