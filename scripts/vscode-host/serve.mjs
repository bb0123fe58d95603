/**
 * @file Serves the npm-hosted VS Code on a loopback port, as a program of its own.
 *
 *   node serve.mjs [--version=floor|current] [--driver] [--vsix=FILE]…
 *                  [--extension=FOLDER]… [--built-in=NAME]… [--user-data-dir=DIR] [--extensions-dir=DIR]
 *
 * Prints one line of JSON when the workbench can be opened (see `Serving` in host.d.mts) and runs until its standard
 * input ends or it is told to stop: so the server ends with the process that wanted it, also when that one is killed.
 */
import { parseArgs } from 'node:util';
import { startProxy } from './proxy.mjs';
import { startServer } from './server.mjs';
import { calmSettings } from './settings.mjs';
import { hostVersions } from './versions.mjs';

const { values } = parseArgs({
  options: {
    version: { type: 'string', default: 'current' },
    driver: { type: 'boolean', default: false },
    extension: { type: 'string', multiple: true, default: [] },
    'built-in': { type: 'string', multiple: true, default: [] },
    vsix: { type: 'string', multiple: true, default: [] },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
  },
});

const told = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  process.stdin.on('end', resolve).on('error', resolve).resume();
});

const server = await startServer({
  name: values.version,
  settings: calmSettings,
  vsix: values.vsix,
  extensions: values.extension,
  builtIn: values['built-in'],
  driver: values.driver,
  userDataDir: values['user-data-dir'],
  extensionsDir: values['extensions-dir'],
});
try {
  const proxy = await startProxy(server);
  const { vscode, node } = hostVersions[values.version];
  const { token, folder } = server;
  console.log(JSON.stringify({ origin: proxy.origin, token, folder, vscode, node }));
  const unasked = await Promise.race([told, server.ended.then(() => 'unasked')]);
  if (unasked === 'unasked') throw new Error("VS Code's server ended by itself.");
  await proxy.close();
} finally {
  await server.stop();
}
process.exit();
