/**
 * @file `npm start`: runs sample servers, and VS Code with the extension and the sample endpoints.
 *
 * With a desktop, this is VS Code itself, installed or downloaded. Otherwise, or with `PROXY_SCOUT_VSCODE=npm-host`, it
 * is the npm-hosted one, to open in a browser. Ctrl-C stops everything.
 */
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from './program.mjs';
import { mustRun } from './run.mjs';
import { root, setUp } from './setup.mjs';

await setUp();
// Loaded only now, because its dependencies may not be installed before the setup.
const { openVSCode } = await import('./open.mjs');

const told = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
});
const started = [];
try {
  await mustRun('The build', 'esbuild.js', ['--tests', '--only=test/servers', '--testdir=out/start-servers']);
  const servers = await startProgram(join(root, 'out/start-servers/servers/main.js'), []);
  started.push(servers);
  const vscode = await openVSCode(await stage(servers.answer.endpoints));
  started.push(vscode);
  await Promise.race([told, vscode.ended, servers.ended]);
} finally {
  for (const program of started.reverse()) await program.stop();
}
process.exit();

/** Assembles the extension in a separate folder, with the sample endpoints built in. */
async function stage(endpoints) {
  const folder = join(root, 'out/start');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'package.nls.json', 'l10n', 'media', 'LICENSE']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await mustRun('The build', 'esbuild.js', ['--outdir=out/start/dist', `--samples=${JSON.stringify(endpoints)}`]);
  return folder;
}
