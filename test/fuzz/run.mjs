/**
 * @file `npm run fuzz`: sets up, builds test/fuzz and runs it (see main.ts). Ends with 1 where something fell short.
 *
 *   npm run fuzz                            the readers of long texts, 20,000 cuts of declared configurations, then a minute of mutated answers and files
 *   npm run fuzz -- --seconds=20 --seed=12  so many seconds of the latter, from this seed on
 *   npm run fuzz -- --seed=7 --rounds=1     one round again, as printed with what failed in it
 *   npm run fuzz -- --only=linear           the readers only; --only=cuts: the cuts only; --only=rules: only that target
 *   npm run fuzz -- --only=counting         hostile files that count up, all of them (a run of fewer seconds takes a share by the seed);
 *                                           with --named=TEXT those with this in their names, and with their figures
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

await setUp();
// A folder of its own, as two may run at once.
const output = `out/fuzz-${process.pid}`;
try {
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/fuzz', `--testdir=${output}`]);
  await mustRun('The build of proxy-scout', 'esbuild.js', [`--check=${output}/check`]);
  process.exitCode = await run(join(output, 'fuzz/main.js'), process.argv.slice(2));
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}
