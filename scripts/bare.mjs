/**
 * @file `node scripts/bare.mjs [name…]`: runs every npm script in its own fresh clone, without any setup, as someone
 * who has just cloned the repository does. Long scripts do as little as they can. Scripts that serve something run
 * until they report that they are ready, and are then stopped. A script fails if it exits with another code, does not
 * print what it should, changes a file of the repository, or leaves a process behind. Exits with 1 if a script failed,
 * or is not listed here.
 *
 * The first clone is set up from the registry. In the others, `npm ci` is replaced with hard links to what it installed
 * there, so that all of this takes minutes instead of half an hour. Everything else is npm's own.
 *
 * Clones the last commit, not the working tree.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './setup.mjs';

/**
 * @typedef {object} Trial
 * @property {string[]} [args] of the script
 * @property {RegExp} [says] what it prints; if it serves something, when it is ready
 * @property {boolean} [serves] whether it keeps running until it is stopped
 */

/** @type {Readonly<Record<string, Trial>>} */
const tried = {
  lint: { says: /Checked \d+ files/ },
  start: { serves: true, says: /http:\/\/\S+/ },
  build: {},
  watch: { serves: true, says: /^\[watch\] build finished$/m },
  format: { says: /No fixes applied/ },
  typecheck: { says: /Checking the types in test/ },
  package: { says: /Packaged: / },
  'test:file': { args: ['test/unit/core/search/page/goTo.test.ts'], says: /\d+ passing/ },
  'test:watch': { args: ['test/unit/core/search/page/goTo.test.ts'], serves: true, says: /Waiting for changes/ },
  bench: { args: ['--list'], says: /^inventory$/m },
  check: { args: ['test/unit/check/fixtures/good'], says: /^0 errors, 0 warnings in 3 files/m },
  action: { says: /^Built action\/program\.$/m },
  changes: { args: ['test/recordings/changes/changes-3.json'], says: /answers (\d+) of \1, not certain 0, wrong 0$/m },
  static: { args: ['test/recordings/static/static-3.json'], says: /starts right (\d+) of \1$/m },
  declared: { args: ['test/recordings/declared/compose.json'], says: /meets (\d+) of \1$/m },
  agree: { args: ['test/recordings/which-router/traefik-3-tcp.json'], says: /agrees on (\d+) of \1$/m },
  fuzz: { args: ['--seed=1', '--rounds=1'], says: /Nothing fell short/ },
  faults: { args: ['--short', '--only=504'], says: /^[1-9]\d* faults in both halves: nothing fell short/m },
  axe: { args: ['--grep=Modern'], says: /1 passing/ },
  soak: { args: ['--times=100'], says: /At first: / },
  screenshots: { args: ['--out=out/pictures'], says: /2 passing/ },
  l10n: {},
};

/** The scripts that are not tried, and why. */
const untried = {
  test: '.ci/run runs it, and there the repository itself is the bare clone',
  'test:unit': 'a part of `npm test`, by the same program',
  'test:host': 'a part of `npm test`, by the same program',
  'test:ui': 'a part of `npm test`, by the same program',
  'test:live': 'needs Java, Maven, and engines of some GB',
  probe: 'needs a Traefik or a search engine; the unit tests run its program',
};

const longestMs = 600_000;
/** How long a script that serves something may take to exit after Ctrl-C. */
const patienceMs = 20_000;

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(tried);
const work = mkdtempSync(join(tmpdir(), 'proxy-scout-bare-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

const failed = Object.keys(scripts)
  .filter((name) => tried[name] === undefined && untried[name] === undefined)
  .map((name) => `${name}: scripts/bare.mjs neither tries it nor says why not`);
const began = performance.now();
const [first, ...others] = names;
await attempt(first, npmProgram());
const standIn = writeStandIn(join(work, first.replace(':', '-')));
const next = others.values();
await Promise.all(
  Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
    for (const name of next) await attempt(name, standIn);
  }),
);
for (const line of failed) console.error(`Failed: npm run ${line}`);
console.log(`${names.length} npm scripts in bare clones: ${failed.length} failed, in ${secondsSince(began)} s.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** npm's own program, even if this script was not started by npm. */
function npmProgram() {
  const named = process.env.npm_execpath;
  if (named?.endsWith('.js')) return named;
  const { stdout } = spawnSync('npm', ['root', '--global'], { encoding: 'utf8' });
  return join(stdout.trim(), 'npm/bin/npm-cli.js');
}

/** A program that acts as npm, except that `npm ci` links the packages of a clone where it has already run. */
function writeStandIn(installed) {
  const file = join(work, 'npm-cli.js');
  const source = JSON.stringify(join(installed, 'node_modules'));
  writeFileSync(
    file,
    `const { spawnSync } = require('node:child_process');
if (process.argv[2] === 'ci') process.exit(spawnSync('cp', ['-al', ${source}, 'node_modules'], { stdio: 'inherit' }).status ?? 1);
else {
  // npm looks at this to tell the scripts which npm runs them.
  process.argv[1] = __filename;
  require(${JSON.stringify(npmProgram())});
}
`,
  );
  return file;
}

/** Runs a script in its own clone and records what went wrong. */
async function attempt(name, npm) {
  const clone = join(work, name.replace(':', '-'));
  const start = performance.now();
  const { args = [], says, serves = false } = tried[name] ?? {};
  const cloned = spawnSync('git', ['clone', '--quiet', root, clone], { encoding: 'utf8' });
  if (cloned.status !== 0) return void failed.push(`${name}: no clone: ${cloned.stderr}`);
  const { code, output, left } = await run([npm, 'run', name, '--', ...args], clone, serves ? says : undefined);
  const problems = [];
  if (!serves && code !== 0) problems.push(`ended with ${code}`);
  if (says !== undefined && !says.test(output)) problems.push(`did not say ${says}`);
  if (left) problems.push('left a process behind');
  const { stdout: changed } = spawnSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });
  if (changed !== '') problems.push(`changed ${changed.trim()}`);
  console.log(`${problems.length === 0 ? '✔' : '✗'} npm run ${[name, ...args].join(' ')} (${secondsSince(start)} s)`);
  if (problems.length > 0) {
    failed.push(`${name}: ${problems.join(', ')}`);
    console.log(output.trimEnd().split('\n').slice(-40).join('\n'));
  }
  // The packages of the other clones come from the first one.
  if (npm !== npmProgram()) await rm(clone, { recursive: true, force: true });
}

/**
 * Runs npm in its own process group, and stops the group when the output matches `until`, or when it takes too long.
 *
 * @returns {Promise<{ code: number | null, output: string, left: boolean }>} `left`: a process was still running at the
 * end
 */
async function run(args, cwd, until) {
  const child = spawn(process.execPath, args, {
    cwd,
    detached: true,
    // The npm-hosted VS Code even if there is a desktop, because it reports when it is ready.
    env: { ...process.env, npm_config_prefer_offline: 'true', PROXY_SCOUT_VSCODE: 'npm-host', npm_execpath: args[0] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (signal) => {
    try {
      process.kill(-child.pid, signal);
      return true;
    } catch {
      return false;
    }
  };
  const tooLong = setTimeout(() => stop('SIGKILL'), longestMs);
  let output = '';
  let kill;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (until === undefined || kill !== undefined || !until.test(output)) return;
      // Like Ctrl-C.
      stop('SIGINT');
      kill = setTimeout(() => stop('SIGKILL'), patienceMs);
    });
  }
  const whenStopped = () => stop('SIGKILL');
  process.on('exit', whenStopped);
  // What it printed last may be read only after it has ended.
  const allRead = new Promise((resolve) => child.on('close', resolve));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
  clearTimeout(tooLong);
  clearTimeout(kill);
  // Processes that were told to exit may take a moment.
  let left = true;
  for (let waited = 0; left && waited < patienceMs; waited += 200) {
    left = stop(0);
    if (left) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (left) stop('SIGKILL');
  await Promise.race([allRead, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
  process.off('exit', whenStopped);
  return { code, output, left };
}

function secondsSince(start) {
  return Math.round((performance.now() - start) / 1000);
}
