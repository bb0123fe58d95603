/**
 * @file `npm run soak`: sets up, builds the sample servers and test/soak, starts the servers in a process of their own and runs it: 10,000 refreshes
 * and page turns, and what grows (see main.ts). Ends with 1 where something grew.
 *
 *   npm run soak                  some minutes
 *   npm run soak -- --times=1000  so many refreshes and turns
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../../scripts/program.mjs';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

await setUp();
// Folders of their own, as two may run at once.
const output = `out/soak-${process.pid}`;
try {
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/soak', `--testdir=${output}/soak`]);
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/servers', `--testdir=${output}/servers`]);
  const servers = await startProgram(join(root, output, 'servers/servers/main.js'), []);
  try {
    const endpoints = JSON.stringify(servers.answer.endpoints);
    // As an argument of Node's own: what is still held can only be told once garbage is collected.
    process.exitCode = await run('--expose-gc', [
      join(output, 'soak/soak/main.js'),
      endpoints,
      ...process.argv.slice(2),
    ]);
  } finally {
    await servers.stop();
  }
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}
