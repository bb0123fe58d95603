/** @file `npm run declared -- <cases.json>…`: sets up, builds test/declared/main.ts and runs it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

await setUp();
// A folder of its own, as two may run at once.
const output = `out/declared-${process.pid}`;
try {
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/declared', `--testdir=${output}`]);
  process.exitCode = await run(join(output, 'declared/main.js'), process.argv.slice(2));
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}
