import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpClient } from '../../../../../src/core/base/http/httpClient';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import { startSearchEngine } from '../../../../servers/search/index';
import { endedAfterEach } from '../../base/http/fixtures';
import { closed, readAll, serveHttp } from '../../base/http/servers';
import { checkRefusal, failureFrom, isCheck } from '../fakeHttpClient';
import { searchOf } from './engines';

async function answerWith(request: IncomingMessage, response: ServerResponse, hits: string): Promise<void> {
  const isChecked = isCheck(await readAll(request));
  response.setHeader('content-type', 'application/json');
  if (isChecked) {
    response.statusCode = checkRefusal.status;
    response.end(checkRefusal.body);
    return;
  }
  response.end(`{"took":1,"hits":{"total":{"value":100,"relation":"eq"},"hits":[${hits}]}}`);
}

describe('sockets: a pager over real sockets', function () {
  this.timeout(30_000);
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  const test = endedAfterEach();
  const pagerAt = (client: HttpClient, method: 'GET' | 'POST' = 'POST') =>
    openPager(
      openSearchClient(async () => client, { method }),
      { prefetch: false },
    );
  const search = searchOf({ query: { match: { message: 'x' } } }, { index: 'logs', size: 2 });

  it('sends the index as one segment of the address', async () => {
    const seen: unknown[] = [];
    const server = await test.server(
      serveHttp(async (request, response) => {
        const body = await readAll(request);
        const path = request.url?.replaceAll(/=[^&]*/g, '');
        if (!isCheck(body)) seen.push([request.method, path, request.headers['content-type'], body]);
        response.setHeader('content-type', 'application/json');
        response.end('{"took":1,"hits":{"hits":[]}}');
      }),
    );
    await pagerAt(test.client(server.url)).run({ ...search, index: 'idx/_doc', from: 7 });
    assert.deepEqual(seen, [
      [
        'POST',
        '/idx%2F_doc/_search?preference&batched_reduce_size',
        'application/json',
        '{"query":{"match":{"message":"x"}},"from":7,"size":2}',
      ],
    ]);
  });

  it('sends and takes plain JSON in each kind of request, without a compatible version', async () => {
    const kinds = new Map<string, string>();
    const server = await test.server(
      serveHttp(async (request, response) => {
        const { accept = '', 'content-type': type = 'none' } = request.headers;
        const body = await readAll(request);
        const [path = ''] = (request.url ?? '').split('?');
        kinds.set(`${request.method} ${path}`, `${accept}, ${body === '' ? 'no body' : 'body'}: ${type}`);
        response.setHeader('content-type', 'application/json');
        response.end(path === '/logs/_pit' ? '{"id":"pit"}' : '{"count":2,"hits":{"hits":[]}}');
      }),
    );
    const pager = pagerAt(test.client(server.url), 'GET');
    await pager.run(search);
    await pager.count();
    await pager.run({ ...search, body: '{"sort":["n"]}' });
    await pager.close();
    const withBody = 'application/json, body: application/json';
    const bare = 'application/json, no body: none';
    assert.deepEqual(Object.fromEntries(kinds), {
      'GET /logs/_search': withBody,
      'POST /logs/_search': withBody,
      'GET /logs/_count': withBody,
      'POST /logs/_count': withBody,
      'GET /': bare,
      'POST /logs/_pit': bare,
      'GET /_search': withBody,
      'POST /_search': withBody,
      'DELETE /_pit': withBody,
    });
  });

  it('turns ten pages on at most two connections', async () => {
    let id = 0;
    const server = await test.server(
      serveHttp((request, response) => void answerWith(request, response, `{"_id":"${++id}"},{"_id":"${++id}"}`)),
    );
    const pager = pagerAt(test.client(server.url));
    await pager.run(search);
    for (let turn = 0; turn < 10; turn++) await pager.turn('next');
    assert.equal(pager.page?.from, 20);
    assert.ok(server.sockets.length <= 2, `${server.sockets.length} connections`);
  });

  it('turns ten pages across the window of an engine on at most two connections', async () => {
    const engine = await startSearchEngine({ documents: 10_100 });
    ends.push(engine.close);
    const client = test.client(engine.url);
    const connections = new Set<number>();
    const pager = pagerAt(client, 'GET');
    await pager.run(searchOf({ query: { match_all: {} } }, { index: 'access-logs', from: 9_950 }));
    for (let turn = 0; turn < 10; turn++) await pager.turn('next');
    assert.deepEqual([pager.page?.from, pager.page?.asked], [10_050, 'point in time']);
    for (const { connection } of engine.requests) connections.add(connection);
    assert.ok(connections.size <= 2, `${connections.size} connections`);
    await pager.close();
    assert.equal(engine.openPits(), 0);
  });

  it('closes the socket when it is canceled, so that the engine stops too', async () => {
    const cancel = new AbortController();
    const server = await test.server(serveHttp(() => cancel.abort()));
    const failed = failureFrom(() => pagerAt(test.client(server.url)).run(search, { signal: cancel.signal }));
    assert.equal((await failed).kind, 'canceled');
    const [socket] = server.sockets;
    assert.ok(socket);
    await closed(socket);
  });

  it('keeps 64-bit digits from the wire to the hit and to its sort values', async () => {
    const hit = '{"_id":"1","_source":{"span":9223372036854775807,"price":1.10},"sort":[9223372036854775807]}';
    const server = await test.server(serveHttp((request, response) => void answerWith(request, response, hit)));
    const page = await pagerAt(test.client(server.url)).run(search);
    assert.deepEqual([page.hits[0]?.json, page.hits[0]?.sort], [hit, '[9223372036854775807]']);
  });
});
