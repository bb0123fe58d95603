/**
 * @file What VS Code runs as its test suite (`--extensionTestsPath`): mocha over the bundles of one folder of test/host,
 * named by `PROXY_SCOUT_SUITE`, inside the extension host.
 */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Mocha } = require('mocha');

exports.run = async () => {
  const mocha = new Mocha({
    forbidOnly: true,
    forbidPending: true,
    reporter: join(__dirname, '../../scripts/reporter.cjs'),
    timeout: 60_000,
  });
  const folder = join(__dirname, '../../out/test/host', process.env.PROXY_SCOUT_SUITE ?? 'suite');
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.test.js')) continue;
    // Mocha would require them, and VS Code gives its API only to modules that are imported.
    const file = join(folder, name);
    mocha.suite.emit('pre-require', globalThis, file, mocha);
    await import(pathToFileURL(file).href);
  }
  const failures = await new Promise((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed.`);
};
