/** @file `npm run changes -- <cases.json>…`: sets up, builds test/changes/main.ts and runs it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

await setUp();
// A folder of its own, as two may run at once.
const output = `out/changes-${process.pid}`;
try {
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/changes', `--testdir=${output}`]);
  process.exitCode = await run(join(output, 'changes/main.js'), process.argv.slice(2));
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}
