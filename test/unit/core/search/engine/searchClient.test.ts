import assert from 'node:assert/strict';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { readRecordings } from '../../../../recordings/read';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { endedAfterEach } from '../../base/http/fixtures';
import { closed, serveHttp } from '../../base/http/servers';
import { failureFrom, fakeHttpClient } from '../fakeHttpClient';
import {
  type Answered,
  cachesByAddress,
  dropsAllBodies,
  dropsBodies,
  type FakeProxy,
  honest,
  html,
  likeZincSearch,
  type Meddle,
  proxyBefore,
  refuses,
  refusesParameter,
  withoutQuery,
} from './proxies';

type SearchClientOptions = NonNullable<Parameters<typeof openSearchClient>[1]>;
type SearchMethod = NonNullable<SearchClientOptions['method']>;

const path = '/products/_search';
const body = '{"query":{"match_all":{}},"from":3,"size":2}';
const isCheck = (asked: { body: string }) => asked.body.includes('does_this_body_arrive');

describe('searchClient: the way of searches to an engine', () => {
  const test = endedAfterEach();
  let engine: SampleSearchEngine;
  before(async () => {
    engine = await startSearchEngine({ documents: 50 });
  });
  after(() => engine.close());

  async function through(meddle: Meddle, method?: SearchMethod) {
    const proxy = await proxyBefore(engine.url, meddle);
    await test.server(Promise.resolve(proxy));
    const said: [SearchMethod, string][] = [];
    const client = test.client(proxy.url);
    const options: SearchClientOptions = {
      onMethod: (...told) => void said.push(told),
      ...(method !== undefined && { method }),
    };
    const way = openSearchClient(async () => client, options);
    return { proxy, said, way, search: () => way.search({ path, body }), methods: () => methodsOf(proxy) };
  }

  function methodsOf({ seen }: FakeProxy): string[] {
    return seen.map((asked) => (isCheck(asked) ? `check ${asked.method}` : asked.method));
  }

  function hitsOf(answer: { readonly body: string }): number {
    return JSON.parse(answer.body).hits.hits.length;
  }

  it('is a GET with its body, checked once', async () => {
    const { search, methods, said } = await through(honest);
    for (let at = 0; at < 3; at++) {
      const reply = await search();
      assert.deepEqual([reply.status, reply.method, hitsOf(reply)], [200, 'GET', 2]);
    }
    assert.deepEqual(methods().sort(), ['GET', 'GET', 'GET', 'check GET']);
    assert.deepEqual(said, []);
  });

  it('is checked once for two searches that come at once', async () => {
    const { search, methods } = await through(honest);
    await Promise.all([search(), search()]);
    assert.deepEqual(methods().sort(), ['GET', 'GET', 'check GET']);
  });

  it('is POST where the body of a GET is lost, and no page without its body is shown', async () => {
    const { search, methods, said } = await through(dropsBodies);
    const [one, two] = await Promise.all([search(), search()]);
    assert.deepEqual([one.method, hitsOf(one), two.method, hitsOf(two)], ['POST', 2, 'POST', 2]);
    await search();
    assert.deepEqual(methods().slice(-1), ['POST']);
    assert.equal(methods().filter((method) => method === 'check GET').length, 1);
    assert.equal(said.length, 1);
    assert.match(said[0]?.[1] ?? '', /bodies of GET do not reach/);
  });

  it('is POST from the beginning where that was found out earlier', async () => {
    const { search, methods, said } = await through(dropsBodies, 'POST');
    assert.equal(hitsOf(await search()), 2);
    assert.equal(hitsOf(await search()), 2);
    assert.deepEqual([methods().sort(), said], [['POST', 'POST', 'check POST'], []]);
  });

  const refusals: readonly [what: string, answer: Answered][] = [
    ['411, as squid', html(411, 'Length Required')],
    ['405', html(405, 'Not Allowed')],
    ['405 in JSON', { status: 405, headers: {}, body: '{"error":"GET not allowed","status":405}' }],
    ['501', html(501, 'Not Implemented')],
    ['413 for a small body', html(413, 'Request Entity Too Large')],
    ['403 with a page, as a CDN', html(403, 'ERROR: The request could not be satisfied')],
    ['400 with a page, as a load balancer', html(400, 'Your client has issued a malformed request')],
  ];
  for (const [what, answer] of refusals) {
    it(`is POST where a GET with a body is refused with ${what}`, async () => {
      const { search, methods, said } = await through(refuses('GET', answer));
      const reply = await search();
      assert.deepEqual([reply.method, hitsOf(reply)], ['POST', 2]);
      await search();
      assert.deepEqual(methods().slice(-2), ['POST', 'POST']);
      assert.equal(said.length, 1);
      assert.match(said[0]?.[1] ?? '', /rejected on the way/);
    });

    it(`stays GET, with the first refusal, where POST is refused too: ${what}`, async () => {
      const { search, said } = await through((asked, pass) => (asked.body === '' ? pass() : answer));
      const reply = await search();
      assert.deepEqual([reply.method, reply.status, reply.body], ['GET', answer.status, answer.body]);
      assert.deepEqual(said, []);
    });
  }

  const nothingProven: readonly [what: string, answer: Answered][] = [
    ['401', { status: 401, headers: {}, body: 'Unauthorized' }],
    ['403 of the engine', recorded('security-user-forbidden')],
    ['404', recorded('index-missing')],
    ['429', { status: 429, headers: {}, body: 'slow down' }],
    ['503', html(503, 'Service Unavailable')],
    ['a login page', html(200, 'Sign in')],
  ];
  for (const [what, answer] of nothingProven) {
    it(`learns nothing from ${what}, and tries again at the next search`, async () => {
      const { search, proxy, said, methods } = await through(() => answer);
      const reply = await search();
      assert.deepEqual([reply.status, reply.method], [answer.status, 'GET']);
      assert.deepEqual(said, []);
      proxy.become(honest);
      assert.equal(hitsOf(await search()), 2);
      assert.equal(methods().filter((method) => method === 'check GET').length, 2);
    });

    it(`never shows a page that may be without its body, where the check gets ${what}`, async () => {
      const { search, proxy, said } = await through((asked, pass) =>
        isCheck(asked) ? answer : dropsBodies(asked, pass),
      );
      const reply = await search();
      assert.deepEqual([reply.method, hitsOf(reply)], ['POST', 2]);
      assert.deepEqual(said, []);
      proxy.become((asked, pass) =>
        isCheck(asked) || asked.method === 'POST' ? html(405, 'no') : dropsBodies(asked, pass),
      );
      assert.equal((await search()).status, 405);
    });
  }

  it('never shows a page that may be without its body, where the check is not answered at all', async () => {
    const { search, said } = await through((asked, pass) => {
      if (isCheck(asked)) throw new Error('gone');
      return dropsBodies(asked, pass);
    });
    assert.equal(hitsOf(await search()), 2);
    assert.deepEqual(said, []);
  });

  it('gives each search an address of its own, so that a cache mixes none up', async () => {
    const { search, way, methods, said, proxy } = await through(cachesByAddress());
    const first = await search();
    const second = await way.search({ path, body: body.replace('"from":3', '"from":5') });
    assert.deepEqual([second.status, second.method, second.body === first.body], [200, 'GET', false]);
    for (const id of ['1', '2']) {
      const counted = await way.search({
        path: '/products/_count',
        body: `{"query":{"ids":{"values":["${id}","3"]}}}`,
      });
      const one = await way.search({ path: '/products/_count', body: `{"query":{"ids":{"values":["${id}"]}}}` });
      assert.deepEqual([JSON.parse(counted.body).count, JSON.parse(one.body).count], [2, 1]);
    }
    assert.deepEqual([new Set(methods()), said], [new Set(['GET', 'check GET']), []]);
    assert.equal(new Set(proxy.seen.map((asked) => asked.path)).size, proxy.seen.length);
  });

  it('gives each page of a scroll an address of its own, as some caches keep answers to POST too', async () => {
    const { way, proxy } = await through(cachesByAddress(['GET', 'POST']));
    const opened = await way.request({ method: 'POST', path: `${path}?scroll=1m`, body: '{"size":2}' });
    const ids = new Set([opened.body]);
    const next = { scroll: '1m', scroll_id: JSON.parse(opened.body)._scroll_id };
    for (let page = 0; page < 3; page++) {
      const answer = await way.request({ method: 'POST', path: '/_search/scroll', body: JSON.stringify(next) });
      assert.equal(answer.status, 200);
      ids.add(JSON.stringify(JSON.parse(answer.body).hits.hits));
    }
    assert.equal(ids.size, 4);
    await way.request({ method: 'DELETE', path: '/_search/scroll', body: JSON.stringify(next) });
    assert.equal(proxy.seen.at(-1)?.path, '/_search/scroll');
  });

  it('asks for no fewer shards to be reduced at once than the engine does by itself: that would show in the answer', async () => {
    const { search, proxy } = await through(honest);
    for (let time = 0; time < 20; time++) await search();
    const sizes = proxy.seen.flatMap((asked) => /^[^?]*\?batched_reduce_size=(\d+)$/.exec(asked.path)?.slice(1) ?? []);
    assert.equal(sizes.length, proxy.seen.length);
    for (const size of sizes) assert.ok(Number(size) >= 512 && Number(size) < 2 ** 31, size);
  });

  it('asks again without the parameter that an engine does not know, and never sends it again', async () => {
    const { search, way, proxy, methods, said } = await through(refusesParameter('batched_reduce_size'));
    const reply = await search();
    assert.deepEqual([reply.status, reply.method, hitsOf(reply)], [200, 'GET', 2]);
    const before = proxy.seen.length;
    await search();
    assert.deepEqual(
      proxy.seen.slice(before).map((asked) => asked.path),
      [path],
    );
    await way.search({ path: '/products/_count', body: '{}' });
    assert.match(proxy.seen.at(-1)?.path ?? '', /^\/products\/_count\?preference=[0-9a-f-]{36}$/);
    assert.deepEqual([methods().includes('POST'), said], [false, []]);
  });

  it('does not take a mistake in the body for a refusal of its parameter', async () => {
    const { search, way, proxy } = await through(honest);
    const reply = await way.search({ path, body: '{"batched_reduce_size":600}' });
    assert.deepEqual([reply.status, /\[batched_reduce_size\]/.test(reply.body)], [400, true]);
    await search();
    assert.match(proxy.seen.at(-1)?.path ?? '', /\?batched_reduce_size=\d+$/);
  });

  it('does not send wrong credentials again for a parameter that the refusal repeats in its address', async () => {
    const { search, proxy } = await through(({ path }) => {
      const reason = `unable to authenticate user [elastic] for REST request [${path}]`;
      const error = { root_cause: [], type: 'security_exception', reason };
      const headers = { 'content-type': 'application/json' };
      return { status: 401, headers, body: JSON.stringify({ error, status: 401 }) };
    });
    assert.equal((await search()).status, 401);
    assert.deepEqual(
      proxy.seen.filter((asked) => !asked.path.includes('?')),
      [],
    );
    proxy.become(honest);
    await search();
    assert.match(proxy.seen.at(-1)?.path ?? '', /\?batched_reduce_size=\d+$/);
  });

  it('says so, and shows nothing, where bodies are lost by GET and by POST', async () => {
    const { search, way, proxy, said } = await through(dropsAllBodies);
    for (const asked of [path, '/products/_count']) {
      const failure = await failureFrom(() => way.search({ path: asked, body }));
      assert.match(failure.sentence, /neither with GET nor with POST/);
    }
    assert.deepEqual(said, []);
    proxy.become(dropsBodies);
    const reply = await search();
    assert.deepEqual([reply.method, hitsOf(reply)], ['POST', 2]);
  });

  it('says so where POST was found out earlier, and no body arrives any more', async () => {
    const { search } = await through(dropsAllBodies, 'POST');
    assert.match((await failureFrom(search)).sentence, /neither with GET nor with POST/);
  });

  it('goes back to GET where a POST loses its body by now and a GET arrives whole', async () => {
    const { search, said } = await through(
      ({ method }, pass) => (method === 'POST' ? pass({ body: '' }) : pass()),
      'POST',
    );
    const reply = await search();
    assert.deepEqual([reply.method, hitsOf(reply)], ['GET', 2]);
    assert.match(said[0]?.[1] ?? '', /bodies of POST no longer reach/);
  });

  it('is POST where a GET finds a page that is no engine’s (ZincSearch)', async () => {
    const { search, way, methods, said } = await through(likeZincSearch);
    for (let at = 0; at < 2; at++) {
      const reply = await search();
      assert.deepEqual([reply.method, hitsOf(reply)], ['POST', 2]);
    }
    assert.deepEqual([way.suspectCache(), methods().slice(-1)], [false, ['POST']]);
    assert.equal(methods().filter((method) => method === 'check POST').length, 1);
    assert.deepEqual(said, [
      ['POST', 'This server does not support searching with GET (status 404), so searches are now sent with POST.'],
    ]);
  });

  it('shows the first 404 where POST finds nothing either', async () => {
    const { search, said } = await through(() => html(404, 'Not Found'));
    const reply = await search();
    assert.deepEqual([reply.method, reply.status, said], ['GET', 404, []]);
  });

  it('stays GET where a page of a proxy comes at 404 once bodies have arrived', async () => {
    const { search, proxy, methods } = await through(honest);
    await search();
    proxy.become(() => html(404, 'Not Found'));
    const reply = await search();
    assert.deepEqual([reply.method, reply.status, methods().slice(-1)], ['GET', 404, ['GET']]);
  });

  it('stays GET before an engine that does not mind unknown names', async () => {
    const { search, methods, said } = await through(({ body: sent }, pass) =>
      pass({ body: sent.replace(',"does_this_body_arrive":true', '') }),
    );
    for (let at = 0; at < 2; at++) assert.equal(hitsOf(await search()), 2);
    assert.deepEqual([methods().sort(), said], [['GET', 'GET', 'check GET'], []]);
  });

  it('is POST once two pages came with the same hits from a cache, and says so when POST has gone through', async () => {
    const { search, way, said } = await through(cachesByAddress(['GET'], withoutQuery));
    const first = await search();
    assert.equal((await way.search({ path, body: body.replace('"from":3', '"from":5') })).body, first.body);
    assert.equal(way.suspectCache(), true);
    assert.deepEqual(said, []);
    const second = await way.search({ path, body: body.replace('"from":3', '"from":5') });
    assert.deepEqual([second.method, second.body === first.body], ['POST', false]);
    assert.match(said[0]?.[1] ?? '', /Responses are cached/);
    assert.equal(way.suspectCache(), false);
    await search();
    assert.equal(said.length, 1);
  });

  it('takes the answer to its check for the sign of a cache where it comes for a search', async () => {
    let kept: Answered | undefined;
    const { search, said } = await through(async (asked, pass) => {
      if (asked.method !== 'GET') return pass();
      kept ??= await pass({ ...asked, body: '{"does_this_body_arrive":true}' });
      return kept;
    });
    assert.equal(hitsOf(await search()), 2);
    assert.equal(said[0]?.[0], 'POST');
  });

  it('goes back to GET where POST is refused by now and a GET arrives whole', async () => {
    const { search, said, methods } = await through(refuses('POST', html(405, 'Not Allowed')), 'POST');
    const reply = await search();
    assert.deepEqual([reply.method, hitsOf(reply)], ['GET', 2]);
    assert.deepEqual(
      said.map(([method]) => method),
      ['GET'],
    );
    await search();
    assert.deepEqual(methods().slice(-1), ['GET']);
  });

  it('stays with POST, and its refusal, where a GET would lose its body', async () => {
    const { search, said } = await through(
      (asked, pass) => (asked.method === 'POST' ? html(403, 'Forbidden') : dropsBodies(asked, pass)),
      'POST',
    );
    assert.equal((await search()).status, 403);
    assert.deepEqual(said, []);
  });

  it('shows what an engine says of a body, be it said to the check too', async () => {
    const { way } = await through(honest);
    const reply = await way.search({ path, body: '{"foo":1}' });
    assert.deepEqual([reply.status, reply.method], [400, 'GET']);
    assert.match(reply.body, /Unknown key for a VALUE_NUMBER in \[foo\]/);
  });

  it('counts as it searches', async () => {
    const { way } = await through(dropsBodies);
    const reply = await way.search({ path: '/products/_count', body: '{"query":{"ids":{"values":["1"]}}}' });
    assert.deepEqual([reply.method, JSON.parse(reply.body).count], ['POST', 1]);
  });

  it('closes both sockets when the first search is canceled', async () => {
    const cancel = new AbortController();
    let arrived = 0;
    const server = await test.server(
      serveHttp(() => {
        arrived++;
        if (arrived === 2) cancel.abort();
      }),
    );
    const client = test.client(server.url);
    const way = openSearchClient(async () => client);
    const failure = await failureFrom(() => way.search({ path, body, signal: cancel.signal }));
    assert.equal(failure.kind, 'canceled');
    await Promise.all(server.sockets.map(closed));
    assert.equal(server.sockets.length, 2);
  });

  it('goes on with the check for the second search when the first is canceled', async () => {
    const { proxy, way, search } = await through(honest);
    let letGo: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    proxy.become(async (asked, pass) => {
      if (isCheck(asked)) await held;
      return pass();
    });
    const cancel = new AbortController();
    const first = failureFrom(() => way.search({ path, body, signal: cancel.signal }));
    const second = search();
    cancel.abort();
    assert.equal((await first).kind, 'canceled');
    letGo?.();
    assert.equal(hitsOf(await second), 2);
    assert.equal(methodsOf(proxy).filter((method) => method === 'check GET').length, 1);
  });

  it('turns pages on at most two connections', async () => {
    const { search, proxy } = await through(honest);
    for (let page = 0; page < 10; page++) await search();
    assert.ok(proxy.sockets.length <= 2, `${proxy.sockets.length} connections`);
  });
});

function recorded(name: string): Answered {
  const recording = readRecordings('elasticsearch-8.19.0').get(name);
  if (recording === undefined) throw new Error(`no recording ${name}`);
  return recording.response;
}

describe('searchClient: what answers a search', () => {
  const engines: readonly [name: string, family: string, version: string | undefined][] = [
    ['elasticsearch-6.8.23', 'elasticsearch', '6.8.23'],
    ['elasticsearch-7.17.29', 'elasticsearch', '7.17.29'],
    // Their root is a 405 in this distribution: the header alone tells.
    ['elasticsearch-8.11.0', 'elasticsearch', undefined],
    ['elasticsearch-8.19.0', 'elasticsearch', undefined],
    ['elasticsearch-9.1.0', 'elasticsearch', undefined],
    ['opensearch-2.19.0', 'opensearch', '2.19.0'],
    ['opensearch-3.0.0', 'opensearch', '3.0.0'],
  ];
  const root = (name: string) => readRecordings(name).get('root')?.response ?? { status: 0, headers: {}, body: '' };
  for (const [name, family, version] of engines) {
    it(`is told by ${name}`, async () => {
      const client = openSearchClient(async () => fakeHttpClient(() => root(name)));
      assert.deepEqual(await client.engine(), { family, version });
    });
  }

  it('is asked once, and again after a failure or a refusal that passes', async () => {
    const answers: Answered[] = [{ status: 503, headers: {}, body: '' }, root('opensearch-2.19.0')];
    const fake = fakeHttpClient(() => answers.shift() ?? { status: 500, headers: {}, body: '' });
    const client = openSearchClient(async () => fake);
    assert.deepEqual(await client.engine(), { family: 'unknown', version: undefined });
    assert.equal((await client.engine()).version, '2.19.0');
    assert.equal((await client.engine()).version, '2.19.0');
    assert.equal(fake.asked.length, 2);
  });

  for (const status of [403, 404, 405]) {
    it(`is unknown where GET / is ${status}, which is no failure and not asked again`, async () => {
      const fake = fakeHttpClient(() => ({ status, headers: {}, body: '{"error":"no"}' }));
      const client = openSearchClient(async () => fake);
      await client.engine();
      assert.deepEqual(await client.engine(), { family: 'unknown', version: undefined });
      assert.equal(fake.asked.length, 1);
    });
  }

  it('is told by the header of any answer, where GET / may not be asked', async () => {
    const headers = { 'x-opensearch-version': 'OpenSearch/3.0.0 (opensearch)' };
    const fake = fakeHttpClient(({ path: asked }) =>
      asked === '/' ? { status: 403, headers: {}, body: '' } : { status: 200, headers, body: '{}' },
    );
    const client = openSearchClient(async () => fake);
    await client.request({ method: 'GET', path: '/_alias' });
    assert.deepEqual(await client.engine(), { family: 'opensearch', version: '3.0.0' });
  });

  const roots: readonly [what: string, body: string, family: string, version: string | undefined][] = [
    [
      'a serverless engine',
      '{"version":{"number":"8.11.0","build_flavor":"serverless"},"tagline":"You Know, for Search"}',
      'elasticsearch',
      undefined,
    ],
    [
      'an OpenSearch that calls itself 7.10.2',
      '{"version":{"number":"7.10.2"},"tagline":"The OpenSearch Project: https://opensearch.org/"}',
      'opensearch',
      '7.10.2',
    ],
    ['another engine', '{"version":{"number":"<b>1</b>"},"tagline":"hello"}', 'unknown', undefined],
    ['a page', '<html></html>', 'unknown', undefined],
  ];
  for (const [what, text, family, version] of roots) {
    it(`is read of ${what}`, async () => {
      const client = openSearchClient(async () => fakeHttpClient(() => ({ status: 200, headers: {}, body: text })));
      assert.deepEqual(await client.engine(), { family, version });
    });
  }
});
