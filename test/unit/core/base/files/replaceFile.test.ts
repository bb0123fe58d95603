import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { replaceByParts, replaceFile, sweepParts } from '../../../../../src/core/base/files/replaceFile';

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('replaceFile: a file that is replaced', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proxy-scout-replace-'));
    path = join(folder, 'record.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is there whole, and nothing else', async () => {
    await replaceFile(path, 'one');
    assert.equal(await readFile(path, 'utf8'), 'one');
    await replaceFile(path, new TextEncoder().encode('two'));
    assert.equal(await readFile(path, 'utf8'), 'two');
    assert.deepEqual(await readdir(folder), ['record.json']);
  });

  it('keeps its mode, and a new one has the mode that is asked for', async () => {
    await replaceFile(path, 'one', 0o600);
    assert.equal(await modeOf(path), 0o600);
    await chmod(path, 0o664);
    await replaceFile(path, 'two', 0o600);
    assert.equal(await modeOf(path), 0o664);
  });

  it('is what a link leads to, also where nothing is there yet', async () => {
    const links = ['a', 'b'].map((name) => join(folder, name));
    await symlink('b', links[0] ?? '');
    await symlink(join('below', 'record.json'), links[1] ?? '');
    await mkdir(join(folder, 'below'));
    for (const text of ['one', 'two']) {
      await replaceFile(links[0] ?? '', text);
      assert.equal(await readFile(join(folder, 'below', 'record.json'), 'utf8'), text);
    }
    assert.equal(await readlink(links[0] ?? ''), 'b');
    assert.deepEqual((await readdir(folder)).sort(), ['a', 'b', 'below']);
  });

  it('may have the longest name there is', async () => {
    const long = join(folder, '€'.repeat(85));
    await replaceFile(long, 'one');
    await replaceFile(long, 'two');
    assert.equal(await readFile(long, 'utf8'), 'two');
  });

  it('is not a folder, a device or a pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const other of [folder, '/dev/null', join(folder, 'pipe')]) {
      await assert.rejects(replaceFile(other, 'x'), { code: 'ENOTSUP' });
    }
    assert.deepEqual(await readdir(folder), ['pipe']);
    await assert.rejects(replaceFile(join(folder, 'nowhere', 'x'), 'x'), { code: 'ENOENT' });
  });

  it('stays as it was where writing fails, is given up, or cannot be finished', async () => {
    await writeFile(path, 'before');
    const failing = await replaceByParts(path);
    await failing.file.close();
    await assert.rejects(failing.commit());
    const given = await replaceByParts(path);
    await given.file.writeFile('half');
    assert.equal((await readdir(folder)).length, 2);
    await given.discard();
    assert.equal(await readFile(path, 'utf8'), 'before');
    assert.deepEqual(await readdir(folder), ['record.json']);

    const obstructed = await replaceByParts(join(folder, 'other'));
    await mkdir(join(folder, 'other', 'in the way'), { recursive: true });
    await assert.rejects(obstructed.commit());
    assert.deepEqual((await readdir(folder)).sort(), ['other', 'record.json']);
  });

  it('can be read, in the one version or the other, wherever the writer is killed', async () => {
    const bundle = join(folder, 'replace.cjs');
    await build({
      entryPoints: ['src/core/base/files/replaceFile.ts'],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: bundle,
      logLevel: 'silent',
    });
    const [before, after] = [JSON.stringify('before'.repeat(50_000)), JSON.stringify('after'.repeat(50_000))];
    const place = join(folder, 'place');
    await mkdir(place);
    const target = join(place, 'record.json');
    const writer = `
      const fs = require('node:fs/promises');
      let calls = 0;
      const counted = (of, name) => {
        const call = of[name];
        of[name] = function (...given) {
          calls += 1;
          if (calls === Number(process.argv[1])) process.kill(process.pid, 'SIGKILL');
          return call.apply(this, given);
        };
      };
      (async () => {
        const handle = await fs.open(__filename === '[eval]' ? process.execPath : __filename);
        await handle.close();
        for (const name of ['open', 'stat', 'access', 'realpath', 'rename', 'rm']) counted(fs, name);
        for (const name of ['write', 'writeFile', 'sync', 'chmod', 'close']) counted(Object.getPrototypeOf(handle), name);
        await require(process.argv[2]).replaceFile(process.argv[3], process.argv[4]);
      })();
    `;
    let seen = '';
    let kills = 0;
    for (let step = 1; ; step++) {
      await writeFile(target, before);
      const { signal, status } = spawnSync(process.execPath, [
        '-e',
        writer,
        String(step),
        bundle,
        target,
        after.slice(0, 100_000),
      ]);
      const found = await readFile(target, 'utf8');
      assert.ok(found === before || found === after.slice(0, 100_000), `cut at step ${step}`);
      seen += found === before ? 'b' : 'a';
      if (signal === null) {
        assert.equal(status, 0);
        break;
      }
      kills += 1;
    }
    assert.ok(kills >= 9, `killed ${kills} times`);
    assert.match(seen, /^b{7,}a+$/);
  });
});

describe('replaceFile: what killed writers left', () => {
  it('is removed from a folder of ours when it is old, and nothing else is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-scout-parts-'));
    const hour = 60 * 60;
    const old = [
      '.a.json.0123456789ab.part',
      `.b.${crypto.randomUUID()}.part`,
      'c.json',
      '.d.part',
      'e.0123456789ab.part',
    ];
    for (const name of [...old, '.f.0123456789ab.part']) await (await open(join(folder, name), 'w')).close();
    for (const name of old)
      await utimes(join(folder, name), Date.now() / 1000 - 2 * hour, Date.now() / 1000 - 2 * hour);
    await sweepParts(folder);
    assert.deepEqual((await readdir(folder)).sort(), [
      '.d.part',
      '.f.0123456789ab.part',
      'c.json',
      'e.0123456789ab.part',
    ]);
    await rm(folder, { recursive: true });
    await sweepParts(folder);
  });
});
