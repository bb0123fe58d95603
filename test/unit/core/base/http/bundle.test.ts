import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { recordingsFolder } from '../../../../recordings/read';
import { makeAuthority } from './certificates';
import { ask, dispatcherReport, reportOf } from './coreProcess';
import { endedAfterEach } from './fixtures';
import { serveHttp, serveHttps } from './servers';

const run = promisify(execFile);
const root = dirname(dirname(recordingsFolder()));

describe('bundle: the built extension', function () {
  this.timeout(120_000);
  const test = endedAfterEach();
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proxy-scout-bundle-'));
    await run(process.execPath, ['esbuild.js', '--production', `--outdir=${folder}`], { cwd: root });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const echo = () =>
    serveHttp((request, response) => {
      request.resume().on('end', () => response.end(`{"length":${request.headers['content-length'] ?? null}}`));
    });

  it('never sets the process-wide dispatcher, and leaves the built-in fetch working', async () => {
    const { url } = await test.server(echo());
    const report = await dispatcherReport(folder, url);
    assert.deepEqual(report, { status: 200, setByCore: 0, fetched: [200, { length: 2 }] });
  });

  it('leaves the process-wide dispatcher that is already there', async () => {
    const { url } = await test.server(echo());
    const body = `
      await (await fetch(url)).text();
      const before = symbols();
      const options = {};
      ${ask}
      report.unchanged = symbols().every((dispatcher, n) => dispatcher === before[n]);`;
    assert.deepEqual(await reportOf(folder, body, url), { status: 200, unchanged: true });
  });

  it('is not built with what would set it, or with undici whole', async () => {
    const { extensionBundles } = (await import(pathToFileURL(join(root, 'esbuild.js')).href)) as {
      readonly extensionBundles: readonly [BuildOptions];
    };
    const [options] = extensionBundles;
    const bundled = (contents: string) => {
      const { entryPoints: _, ...rest } = options;
      const plugins = (rest.plugins ?? []).filter(({ name }) => name === 'undici-in-parts');
      return build({ ...rest, plugins, stdin: { contents, resolveDir: root }, write: false, logLevel: 'silent' });
    };
    await bundled("import 'undici/lib/dispatcher/client.js';");
    await assert.rejects(bundled("import 'undici/lib/global.js';"), /dispatcher of every extension/);
    await assert.rejects(bundled("import 'undici/lib/dispatcher/agent.js'; import 'undici';"), /not bundled whole/);
  });

  describe('trusts', () => {
    const authority = makeAuthority();
    const canRead = typeof tls.getCACertificates === 'function';
    const https = () => test.server(serveHttps(authority.issue(['127.0.0.1']), (_, response) => response.end('{}')));
    const withOptions = (options: string) => `const options = ${options}; ${ask}`;
    const withoutSystem = withOptions('{ extraCertificates: undefined }');
    let file: string;

    before(async () => {
      file = join(folder, 'authority.pem');
      await writeFile(file, authority.cert);
    });

    it('the system’s certificates, where this Node can read them', async () => {
      const { url } = await https();
      const report = await reportOf(folder, withOptions('{}'), url, { SSL_CERT_FILE: file });
      assert.deepEqual(report, { status: canRead ? 200 : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    });

    it('those of NODE_EXTRA_CA_CERTS', async () => {
      const { url } = await https();
      assert.deepEqual(await reportOf(folder, withoutSystem, url, { NODE_EXTRA_CA_CERTS: file }), {
        status: 200,
      });
    });

    it('those of NODE_EXTRA_CA_CERTS besides others, where this Node can read them', async () => {
      const { url } = await https();
      const body = withOptions(JSON.stringify({ extraCertificates: [makeAuthority('another').cert] }));
      const report = await reportOf(folder, body, url, { NODE_EXTRA_CA_CERTS: file });
      assert.deepEqual(report, { status: canRead ? 200 : 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' });
    });

    it('nobody else', async () => {
      const { url } = await https();
      assert.deepEqual(await reportOf(folder, withoutSystem, url), { status: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    });
  });
});
