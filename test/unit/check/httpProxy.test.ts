import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority } from '../core/base/http/certificates';
import { type ProxyBehavior, serveProxy, type TestProxy } from '../core/base/http/forwardProxy';
import { serveHttp, serveHttps, type TestServer } from '../core/base/http/servers';
import { buildProgram, type Ended, fixtures, run, runHere } from './program';

const host = 'traefik.example.test';
const authority = makeAuthority();

describe('httpProxy: proxy-scout check --endpoint, through an HTTP proxy', function () {
  this.timeout(60_000);
  const servers: TestServer[] = [];

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  /** A Traefik that nothing but a proxy leads to by its name. */
  const traefik: RequestListener = (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-next-page', '1');
    const entryPoints = [{ name: 'web', address: ':80' }];
    response.end(
      JSON.stringify(path === '/api/version' ? { Version: '3.7.9' } : path === '/api/entrypoints' ? entryPoints : []),
    );
  };
  async function ended<T extends TestServer>(starting: Promise<T>): Promise<T> {
    const server = await starting;
    servers.push(server);
    return server;
  }
  const plain = (): Promise<TestServer> => ended(serveHttp(traefik));
  const secure = (): Promise<TestServer> => ended(serveHttps(authority.issue([host]), traefik));
  const proxyTo = async (server: TestServer, more: Partial<ProxyBehavior> = {}): Promise<TestProxy> =>
    ended(serveProxy({ port: server.port, ...more }));
  const check = (url: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
    runHere(['check', 'good', '--endpoint', url], env, fixtures, () => [authority.cert]);
  const withLogin = ({ port }: TestServer): string => `http://us%40er:hunter2@127.0.0.1:${port}`;
  const login = `Basic ${Buffer.from('us@er:hunter2').toString('base64')}`;

  it('asks it for whole addresses over http, with its credentials', async () => {
    for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']) {
      const proxy = await proxyTo(await plain());
      const { code, stdout, stderr } = await check(`http://${host}:8080`, { [name]: withLogin(proxy) });
      assert.deepEqual([code, stderr], [0, ''], name);
      assert.match(stdout, /^0 errors, \d+ warnings? in 3 files for Traefik\.$/m);
      assert.ok(proxy.asked.length >= 12);
      for (const { line, authorization } of proxy.asked) {
        assert.ok(line.startsWith(`GET http://${host}:8080/api/`), line);
        assert.equal(authorization, login);
      }
    }
  });

  it('asks it for tunnels over https, with its credentials', async () => {
    for (const name of ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']) {
      const proxy = await proxyTo(await secure());
      const { code, stderr } = await check(`https://${host}`, { [name]: withLogin(proxy) });
      assert.deepEqual([code, stderr], [0, ''], name);
      assert.ok(proxy.asked.length > 0);
      for (const one of proxy.asked) assert.deepEqual(one, { line: `CONNECT ${host}:443`, authorization: login });
    }
  });

  it('is found and trusted by the program as it is started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'proxy-scout-http-proxy-'));
    try {
      const program = await buildProgram(join(folder, 'program'));
      const authorities = join(folder, 'ca.pem');
      writeFileSync(authorities, authority.cert);
      const proxy = await proxyTo(await secure());
      const env = { HTTPS_PROXY: withLogin(proxy), NODE_EXTRA_CA_CERTS: authorities };
      const { code, stderr } = await run(program, ['check', 'good', '--endpoint', `https://${host}`], env);
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(proxy.asked[0], { line: `CONNECT ${host}:443`, authorization: login });
      const { code: wrong, stdout } = await run(program, ['check', 'good', '--endpoint', `https://${host}`], {
        ...env,
        HTTPS_PROXY: 'socks5://us:hunter2@127.0.0.1:1',
      });
      assert.deepEqual([wrong, stdout], [2, '']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('asks none that is not for the scheme, that a header may have set, or that NO_PROXY excepts', async () => {
    const proxy = await proxyTo(await plain());
    const all = { http_proxy: withLogin(proxy), https_proxy: withLogin(proxy) };
    const directly: readonly (readonly [url: string, env: NodeJS.ProcessEnv])[] = [
      [`http://${host}`, { https_proxy: withLogin(proxy) }],
      [`https://${host}`, { http_proxy: withLogin(proxy) }],
      [`http://${host}`, { HTTP_PROXY: withLogin(proxy), REQUEST_METHOD: 'GET' }],
      ...['*', host, '.example.test', 'example.test', 'a.test, .example.test', `a.test ${host}:80`].map(
        (list) => [`http://${host}`, { ...all, NO_PROXY: list }] as const,
      ),
      [`https://${host}`, { ...all, no_proxy: `${host}:443`, NO_PROXY: 'other.test' }],
    ];
    for (const [url, env] of directly) {
      const { code, stderr } = await check(url, env);
      // Nobody has that name.
      assert.equal(code, 2);
      assert.match(
        stderr,
        /^(?:The host traefik\.example\.test was not found|\S+ cannot be reached)/,
        JSON.stringify(env),
      );
    }
    assert.deepEqual(proxy.asked, []);
    for (const list of ['other.test', 'ample.test', `${host}:81`, 'x.traefik.example.test']) {
      assert.equal((await check(`http://${host}`, { ...all, NO_PROXY: list })).code, 0, list);
    }
    assert.ok(proxy.asked.length > 0);
  });

  it('asks none for this machine, as the editor does', async () => {
    const server = await plain();
    const proxy = await proxyTo(server);
    assert.equal((await check(server.url, { http_proxy: withLogin(proxy) })).code, 0);
    assert.deepEqual(proxy.asked, []);
  });

  it('says what is wrong with it, and never its password', async () => {
    const refusing = [
      await proxyTo(await plain(), { refuse: 407 }),
      await proxyTo(await plain(), { refuse: 403 }),
      await proxyTo(await plain(), { refuse: 502 }),
    ];
    const closed = await serveHttp(traefik);
    await closed.close();
    const wrong = [
      ...['socks5://us:hunter2@127.0.0.1:1', 'socks5h://127.0.0.1:1', 'socks4://us:hunter2@a', 'ftp://us:hunter2@a'],
      ...['http://us:hunter2@[::1', 'http://us:%zzhunter2@127.0.0.1:1', 'javascript:hunter2', '://hunter2'],
      ...[...refusing, closed].map(withLogin),
    ];
    for (const proxy of wrong) {
      for (const [url, name] of [
        [`http://${host}`, 'HTTP_PROXY'],
        [`https://${host}`, 'HTTPS_PROXY'],
      ] as const) {
        const { code, stdout, stderr } = await check(url, { [name]: proxy });
        assert.deepEqual([code, stdout], [2, ''], proxy);
        assert.match(stderr, /^[^\n]+\. [^\n]+\.\n$/, proxy);
        assert.doesNotMatch(stderr, /hunter2|us%40er|us@er|\bhttp\.(?:proxy|noProxy)/);
      }
    }
    const { stderr } = await check(`http://${host}`, { all_proxy: 'socks5://127.0.0.1:1' });
    assert.match(stderr, /^The configured HTTP proxy cannot be used\. .*SOCKS is not supported/);
  });
});
