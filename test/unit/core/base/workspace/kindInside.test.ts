import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kindInside } from '../../../../../src/core/base/workspace/readInside';

describe('kindInside: what stands at a place in a folder', () => {
  let around: string;
  let folder: string;

  before(async () => {
    around = await realpath(await mkdtemp(join(tmpdir(), 'kind-inside-')));
    folder = join(around, 'folder');
    await mkdir(join(folder, 'conf'), { recursive: true });
    await mkdir(join(around, 'outside'));
    await writeFile(join(folder, 'conf/a.yml'), '');
    await symlink(join(around, 'outside'), join(folder, 'out'));
    await symlink(join(around, 'nowhere'), join(folder, 'dangling'));
    await symlink('conf', join(folder, 'link'));
  });

  after(() => rm(around, { recursive: true }));

  it('is told of folders, of files, and of what is not there', async () => {
    assert.equal(await kindInside(folder, join(folder, 'conf')), 'directory');
    assert.equal(await kindInside(folder, join(folder, 'conf/a.yml')), 'file');
    assert.equal(await kindInside(folder, join(folder, 'conf/b.yml')), 'missing');
    assert.equal(await kindInside(folder, join(folder, 'conf/a.yml/b')), 'missing');
    assert.equal(await kindInside(folder, join(folder, 'link/a.yml')), 'file');
    assert.equal(await kindInside(folder, folder), 'directory');
  });

  it('is not told of what is elsewhere, also where a link leads there', async () => {
    for (const place of [around, join(around, 'outside'), '/etc', join(folder, 'out'), join(folder, 'out/a')]) {
      assert.equal(await kindInside(folder, place), undefined, place);
    }
    assert.equal(await kindInside(folder, join(folder, 'dangling')), undefined);
    assert.equal(await kindInside(folder, join(folder, 'dangling/a')), undefined);
  });
});
