/**
 * @file `npm run fuzz`: sets up, builds test/fuzz and runs it (see main.ts). Ends with 1 where something fell short.
 *
 *   npm run fuzz                            the readers of long texts, 20,000 cuts of declared configurations, then a minute of mutated answers and files
 *   npm run fuzz -- --seconds=20 --seed=12  so many seconds of the latter, from this seed on
 *   npm run fuzz -- --seed=7 --rounds=1     one round again, as printed with what failed in it
 *   npm run fuzz -- --only=linear           the readers only; --only=cuts: the cuts only; --only=rules: only that target
 *   npm run fuzz -- --only=counting         hostile files that count up, all of them (a run of fewer seconds takes a share by the seed);
 *                                           with --named=TEXT those with this in their names, and with their figures
 *   npm run fuzz -- --only=random           the unit tests of random cases, with all of their rounds (`roundsOf`); first in
 *                                           every run without options
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

await setUp();
// A folder of its own, as two may run at once.
const output = `out/fuzz-${process.pid}`;
const args = process.argv.slice(2);
const isRandomOnly = args.includes('--only=random');
try {
  const failed = args.length === 0 || isRandomOnly ? await runRandomTests() : 0;
  process.exitCode = isRandomOnly ? failed : (await fuzz()) || failed;
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}

async function fuzz() {
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/fuzz', `--testdir=${output}`]);
  await mustRun('The build of proxy-scout', 'esbuild.js', [`--check=${output}/check`]);
  // Only now: it needs a package, which may have been installed by `setUp`.
  const { countSteps } = await import('./counting/countSteps.mjs');
  countSteps(join(root, output, 'fuzz/counting/reader.main.js'));
  return run(join(output, 'fuzz/main.js'), args);
}

/** Runs the unit tests that take fewer rounds in `npm test`: those that import `roundsOf`. */
async function runRandomTests() {
  const files = readdirSync(join(root, 'test/unit'), { recursive: true })
    .map((name) => join('test/unit', name))
    .filter((name) => name.endsWith('.test.ts') && readFileSync(join(root, name), 'utf8').includes('roundsOf('));
  await mustRun('The build', 'esbuild.js', ['--tests', `--only=${files}`, `--testdir=${output}`]);
  const bundles = files.map((name) => name.replace(/^test/, output).replace(/\.ts$/, '.js'));
  const flags = ['--reporter=dot', '--timeout=600000', '--forbid-only', '--forbid-pending'];
  return run('node_modules/mocha/bin/mocha.js', [...flags, ...bundles], { PROXY_SCOUT_ROUNDS: 'all' });
}
