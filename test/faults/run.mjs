/**
 * @file `npm run faults`: sets up, builds test/faults and runs it (see main.ts): what both halves do where servers, proxies and the way to
 * them fail, as a table. Ends with 1 where a row falls short of expected.json.
 *
 *   npm run faults                every row, a few minutes
 *   npm run faults -- --short     without those that wait for a limit of time
 *   npm run faults -- --only=TLS  those whose names hold this
 *   npm run faults -- --write     writes outcomes and sentences as they are into expected.json, to be looked at as a change of it
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

await setUp();
// A folder of its own, as two may run at once.
const output = `out/faults-${process.pid}`;
try {
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/faults', `--testdir=${output}`]);
  process.exitCode = await run(join(output, 'faults/main.js'), process.argv.slice(2));
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}
