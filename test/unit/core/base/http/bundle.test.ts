import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as tls from 'node:tls';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { recordingsFolder } from '../../../../recordings/read';
import { makeAuthority } from './certificates';
import { ask, dispatcherReport, reportOf } from './coreProcess';
import { endedAfterEach } from './fixtures';
import { serveHttp, serveHttps } from './servers';

const run = promisify(execFile);
const root = dirname(dirname(recordingsFolder()));

describe('the built core', function () {
  this.timeout(120_000);
  const test = endedAfterEach();
  let folder: string;
  let coreFile: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proxy-scout-bundle-'));
    await run(process.execPath, ['esbuild.js', '--production', `--outdir=${folder}`], { cwd: root });
    coreFile = join(folder, 'core.js');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const echo = () =>
    serveHttp((request, response) => {
      request.resume().on('end', () => response.end(`{"length":${request.headers['content-length'] ?? null}}`));
    });

  it('never sets the process-wide dispatcher, and leaves the built-in fetch working', async () => {
    const { url } = await test.server(echo());
    const report = await dispatcherReport(coreFile, url);
    assert.deepEqual(report, { status: 200, setByCore: 0, fetched: [200, { length: 2 }] });
  });

  it('leaves the process-wide dispatcher that is already there', async () => {
    const { url } = await test.server(echo());
    const body = `
      await (await fetch(url)).text();
      const before = symbols();
      const core = require(coreFile);
      const options = {};
      ${ask}
      report.unchanged = symbols().every((dispatcher, n) => dispatcher === before[n]);`;
    assert.deepEqual(await reportOf(coreFile, body, url), { status: 200, unchanged: true });
  });

  it('is not built with what would set it, or with undici whole', async () => {
    const { extensionBundles } = createRequire(join(root, 'esbuild.js'))('./esbuild.js') as {
      readonly extensionBundles: readonly BuildOptions[];
    };
    const options = extensionBundles.find(({ entryPoints }) => Object.keys(entryPoints ?? {}).includes('core-base'));
    assert.ok(options);
    const bundled = (contents: string) => {
      const { entryPoints: _, ...rest } = options;
      const plugins = (rest.plugins ?? []).filter(({ name }) => name === 'undici-in-parts');
      return build({ ...rest, plugins, stdin: { contents, resolveDir: root }, write: false, logLevel: 'silent' });
    };
    await bundled("import 'undici/lib/dispatcher/client.js';");
    await assert.rejects(bundled("import 'undici/lib/global.js';"), /dispatcher of every extension/);
    await assert.rejects(bundled("import 'undici/lib/dispatcher/agent.js'; import 'undici';"), /not bundled whole/);
  });

  it('evaluates a part when something of it is first asked for, and each module once', async () => {
    const body = `
      const loaded = () => Object.keys(require.cache).map((file) => require('node:path').basename(file));
      const core = require(coreFile);
      report.before = loaded();
      report.names = Object.keys(core).length > 100;
      const { RequestFailure } = core;
      report.base = ['core-base.js', 'core-proxy.js', 'core-search.js'].map((name) => loaded().includes(name));
      core.openProxySession;
      report.proxy = ['core-proxy.js', 'core-search.js', 're2js.js'].map((name) => loaded().includes(name));
      core.openPager;
      core.detailsOf;
      report.same = core.RequestFailure === RequestFailure;`;
    assert.deepEqual(await reportOf(coreFile, body, ''), {
      before: ['core.js'],
      names: true,
      base: [true, false, false],
      proxy: [true, false, false],
      same: true,
    });
  });

  describe('trusts', () => {
    const authority = makeAuthority();
    const canRead = typeof tls.getCACertificates === 'function';
    const https = () => test.server(serveHttps(authority.issue(['127.0.0.1']), (_, response) => response.end('{}')));
    const withOptions = (options: string) => `const core = require(coreFile); const options = ${options}; ${ask}`;
    let file: string;

    before(async () => {
      file = join(folder, 'authority.pem');
      await writeFile(file, authority.cert);
    });

    it('the system’s certificates, where this Node can read them', async () => {
      const { url } = await https();
      const body = withOptions('{ extraCertificates: core.systemCertificates() ?? [] }');
      const report = await reportOf(coreFile, body, url, { SSL_CERT_FILE: file });
      assert.deepEqual(report, { status: canRead ? 200 : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    });

    it('those of NODE_EXTRA_CA_CERTS', async () => {
      const { url } = await https();
      assert.deepEqual(await reportOf(coreFile, withOptions('{}'), url, { NODE_EXTRA_CA_CERTS: file }), {
        status: 200,
      });
    });

    it('those of NODE_EXTRA_CA_CERTS besides others, where this Node can read them', async () => {
      const { url } = await https();
      const body = withOptions(JSON.stringify({ extraCertificates: [makeAuthority('another').cert] }));
      const report = await reportOf(coreFile, body, url, { NODE_EXTRA_CA_CERTS: file });
      assert.deepEqual(report, { status: canRead ? 200 : 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' });
    });

    it('nobody else', async () => {
      const { url } = await https();
      assert.deepEqual(await reportOf(coreFile, withOptions('{}'), url), { status: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    });
  });
});
