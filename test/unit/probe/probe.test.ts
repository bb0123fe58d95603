import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { EndpointAuth } from '../../../src/core/base/endpoints/endpoint';
import { type ProbeEnded, runProbe } from '../../probe/program';
import type { Report } from '../../probe/report';
import { readRecordings } from '../../recordings/read';
import { type RunningTraefik, startTraefik, type TraefikOptions } from '../../servers/traefik';

/** Runs the probe as a program of its own. */
function start(...args: readonly string[]): Promise<ProbeEnded> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, '../../probe/main.js'), ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

describe('probe: the probe', function () {
  this.timeout(60_000);
  const running: RunningTraefik[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });

  async function traefik(options: TraefikOptions = {}): Promise<RunningTraefik> {
    const server = await startTraefik(options);
    running.push(server);
    return server;
  }

  /** What it prints, and nothing else. */
  async function report(...args: readonly string[]): Promise<Report> {
    const { code, stdout, stderr } = await runProbe(args);
    assert.deepEqual([code, stderr], [0, '']);
    return JSON.parse(stdout);
  }

  async function failure(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runProbe(args);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^[^\n]+\. [^\n]+\.\n$/);
    return stderr;
  }

  const basic: EndpointAuth = { type: 'basic', username: 'reader', password: 'proxy:test' };

  for (const version of ['3.7', '2.11'] as const) {
    it(`tells what Traefik ${version} has`, async () => {
      const server = await traefik({ version });
      const said = await report(server.url);
      assert.deepEqual(Object.keys(said), [
        'version',
        'counts',
        'listed',
        'health',
        'unused',
        'requests',
        'ms',
        'notes',
      ]);
      assert.equal(said.version, 'dev');
      const overview = JSON.parse(readRecordings(`traefik-${version}`).get('overview')?.response.body ?? '');
      assert.deepEqual(said.counts, { http: overview.http, tcp: overview.tcp, udp: overview.udp });
      assert.deepEqual(said.listed, said.counts);
      assert.equal(said.requests, 12);
      assert.equal(server.requests.length, 12);
      assert.ok(Number.isSafeInteger(said.ms) && said.ms >= 0);
      const { up, down, partly, notChecked } = said.health;
      const services = [overview.http, overview.tcp, overview.udp].map((counts) => counts.services.total);
      assert.equal(
        up + down + partly + notChecked,
        services.reduce((sum, count) => sum + count, 0),
      );
      // What is known of the recorded configuration: all-down and two of three servers of shop, which others build on.
      assert.ok(down >= 1 && partly >= 1 && up >= 1 && notChecked >= 1, JSON.stringify(said.health));
      assert.ok(said.unused.services.includes('no-hc-child@file'));
      // Reached through a failover, though its usedBy is empty.
      assert.ok(!said.unused.services.includes('passive@file'));
      assert.ok(said.unused.middlewares.includes('breaker@file'));
      assert.ok(!said.unused.middlewares.includes('buffering@file'), 'a chain uses it');
      // Every TCP middleware, if one went by the API's usedBy.
      assert.ok(said.unused.middlewares.includes('tcp-office@file'));
      assert.ok(!said.unused.middlewares.includes('conn-limit@file'));
      for (const names of Object.values(said.unused)) {
        assert.deepEqual(names, [...names].sort());
        assert.ok(!names.some((name) => name.endsWith('@internal')));
      }
      assert.deepEqual(said.notes, [
        ...(version === '2.11' ? ['This version lists no certificates.'] : []),
        'Built in and unused, not listed as such: noop@internal.',
      ]);
    });
  }

  it('prints the same as a program of its own, and ends with the same codes', async () => {
    const server = await traefik({ auth: basic });
    const timeless = ({ code, stdout, stderr }: ProbeEnded) => [code, stdout.replace(/"ms": \d+/, '"ms": 0'), stderr];
    for (const [args, code] of [
      [[server.url, '--user', 'reader:proxy:test'], 0],
      [[server.url], 1],
      [[], 2],
      [['search'], 2],
    ] as const) {
      const started = await start(...args);
      assert.equal(started.code, code);
      assert.deepEqual(timeless(started), timeless(await runProbe(args)));
    }
  });

  it('authenticates, by a header, a user, or a user in the address', async () => {
    const server = await traefik({ auth: basic });
    const token = Buffer.from('reader:proxy:test').toString('base64');
    assert.equal((await report(server.url, '--user', 'reader:proxy:test')).requests, 12);
    assert.equal((await report('--header', `Authorization: Basic ${token}`, server.url)).requests, 12);
    assert.equal((await report(server.url.replace('//', '//reader:proxy%3Atest@'))).requests, 12);
  });

  it('takes an address as people paste it', async () => {
    const server = await traefik({ basePath: '/ops/traefik' });
    assert.equal((await report(`${server.url}/ops/traefik/dashboard/#/http/routers`)).requests, 12);
  });

  it('says why it cannot, without what is secret', async () => {
    const guarded = await traefik({ auth: basic });
    assert.match(await failure(guarded.url), /requires credentials/);
    const wrong = await failure(guarded.url, '--user', 'reader:hunter2');
    assert.match(wrong, /did not accept the credentials/);
    assert.doesNotMatch(wrong, /hunter2/);

    const broken = await traefik();
    broken.faults.add({ path: { prefix: '/api/tcp/services' }, fault: { kind: 'answer', status: 500 } });
    assert.match(await failure(broken.url), /failed with status 500/);
    const page = await traefik();
    page.faults.add({ path: /./, fault: { kind: 'html' } });
    assert.match(await failure(page.url), /HTML page/);
    const gone = await traefik();
    await gone.close();
    assert.match(await failure(gone.url), /refused/);
    const nothing = await traefik({ basePath: '/elsewhere' });
    assert.match(await failure(nothing.url), /does not route the API/);
  });

  it('says how it is called where it is called otherwise', async () => {
    for (const args of [
      [],
      ['http://a.test', 'http://b.test'],
      ['ftp://a.test'],
      ['http://a.test', '--user', 'reader'],
      ['http://a.test', '--user', 'a:b', '--header', 'A: b'],
      ['http://a.test', '--header', 'no header'],
      ['http://a.test', '--header', 'Transfer-Encoding: chunked'],
      ['http://a.test', '--password', 'hunter2'],
    ]) {
      const { code, stdout, stderr } = await runProbe(args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /^[^\n]+\.\nUsage: npm run probe -- <base url> [^\n]+\n$/);
      assert.doesNotMatch(stderr, /hunter2/);
    }
  });

  it('reads again where the overview counts otherwise, and says so where it stays so', async () => {
    const counts = { routers: { total: 1, warnings: 0, errors: 0 } };
    const overview = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ http: counts }),
    };
    const server = await traefik();
    const rule = { path: '/api/overview', fault: { kind: 'answer', ...overview } } as const;
    server.faults.add({ ...rule, times: 1 });
    const settled = await report(server.url);
    assert.deepEqual([settled.requests, settled.counts], [24, settled.listed]);

    server.faults.add(rule);
    const said = await report(server.url);
    assert.equal(said.requests, 24);
    assert.deepEqual(said.counts, { http: counts, tcp: {}, udp: {} });
    assert.equal(said.listed.http.routers?.total, 48);
    assert.ok(said.notes.includes('The overview counts other HTTP routers than are listed.'));
  });

  it('says what else is worth knowing', async () => {
    const server = await traefik({
      front: 'pageLimit',
      generated: { routers: 120, services: 5, middlewares: 5 },
      listings: {
        'tcp/middlewares': 'absent',
        'http/middlewares': ['{"name":"odd@file","provider":7,"status":"enabled"}', '{"status":"enabled"}'],
      },
    });
    server.faults.add({ path: '/api/overview', fault: { kind: 'answer', status: 404, body: '404 page not found\n' } });
    server.faults.add({ path: '/api/version', fault: { kind: 'empty' } });
    const { version, counts, listed, notes } = await report(server.url);
    assert.equal(version, '');
    assert.deepEqual(counts, listed);
    assert.equal('middlewares' in listed.tcp, false);
    assert.deepEqual(notes, [
      'The version is not told.',
      'There is no overview: counts are those of the listings.',
      '1 of the HTTP middlewares have no name.',
      'The field provider is not as expected in 1 of the HTTP middlewares.',
      'This version lists no TCP middlewares.',
      'Further pages that were asked for: 1.',
    ]);
  });
});
