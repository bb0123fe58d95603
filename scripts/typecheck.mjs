/** @file `npm run typecheck`: each folder that has borders of its own is checked with its own options. */
import { join } from 'node:path';
import { run } from './run.mjs';
import { root, setUp } from './setup.mjs';

await setUp();
const tsc = join(root, 'node_modules/typescript/bin/tsc');
for (const scope of ['src/core', 'src/protocol', 'src/l10n', 'src/webview', 'src/vscode', 'test']) {
  console.log(`Checking the types in ${scope}`);
  if ((await run(tsc, ['-p', scope])) !== 0) process.exitCode = 1;
}
