/** @file Runs the suites of `npm test` and collects their results. */
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
 * @typedef {object} Outcome the result of a suite
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures one line each
 * @property {{ title: string, ms: number }[]} slowest its ten slowest tests and hooks, slowest first
 */

const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
const reporter = join(import.meta.dirname, 'reporter.cjs');

/**
 * Runs the bundles below `folder` of out/test with mocha in plain Node.
 *
 * @param {string} name for the summary
 * @param {'unit' | 'ui'} folder
 * @param {number} timeout of each test, in milliseconds; far more than it needs, so that a busy machine does not matter
 * @returns {Promise<Outcome>}
 */
export function runInNode(name, folder, timeout) {
  return withTotals(name, async ({ totals }) => {
    // Each process of UI tests has a VS Code and a browser, which together use about three quarters of a core. More than a
    // few need too much memory. They live as long as the process, so nothing waits for their end.
    const cores = availableParallelism();
    const jobs = folder === 'ui' ? Math.min(4, Math.max(2, cores) + 1) : Math.max(2, cores);
    const flags = ['--forbid-only', '--forbid-pending', '--exit', `--reporter=${reporter}`, `--timeout=${timeout}`];
    const files = longestFirst(`out/test/${folder}`);
    await run(mocha, [...flags, '--parallel', `--jobs=${jobs}`, ...files], { PROXY_SCOUT_TOTALS: totals });
  });
}

/** The bundles in a folder, longest first, so that no process is left running a long one while the others are idle. */
function longestFirst(folder) {
  const length = (file) =>
    statSync(join(root, 'test', `${relative('out/test', file).slice(0, -'.js'.length)}.ts`)).size;
  return readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => join(folder, file))
    .sort((a, b) => length(b) - length(a));
}

/**
 * Runs the bundles of test/host in VS Code: those of `suite` with the extension under development, and those of
 * `installed` with the package, installed as a user does it.
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
      // Failed tests are in the totals. If the suite could not run, there are no totals.
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
 * Runs a suite that writes its totals to a file. It has failed if it wrote none, ran no tests, or skipped one.
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
