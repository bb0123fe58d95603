/**
 * @file `npm test`: sets up, builds, and runs the suites named as arguments (`unit`, `host`, `ui`), or all of them.
 *
 * Ends with the ten slowest tests, a line for each failed one, what could not run on this machine, and the total: `N
 * passed, M failed`. A suite that runs no tests or skips one counts as failed, as does anything that cannot be built or
 * started, and in CI on Linux also UI tests that cannot run.
 */
import { makePackage } from './package.mjs';
import { mustRun } from './run.mjs';
import { setUp } from './setup.mjs';

const known = ['unit', 'host', 'ui'];
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`No suite is named ${unknown}; there are ${known.join(', ')}.`);
const wanted = (name) => asked.length === 0 || asked.includes(name);

const outcomes = [];
const notes = [];
if (await attempt('The build', build)) {
  // At the same time, because the suites in VS Code mostly wait for its starts.
  await Promise.all([
    wanted('unit') && attempt('The unit tests', runUnit),
    wanted('host') && attempt('The tests in VS Code', runHost),
  ]);
  if (wanted('ui')) await attempt('The tests of the user interface', runUi);
}
summarize();

/**
 * Runs a step. If it throws, that counts as a failed test.
 *
 * @returns {Promise<boolean>} whether it succeeded
 */
async function attempt(name, work) {
  try {
    await work();
    return true;
  } catch (error) {
    console.error(error);
    const failures = [error instanceof Error ? error.message : String(error)];
    outcomes.push({ name, passed: 0, failed: 1, failures, slowest: [] });
    return false;
  }
}

/** Builds the package first, because the build for the tests replaces the production build in dist/. */
async function build() {
  await setUp();
  if (wanted('host') || wanted('ui')) await makePackage();
  await mustRun('The build', 'esbuild.js', ['--tests']);
}

// The following code imports modules only when it runs, because their dependencies may not be installed before the
// setup.

async function runUnit() {
  const { runInNode } = await import('./suites.mjs');
  outcomes.push(await runInNode(`Unit tests, Node ${process.versions.node}`, 'unit', 30_000));
  notes.push('Two windows at once were tested in plain Node, not in a desktop VS Code.');
}

async function runHost() {
  const { runInVSCode } = await import('./suites.mjs');
  const { vscodesToTest } = await import('./vscodes.mjs');
  const vscodes = await vscodesToTest();
  for (const vscode of vscodes) {
    for (const suite of ['suite', 'installed']) outcomes.push(await runInVSCode(vscode, suite));
  }
}

async function runUi() {
  const { runInNode } = await import('./suites.mjs');
  const { installVSCode, whyNoNpmHost } = await import('./vscode-host/install.mjs');
  const { hostVersions } = await import('./vscode-host/versions.mjs');
  const obstacle = whyNoNpmHost();
  if (obstacle !== undefined) {
    const problem = `The tests of the user interface did not run. ${obstacle}`;
    if (process.platform === 'linux' && process.env.CI !== undefined) throw new Error(problem);
    notes.push(problem);
    return;
  }
  // Not by the first test that needs one: some have environments in which npm cannot download.
  for (const name of Object.keys(hostVersions)) await installVSCode(name);
  outcomes.push(await runInNode('Tests of the user interface', 'ui', 180_000));
}

function summarize() {
  const took = outcomes.flatMap(({ name, slowest }) => slowest.map((one) => ({ ...one, name })));
  console.log('\n── The ten slowest tests and hooks');
  for (const { name, title, ms } of took.sort((a, b) => b.ms - a.ms).slice(0, 10)) {
    console.log(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}: ${title}`);
  }
  console.log('\n── Summary');
  for (const { name, passed, failed } of outcomes) console.log(`${name}: ${passed} passed, ${failed} failed`);
  for (const { name, failures } of outcomes) {
    for (const failure of failures) console.log(`Failed test: ${name}: ${failure}`);
  }
  for (const note of notes) console.log(note);
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 && outcomes.length > 0 ? 0 : 1;
}
