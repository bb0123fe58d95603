import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFiles } from '../../../src/check/findFiles';
import { buildProgram, type Ended, run, runHere } from './program';

const wrong = 'http:\n  routers:\n    r: {rulee: a}\n';
const fine =
  'http:\n  routers:\n    r: {rule: "Host(`a.test`)", service: s}\n  services:\n    s: {loadBalancer: {servers: [{url: "http://x"}]}}\n';
const toldPattern = /^broken\.yml:3:9: error: .*“rulee”/m;

describe('findFiles: the files that proxy-scout check reads', function () {
  this.timeout(60_000);
  let folder: string;
  let program: string;
  let at: string;
  let socket: Server | undefined;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-scout-files-'));
    program = await buildProgram(join(folder, 'program'));
  });
  beforeEach(() => {
    at = join(folder, 'files');
    mkdirSync(at);
    writeFileSync(join(at, 'broken.yml'), wrong);
    writeFileSync(join(at, 'fine.yml'), fine);
  });
  afterEach(() => {
    socket?.close();
    socket = undefined;
    rmSync(at, { recursive: true, force: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const check = (...args: readonly string[]): Promise<Ended> => runHere(['check', ...args], {}, at);
  const listen = (path: string): Promise<void> =>
    new Promise((resolve) => {
      socket = createServer().listen(path, resolve);
    });

  /** What cannot be read, by what it takes to make it, and why. */
  const unreadable: readonly (readonly [name: string, make: (path: string) => unknown, why: string])[] = [
    ['missing.yml', () => undefined, 'it does not exist'],
    ['fine.yml/below.yml', () => undefined, 'a part of its path is not a folder'],
    ['dangling.yml', (path) => symlinkSync('nowhere', path), 'it does not exist'],
    ['round.yml', (path) => symlinkSync('round.yml', path), 'it is a link that leads nowhere'],
    [`${'n'.repeat(300)}.yml`, () => undefined, 'its name is too long'],
    ['pipe.yml', (path) => execFileSync('mkfifo', [path]), 'it is neither a file nor a folder'],
    [
      'toPipe.yml',
      (path) => [execFileSync('mkfifo', [`${path}.pipe`]), symlinkSync(`${path}.pipe`, path)],
      'it is neither a file nor a folder',
    ],
    ['socket.yml', (path) => listen(path), 'it is neither a file nor a folder'],
    ['endless.yml', (path) => symlinkSync('/dev/zero', path), 'it is neither a file nor a folder'],
    ['terminal.yml', (path) => symlinkSync('/dev/tty', path), 'it is neither a file nor a folder'],
    ['random.yml', (path) => symlinkSync('/dev/urandom', path), 'it is neither a file nor a folder'],
  ];
  for (const [name, make, why] of unreadable) {
    it(`are all others beside what cannot be read: ${name.slice(0, 20)}`, async () => {
      await make(join(at, name));
      const told = `Cannot read ${name}: ${why}.\n`;
      // First in a process of its own, which can be stopped if it waits for what has no end.
      assert.deepEqual(await run(program, ['check', name], {}, at), { code: 2, stdout: '', stderr: told });
      for (const format of ['pretty', 'json', 'github']) {
        for (const paths of [
          [name, 'broken.yml'],
          ['broken.yml', name],
        ]) {
          const { code, stdout, stderr } = await check(...paths, '--format', format);
          assert.equal(code, 1);
          assert.ok(stdout.includes('“rulee”'), stdout);
          assert.equal(stderr, told);
        }
      }
      assert.deepEqual(await check(name, 'fine.yml'), {
        ...{ code: 2, stdout: '0 errors, 0 warnings in 1 file for Traefik.\n', stderr: told },
      });
    });
  }

  it('are in a folder neither links, nor pipes, nor sockets, nor what is called like a file', async () => {
    symlinkSync('/etc/passwd', join(at, 'passwd.yml'));
    symlinkSync('nowhere', join(at, 'dangling.yml'));
    symlinkSync('round.yml', join(at, 'round.yml'));
    symlinkSync('..', join(at, 'loop'));
    symlinkSync('/dev/zero', join(at, 'endless.yml'));
    execFileSync('mkfifo', [join(at, 'pipe.yml')]);
    await listen(join(at, 'socket.yml'));
    mkdirSync(join(at, 'folder.yml'));
    writeFileSync(join(at, 'folder.yml/inside.yml'), wrong);
    const { code, stdout, stderr } = await check('.');
    assert.equal(code, 1);
    assert.equal(stderr, '');
    assert.match(stdout, toldPattern);
    assert.match(stdout, /^folder\.yml\/inside\.yml:3:9: error/m);
    assert.match(stdout, / in 3 files for Traefik\.$/m);
    // A folder may be named like a file, too.
    assert.match((await check('folder.yml')).stdout, /^folder\.yml\/inside\.yml:3:9: error/m);
  });

  it('are regular ones when they are opened, whatever they were before', () => {
    const path = join(at, 'changing.yml');
    writeFileSync(path, wrong);
    const others = ['broken.yml', 'fine.yml'];
    // Each of them takes the place of the file once it was looked at: when the next path is.
    const swaps: readonly (() => void)[] = [
      () => execFileSync('mkfifo', [`${path}.new`]),
      () => symlinkSync('/dev/zero', `${path}.new`),
      () => mkdirSync(`${path}.new`),
    ];
    for (const swap of swaps) {
      rmSync(path, { recursive: true, force: true });
      writeFileSync(path, wrong);
      swap();
      const paths = [...others, 'changing.yml', 'next.yml'];
      const lookedAt = paths.values();
      const found = findFiles(
        {
          *[Symbol.iterator]() {
            for (const one of lookedAt) {
              if (one === 'next.yml') {
                rmSync(path, { recursive: true, force: true });
                renameSync(`${path}.new`, path);
              }
              yield one;
            }
          },
        },
        at,
      );
      assert.deepEqual(found.files.map((file) => file.path).toSorted(), others);
      assert.equal(found.unreadable.length, 2, found.unreadable.join('\n'));
      assert.match(
        found.unreadable.join('\n'),
        /^Cannot read next\.yml: it does not exist\.\nCannot read changing\.yml: /m,
      );
    }
  });

  it('are told, and not read, where they are larger than 1 MB, also by their growth', () => {
    const path = join(at, 'large.yml');
    writeFileSync(path, wrong);
    for (const [size, isRead] of [
      [1_000_000, true],
      [1_000_001, false],
      [1_000_000_000, false],
    ] as const) {
      truncateSync(path, size);
      const { files, tooLarge } = findFiles(['.'], at);
      assert.equal(
        files.some((file) => file.path === 'large.yml'),
        isRead,
      );
      assert.deepEqual(tooLarge, isRead ? [] : ['large.yml']);
    }
    // A size of 0 is what the system says of files that it makes up: what is read counts.
    const { files, tooLarge, unreadable: told } = findFiles(['/proc/kallsyms', '/proc/self/environ'], at);
    assert.deepEqual([files, tooLarge, told], [[], ['/proc/kallsyms'], []]);
    appendFileSync(join(at, 'broken.yml'), '#'.repeat(1_000_000));
    assert.deepEqual(findFiles(['.'], at).tooLarge, ['broken.yml', 'large.yml']);
  });

  it('are those of a folder that cannot be listed not, and that is told', async () => {
    mkdirSync(join(at, 'closed'));
    writeFileSync(join(at, 'closed/x.yml'), wrong);
    chmodSync(join(at, 'closed'), 0);
    const { code, stdout, stderr } = await check('.');
    chmodSync(join(at, 'closed'), 0o700);
    // Whoever may do everything may read it.
    if (process.getuid?.() === 0) assert.match(stdout, /^closed\/x\.yml/m);
    else assert.equal(stderr, 'Cannot read closed: permission is denied.\n');
    assert.equal(code, 1);
    assert.match(stdout, toldPattern);
  });

  it('are those that are named before those of folders, and small ones before large ones', async () => {
    mkdirSync(join(at, 'many'));
    for (let index = 0; index < 2_010; index++) writeFileSync(join(at, `many/${index}.yml`), '');
    const cut = await check('many', 'broken.yml');
    assert.equal(cut.code, 1);
    assert.match(cut.stdout, toldPattern);
    assert.match(cut.stdout, /^There are more files: only the first 2,000 were read\.$/m);
    // Something was not checked, and nothing else is certain.
    assert.equal((await check('many', 'fine.yml')).code, 2);
    rmSync(join(at, 'many'), { recursive: true });
    mkdirSync(join(at, 'large'));
    for (let index = 0; index < 12; index++)
      writeFileSync(join(at, `large/${index}.yml`), `# traefik ${'x'.repeat(900_000)}`);
    const full = await check('large', '.');
    assert.equal(full.code, 1);
    assert.match(full.stdout, toldPattern);
    assert.match(
      full.stdout,
      /^Not checked, because all files together have more than \d(\.\d)? MB: large\/\d+\.yml, /m,
    );
    assert.equal((await check('large', 'fine.yml')).code, 2);
  });

  const names = [
    '::stop-commands::x.yml',
    ' ::add-mask::y.yml',
    '##[group]z.yml',
    '##vso[task.complete]w.yml',
    'a\x1b[31m\nb.yml',
    'c\u009b2J\u202e.yml',
    '#\u200b#[x].yml',
  ];

  it('are printed by names that are no commands, on both streams and in every format', async () => {
    mkdirSync(join(at, 'large'));
    for (const name of names) {
      writeFileSync(join(at, name), wrong);
      writeFileSync(join(at, 'large', name), `# ${'x'.repeat(1_000_000)}`);
    }
    const missing = names.map((name) => `no${name}`).concat(names.map((name) => name.replace('.yml', '.yaml')));
    for (const format of ['pretty', 'json', 'github']) {
      const { code, stdout, stderr } = await check('.', ...missing, '--format', format);
      assert.equal(code, 1);
      for (const line of `${stdout}\n${stderr}`.split('\n')) {
        assert.doesNotMatch(line, /[\p{Cc}\p{Cf}]/u);
        assert.doesNotMatch(line, /##\w*\[/);
        assert.doesNotMatch(line, format === 'github' ? /^\s*::(?!(?:error|warning|notice) )/ : /^\s*::/);
      }
      assert.equal(stderr.split('\n').filter((line) => line.startsWith('Cannot read ')).length, missing.length);
      if (format === 'json') {
        const { problems, notes } = JSON.parse(stdout);
        const paths = new Set(problems.map(({ path }: { path: string }) => path));
        for (const name of names) assert.ok(paths.has(name), name);
        for (const name of names) {
          assert.ok(notes.includes(`large/${name} is larger than 1 MB and was not read.`), name);
        }
      }
    }
  });
});
