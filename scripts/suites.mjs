/** @file The suites of `npm test`: how each is run, and what came of it. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { vsix } from './package.mjs';
import { run } from './run.mjs';
import { root } from './setup.mjs';

/**
 * @typedef {object} Outcome what came of a suite
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures a line each
 * @property {{ title: string, ms: number }[]} slowest the ten slowest of its tests and hooks, the slowest first
 */

const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
const reporter = join(import.meta.dirname, 'reporter.cjs');

/**
 * Runs the bundles below `folder` of out/test by mocha in plain Node.
 *
 * @param {string} name for the summary
 * @param {'unit' | 'ui'} folder
 * @param {number} timeout of one test, in milliseconds; far above what it takes, so that a busy machine does not matter
 * @returns {Promise<Outcome>}
 */
export function runInNode(name, folder, timeout) {
  return withTotals(name, async ({ totals }) => {
    const flags = ['--forbid-only', '--forbid-pending', `--reporter=${reporter}`, `--timeout=${timeout}`];
    // A walk has a VS Code and a browser of its own, which together take about a core. More than a few would want memory.
    const jobs = Math.max(2, folder === 'ui' ? Math.min(4, availableParallelism()) : availableParallelism());
    flags.push('--parallel', `--jobs=${jobs}`);
    await run(mocha, [...flags, ...longestFirst(`out/test/${folder}`)], { PROXY_SCOUT_TOTALS: totals });
  });
}

/** The bundles in a folder, the longest first, so that at the end no process runs a long one while the others have none. */
function longestFirst(folder) {
  const length = (file) =>
    statSync(join(root, 'test', `${relative('out/test', file).slice(0, -'.js'.length)}.ts`)).size;
  return readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => join(folder, file))
    .sort((a, b) => length(b) - length(a));
}

/**
 * Runs the bundles of test/host in a VS Code: those of `suite` against the extension under development, and those of
 * `installed` against the package, installed the way a user installs it.
 *
 * @param {import('./vscodes.mjs').VSCode} vscode
 * @param {'suite' | 'installed'} suite
 * @returns {Promise<Outcome>}
 */
export function runInVSCode(vscode, suite) {
  const name = suite === 'suite' ? vscode.name : `${vscode.name}, the package installed`;
  return withTotals(name, async ({ folder, totals, report }) => {
    const profile = [`--user-data-dir=${join(folder, 'user')}`, `--extensions-dir=${join(folder, 'extensions')}`];
    const version = vscode.version === undefined ? {} : { PROXY_SCOUT_VSCODE_VERSION: vscode.version };
    try {
      if (suite === 'installed') await command(vscode, [`--install-extension=${vsix}`, ...profile], version);
      await runTests({
        vscodeExecutablePath: vscode.executable,
        extensionDevelopmentPath: suite === 'suite' ? root : join(root, 'test/host/probe'),
        extensionTestsPath: join(root, 'test/host/suite.cjs'),
        extensionTestsEnv: {
          ...version,
          PROXY_SCOUT_SUITE: suite,
          PROXY_SCOUT_TOTALS: totals,
          PROXY_SCOUT_REPORT: report,
        },
        launchArgs: profile,
      });
    } catch (error) {
      // A failed test is in the totals; what keeps the suite from running leaves none.
      if (!existsSync(totals)) console.error(error);
    }
    if (existsSync(report)) console.log(readFileSync(report, 'utf8'));
  });
}

/** Runs VS Code's command line, such as `code --install-extension=…`. */
function command({ cli }, args, env) {
  const shell = process.platform === 'win32';
  const child = spawn(shell ? `"${cli}"` : cli, args, {
    env: { ...process.env, ...env },
    shell,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`VS Code's command line failed: ${args.join(' ')}`));
    });
  });
}

/**
 * Runs a suite that writes its totals into a file. One that wrote none, ran no test or left one out has failed.
 *
 * @returns {Promise<Outcome>}
 */
async function withTotals(name, runSuite) {
  console.log(`\n── ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'proxy-scout-test-'));
  const totals = join(folder, 'totals.json');
  try {
    await runSuite({ folder, totals, report: join(folder, 'report.txt') });
    const { passed, failed, pending, failures, slowest } = existsSync(totals)
      ? JSON.parse(readFileSync(totals, 'utf8'))
      : { passed: 0, failed: 0, pending: 0, failures: [], slowest: [] };
    const ran = passed + failed > 0;
    if (!ran) console.error(`${name}: no test ran.`);
    if (pending > 0) console.error(`${name}: ${pending} tests were left out.`);
    return { name, passed, failed: failed + pending + (ran ? 0 : 1), failures, slowest };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
