import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { fingerprintOf } from '../../../../../src/core/base/http/verifyCertificate';
import { makeAuthority } from './certificates';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { closed, serveHttp, serveHttps, serveRaw, type TestServer } from './servers';

const get = { method: 'GET', path: '/' } as const;

describe('cancel: canceling', () => {
  const test = endedAfterEach();

  /** Asks, cancels once `reached` says so, and waits until the server sees the connection go. */
  async function cancelAt(endpoint: Endpoint | string, server: TestServer, reached: () => boolean): Promise<void> {
    const asker = new AbortController();
    const failed = failureOf(test.client(endpoint).request({ ...get, signal: asker.signal }));
    while (!reached()) await wait(5);
    asker.abort();
    assert.equal((await failed).kind, 'canceled');
    const [socket] = server.sockets;
    assert.ok(socket);
    await closed(socket);
  }

  it('ends the connection while the answer is awaited', async () => {
    let asked = false;
    const server = await test.server(
      serveHttp(() => {
        asked = true;
      }),
    );
    await cancelAt(server.url, server, () => asked);
  });

  it('ends the connection in the middle of the body', async () => {
    let asked = false;
    const server = await test.server(
      serveHttp((_, response) => {
        response.write('{"half":', () => {
          asked = true;
        });
      }),
    );
    await cancelAt(server.url, server, () => asked);
  });

  it('ends the connection while a compressed body is read', async () => {
    let asked = false;
    const server = await test.server(
      serveHttp((_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(Buffer.of(0x1f, 0x8b, 8), () => {
          asked = true;
        });
      }),
    );
    await cancelAt(server.url, server, () => asked);
  });

  it('ends the connection during the TLS handshake', async () => {
    const server = await test.server(serveRaw((socket) => socket.resume(), 'https'));
    await cancelAt(server.url, server, () => server.sockets.length === 1);
  });

  it('ends the second connection to one that shows the pinned authority’s certificate', async () => {
    const authority = makeAuthority();
    const { key, cert } = authority.issue(['127.0.0.1']);
    const target = await test.server(serveHttps({ key, cert: cert + authority.cert }, () => assert.fail('was asked')));
    // Passes the first connection on; the second is accepted and left waiting.
    const server: TestServer = await test.server(
      serveRaw((socket) => {
        if (server.sockets.length > 0) {
          socket.resume();
          return;
        }
        const onward = connect(target.port, '127.0.0.1');
        onward.on('error', () => socket.destroy());
        socket.on('close', () => onward.destroy());
        socket.pipe(onward).pipe(socket);
      }, 'https'),
    );
    const fingerprint = fingerprintOf(new X509Certificate(authority.cert).raw);
    const endpoint = endpointAt(server.url, { tls: { trust: { type: 'pin', fingerprint } } });
    await cancelAt(endpoint, server, () => server.sockets.length === 2);
    await Promise.all(server.sockets.map(closed));
  });

  it('ends the connection while a Digest answer waits for its own', async () => {
    let asked = 0;
    const server = await test.server(
      serveHttp((_, response) => {
        asked += 1;
        if (asked > 1) return;
        response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' }).end();
      }),
    );
    const auth = { type: 'basic', username: 'u', password: 'p', scheme: 'digest' } as const;
    await cancelAt(endpointAt(server.url, { auth }), server, () => asked === 2);
    await Promise.all(server.sockets.map(closed));
    assert.equal(asked, 2);
  });

  it('ends the wait for a free connection, and only that', async () => {
    const answers: (() => void)[] = [];
    const server = await test.server(serveHttp((_, response) => void answers.push(() => response.end('{}'))));
    const client = test.client(server.url);
    const six = Array.from({ length: 6 }, () => client.request(get));
    while (answers.length < 6) await wait(5);
    const asker = new AbortController();
    const seventh = failureOf(client.request({ ...get, signal: asker.signal }));
    const eighth = client.request(get);
    asker.abort();
    assert.equal((await seventh).kind, 'canceled');
    for (const answer of answers.splice(0)) answer();
    assert.deepEqual(
      (await Promise.all(six)).map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    );
    while (answers.length < 1) await wait(5);
    answers[0]?.();
    assert.equal((await eighth).status, 200);
    assert.equal(server.sockets.length, 6);
  });

  it('opens no connection when it comes first', async () => {
    const server = await test.server(serveHttp((_, response) => response.end('{}')));
    const client = test.client(server.url);
    assert.equal((await failureOf(client.request({ ...get, signal: AbortSignal.abort() }))).kind, 'canceled');
    await client.request(get);
    assert.equal(server.sockets.length, 1);
  });

  it('changes nothing once the answer is there, and leaves no listener on the signal', async () => {
    const server = await test.server(serveHttp((_, response) => response.end('{}')));
    const client = test.client(server.url);
    const asker = new AbortController();
    let listeners = 0;
    const { signal } = asker;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    await client.request({ ...get, signal });
    assert.equal(listeners, 0);
    asker.abort();
    await client.request(get);
    assert.equal(server.sockets.length, 1);
  });

  it('closing the client cancels what is under way, ends idle connections, and refuses later requests', async () => {
    let open = 0;
    const server = await test.server(
      serveHttp((request, response) => {
        open += 1;
        if (request.url === '/quick') response.end('{}');
      }),
    );
    const client = test.client(server.url);
    await Promise.all([
      client.request({ method: 'GET', path: '/quick' }),
      client.request({ method: 'GET', path: '/quick' }),
    ]);
    const slow = failureOf(client.request(get));
    while (open < 3) await wait(5);
    assert.equal(server.sockets.length, 2);
    await client.close();
    assert.equal((await slow).kind, 'canceled');
    await Promise.all(server.sockets.map(closed));
    assert.equal((await failureOf(client.request(get))).kind, 'canceled');
    await client.close();
  });

  it('an idle connection that the server ends harms nobody', async () => {
    const server = await test.server(serveHttp((_, response) => response.end('{}')));
    const client = test.client(server.url);
    await client.request(get);
    const [socket] = server.sockets;
    assert.ok(socket);
    socket.resetAndDestroy();
    await once(socket, 'close');
    await wait(20);
    assert.equal((await client.request(get)).status, 200);
  });
});
