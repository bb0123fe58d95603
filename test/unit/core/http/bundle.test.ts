import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as tls from 'node:tls';
import { promisify } from 'node:util';
import { recordingsFolder } from '../../../recordings/read';
import { makeAuthority } from './certificates';
import { endedAfterEach, endpointAt } from './doors';
import { serveHttp, serveHttps } from './servers';

const run = promisify(execFile);
const root = dirname(dirname(recordingsFolder()));

/** What a new process does with the built core: `core` and `url` are there, `report` is what it prints as JSON. */
const program = (body: string) => `
  const [, coreFile, url] = process.argv;
  const names = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];
  const symbols = () => names.map((name) => globalThis[Symbol.for(name)]);
  const endpoint = ${JSON.stringify(endpointAt('there'))};
  const report = {};
  (async () => {
    ${body}
    process.stdout.write(JSON.stringify(report));
  })();
`;

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

  async function reportOf(body: string, url: string, env: NodeJS.ProcessEnv = {}): Promise<unknown> {
    const { stdout } = await run(process.execPath, ['-e', program(body), coreFile, url], {
      env: { ...process.env, ...env },
    });
    return JSON.parse(stdout);
  }

  const echo = () =>
    serveHttp((request, response) => {
      request.resume().on('end', () => response.end(`{"length":${request.headers['content-length'] ?? null}}`));
    });

  const ask = `
    const door = core.openDoor({ ...endpoint, url }, options);
    report.status = await door.request({ method: 'GET', path: '/', body: '{}' }).then((a) => a.status, (e) => e.failure.code);
    await door.close();`;

  it('never sets the process-wide dispatcher, and leaves the built-in fetch working', async () => {
    const { url } = await test.server(echo());
    // Node's own copy may set it, when something first touches fetch or Headers: what counts is who does.
    const body = `
      const { defineProperty } = Object;
      report.setByCore = 0;
      Object.defineProperty = (target, key, property) => {
        const [, , caller] = new Error().stack.split('\\n');
        if (target === globalThis && names.includes(key.description) && caller.includes(coreFile)) report.setByCore += 1;
        return defineProperty(target, key, property);
      };
      const core = require(coreFile);
      const options = {};
      ${ask}
      const sent = await fetch(url, { method: 'POST', headers: { 'content-length': '2' }, body: '{}' });
      report.fetched = [sent.status, await sent.json()];`;
    assert.deepEqual(await reportOf(body, url), { status: 200, setByCore: 0, fetched: [200, { length: 2 }] });
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
    assert.deepEqual(await reportOf(body, url), { status: 200, unchanged: true });
  });

  it('replaces all that undici’s lib/global.js exports', () => {
    assert.deepEqual(Object.keys(require('undici/lib/global.js')).sort(), [
      'getGlobalDispatcher',
      'installedExports',
      'setGlobalDispatcher',
    ]);
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
      const report = await reportOf(body, url, { SSL_CERT_FILE: file });
      assert.deepEqual(report, { status: canRead ? 200 : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    });

    it('those of NODE_EXTRA_CA_CERTS', async () => {
      const { url } = await https();
      assert.deepEqual(await reportOf(withOptions('{}'), url, { NODE_EXTRA_CA_CERTS: file }), { status: 200 });
    });

    it('those of NODE_EXTRA_CA_CERTS besides others, where this Node can read them', async () => {
      const { url } = await https();
      const body = withOptions(JSON.stringify({ extraCertificates: [makeAuthority('another').cert] }));
      const report = await reportOf(body, url, { NODE_EXTRA_CA_CERTS: file });
      assert.deepEqual(report, { status: canRead ? 200 : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    });

    it('nobody else', async () => {
      const { url } = await https();
      assert.deepEqual(await reportOf(withOptions('{}'), url), { status: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    });
  });
});
