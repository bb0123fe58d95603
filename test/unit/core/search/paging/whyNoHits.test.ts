import assert from 'node:assert/strict';
import type { HttpRequest } from '../../../../../src/core/base/http/httpClient';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import { fieldsAsked } from '../../../../../src/core/search/query/fieldsAsked';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import type { EngineSearch } from '../../../../../src/core/search/wire/engineSearch';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { endedAfterEach } from '../../base/http/fixtures';
import { failureFrom, json } from '../fakeHttpClient';
import { type FakeEngine, fakeEngine, hitsFrom, refusal } from './fakeEngine';

const search: EngineSearch = {
  index: 'logs',
  body: '{"query":{"query_string":{"query":"x","lenient":true}}}',
  from: 0,
  size: 10,
};
const strictBody = '{"size":0,"query":{"query_string":{"query":"x","default_field":"_routing","lenient":false}}}';
const none = json({
  _shards: { total: 1, successful: 1, failed: 0 },
  hits: { total: { value: 0, relation: 'eq' }, hits: [] },
});

const isStrict = ({ body }: HttpRequest): boolean => body === strictBody;
const stricts = ({ asked }: FakeEngine): number => asked.filter(isStrict).length;
const noneBut = (strict: () => ReturnType<typeof json>) =>
  fakeEngine((request) => (isStrict(request) ? strict() : none));
const run = (engine: FakeEngine, more: Partial<EngineSearch> = {}) =>
  openPager(engine, { prefetch: false }).run({ ...search, ifNone: { strictBody, notes: [] }, ...more });

/** As Elasticsearch 9.1 refuses them, measured. */
const inNumber = 'failed to create query: For input string: "abc"';
const expensive = "[wildcard] queries cannot be executed when 'search.allow_expensive_queries' is set to false.";

describe('whyNoHits: a search without hits', () => {
  for (const reason of [inNumber, expensive]) {
    it(`is asked once more without lenient, and refused where that is: ${reason.slice(0, 40)}`, async () => {
      const engine = noneBut(() => refusal('query_shard_exception', reason));
      const failure = await failureFrom(() => run(engine));
      assert.deepEqual([failure.kind, failure.detail], ['rejected', reason]);
      assert.equal(stricts(engine), 1);
    });
  }

  it('is one where that refuses nothing, or cannot be asked', async () => {
    for (const answer of [() => none, () => json({ error: 'x' }, 503), () => json({ error: 'x' }, 429)]) {
      const engine = noneBut(answer);
      const page = await run(engine);
      assert.deepEqual([page.hits, page.partial, page.notes], [[], [], []]);
      assert.equal(stricts(engine), 1);
    }
  });

  it('is partial where some shards refuse it', async () => {
    const failures = [{ index: 'logs-1', reason: { type: 'query_shard_exception', reason: inNumber } }];
    const partial = json({
      _shards: { total: 2, successful: 1, failed: 1, failures },
      hits: { total: { value: 0, relation: 'eq' }, hits: [] },
    });
    assert.match((await run(noneBut(() => partial))).partial.join(), /1 of 2 shards failed: .*For input string/);
  });

  it('is not refused for a field of a pattern that cannot hold the words, but for all else', async () => {
    const ifNone = { strictBody, asksPattern: true, notes: [] };
    assert.deepEqual(
      (
        await run(
          noneBut(() => refusal('query_shard_exception', inNumber)),
          { ifNone },
        )
      ).partial,
      [],
    );
    const failure = await failureFrom(() =>
      run(
        noneBut(() => refusal('query_shard_exception', expensive)),
        { ifNone },
      ),
    );
    assert.equal(failure.sentence, 'The server does not allow expensive queries.');
  });

  it('says what is known of its fields, and a search with hits does not', async () => {
    const told = { notes: ['Always.'], ifNone: { notes: ['None.'] } };
    assert.deepEqual(
      (
        await run(
          noneBut(() => none),
          told,
        )
      ).notes,
      ['Always.', 'None.'],
    );
    assert.deepEqual(
      (
        await run(
          fakeEngine(() => hitsFrom(0, 10)),
          told,
        )
      ).notes,
      ['Always.'],
    );
  });

  it('is not asked again where it is a page behind the end, or another search has hits', async () => {
    const behind = fakeEngine((request) =>
      isStrict(request)
        ? refusal('query_shard_exception', inNumber)
        : json({ hits: { total: { value: 3, relation: 'eq' }, hits: [] } }),
    );
    const search = { from: 20 };
    assert.equal((await run(behind, search)).hits.length, 0);
    assert.equal(stricts(behind), 0);
  });

  it('is asked again where a page in the middle comes empty: the engine may refuse by now what it did before', async () => {
    let isAllowed = true;
    const engine = fakeEngine((request) => {
      if (isStrict(request)) return refusal('query_shard_exception', expensive);
      return isAllowed ? hitsFrom(JSON.parse(request.body ?? '{}').from, 100) : none;
    });
    const pager = openPager(engine, { prefetch: false });
    await pager.run({ ...search, ifNone: { strictBody, notes: [] } });
    isAllowed = false;
    assert.equal((await failureFrom(() => pager.turn('next'))).detail, expensive);
    assert.equal(pager.page?.from, 0);
  });
});

describe('whyNoHits: a search on a running engine, with hits or without,', () => {
  const test = endedAfterEach();
  let engine: SampleSearchEngine;
  before(async () => {
    engine = await startSearchEngine({ documents: 50 });
  });
  after(() => engine.close());

  const asked = async (changes: Partial<SearchQuestion>) => {
    const http = test.client(engine.url);
    const client = openSearchClient(async () => http);
    const question = { ...emptyQuestion, index: 'products', ...changes };
    const fields = await fieldsAsked(openEngineCatalog(client), question);
    return openPager(client, { prefetch: false }).run(searchOf(question, 0, new Date(), fields));
  };

  for (const text of ['variants.stock:many', 'flag:perhaps AND lamp', 'price:[a TO b]']) {
    it(`is refused for ${text}, which lenient hides`, async () => {
      const { kind, detail } = await failureFrom(() => asked({ by: 'queryString', text }));
      assert.equal(kind, 'rejected');
      assert.match(detail ?? '', /many|perhaps|"a"/);
    });
  }

  it('has none of what the engine refuses for fields that were not named', async () => {
    const page = await asked({ by: 'queryString', text: 'nowhere' });
    assert.deepEqual([page.hits, page.partial], [[], []]);
    assert.match(page.notes.join(), /nested objects \(variants\)/);
  });

  it('tells how many documents have any of the words, with filters as in the search', async () => {
    const [any, all] = await Promise.all([
      asked({ by: 'match', text: 'lamp nowhere' }),
      asked({ text: 'lamp nowhere' }),
    ]);
    assert.ok((any.total?.value ?? 0) > 0);
    assert.deepEqual([all.hits, all.anyWords], [[], any.total]);
    assert.equal((await asked({ text: 'nowhere neither' })).anyWords, undefined);
    assert.equal((await asked({ text: 'lamp' })).anyWords, undefined);
  });

  it('has no such count where that fails, and still no hits', async () => {
    const engine = fakeEngine(({ body }) => (body?.includes('track_total_hits') ? json({ error: 'x' }, 503) : none));
    const page = await openPager(engine, { prefetch: false }).run({
      ...search,
      ifNone: { anyWordsBody: '{"size":0,"track_total_hits":true}', notes: [] },
    });
    assert.deepEqual([page.hits, page.anyWords], [[], undefined]);
  });

  it('finds each of 40 identifiers in its first row', async () => {
    const message = (at: number) => `slow query: ${at % 997} ms for order-${at} of shop/${at % 7}`;
    engine.createIndex(
      'orders',
      Array.from({ length: 4_000 }, (_, at) => ({
        id: `${at}`,
        source: JSON.stringify({ '@timestamp': new Date(1.7e12 + at * 1_000).toISOString(), message: message(at) }),
      })),
    );
    for (let at = 0; at < 40; at += 1) {
      const wanted = (at * 97) % 4_000;
      const page = await asked({ index: 'orders', text: `order-${wanted}` });
      assert.equal(page.hits[0]?.id, `${wanted}`, page.sent.body);
      assert.equal(page.total?.value, 1);
    }
  });

  for (const question of [
    { by: 'exact', field: 'variants.color', text: 'blue' },
    { by: 'queryString', field: '', text: 'variants.color:blue' },
    { by: 'exists', field: 'variants' },
    { by: 'match', field: '*', text: 'lamp' },
  ] satisfies readonly Partial<SearchQuestion>[]) {
    it(`has hits by ${JSON.stringify(question)}`, async () => {
      const page = await asked(question);
      assert.ok(page.hits.length > 0, page.sent.body);
      assert.deepEqual([page.partial, page.notes], [[], []]);
    });
  }
});
