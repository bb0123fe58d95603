import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type GitRepository, openGitRepository } from '../../../../src/core/changePlan/gitFiles';
import { findGit } from '../../../../src/core/changePlan/runGit';
import { gitEnvironment, makeRepository, type TestRepository } from './gitRepository';

type CommittedPlace = Parameters<GitRepository['filesAt']>[1][number];

const all: readonly CommittedPlace[] = [{ path: '', isDeep: true }];

describe('gitFiles: the committed text of files', function () {
  this.timeout(30_000);
  const made: { remove(): void }[] = [];
  afterEach(() => {
    for (const one of made.splice(0)) one.remove();
  });
  const repository = (files?: Readonly<Record<string, string>>): TestRepository => {
    const one = makeRepository(files);
    made.push(one);
    return one;
  };
  const emptyFolder = (): string => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'proxy-scout-git-')));
    made.push({ remove: () => rmSync(folder, { recursive: true, force: true }) });
    return folder;
  };
  const textsAt = async (
    folder: string,
    revision = 'HEAD',
    places = all,
    env = gitEnvironment,
  ): Promise<Readonly<Record<string, string>>> => {
    const opened = await openGitRepository(folder, env);
    const { files } = await opened.filesAt(await opened.commitOf(revision), places);
    const texts: [string, string][] = [];
    await opened.eachText(files, ({ path }, text) => void texts.push([path, text]));
    return Object.fromEntries(texts);
  };
  const failureOf = async (folder: string, revision?: string, env?: NodeJS.ProcessEnv): Promise<string> => {
    try {
      await textsAt(folder, revision, all, env);
    } catch (error) {
      const { failure } = error as { failure: { sentence: string; nextStep: string } };
      return `${failure.sentence} ${failure.nextStep}`;
    }
    return 'nothing failed';
  };

  it('reads what is committed, whatever the work tree has', async () => {
    // Git keeps a byte order mark, which is no part of the text.
    const one = repository({ 'a.yml': '\uFEFFold', 'b c/ö\n.yml': 'b', 'empty.yml': '', 'same.yml': 'old' });
    one.write({ 'a.yml': 'new', 'untracked.yml': 'x' });
    rmSync(join(one.folder, 'b c'), { recursive: true });
    assert.deepEqual(await textsAt(one.folder), {
      ...{ 'a.yml': 'old', 'b c/ö\n.yml': 'b', 'empty.yml': '', 'same.yml': 'old' },
    });
  });

  it('reads another commit by any name that Git takes', async () => {
    const one = repository({ 'a.yml': '1' });
    one.git('tag', '-a', '-m', 'x', 'v1');
    one.write({ 'a.yml': '2' });
    const last = one.commit();
    for (const revision of ['HEAD~1', 'v1', 'main^']) {
      assert.deepEqual(await textsAt(one.folder, revision), { 'a.yml': '1' }, revision);
    }
    assert.deepEqual(await textsAt(one.folder, last), { 'a.yml': '2' });
  });

  it('lists folders, folders without their folders, and single files', async () => {
    const one = repository({ 'a.yml': 'a', 'd/b.yml': 'b', 'd/e/c.yml': 'c', '[x].yml': 'x', '-r': 'r' });
    const pathsIn = async (...places: CommittedPlace[]): Promise<readonly string[]> =>
      Object.keys(await textsAt(join(one.folder, 'd'), 'HEAD', places));
    assert.deepEqual(await pathsIn({ path: 'd', isDeep: true }), ['d/b.yml', 'd/e/c.yml']);
    assert.deepEqual(await pathsIn({ path: 'd', isDeep: false }), ['d/b.yml']);
    assert.deepEqual(await pathsIn({ path: '', isDeep: false }), ['-r', '[x].yml', 'a.yml']);
    assert.deepEqual(await pathsIn({ path: '[x].yml', isDeep: true }, { path: '-r', isDeep: true }), ['-r', '[x].yml']);
    assert.deepEqual(await pathsIn({ path: 'none', isDeep: true }, { path: 'a.yml', isDeep: false }), []);
  });

  it('leaves out links and submodules', async () => {
    const inner = repository({ 'inner.yml': 'x' });
    const one = repository({ 'a.yml': 'a' });
    symlinkSync('a.yml', join(one.folder, 'link.yml'));
    one.git('submodule', 'add', '-q', inner.folder, 'sub');
    one.commit();
    assert.deepEqual(Object.keys(await textsAt(one.folder)), ['.gitmodules', 'a.yml']);
    const opened = await openGitRepository(one.folder, gitEnvironment);
    assert.deepEqual((await opened.filesAt('HEAD', all)).leftOut, ['link.yml', 'sub']);
    const inSubmodule = [{ path: 'sub/inner.yml', isDeep: true }];
    assert.deepEqual(await textsAt(one.folder, 'HEAD', inSubmodule), {});
  });

  it('says how to fetch what a shallow clone lacks', async () => {
    const one = repository({ 'a.yml': '1' });
    one.commit();
    const folder = emptyFolder();
    one.git('clone', '-q', '--depth=1', `file://${one.folder}`, join(folder, 'clone'));
    assert.deepEqual(await textsAt(join(folder, 'clone')), { 'a.yml': '1' });
    assert.match(await failureOf(join(folder, 'clone'), 'HEAD~1'), /no commit “HEAD~1”.*“fetch-depth: 0”/);
  });

  it('says what to do without Git, without a repository, and without the revision', async () => {
    const one = repository({ 'a.yml': '1' });
    assert.match(await failureOf(one.folder, 'nowhere'), /^The repository has no commit “nowhere”\. Name a commit/);
    for (const revision of ['', 'HEAD:a.yml', 'a\0b', 'a\nb', 'x'.repeat(2_000)]) {
      assert.match(await failureOf(one.folder, revision), /^The repository has no commit/, revision);
    }
    assert.match(await failureOf(emptyFolder()), /^The files are in no work tree .* Name files of a clone\.$/);
    assert.match(await failureOf(one.folder, 'HEAD', { PATH: '/nowhere' }), /^Git was not found.* Install Git/);
    const bare = emptyFolder();
    one.git('clone', '-q', '--bare', one.folder, join(bare, 'a.git'));
    assert.match(await failureOf(join(bare, 'a.git')), /^The files are in no work tree/);
  });

  it('takes no revision for an option', async () => {
    const one = repository({ 'a.yml': '1' });
    for (const revision of ['--output=x', '--all', '-h', '--git-dir', '--exec=touch x']) {
      assert.match(await failureOf(one.folder, revision), /^The repository has no commit/, revision);
    }
    assert.equal(existsSync(join(one.folder, 'x')), false);
  });

  it('runs no program that a repository names, and none of its hooks', async () => {
    const one = repository({ 'a.yml': 'a', '.gitattributes': '* filter=evil diff=evil\n' });
    const marker = join(one.folder, 'ran');
    const script = join(one.folder, 'evil.sh');
    writeFileSync(script, `#!/bin/sh\ntouch '${marker}'\ncat\n`);
    chmodSync(script, 0o755);
    const settings = {
      ...{ 'core.fsmonitor': script, 'core.pager': script, 'core.sshCommand': script, 'core.editor': script },
      ...{ 'core.askPass': script, 'core.gitProxy': script, 'core.alternateRefsCommand': script },
      ...{ 'pager.ls-tree': script, 'pager.rev-parse': script, 'pager.cat-file': script },
      ...{ 'diff.external': script, 'diff.evil.textconv': script, 'diff.evil.command': script },
      ...{ 'filter.evil.smudge': script, 'filter.evil.clean': script, 'filter.evil.process': script },
      ...{ 'alias.ls-tree': `!${script}`, 'alias.cat-file': `!${script}`, 'alias.rev-parse': `!${script}` },
      ...{ 'credential.helper': `!${script}`, 'core.hooksPath': one.folder },
    };
    for (const [name, value] of Object.entries(settings)) one.git('config', name, value);
    const hooks = join(one.folder, '.git', 'hooks');
    mkdirSync(hooks, { recursive: true });
    for (const hook of [
      'post-checkout',
      'pre-auto-gc',
      'reference-transaction',
      'post-index-change',
      'fsmonitor-watchman',
    ]) {
      writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch '${marker}'\n`);
      chmodSync(join(hooks, hook), 0o755);
    }
    const texts = await textsAt(one.folder, 'HEAD', all, {
      ...gitEnvironment,
      GIT_EXTERNAL_DIFF: script,
      PAGER: script,
    });
    assert.equal(texts['a.yml'], 'a');
    assert.equal(existsSync(marker), false);
  });

  it('fetches nothing that a partial clone lacks, and runs nothing for it', async () => {
    const one = repository({ 'a.yml': 'not here', 'b.yml': 'b' });
    one.git('config', 'uploadpack.allowFilter', 'true');
    const folder = emptyFolder();
    const clone = join(folder, 'clone');
    one.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${one.folder}`, clone);
    const marker = join(folder, 'ran');
    const inClone = (...args: readonly string[]): string => one.git('-C', clone, ...args);
    // Without our settings, Git would fetch.
    inClone('cat-file', 'blob', 'HEAD:b.yml');
    inClone('config', 'remote.origin.url', `ext::sh -c "touch% ${marker}"`);
    inClone('config', 'protocol.ext.allow', 'always');
    inClone('config', 'protocol.allow', 'always');
    inClone('config', 'remote.origin.uploadpack', `touch ${marker};`);
    assert.match(await failureOf(clone), /^Git could not read the files|^This clone lacks files/);
    inClone('config', 'remote.origin.url', `file://${one.folder}`);
    assert.match(await failureOf(clone), /^Git could not read the files|^This clone lacks files/);
    assert.equal(existsSync(marker), false);
  });

  it('reads no repository that is a committed folder, and follows no variable of a hook', async () => {
    const one = repository({ 'a.yml': 'a' });
    one.git('clone', '-q', '--bare', one.folder, join(one.folder, 'inner'));
    assert.match(await failureOf(join(one.folder, 'inner')), /^The files are in no work tree/);
    const other = repository({ 'b.yml': 'b' });
    const env = { ...gitEnvironment, GIT_DIR: join(other.folder, '.git'), GIT_TRACE: join(one.folder, 'trace') };
    assert.deepEqual(await textsAt(one.folder, 'HEAD', all, env), { 'a.yml': 'a' });
    assert.equal(existsSync(join(one.folder, 'trace')), false);
  });

  it('stops when it is canceled', async () => {
    const one = repository({ 'a.yml': 'a' });
    await assert.rejects(openGitRepository(one.folder, gitEnvironment, AbortSignal.abort()), {
      name: 'RequestFailure',
    });
  });

  it('finds Git on PATH, but not in the repository, and not where the working folder decides', () => {
    const one = repository({ 'd/a.yml': 'a' });
    const program = process.platform === 'win32' ? 'git.exe' : 'git';
    const planted = join(one.folder, 'bin');
    const outside = emptyFolder();
    mkdirSync(planted);
    for (const folder of [planted, outside]) {
      writeFileSync(join(folder, program), '');
      chmodSync(join(folder, program), 0o755);
    }
    const found = (...folders: readonly string[]): string | undefined =>
      findGit(folders.join(delimiter), join(one.folder, 'd'))?.file;
    assert.equal(found(planted, '', '.', 'bin', '..', outside), join(outside, program));
    assert.equal(found(planted, '', '.', 'bin'), undefined);
    assert.deepEqual(findGit([planted, '.', outside].join(delimiter), one.folder)?.path, outside);
    const linked = emptyFolder();
    symlinkSync(join(planted, program), join(linked, program));
    assert.equal(found(linked), undefined);
  });
});
