import assert from 'node:assert/strict';
import { openHttpClient } from '../../src/core/base/http/openHttpClient';
import { openSearchClient } from '../../src/core/search/engine/searchClient';
import { clientOf } from './client.mjs';
import { client, endpoint, engine, hasPointInTime } from './engine';

const indexName = 'digits';

/** What nothing may write anew: trailing zeros, exponents, 25 digits, integers beyond 2^53, escapes, blanks. */
const written = [
  '{"price":1.10,"wide":1E5,"fine":1234567890.123456789012345,"span":9007199254740993,"words":"some words"}',
  '{ "price" : 2.50, "wide" : 1e-7, "fine":0.1234567890123456789012345, "span":-9007199254740995,"words":"\\u00e9 words" }',
  '{"price":-0.0,"wide":10.0E1,"fine":100000000000000000000000.1,"span":0,"words":"words"}',
];

/** What differs each time that the same is asked: how long it took, and ids. */
const settled = (body: string): string =>
  body.replace(/"took":\d+/, '"took":0').replace(/"(?:pit_id|_scroll_id)":"[^"]*"/, '"id":""');

describe(`nonce: the address of each search on ${engine.kind} ${engine.version}`, function () {
  this.timeout(60_000);
  /** Answers as texts, asked without anything beside. */
  const raw = clientOf(engine, { parse: (text) => text });
  const httpClient = openHttpClient(endpoint);
  const paths: string[] = [];
  const way = openSearchClient(async () => ({
    ...httpClient,
    endpoint: httpClient.endpoint,
    request(request) {
      paths.push(request.path);
      return httpClient.request(request);
    },
  }));
  after(async () => {
    raw.end();
    await httpClient.close();
  });

  before(async () => {
    const double = { type: 'double' };
    const properties = { price: double, wide: double, fine: double, span: { type: 'long' }, words: { type: 'text' } };
    await client.create(indexName, {
      settings: { number_of_shards: 3, number_of_replicas: 0 },
      mappings: { properties },
    });
    const lines = Array.from({ length: 300 }, (_, at) => [`{"index":{"_id":"${at}"}}`, written[at % 3] ?? '']);
    await client.bulk(indexName, lines.flat(), { refresh: true });
  });

  const asText = (answer: { readonly body: unknown }): string => String(answer.body);

  /** Asked three times by the product, each time at another address: the same as asked plainly. */
  async function assertSame(path: string, body: string): Promise<string> {
    const plain = settled(asText(await raw.call('GET', path, body)));
    const before = paths.length;
    for (let time = 0; time < 3; time++) {
      const reply = await way.search({ path, body });
      assert.equal(reply.method, 'GET');
      assert.equal(settled(reply.body), plain);
    }
    const asked = paths.slice(before);
    assert.equal(new Set(asked).size, asked.length);
    assert.ok(asked.every((each) => each.length > path.length));
    return plain;
  }

  const everything =
    '{"size":300,"query":{"match":{"words":"words"}},"explain":true,"highlight":{"fields":{"words":{}}},"aggs":{"prices":{"stats":{"field":"price"}},"spans":{"terms":{"field":"span"}}}}';

  it('is another one, and the answer the same to the byte', async () => {
    const answer = await assertSame(`/${indexName}/_search`, everything);
    for (const text of written) assert.ok(answer.includes(text), text);
  });

  it('is another one beside a preference', () => assertSame(`/${indexName}/_search?preference=one`, everything));

  it('is another one for pages by cursor', () =>
    assertSame(`/${indexName}/_search`, '{"size":7,"sort":["fine",{"span":"desc"}],"search_after":[1,1]}'));

  it('is another one for counts', () => assertSame(`/${indexName}/_count`, '{"query":{"range":{"span":{"gt":5}}}}'));

  it('is another one for the pages of a scroll', async () => {
    const body = '{"size":7,"query":{"match":{"words":"words"}}}';
    const pagesBy = async (ask: (path: string, body: string) => Promise<string>): Promise<string[]> => {
      const pages = [await ask(`/${indexName}/_search?scroll=1m`, body)];
      for (let page = 0; page < 3; page++) {
        const { _scroll_id } = JSON.parse(pages.at(-1) ?? '');
        pages.push(await ask('/_search/scroll', JSON.stringify({ scroll: '1m', scroll_id: _scroll_id })));
      }
      return pages.map(settled);
    };
    const before = paths.length;
    const asked = await pagesBy(async (path, text) => (await way.request({ method: 'POST', path, body: text })).body);
    assert.deepEqual(asked, await pagesBy(async (path, text) => asText(await raw.call('POST', path, text))));
    assert.equal(new Set(paths.slice(before)).size, 4);
  });

  if (!hasPointInTime) return;

  it('is another one in a point in time', async () => {
    const isElasticsearch = engine.kind === 'elasticsearch';
    const opening = `/${indexName}/${isElasticsearch ? '_pit' : '_search/point_in_time'}?keep_alive=1m`;
    const before = paths.length;
    const opened = JSON.parse((await way.request({ method: 'POST', path: opening })).body);
    assert.match(paths[before] ?? '', /&preference=[0-9a-f-]{36}$/);
    const id = isElasticsearch ? opened.id : opened.pit_id;
    const pit = JSON.stringify({ id, keep_alive: '1m' });
    await assertSame('/_search', `${everything.slice(0, -1)},"pit":${pit}}`);
    const sorted = `{"size":7,"sort":["fine","_doc"],"search_after":[1,0],"track_total_hits":true,"pit":${pit}}`;
    await assertSame('/_search', sorted);
    await client.closePointInTime(id);
  });
});
