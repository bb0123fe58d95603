import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { openCommittedFolder } from '../../../../src/core/changePlan/committedFolder';
import { findGit } from '../../../../src/core/changePlan/runGit';
import { gitEnvironment, makeRepository, type TestRepository } from './gitRepository';

describe('committedFolder: what a folder has in the last commit', function () {
  this.timeout(30_000);
  let one: TestRepository;
  let program: TestRepository;
  let env: NodeJS.ProcessEnv;
  /** How often Git was run since the last call. */
  const runs = (): number => {
    const log = join(program.folder, 'log');
    const lines = readFileSync(log, 'utf8').split('\n').length - 1;
    writeFileSync(log, '');
    return lines;
  };

  beforeEach(() => {
    [one, program] = [makeRepository({ 'd/a.yml': 'a\n', 'd/b.yml': 'b\r\n', 'c.yml': 'c\n' }), makeRepository()];
    const git = findGit(process.env.PATH ?? '', one.folder)?.file ?? '';
    mkdirSync(join(program.folder, 'bin'));
    const script = join(program.folder, 'bin', 'git');
    writeFileSync(script, `#!/bin/sh\necho x >> '${program.folder}/log'\nexec '${realpathSync(git)}' "$@"\n`);
    chmodSync(script, 0o755);
    writeFileSync(join(program.folder, 'log'), '');
    env = { ...gitEnvironment, PATH: `${join(program.folder, 'bin')}${delimiter}${gitEnvironment.PATH}` };
  });
  afterEach(() => {
    one.remove();
    program.remove();
  });

  it('asks Git once for all files of a folder, and once more each time that there may be another commit', async () => {
    const folder = openCommittedFolder(join(one.folder, 'd'), env);
    const more = ['a.yml', 'b.yml', 'new.yml'];
    const changed = (): Promise<readonly boolean[]> =>
      Promise.all(more.map((path) => folder.isUncommitted(path, path === 'a.yml' ? 'other\n' : 'b\n', more)));
    assert.deepEqual(await changed(), [true, false, true]);
    assert.equal(runs(), 4);
    await changed();
    assert.equal(runs(), 0);
    folder.lookAgain();
    assert.deepEqual(await changed(), [true, false, true]);
    assert.equal(runs(), 1);
    one.write({ 'd/a.yml': 'other\n', 'd/new.yml': 'b\n' });
    one.commit();
    folder.lookAgain();
    assert.deepEqual(await changed(), [false, false, false]);
    assert.equal(runs(), 3);
  });

  it('answers the next question although the caller of the first left it', async () => {
    const folder = openCommittedFolder(one.folder, env);
    void folder.isUncommitted('c.yml', 'x');
    assert.equal(await folder.isUncommitted('c.yml', 'c\n'), false);
    assert.equal(runs(), 4);
    const canceled = new AbortController();
    const reading = folder.texts(canceled.signal);
    canceled.abort();
    await assert.rejects(reading, /cancel/i);
    assert.equal(await folder.isUncommitted('c.yml', 'x'), true);
  });

  it('has the texts of a folder by their paths in it', async () => {
    const folder = openCommittedFolder(join(one.folder, 'd'), env);
    const texts = await folder.texts(new AbortController().signal);
    assert.deepEqual(
      [...(texts ?? [])],
      [
        ['a.yml', 'a\n'],
        ['b.yml', 'b\r\n'],
      ],
    );
  });

  it('knows nothing without a repository, and asks again only when there may be one', async () => {
    rmSync(join(one.folder, '.git'), { recursive: true });
    const folder = openCommittedFolder(one.folder, { ...env, GIT_CEILING_DIRECTORIES: join(one.folder, '..') });
    assert.equal(await folder.isUncommitted('c.yml', 'x'), false);
    assert.equal(await folder.isUncommitted('d/a.yml', 'x'), false);
    assert.equal(runs(), 1);
    assert.equal(await folder.texts(new AbortController().signal), undefined);
    one.git('init', '-q');
    folder.lookAgain();
    assert.equal(await folder.isUncommitted('c.yml', 'x'), false);
    one.commit();
    folder.lookAgain();
    assert.equal(await folder.isUncommitted('c.yml', 'x'), true);
  });
});
