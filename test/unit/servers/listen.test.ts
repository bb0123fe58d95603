import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Fault } from '../../servers/shared/faults';
import { listen, type RunningServer } from '../../servers/shared/listen';

interface Got {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

describe('listen: the ground of the sample servers', () => {
  let server: RunningServer;
  let agent: Agent;

  beforeEach(async () => {
    server = await listen(({ method, path, body }) => ({
      status: 200,
      headers: { 'content-type': 'application/json', 'X-Next-Page': '2' },
      body: JSON.stringify({ method, path, body }),
    }));
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  });

  afterEach(async () => {
    agent.destroy();
    await server.close();
  });

  /** Asks over one kept connection; rejects when the answer does not arrive whole. */
  function get(path: string, body?: string, signal?: AbortSignal): Promise<Got> {
    return new Promise((resolve, reject) => {
      const asked = request(
        `${server.url}${path}`,
        { agent, ...(signal && { signal }), headers: body === undefined ? {} : { 'content-length': body.length } },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }

  const whole = { method: 'GET', path: '/a', body: '' };

  function strike(fault: Fault, times?: number) {
    return server.faults.add({ path: '/a', fault, ...(times !== undefined && { times }) });
  }

  it('tells what arrived, and over how many connections', async () => {
    assert.deepEqual(JSON.parse(String((await get('/a?b=%2F', 'hello')).body)), {
      method: 'GET',
      path: '/a?b=%2F',
      body: 'hello',
    });
    await get('/second');
    assert.deepEqual(
      server.requests.map(({ path, connection }) => [path, connection]),
      [
        ['/a?b=%2F', 1],
        ['/second', 1],
      ],
    );
    assert.equal(server.connections, 1);
    assert.equal(server.openConnections, 1);
  });

  it('shows a test when a client has gone', async () => {
    strike({ kind: 'hang' });
    const gone = new AbortController();
    const asked = assert.rejects(get('/a', undefined, gone.signal));
    const arrived = await server.nextRequest('/a');
    gone.abort();
    await asked;
    await arrived.closed;
    assert.equal(server.openConnections, 0);
  });

  it('strikes the paths it is told to, as often as told, until removed', async () => {
    const once = server.faults.add({ path: { prefix: '/a' }, times: 1, fault: { kind: 'answer', status: 503 } });
    const always = server.faults.add({ path: /b=2$/, fault: { kind: 'answer', status: 500 } });
    const exact = server.faults.add({ path: '/c?d=1', fault: { kind: 'answer', status: 404 } });
    const status = async (path: string) => (await get(path)).status;
    assert.deepEqual(
      [await status('/abc'), await status('/abc'), await status('/?b=2'), await status('/?b=2'), await status('/c')],
      [503, 200, 500, 500, 200],
    );
    assert.equal(await status('/c?d=1'), 404);
    assert.deepEqual([once.struck, always.struck, exact.struck], [1, 2, 1]);
    always.remove();
    assert.equal(await status('/?b=2'), 200);
  });

  const changed: readonly [Fault, (got: Got) => void][] = [
    [{ kind: 'delay', ms: 5 }, ({ body }) => assert.deepEqual(JSON.parse(String(body)), whole)],
    [{ kind: 'dribble', bytes: 10, everyMs: 1 }, ({ body }) => assert.deepEqual(JSON.parse(String(body)), whole)],
    [
      { kind: 'html' },
      ({ status, headers, body }) => {
        assert.equal(status, 200);
        assert.match(String(headers['content-type']), /^text\/html/);
        assert.match(String(body), /Sign in/);
      },
    ],
    [
      { kind: 'unauthorized', challenge: 'Basic realm="x"' },
      ({ status, headers }) => assert.deepEqual([status, headers['www-authenticate']], [401, 'Basic realm="x"']),
    ],
    [
      { kind: 'redirect', to: 'http://other.example.test/' },
      ({ status, headers }) => assert.deepEqual([status, headers.location], [302, 'http://other.example.test/']),
    ],
    [
      { kind: 'gzip' },
      ({ headers, body }) => {
        assert.equal(headers['content-encoding'], 'gzip');
        assert.deepEqual(JSON.parse(String(gunzipSync(body))), whole);
      },
    ],
    [
      { kind: 'bomb', bytes: 1_000_000 },
      ({ body }) => {
        assert.ok(body.length < 10_000);
        assert.equal(gunzipSync(body).length, 1_000_000);
      },
    ],
    [
      { kind: 'huge', bytes: 300_000, framing: 'chunked' },
      ({ headers, body }) => assert.deepEqual([headers['content-length'], body.length], [undefined, 300_000]),
    ],
    [
      { kind: 'loseHeader', name: 'x-next-page' },
      ({ headers, body }) => {
        assert.equal(headers['x-next-page'], undefined);
        assert.deepEqual(JSON.parse(String(body)), whole);
      },
    ],
    [
      { kind: 'contentType', value: 'text/plain' },
      ({ headers }) => assert.equal(headers['content-type'], 'text/plain'),
    ],
    [{ kind: 'empty' }, ({ status, body }) => assert.deepEqual([status, body.length], [200, 0])],
    [{ kind: 'bom' }, ({ body }) => assert.deepEqual([...body.subarray(0, 4)], [0xef, 0xbb, 0xbf, 0x7b])],
    [{ kind: 'invalidUtf8' }, ({ body }) => assert.ok(body.includes(0xff))],
  ];
  for (const [fault, check] of changed) {
    it(`answers with the fault ${fault.kind}`, async () => {
      strike(fault, 1);
      check(await get('/a'));
      assert.deepEqual(JSON.parse(String((await get('/a')).body)), whole, 'and well afterwards');
    });
  }

  const broken: readonly Fault[] = [
    { kind: 'reset', when: 'before' },
    { kind: 'reset', when: 'midBody' },
    { kind: 'truncate', framing: 'length' },
    { kind: 'truncate', framing: 'chunked' },
  ];
  for (const fault of broken) {
    it(`breaks the answer with the fault ${JSON.stringify(fault)}`, async () => {
      strike(fault, 1);
      await assert.rejects(get('/a'), { code: 'ECONNRESET' });
      assert.deepEqual(JSON.parse(String((await get('/a')).body)), whole, 'and well afterwards');
    });
  }

  it('loses the body of a request', async () => {
    strike({ kind: 'loseBody' }, 1);
    assert.equal(JSON.parse(String((await get('/a', 'lost')).body)).body, '');
    assert.equal(JSON.parse(String((await get('/a', 'kept')).body)).body, 'kept');
    assert.equal(server.requests[0]?.body, 'lost', 'what was sent is still on record');
  });

  it('stalls in the middle of a body until the client goes', async () => {
    strike({ kind: 'stall' });
    const gone = new AbortController();
    const asked = assert.rejects(get('/a', undefined, gone.signal));
    const arrived = await server.nextRequest();
    assert.equal(server.openConnections, 1);
    gone.abort();
    await asked;
    await arrived.closed;
  });

  it('closes the connection after an answer without having said so', async () => {
    strike({ kind: 'closeAfter' }, 1);
    const { headers } = await get('/a');
    assert.equal(headers.connection, 'keep-alive');
    await server.requests[0]?.closed;
  });

  it('answers nothing more on a connection that was deafened', async () => {
    strike({ kind: 'deafAfter', status: 400 }, 1);
    assert.equal((await get('/a')).status, 400);
    const gone = new AbortController();
    const asked = assert.rejects(get('/a', undefined, gone.signal));
    const other = new Agent();
    await new Promise((resolve) => request(`${server.url}/other`, { agent: other }, resolve).end());
    assert.deepEqual(
      server.requests.map(({ path }) => path),
      ['/a', '/other'],
    );
    gone.abort();
    await asked;
  });

  it('ends whatever still waits when it is closed', async () => {
    strike({ kind: 'hang' });
    const asked = assert.rejects(get('/a'), { code: 'ECONNRESET' });
    await server.nextRequest();
    await server.close();
    await asked;
    assert.equal(server.openConnections, 0);
  });
});
