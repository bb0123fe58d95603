import assert from 'node:assert/strict';
import { isRequestFailure } from '../../src/core/base/errors/failure';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import { openPager } from '../../src/core/search/paging/openPager';
import { searchOf } from '../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../src/protocol/question';
import { documentCount, engine, fillIndex, hasPointInTime, walkedIndex, withSearchClient } from './engine';

describe(`search: the search client on ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);
  before(fillIndex);

  const ask = (question: Partial<SearchQuestion>) =>
    withSearchClient(async (searchClient) => {
      const pager = openPager(searchClient, { prefetch: false });
      try {
        return await pager.run(searchOf({ ...emptyQuestion, index: walkedIndex, ...question }, 0, new Date()));
      } finally {
        await pager.close();
      }
    });

  it('knows what it talks to', () =>
    withSearchClient(async (searchClient) => {
      await searchClient.search({ path: `/${walkedIndex}/_search`, body: '{"size":0}' });
      const { family, version } = await searchClient.engine();
      assert.equal(family, engine.kind);
      // The distributions of 8 and 9 that Maven has lack the module that answers GET /.
      if (version !== undefined) assert.equal(version, engine.version);
      else assert.match(engine.version, /^[89]\./);
    }));

  it('sends bodies by GET, which arrive', async () => {
    const page = await ask({ by: 'match', field: 'message', text: 'timeout', highlight: false });
    assert.equal(page.sent.method, 'GET');
    assert.equal(page.sent.body, `{"query":{"match":{"message":"timeout"}},"from":0,"size":${emptyQuestion.size}}`);
    assert.equal(page.hits.length, emptyQuestion.size);
    // Elasticsearch 6.8 counts all at once.
    const all = { value: documentCount, relation: 'eq' };
    assert.deepEqual(page.total, hasPointInTime ? { value: 10_000, relation: 'gte' } : all);
    assert.deepEqual([page.partial, page.notes], [[], []]);
  });

  it('finds each of 40 identifiers in its first row, and all words in whichever fields they stand', async () => {
    const index = 'orders';
    const lines = Array.from({ length: 2_000 }, (_, at) => [
      JSON.stringify({ index: { _id: String(at) } }),
      JSON.stringify({
        '@timestamp': new Date(1.7e12 + at * 1_000).toISOString(),
        message: `slow query: ${at % 997} ms for order-${at} of shop/${at % 7}`,
        host: at % 2 === 0 ? 'north' : 'south',
      }),
    ]);
    await withSearchClient(async (searchClient) => {
      const type = engine.version.startsWith('6.') && engine.kind === 'elasticsearch' ? '/_doc' : '';
      const body = `${lines.flat().join('\n')}\n`;
      await searchClient.request({ method: 'POST', path: `/${index}${type}/_bulk?refresh=true`, body });
    });
    for (let at = 0; at < 40; at += 1) {
      const wanted = String((at * 97) % 2_000);
      const { hits, total } = await ask({ index, text: `order-${wanted}` });
      assert.deepEqual([hits[0]?.id, total?.value], [wanted, 1]);
    }
    for (const [text, found] of [
      ['north order-1234', 1],
      ['north order-1235', 0],
      ['slow - query', 2_000],
      ['slow nowhere', 0],
    ] as const) {
      const { total, anyWords } = await ask({ index, text, highlight: true });
      assert.deepEqual([text, total?.value], [text, found]);
      assert.equal(anyWords !== undefined, found === 0);
    }
  });

  for (const [what, question, hits] of [
    ['a phrase', { by: 'phrase', field: 'message', text: 'timeout upstream' }, undefined],
    ['a query string', { by: 'queryString', field: '', text: 'serial:[0 TO 9] AND level:error' }, 10],
    ['an exact value', { by: 'exact', field: 'request_id', text: '00000000' }, 1],
    ['a range', { by: 'range', field: 'serial', text: '5', upTo: '8' }, 4],
    [
      'a range of integers above 2^53',
      { by: 'range', field: 'span', text: '9007199254740994', upTo: '9007199254740995' },
      2,
    ],
    ['a field that is there', { by: 'exists', field: 'span' }, undefined],
    ['ids', { by: 'id', text: 'd1, d2 d3' }, 3],
    ['everything', { by: 'match', field: '', text: '' }, undefined],
    [
      'a filter and one that leaves out',
      {
        by: 'match',
        field: '',
        text: '',
        filters: [
          { label: '', clause: '{"range":{"serial":{"lt":10}}}', isOut: false },
          { label: '', clause: '{"term":{"serial":3}}', isOut: true },
        ],
      },
      9,
    ],
    [
      'a time',
      {
        by: 'match',
        field: '',
        text: '',
        time: { field: '@timestamp', span: 'own', from: '2026-10-31T23:59:59Z', to: '' },
      },
      6,
    ],
  ] satisfies readonly (readonly [string, Partial<SearchQuestion>, number | undefined])[]) {
    it(`finds ${what}`, async () => {
      const page = await ask(question);
      assert.ok(page.hits.length > 0);
      if (hits !== undefined) assert.deepEqual(page.total, { value: hits, relation: 'eq' });
    });
  }

  it('keeps the digits of integers above 2^53', async () => {
    const { hits } = await ask({ by: 'id', text: 'd2' });
    assert.match(hits[0]?.json ?? '', /"span":9007199254740995\b/);
  });

  it('marks what matched', async () => {
    const { hits } = await ask({ by: 'match', field: 'message', text: 'timeout' });
    assert.match(hits[0]?.json ?? '', /"highlight":\{"message":\["\ue000timeout\ue001/);
  });

  it('shows aggregations of a body written by hand', async () => {
    const body = '{"size":0,"aggs":{"levels":{"terms":{"field":"level"}}}}';
    const page = await ask({ body });
    assert.equal(page.hits.length, 0);
    assert.match(page.aggregations ?? '', new RegExp(`"key":"error","doc_count":${documentCount}`));
  });

  it('lists indices and fields', () =>
    withSearchClient(async (searchClient) => {
      const catalog = openEngineCatalog(searchClient);
      assert.ok((await catalog.indices()).some(({ name, kind }) => name === walkedIndex && kind === 'index'));
      const fields = new Map((await catalog.fields(walkedIndex)).map((field) => [field.name, field]));
      assert.deepEqual(
        ['@timestamp', 'message', 'span', 'level'].map((name) => fields.get(name)?.types.join()),
        ['date', 'text', 'long', 'keyword'],
      );
      assert.deepEqual([fields.get('message')?.isAggregatable, fields.get('level')?.isAggregatable], [false, true]);
    }));

  for (const [what, question, sentence] of [
    ['there is no such index', { index: 'nowhere', by: 'match', field: '', text: '' }, /Index not found/],
    [
      'a query string cannot be read',
      { body: '{"query":{"query_string":{"query":"(("}}}' },
      /query string is not valid/,
    ],
    [
      'there is no such field to sort by',
      { by: 'match', field: '', text: '', sort: [{ field: 'nowhere', order: 'asc' }] },
      /./,
    ],
    ['the query is unknown', { body: '{"query":{"nosuch":{}}}' }, /Invalid query/],
  ] satisfies readonly (readonly [string, Partial<SearchQuestion>, RegExp])[]) {
    it(`says that ${what}`, () =>
      assert.rejects(ask(question), (error) => {
        assert.ok(isRequestFailure(error));
        assert.match(error.failure.sentence, sentence);
        return true;
      }));
  }
});
