/** @file `npm run static -- <cases.json>…`: sets up, builds test/static/main.ts and runs it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

await setUp();
// A folder of its own, as two may run at once.
const output = `out/static-${process.pid}`;
try {
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/static', `--testdir=${output}`]);
  process.exitCode = await run(join(output, 'static/main.js'), process.argv.slice(2));
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}
