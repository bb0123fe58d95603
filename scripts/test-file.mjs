/**
 * @file `npm run test:file -- <path>…` and `npm run test:watch -- <path>…`: sets up, builds the tests whose paths
 * contain one of these texts, and runs them. In watch mode, runs them again whenever a source file changes.
 *
 *   npm run test:file -- test/unit/core/proxy/find           all tests in a folder
 *   npm run test:watch -- test/unit/core/search/page/goTo.test.ts    one file, again and again
 *   npm run test:file -- test/unit/protocol --grep=page      only the tests whose titles contain this
 *   npm run test:file -- test/ui/find.test.ts                a UI test of the running extension
 *
 * Tests below test/host run inside VS Code: `npm run test:host` runs them, and .vscode/launch.json debugs them.
 */
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { root, setUp } from './setup.mjs';

const { values, positionals } = parseArgs({
  options: { watch: { type: 'boolean' }, grep: { type: 'string' } },
  allowPositionals: true,
});
const asked = positionals.map((path) => path.replaceAll('\\', '/').replace(/^\.\//, ''));
const files = ['unit', 'ui']
  .flatMap((suite) =>
    readdirSync(join(root, 'test', suite), { recursive: true }).map((name) => join('test', suite, name)),
  )
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') && asked.some((text) => path.includes(text)));
if (files.length === 0) {
  console.error(
    asked.length === 0
      ? 'Say which tests: npm run test:file -- test/unit/protocol'
      : `There is no test below test/unit or test/ui whose path contains ${asked.join(' or ')}.`,
  );
  process.exit(2);
}
const isUi = files.some((path) => path.startsWith('test/ui/'));
if (isUi && values.watch) {
  console.error('UI tests cannot be watched: npm run test:file runs them once.');
  process.exit(2);
}

await setUp();
// UI tests use the extension in dist/ and the bundles in out/test. Others have a separate folder, so that two can run
// at once.
const output = isUi ? 'out/test' : `out/test-file-${process.pid}`;
if (!isUi) process.on('exit', () => rmSync(join(root, output), { recursive: true, force: true }));
const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of children) child.kill();
    process.exit(130);
  });
}

// The programs that some tests start are separate bundles.
const only = [...files, '.main.ts', 'test/probe/main.ts', 'test/servers/main.ts'];
const build = ['esbuild.js', '--tests', ...(isUi ? [] : [`--only=${only.join(',')}`, `--testdir=${output}`])];
if (values.watch) {
  const { child, ended } = start([...build, '--watch'], 'pipe');
  let running;
  let soon;
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(soon);
    if (line === '[watch] build started') running?.child.kill();
    // Bundles are watched separately. After a change, they all finish within this time of each other.
    if (line === '[watch] build finished') soon = setTimeout(runAgain, 300);
    if (line === '[watch] build failed') console.log('Waiting for changes …');
  }
  process.exitCode = await ended;

  async function runAgain() {
    running?.child.kill();
    console.log(`\n── ${new Date().toLocaleTimeString()}`);
    running = start(mocha(), 'inherit');
    if ((await running.ended) !== undefined) console.log('Waiting for changes …');
  }
} else {
  process.exitCode = (await start(build, 'inherit').ended) || (await start(mocha(), 'inherit').ended);
}

function mocha() {
  const bundles = files.map((path) => path.replace(/^test/, output).replace(/\.ts$/, '.js'));
  const grep = values.grep === undefined ? [] : [`--fgrep=${values.grep}`];
  return [
    'node_modules/mocha/bin/mocha.js',
    ...(isUi ? ['--exit'] : []),
    `--timeout=${isUi ? 180_000 : 30_000}`,
    ...grep,
    ...bundles,
  ];
}

/** Starts a Node program. `ended` resolves to its exit code, or to undefined if it was stopped. */
function start(args, stdout) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', stdout, 'inherit'] });
  children.add(child);
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      children.delete(child);
      resolve(code ?? undefined);
    });
  });
  return { child, ended };
}
