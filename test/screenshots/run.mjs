/**
 * @file `npm run screenshots`: draws README's pictures in a real VS Code against the sample servers, in a dark and a light
 * theme, as media/proxies.png, media/proxies-light.png, media/search.png, and media/search-light.png.
 *
 *   npm run screenshots                     over the pictures in media
 *   npm run screenshots -- --out=FOLDER     somewhere else
 *   npm run screenshots -- --trees          instead, the tree with errors in 250 and 300 px and six themes, in out/pictures
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mustRun, run } from '../../scripts/run.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

const { values } = parseArgs({
  options: { out: { type: 'string' }, trees: { type: 'boolean', default: false } },
});
await setUp();
// A folder of its own, as two may run at once.
const output = `out/screenshots-${process.pid}`;
try {
  await mustRun('The build', 'esbuild.js', []);
  await mustRun('The build', 'esbuild.js', [
    '--tests',
    `--only=test/screenshots/${values.trees ? 'trees' : 'readme'}.test`,
    `--testdir=${output}`,
  ]);
  process.env.PROXY_SCOUT_PICTURES = values.out ?? (values.trees ? 'out/pictures' : 'media');
  process.exitCode = await run(join(root, 'node_modules/mocha/bin/mocha.js'), [
    `${output}/screenshots/**/*.test.js`,
    '--timeout=180000',
    '--exit',
  ]);
} finally {
  rmSync(join(root, output), { recursive: true, force: true });
}
