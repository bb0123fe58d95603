/**
 * @file `npm test`: sets up, builds, and runs the suites named as arguments (`unit`, `host`, `ui`), or all.
 *
 * Ends with a line `N passed, M failed` over all of them. A suite that runs no test, or leaves one out, has failed.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from './run.mjs';
import { root, setUp } from './setup.mjs';

const known = ['unit', 'host', 'ui'];
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`No suite is named ${unknown}; there are ${known.join(', ')}.`);
const wanted = (name) => asked.length === 0 || asked.includes(name);

await setUp();
const outcomes = [];
const notes = [];
await build();
// Loaded only now, because before the set-up their dependencies may not be there.
const { runInNode, runInVSCode } = await import('./suites.mjs');
const { vscodesToTest } = await import('./vscodes.mjs');
const { whyNoNpmHost } = await import('./vscode-host/install.mjs');

if (wanted('unit')) {
  outcomes.push(await runInNode(`Unit tests, Node ${process.versions.node}`, 'unit', 30_000));
  notes.push('Two windows at once were tested in plain Node, not in a desktop VS Code.');
}
if (wanted('host')) await runHost();
if (wanted('ui')) await runUi();
summarise();

/** The package first: it is made from the production build in dist/, which the build for the tests then replaces. */
async function build() {
  if (wanted('host') || wanted('ui')) {
    mkdirSync(join(root, 'out'), { recursive: true });
    rmSync(join(root, 'out/proxy-scout.vsix'), { force: true });
    await mustRun('The production build', 'esbuild.js', ['--production']);
    const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
    await mustRun('Packaging', vsce, ['package', '--no-dependencies', '--out', 'out/proxy-scout.vsix']);
  }
  await mustRun('The build', 'esbuild.js', ['--tests']);
}

async function runHost() {
  const vscodes = await vscodesToTest();
  for (const vscode of vscodes) {
    for (const suite of ['suite', 'installed']) outcomes.push(await runInVSCode(vscode, suite));
  }
}

async function runUi() {
  const obstacle = whyNoNpmHost();
  if (obstacle === undefined) outcomes.push(await runInNode('Tests of the user interface', 'ui', 180_000));
  else notes.push(`The tests of the user interface did not run. ${obstacle}`);
}

function summarise() {
  console.log('\n── Summary');
  for (const { name, passed, failed } of outcomes) console.log(`${name}: ${passed} passed, ${failed} failed`);
  for (const note of notes) console.log(note);
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 && outcomes.length > 0 ? 0 : 1;
}
