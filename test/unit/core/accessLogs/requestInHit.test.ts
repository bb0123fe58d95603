import assert from 'node:assert/strict';
import { requestInHitJob } from '../../../../src/core/accessLogs/requestInHit';
import { findRoute } from '../../../../src/core/proxy/routing/findRoute';
import { parseRouteQuestion } from '../../../../src/core/proxy/routing/rememberedQuestions';
import { draftRoute, routeQuestionOf } from '../../../../src/core/proxy/routing/routeDraft';
import { recorded } from '../proxy/model/given';
import { recordedLines } from './recentLines';

/** A line of Traefik's own JSON. */
const line = {
  ClientAddr: '203.0.113.7:52427',
  ClientHost: '198.51.100.1',
  DownstreamStatus: 404,
  RequestAddr: 'shop.example.test:8443',
  RequestHost: 'shop.example.test',
  RequestMethod: 'POST',
  RequestPath: '/cart?item=1',
  RequestPort: '8443',
  RequestScheme: 'https',
  StartUTC: '2026-11-21T02:19:18.623490643Z',
  entryPointName: 'websecure',
};

const hit = (source: object): string => JSON.stringify({ _index: 'i', _id: '1', _source: source });

function asked(source: object, paths: readonly string[] = []) {
  const found = requestInHitJob.run(hit(source), paths);
  return found === undefined || 'problem' in found ? assert.fail(JSON.stringify(found)) : found;
}

describe('requestInHit: the request that a hit is about', () => {
  it('has what the line tells: address, method, entry point, client, and when it was answered how', () => {
    assert.deepEqual(asked(line), {
      url: 'https://shop.example.test:8443/cart?item=1',
      method: 'POST',
      entryPoint: 'websecure',
      clientIp: '203.0.113.7',
      headers: [],
      alpn: [],
      logged: { at: Date.parse('2026-11-21T02:19:18.623Z'), status: 404, query: 'there' },
      routers: [],
    });
  });

  it('goes to the router that Traefik logged, of every recorded line', async () => {
    const inventory = await recorded('3.7');
    let count = 0;
    for (const text of recordedLines()) {
      const { routers, ...request } = asked(JSON.parse(text));
      const question =
        routeQuestionOf(draftRoute({ endpointId: 'p', ...request }, { inventory }))?.question ?? assert.fail(text);
      const { outcome } = findRoute(inventory, question);
      const taken = outcome.kind === 'winner' ? outcome.way.at(-1)?.router.name : outcome.kind;
      assert.equal(taken, request.logged.router, text);
      assert.ok(routers.includes(request.logged.router ?? ''));
      count++;
    }
    assert.equal(count, 400);
  });

  it('is found below what shippers put before the names, and in the Elastic Common Schema', () => {
    assert.equal(asked({ json: line }).url, 'https://shop.example.test:8443/cart?item=1');
    assert.equal(asked({ attributes: line }).entryPoint, 'websecure');
    const flat = Object.fromEntries(Object.entries(line).map(([name, value]) => [`log.attributes.${name}`, value]));
    assert.deepEqual(asked(flat).logged, asked(line).logged);
    const custom = { traefik: { log: line } };
    assert.equal(requestInHitJob.run(hit(custom), []), undefined);
    assert.equal(asked(custom, ['traefik.log.RouterName']).method, 'POST');
    assert.deepEqual(
      asked({
        '@timestamp': '2026-11-21T02:19:18Z',
        url: { scheme: 'https', domain: 'shop.example.test', port: 8443, path: '/cart?item=1' },
        http: {
          request: { method: 'GET', headers: { accept: 'text/html', cookie: 'REDACTED' } },
          response: { status_code: 200 },
        },
        user_agent: { original: 'curl/8.9.1' },
        source: { address: '[2001:db8::1]:4711', ip: '2001:db8::1' },
        observer: { ingress: { interface: { name: 'websecure' } } },
        traefik: { access: { router: { name: 'parent@file -> child@file' } } },
      }),
      {
        url: 'https://shop.example.test:8443/cart?item=1',
        method: 'GET',
        entryPoint: 'websecure',
        clientIp: '2001:db8::1',
        headers: [
          ['accept', 'text/html'],
          ['User-Agent', 'curl/8.9.1'],
        ],
        alpn: [],
        logged: { at: Date.parse('2026-11-21T02:19:18Z'), status: 200, router: 'child@file', query: 'there' },
        routers: ['parent@file -> child@file', 'child@file'],
      },
    );
  });

  it('has a port only where the line tells one, and a scheme only where it tells that or TLS', () => {
    const { RequestAddr, RequestScheme, ...others } = line;
    assert.equal(asked({ ...others, RequestPort: '-' }).url, 'shop.example.test/cart?item=1');
    assert.equal(asked(others).url, 'shop.example.test:8443/cart?item=1');
    assert.equal(
      asked({ ...others, RequestPort: '-', TLSVersion: '1.3' }).url,
      'https://shop.example.test/cart?item=1',
    );
    assert.equal(asked({ ...others, RequestHost: '2001:db8::1' }).url, '[2001:db8::1]:8443/cart?item=1');
    assert.equal(asked({ ...line, RequestAddr: '[::1]:80' }).url, 'https://[::1]:80/cart?item=1');
  });

  it('has the address of the client only where it is certainly that of the connection', () => {
    const { ClientAddr, ...others } = line;
    assert.equal(asked(others).clientIp, undefined);
    for (const address of ['203.0.113.7', '203.0.113.7, 10.0.0.1:80', 'proxy:80', '999.0.0.1:80', '']) {
      assert.equal(asked({ ...line, ClientAddr: address }).clientIp, undefined, address);
    }
  });

  it('has the headers that were logged, but for those that are masked or that Traefik adds', () => {
    const headers = {
      'request_User-Agent': 'curl/8.9.1',
      request_Accept: ['text/html', 'text/plain'],
      request_Authorization: 'REDACTED',
      'request_X-Forwarded-Proto': 'https',
      'request_X-Real-Ip': '203.0.113.7',
      'request_bad name': 'x',
      'request_X-Lines': 'a\r\nb',
      'downstream_Content-Type': 'text/html',
    };
    const sent = [
      ['User-Agent', 'curl/8.9.1'],
      ['Accept', 'text/html'],
    ];
    assert.deepEqual(asked({ ...line, ...headers }).headers, sent);
    assert.deepEqual(asked({ json: { ...line, ...headers } }).headers, sent);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`request_X-${at}`, 'x']));
    const { routers, ...request } = asked({ ...line, ...many, 'request_X-Long': 'x'.repeat(20_000) });
    assert.equal(request.headers.length, 100);
    assert.ok(parseRouteQuestion({ ask: { endpointId: 'p', ...request } }) !== undefined);
  });

  it('knows whether the query string was logged', () => {
    const query = (path: string) => asked({ ...line, RequestPath: path }).logged.query;
    assert.equal(query('/cart?item=1'), 'there');
    assert.equal(query('/cart'), 'none');
    assert.equal(query('/cart?token=REDACTED'), 'masked');
    assert.equal(query('/cart?token=***'), 'masked');
  });

  it('is none without a host or a path, and a sentence where they make no address', () => {
    const { RequestAddr, RequestHost, ...hostless } = line;
    const { RequestPath, ...pathless } = line;
    for (const source of [hostless, pathless, { ...line, RequestPath: '*' }, { ...line, RequestPath: '' }, {}]) {
      assert.equal(requestInHitJob.run(hit(source), []), undefined);
    }
    assert.equal(requestInHitJob.run('{"_index":"i"}', []), undefined);
    const found = requestInHitJob.run(hit({ ...line, RequestAddr: 'a b' }), []);
    assert.match(found !== undefined && 'problem' in found ? found.problem : '', /^Enter the host as it is sent/);
    const long = requestInHitJob.run(hit({ ...line, RequestPath: `/${'x'.repeat(9_000)}` }), []);
    assert.deepEqual(long, { problem: 'The URL is too long.' });
  });
});
