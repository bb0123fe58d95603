/**
 * @file `npm run probe -- <base url> [--user name:password | --header "Name: value"]`, or `npm run probe -- search <url>
 * <index> …` (see arguments.ts): sets up, builds test/probe/main.ts and runs it.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

await setUp();
// A folder of its own, as two may run at once.
const output = `out/probe-${process.pid}`;
try {
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/probe', `--testdir=${output}`]);
  process.exitCode = await run(join(output, 'probe/main.js'), process.argv.slice(2));
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}
