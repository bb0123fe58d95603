import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { cached } from '../../../scripts/vscode-host/cache.mjs';

describe('cache: the cache of downloads', () => {
  const before = process.env.PROXY_SCOUT_CACHE;
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-scout-cache-'));
    process.env.PROXY_SCOUT_CACHE = folder;
  });

  afterEach(() => {
    if (before === undefined) delete process.env.PROXY_SCOUT_CACHE;
    else process.env.PROXY_SCOUT_CACHE = before;
    rmSync(folder, { recursive: true });
  });

  const write = (text: string) => async (path: string) => writeFileSync(join(path, 'content'), text);
  const content = (path: string): string => readFileSync(join(path, 'content'), 'utf8');

  it('installs once', async () => {
    const path = await cached('tool-1', write('first'));
    assert.equal(path, join(folder, 'tool-1'));
    assert.equal(await cached('tool-1', write('second')), path);
    assert.equal(content(path), 'first');
  });

  it('holds one whole copy when two install at once', async () => {
    let arrived = 0;
    let open: () => void = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    const install = (text: string) => async (path: string) => {
      arrived += 1;
      if (arrived === 2) open();
      await both;
      await write(text)(path);
    };
    const [one, other] = await Promise.all([cached('tool-1', install('one')), cached('tool-1', install('other'))]);
    assert.equal(one, other);
    assert.match(content(one), /^(one|other)$/);
    assert.deepEqual(readdirSync(folder), ['tool-1']);
  });

  it('keeps nothing of an installation that fails, and tries again', async () => {
    const fail = async (path: string) => {
      await write('half')(path);
      throw new Error('the registry is gone');
    };
    await assert.rejects(cached('tool-1', fail), /the registry is gone/);
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(content(await cached('tool-1', write('whole'))), 'whole');
  });

  it('replaces a folder that is not whole', async () => {
    const path = await cached('tool-1', write('first'));
    rmSync(join(path, '.complete'));
    assert.equal(content(await cached('tool-1', write('second'))), 'second');
  });

  it('removes what a killed installation left long ago, not one that is under way', async () => {
    const abandoned = mkdtempSync(join(folder, '.tool-1-'));
    const underWay = mkdtempSync(join(folder, '.tool-1-'));
    const twoHoursAgo = Date.now() / 1000 - 7200;
    utimesSync(abandoned, twoHoursAgo, twoHoursAgo);
    await cached('tool-2', write('two'));
    assert.deepEqual(readdirSync(folder).sort(), [basename(underWay), 'tool-2']);
  });
});
