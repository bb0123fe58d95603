import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { serveHttp } from './servers';

const get = { method: 'GET', path: '/api/version' } as const;

describe('redirect: redirects', () => {
  const test = endedAfterEach();

  const redirecting = (
    status: number,
    location: string,
    otherwise: RequestListener = (_, response) => response.end('{}'),
  ) =>
    test.server(
      serveHttp((request, response) => {
        if (request.url === '/api/version') response.writeHead(status, { location }).end();
        else otherwise(request, response);
      }),
    );

  for (const status of [301, 302, 303, 307, 308]) {
    it(`are followed within the origin, with credentials and body: ${status}`, async () => {
      const server = await redirecting(status, '/elsewhere?page=2#part', (request, response) =>
        response.end(JSON.stringify([request.method, request.url, request.headers.authorization])),
      );
      const endpoint = endpointAt(server.url, { auth: { type: 'bearer', token: 'token' } });
      const answer = await test.client(endpoint).request({ ...get, body: '{}' });
      assert.equal(answer.body, '["GET","/elsewhere?page=2","Bearer token"]');
    });
  }

  it('to another origin are offered, and the other server hears nothing', async () => {
    let asked = 0;
    const other = await test.server(
      serveHttp((_, response) => {
        asked += 1;
        response.end('{}');
      }),
    );
    const server = await redirecting(302, `http://user:pw@127.0.0.1:${other.port}/login?back=1`);
    const endpoint = endpointAt(server.url, {
      auth: { type: 'basic', username: 'reader', password: 'canary' },
      headers: { 'X-Api-Key': 'canary' },
    });
    const failure = await failureOf(test.client(endpoint).request(get));
    assert.equal(failure.kind, 'redirected');
    assert.equal(failure.status, 302);
    assert.equal(failure.location, `${other.url}/login?back=1`);
    assert.equal(failure.betterUrl, undefined);
    assert.equal(other.sockets.length, 0);
    assert.equal(asked, 0);
  });

  it('from http to https of the same host are offered as a better URL with the endpoint’s own path', async () => {
    const server = await test.server(
      serveHttp((_, response) =>
        response.writeHead(301, { location: 'https://127.0.0.1:8443/other/[x](command:y)/api/version' }).end(),
      ),
    );
    const failure = await failureOf(test.client(`${server.url}/base`).request(get));
    assert.equal(failure.kind, 'redirected');
    assert.equal(failure.betterUrl, 'https://127.0.0.1:8443/base');
    assert.match(failure.nextStep, /https:\/\/127\.0\.0\.1:8443\/base\.$/);
    assert.doesNotMatch(failure.sentence + failure.nextStep, /command/);
  });

  it('to http, or to https of another host, are no better URL', async () => {
    const server = await redirecting(301, 'https://other.example.test/api/version');
    assert.equal((await failureOf(test.client(server.url).request(get))).betterUrl, undefined);
  });

  it('end after three', async () => {
    const asked: (string | undefined)[] = [];
    const server = await test.server(
      serveHttp((request, response) => {
        asked.push(request.url);
        response.writeHead(302, { location: `${request.url}x` }).end();
      }),
    );
    const failure = await failureOf(test.client(server.url).request({ method: 'GET', path: '/a' }));
    assert.equal(failure.kind, 'redirected');
    assert.match(failure.sentence, /redirects too many times/);
    assert.deepEqual(asked, ['/a', '/ax', '/axx', '/axxx']);
  });

  for (const method of ['POST', 'DELETE'] as const) {
    it(`of a ${method} are not followed`, async () => {
      let asked = 0;
      const server = await redirecting(307, '/elsewhere', () => {
        asked += 1;
      });
      const failure = await failureOf(test.client(server.url).request({ ...get, method, body: '{}' }));
      assert.equal(failure.kind, 'redirected');
      assert.equal(asked, 0);
    });
  }

  for (const [name, location] of [
    ['a command', 'command:workbench.action.quit'],
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['an endless address', `https://other.example.test/${'x'.repeat(5_000)}`],
  ] as const) {
    it(`to ${name} are not even offered`, async () => {
      const server = await redirecting(302, location);
      const failure = await failureOf(test.client(server.url).request(get));
      assert.equal(failure.kind, 'redirected');
      assert.equal(failure.location, undefined);
    });
  }

  it('to an address that cannot be read resolve as the answer they are', async () => {
    const server = await redirecting(302, 'http://[');
    assert.equal((await test.client(server.url).request(get)).status, 302);
  });

  it('that are none resolve: 304', async () => {
    const server = await redirecting(304, '/elsewhere');
    assert.equal((await test.client(server.url).request(get)).status, 304);
  });
});
