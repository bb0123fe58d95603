import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputFormats as formats } from '../../../src/check/arguments';
import { bareEnvironment, buildProgram, type Ended, fixtures } from './program';

const sources = join(process.cwd(), 'src/check');

describe('output: the streams of proxy-scout check', function () {
  this.timeout(60_000);
  let folder: string;
  let program: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-scout-output-'));
    program = await buildProgram(join(folder, 'program'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A folder with problems of more than a pipe holds at once, and, of five files, more than are printed: each tells its path. */
  function manyProblems(files: number, inEach: number): string {
    const many = join(folder, `many-${files}`);
    const inside = join(many, 'long'.repeat(60), 'long'.repeat(60));
    mkdirSync(inside, { recursive: true });
    const routers = Array.from({ length: inEach }, (_, index) => `    r${index}: {rulee: a}\n`);
    for (let index = 0; index < files; index++) {
      writeFileSync(join(inside, `${'long'.repeat(60)}${index}.yml`), `http:\n  routers:\n${routers.join('')}`);
    }
    return many;
  }

  /** Runs it with streams of our own. Where a stream is a pipe, its text is collected, unless nobody reads it. */
  function runWith(
    args: readonly string[],
    { out = 'pipe', err = 'pipe', unread = [] }: Streams = {},
    cwd = fixtures,
  ): Promise<Ended> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [program, 'check', ...args], {
        cwd,
        env: bareEnvironment(),
        stdio: ['ignore', out, err],
      });
      const texts = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        if (unread.includes(name)) child[name]?.destroy();
        else
          child[name]?.setEncoding('utf8').on('data', (text: string) => {
            texts[name] += text;
          });
      }
      child.on('close', (code) => resolve({ code: code ?? -1, ...texts }));
    });
  }

  interface Streams {
    readonly out?: 'pipe' | number;
    readonly err?: 'pipe' | number;
    readonly unread?: readonly ('stdout' | 'stderr')[];
  }

  it('are written by one file alone', () => {
    const writers = readdirSync(sources)
      .filter((file) => file.endsWith('.ts'))
      .filter((file) =>
        /process\.(?:stdout|stderr|exit\b)|console\.|writeSync|_rawDebug/.test(
          readFileSync(join(sources, file), 'utf8'),
        ),
      );
    assert.deepEqual(writers, ['output.ts']);
  });

  it('end quietly where nobody reads, with the code that would have been', async () => {
    for (const [args, code] of [
      [['good'], 0],
      [['broken'], 1],
      ...formats.map((format) => [[manyProblems(1, 150), '--format', format], 1] as const),
    ] as const) {
      assert.deepEqual(await runWith(args, { unread: ['stdout'] }), { code, stdout: '', stderr: '' }, args.join(' '));
      const { code: other } = await runWith(args, { unread: ['stdout', 'stderr'] });
      assert.equal(other, code);
    }
    assert.equal((await runWith(['nowhere'], { unread: ['stderr'] })).code, 2);
  });

  it('end with 2 and a sentence where the disk is full, whatever is found', async () => {
    for (const format of formats) {
      for (const path of ['good', 'broken']) {
        // Nothing is written about what is good in GitHub’s format.
        const isWritten = format !== 'github' || path === 'broken';
        const full = openSync('/dev/full', 'w');
        try {
          const { code, stderr } = await runWith([path, '--format', format], { out: full });
          assert.equal(code, isWritten ? 2 : 0);
          assert.equal(stderr, isWritten ? 'The output could not be written (ENOSPC), or not all of it.\n' : '');
        } finally {
          closeSync(full);
        }
      }
    }
    const full = openSync('/dev/full', 'w');
    try {
      for (const path of ['good', 'broken']) assert.equal((await runWith([path], { out: full, err: full })).code, 2);
      assert.equal((await runWith(['good', 'nowhere'], { err: full })).code, 2);
      assert.equal((await runWith(['broken', 'nowhere'], { err: full })).code, 2);
      assert.equal((await runWith(['good'], { err: full })).code, 0);
    } finally {
      closeSync(full);
    }
  });

  it('end with 2 where a file takes only the first part', async () => {
    const file = join(folder, 'part');
    const child = spawn(
      'sh',
      [
        '-c',
        `ulimit -f 1; exec "$0" "$1" check "$2" --format json > "$3"`,
        process.execPath,
        program,
        manyProblems(1, 150),
        file,
      ],
      {
        env: bareEnvironment(),
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const code = await new Promise((resolve) => void child.on('close', resolve));
    assert.equal(code, 2);
    assert.equal(stderr, 'The output could not be written (EFBIG), or not all of it.\n');
    assert.ok(readFileSync(file).length <= 1_024);
  });

  it('end with 2 at any other fault of theirs', async () => {
    const readOnly = openSync(join(fixtures, 'good/dynamic.yml'), 'r');
    try {
      const { code, stderr } = await runWith(['good'], { out: readOnly });
      assert.deepEqual([code, stderr], [2, 'The output could not be written (EBADF), or not all of it.\n']);
      assert.equal((await runWith(['broken'], { out: readOnly, err: readOnly })).code, 2);
    } finally {
      closeSync(readOnly);
    }
  });

  it('have everything, in a pipe and in a file, and at most 2 MB of it', async () => {
    const path = manyProblems(5, 400);
    let all = 0;
    for (const format of formats) {
      const { code, stdout, stderr } = await runWith([path, '--format', format]);
      assert.equal(code, 1);
      const size = Buffer.byteLength(stdout) + Buffer.byteLength(stderr);
      assert.ok(size <= 2_000_000 && (size > 1_400_000 || format === 'markdown'), `${format}: ${size}`);
      assert.ok(stdout.endsWith('\n'));
      if (format === 'pretty') {
        const [, ...counts] =
          /(\S+) errors, (\S+) warnings in 5 files for Traefik\.\n$/.exec(stdout) ?? assert.fail(stdout);
        all = counts.reduce((sum, count) => sum + Number(count.replaceAll(',', '')), 0);
      }
      if (format === 'sarif') {
        const [{ results, properties }] = JSON.parse(stdout).runs;
        assert.equal(results.length + properties.omitted, all);
        continue;
      }
      if (format !== 'json') {
        assert.match(stdout, /… and [\d,]+ more problems are not printed\./);
        continue;
      }
      const { problems, omitted, notes } = JSON.parse(stdout);
      assert.equal(problems.length + omitted, all);
      assert.deepEqual(notes, [`… and ${omitted.toLocaleString('en')} more problems are not printed.`]);
      const file = join(folder, 'whole.json');
      const opened = openSync(file, 'w');
      await runWith([path, '--format', format], { out: opened });
      closeSync(opened);
      assert.equal(readFileSync(file, 'utf8'), stdout);
    }
  });
});
