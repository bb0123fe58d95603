import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recordingsFolder } from '../../recordings/read';

const root = dirname(dirname(recordingsFolder()));
const works = '';
const fails = 'process.exit(3);';

describe('runner: npm test', () => {
  const clones: string[] = [];
  after(() => {
    for (const clone of clones) rmSync(clone, { recursive: true, force: true });
  });

  /** The end of a run in a clone whose build, packager and mocha are these programs. */
  function run(
    suite: string,
    programs: { build?: string; vsce?: string; mocha?: string },
    env: NodeJS.ProcessEnv = {},
  ) {
    const clone = mkdtempSync(join(tmpdir(), 'proxy-scout-runner-'));
    clones.push(clone);
    const put = (file: string, text: string) => {
      mkdirSync(dirname(join(clone, file)), { recursive: true });
      writeFileSync(join(clone, file), text);
    };
    cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
    for (const lockfile of ['package-lock.json', 'node_modules/.package-lock.json']) put(lockfile, '{"packages":{}}');
    put('package.json', '{}');
    put('esbuild.js', programs.build ?? works);
    put('node_modules/@vscode/vsce/vsce', programs.vsce ?? works);
    put('node_modules/mocha/bin/mocha.js', programs.mocha ?? works);
    put('test/unit/list.test.ts', '');
    put('out/test/unit/list.test.js', '');
    symlinkSync(join(root, 'node_modules/@vscode/test-electron'), join(clone, 'node_modules/@vscode/test-electron'));
    const { status, stdout } = spawnSync(process.execPath, [join(clone, 'scripts/test.mjs'), suite], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    const lines = stdout.trim().split('\n');
    named = lines.filter((line) => line.startsWith('Failed test: '));
    return [status, lines.at(-1)];
  }
  /** What the last run said of failed tests. */
  let named: readonly string[] = [];

  const totals = (passed: number, failed: number, failures: readonly string[] = []) => {
    const text = JSON.stringify({ passed, failed, pending: 0, failures, slowest: [] });
    return `require('node:fs').writeFileSync(process.env.PROXY_SCOUT_TOTALS, ${JSON.stringify(text)});`;
  };

  it('ends with what passed and failed', () => {
    assert.deepEqual(run('unit', { mocha: totals(7, 0) }), [0, '7 passed, 0 failed']);
    assert.deepEqual(run('unit', { mocha: totals(7, 2) + fails }), [1, '7 passed, 2 failed']);
  });

  it('names each test that failed', () => {
    run('unit', { mocha: totals(7, 1, ['a list keeps its rows: 1 is not 2']) + fails });
    assert.deepEqual(named, [
      `Failed test: Unit tests, Node ${process.versions.node}: a list keeps its rows: 1 is not 2`,
    ]);
    run('unit', { mocha: totals(8, 0) });
    assert.deepEqual(named, []);
  });

  const nothing = [1, '0 passed, 1 failed'];

  it('ends in the same way when it cannot build or package', () => {
    assert.deepEqual(run('unit', { build: fails, mocha: totals(7, 0) }), nothing);
    assert.deepEqual(run('host', { vsce: fails }), nothing);
  });

  it('ends in the same way when there is no VS Code to test in', () => {
    assert.deepEqual(run('host', {}, { PROXY_SCOUT_VSCODE: '/no/such/file' }), nothing);
  });

  it('ends in the same way when a suite ends before it has told its totals', () => {
    assert.deepEqual(run('unit', { mocha: fails }), nothing);
    assert.deepEqual(run('unit', { mocha: totals(0, 0) }), nothing);
  });
});
