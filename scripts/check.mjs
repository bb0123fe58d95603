/**
 * @file `npm run check -- [paths…] [--endpoint URL] [--format …]`: sets up, builds src/check and runs it where npm was
 * called. Ends with its exit code.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from './run.mjs';
import { root, setUp } from './setup.mjs';

await setUp();
// A folder of its own, as two may run at once.
const output = join(root, `out/check-${process.pid}`);
try {
  await mustRun('The build', 'esbuild.js', [`--check=${output}`]);
  const program = [join(output, 'proxy-scout.js'), 'check', ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, program, { cwd: process.env.INIT_CWD ?? root, stdio: 'inherit' });
  process.exitCode = status ?? 2;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  rmSync(output, { recursive: true, force: true });
}
