import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The build looks for tests in all of them. */
const suites = readdirSync('test', { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : []));
const test = `import assert from 'node:assert/strict';
import { sum } from '../../src/sum';
it('adds up', () => assert.equal(sum(1, 2), 3));
it('knows nothing', () => assert.equal(sum(0, 0), 0));
`;
const right = 'export const sum = (a: number, b: number): number => a + b;\n';
const wrong = right.replace('a + b', 'a - b');

/** `npm run test:file` and `npm run test:watch` in a repository that has one test. */
describe('testFile: the run of one test file', () => {
  let clone: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'proxy-scout-test-file-'));
    for (const name of ['scripts', 'esbuild.js', 'package.json', 'package-lock.json']) {
      cpSync(name, join(clone, name), { recursive: true });
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'), 'junction');
    for (const suite of suites) mkdirSync(join(clone, 'test', suite), { recursive: true });
    mkdirSync(join(clone, 'src'));
    writeFileSync(join(clone, 'src/sum.ts'), right);
    writeFileSync(join(clone, 'test/unit/sum.test.ts'), test);
  });

  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(clone, { recursive: true, force: true, maxRetries: 5 });
  });

  function run(...args: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, 'scripts/test-file.mjs'), ...args], {
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  }

  it('ends with what came of it', () => {
    const good = run('test/unit/sum.test.ts');
    assert.match(good.said, /2 passing/);
    assert.equal(good.status, 0);
    writeFileSync(join(clone, 'src/sum.ts'), wrong);
    const bad = run('unit/sum');
    assert.match(bad.said, /1 failing/);
    assert.equal(bad.status, 1);
    const some = run('sum', '--grep=nothing');
    assert.match(some.said, /1 passing/);
    assert.equal(some.status, 0);
    assert.deepEqual(readdirSync(join(clone, 'out')), []);
  });

  it('says that there is no such test', () => {
    const { status, said } = run('test/unit/product');
    assert.equal(status, 2);
    assert.match(said, /There is no test below test\/unit or test\/ui whose path contains test\/unit\/product\./);
    assert.match(run().said, /Say which tests/);
  });

  it('is done again after every change, and leaves nothing behind', async () => {
    let said = '';
    const waiting = new Set<() => void>();
    const watching = spawn(process.execPath, [
      join(clone, 'scripts/test-file.mjs'),
      '--watch',
      'test/unit/sum.test.ts',
    ]);
    child = watching;
    for (const stream of [watching.stdout, watching.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        for (const look of waiting) look();
      });
    }
    const ended = new Promise((resolve) => watching.on('close', resolve));
    /** Resolves once all of it was said since the last call. */
    const hasSaid = (...texts: readonly RegExp[]) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (!texts.every((text) => text.test(said))) return;
          waiting.delete(look);
          said = '';
          resolve();
        };
        waiting.add(look);
        look();
      });
    const write = (text: string) => writeFileSync(join(clone, 'src/sum.ts'), text);

    await hasSaid(/2 passing/, /Waiting for changes/);
    write(wrong);
    await hasSaid(/1 passing/, /1 failing/, /Waiting for changes/);
    write('export const sum = ;\n');
    await hasSaid(/\[ERROR\] Unexpected ";"/, /Waiting for changes/);
    write(right);
    await hasSaid(/2 passing/, /Waiting for changes/);
    assert.equal(readdirSync(join(clone, 'out')).length, 1);
    watching.kill('SIGTERM');
    await ended;
    if (process.platform !== 'win32')
      assert.equal(existsSync(join(clone, 'out')) && readdirSync(join(clone, 'out')).length, 0);
  });
});
