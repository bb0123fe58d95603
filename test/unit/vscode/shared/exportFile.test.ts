import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { growFile } from '../../../../src/vscode/shared/exportFile';

describe('exportFile: a file that grows', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proxy-scout-export-'));
    path = join(folder, 'hits.ndjson');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has its name only when it is whole', async () => {
    const file = await growFile(path);
    await file.write('one\n');
    await file.write('zwö\n');
    const [present, ...others] = await readdir(folder);
    assert.match(present ?? '', /^\.hits\.ndjson\.[0-9a-f]{12}\.part$/);
    assert.deepEqual(others, []);
    await file.finish();
    assert.deepEqual(await readdir(folder), ['hits.ndjson']);
    assert.equal(await readFile(path, 'utf8'), 'one\nzwö\n');
  });

  it('keeps every character of texts that are longer than its buffers', async () => {
    // Of two, three and four bytes, so that buffers end within characters.
    const unit = 'zwölf € \u{1d11e}';
    for (const text of ['', unit, unit.repeat(40_000), `x${unit.repeat(90_001)}`]) {
      const file = await growFile(path);
      await file.write(text);
      await file.write(unit);
      await file.write(text);
      await file.finish();
      assert.ok((await readFile(path, 'utf8')) === text + unit + text, `${text.length} units`);
    }
  });

  it('replaces what stood there, and not before', async () => {
    await writeFile(path, 'before');
    const file = await growFile(path);
    await file.write('after');
    assert.equal(await readFile(path, 'utf8'), 'before');
    await file.finish();
    assert.equal(await readFile(path, 'utf8'), 'after');
  });

  it('leaves everything as it was where it is given up', async () => {
    await writeFile(path, 'before');
    const file = await growFile(path);
    await file.write('half');
    await file.discard();
    assert.deepEqual(await readdir(folder), ['hits.ndjson']);
    assert.equal(await readFile(path, 'utf8'), 'before');
  });

  it('leaves nothing behind where it cannot take its place', async () => {
    const file = await growFile(path);
    await file.write('half');
    await rm(path, { force: true });
    await mkdir(join(path, 'in the way'), { recursive: true });
    await assert.rejects(file.finish(), { code: /EISDIR|ENOTEMPTY|EEXIST/ });
    assert.deepEqual(await readdir(folder), ['hits.ndjson']);
  });

  it('follows a link', async () => {
    const link = join(folder, 'link');
    await writeFile(path, 'before');
    await symlink(path, link);
    const file = await growFile(link);
    await file.write('after');
    await file.finish();
    assert.equal(await readFile(path, 'utf8'), 'after');
    assert.deepEqual((await readdir(folder)).sort(), ['hits.ndjson', 'link']);
  });

  it('says what the disk says', async () => {
    await assert.rejects(growFile(join(folder, 'nowhere', 'hits')), { code: 'ENOENT' });
  });
});
