/** @file `npm run typecheck`: checks each folder that has its own boundaries with its own options. */
import { join } from 'node:path';
import { run } from './run.mjs';
import { root, setUp } from './setup.mjs';

await setUp();
const tsc = join(root, 'node_modules/typescript/bin/tsc');
for (const scope of ['src/core', 'src/protocol', 'src/l10n', 'src/check', 'src/webview', 'src/vscode', 'test']) {
  console.log(`Checking the types in ${scope}`);
  if ((await run(tsc, ['-p', scope])) !== 0) process.exitCode = 1;
}
