import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { searchSession } from '../../../../src/core/search/session';
import { endedAfterEach } from '../http/doors';
import { closed, readAll, serveHttp, type TestServer } from '../http/servers';
import { failureFrom } from './fakeDoor';

const query = { index: 'logs', field: 'message', text: 'x', from: 0, size: 2 };

function answerWith(response: ServerResponse, hits: string): void {
  response.setHeader('content-type', 'application/json');
  response.end(`{"took":1,"hits":{"total":{"value":100,"relation":"eq"},"hits":[${hits}]}}`);
}

describe('a search over real sockets', () => {
  const test = endedAfterEach();
  const sessionAt = (server: TestServer) => {
    const way = test.door(server.url);
    return searchSession(async () => way);
  };

  it('sends a GET with its body, and the index as one segment of the address', async () => {
    const seen: unknown[] = [];
    const server = await test.server(
      serveHttp(async (request, response) => {
        seen.push([request.method, request.url, request.headers['content-type'], await readAll(request)]);
        answerWith(response, '');
      }),
    );
    await sessionAt(server).run({ ...query, index: 'idx/_doc', from: 7 });
    assert.deepEqual(seen, [
      ['GET', '/idx%2F_doc/_search', 'application/json', '{"query":{"match":{"message":"x"}},"from":7,"size":2}'],
    ]);
  });

  it('turns ten pages on at most two connections', async () => {
    const server = await test.server(serveHttp((_, response) => answerWith(response, '{"_id":"1"},{"_id":"2"}')));
    const session = sessionAt(server);
    await session.run(query);
    for (let turn = 0; turn < 10; turn++) await session.turn('next');
    assert.equal(session.page?.query.from, 20);
    assert.ok(server.sockets.length <= 2, `${server.sockets.length} connections`);
  });

  it('closes the socket when it is cancelled, so that the engine stops too', async () => {
    const cancel = new AbortController();
    const server = await test.server(serveHttp(() => cancel.abort()));
    const failed = failureFrom(() => sessionAt(server).run(query, cancel.signal));
    assert.equal((await failed).kind, 'cancelled');
    const [socket] = server.sockets;
    assert.ok(socket);
    await closed(socket);
  });

  it('keeps 64-bit digits from the wire to the hit', async () => {
    const hit = '{"_id":"1","_source":{"span":9223372036854775807,"price":1.10}}';
    const server = await test.server(serveHttp((_, response) => answerWith(response, hit)));
    assert.equal((await sessionAt(server).run(query)).hits[0]?.json, hit);
  });
});
