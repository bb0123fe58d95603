/**
 * @file `npm run axe`: opens the search page in a real VS Code, in Dark Modern, Light Modern and both high-contrast themes, and
 * looks with axe-core for what keeps people from reading or using it. Ends with 1 where it finds something.
 *
 *   npm run axe
 *   npm run axe -- --grep=Modern            some of the themes
 *   npm run axe -- --pictures=FOLDER        takes pictures of what it looks at, wide and narrow
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

const { values } = parseArgs({ options: { grep: { type: 'string' }, pictures: { type: 'string' } } });
await setUp();
// A folder of its own, as two may run at once.
const output = `out/axe-${process.pid}`;
try {
  await mustRun('The build', 'esbuild.js', []);
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/axe', `--testdir=${output}`]);
  if (values.pictures !== undefined) process.env.PROXY_SCOUT_PICTURES = values.pictures;
  process.exitCode = await run(join(root, 'node_modules/mocha/bin/mocha.js'), [
    `${output}/axe/**/*.test.js`,
    '--timeout=300000',
    '--exit',
    ...(values.grep === undefined ? [] : [`--grep=${values.grep}`]),
  ]);
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}
