import assert from 'node:assert/strict';
import type { HttpClient, HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import type { SearchClient } from '../../../../../src/core/search/engine/searchClient';
import { type ExportReport, exportHits } from '../../../../../src/core/search/export/exportHits';
import type { EngineSearch } from '../../../../../src/core/search/wire/engineSearch';
import { type EngineName, type SampleSearchEngine, startSearchEngine } from '../../../../servers/search';
import { endpoint, failureFrom, fakeHttpClient, json } from '../fakeHttpClient';
import { searchClientOf } from './searchClientOf';

type ExportOptions = Parameters<typeof exportHits>[2];

const everything: EngineSearch = { index: 'access-logs', body: '{"query":{"match_all":{}}}', from: 0, size: 10 };

interface Done extends ExportReport {
  readonly text: string;
  readonly chunks: readonly string[];
}

/** Exports as NDJSON, without waiting between tries, and keeps the text. */
async function exported(
  client: SearchClient,
  search: EngineSearch,
  options: Partial<ExportOptions> = {},
): Promise<Done> {
  const chunks: string[] = [];
  const report = await exportHits(client, search, {
    format: 'ndjson',
    columns: [],
    pause: async () => undefined,
    async write(chunk) {
      chunks.push(chunk);
    },
    ...options,
  });
  return { ...report, text: chunks.join(''), chunks };
}

const idsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line)._id);

describe('exportHits: an export', function () {
  this.timeout(30_000);
  let engine: SampleSearchEngine | undefined;
  let client: HttpClient | undefined;
  afterEach(async () => {
    await client?.close();
    await engine?.close();
    client = undefined;
    engine = undefined;
  });

  async function start(
    name: EngineName,
    documents = 2_500,
  ): Promise<SearchClient & { readonly sample: SampleSearchEngine }> {
    engine = await startSearchEngine({ engine: name, documents });
    client = openHttpClient({ ...endpoint, url: engine.url, auth: { type: 'none' } });
    const [family, version] = name.split('-');
    const way = searchClientOf(client, family === 'opensearch' ? 'opensearch' : 'elasticsearch', version);
    return Object.assign(way, { sample: engine });
  }

  const engines: readonly EngineName[] = [
    'elasticsearch-6.8.23',
    'elasticsearch-7.17.29',
    'elasticsearch-8.19.0',
    'elasticsearch-9.1.0',
    'opensearch-2.19.0',
    'opensearch-3.0.0',
  ];
  for (const name of engines) {
    for (const [order, body] of [
      ['in the order of the index', '{"query":{"match_all":{}}}'],
      ['by equal scores', '{"query":{"constant_score":{"filter":{"match_all":{}}}}}'],
      ['by a time that three documents share', '{"query":{"match_all":{}},"sort":[{"@timestamp":"desc"}]}'],
      ['by one field that is no list', '{"query":{"match_all":{}},"sort":{"DownstreamStatus":"asc"}}'],
    ] as const) {
      it(`writes each document once, ${order}, from ${name}, by what it has`, async () => {
        const way = await start(name);
        const { hits, notes, text } = await exported(way, { ...everything, body });
        const ids = idsOf(text);
        assert.equal(hits, 2_500);
        assert.equal(ids.length, 2_500);
        assert.equal(new Set(ids).size, 2_500);
        assert.deepEqual(
          notes,
          order === 'by equal scores' ? ['The hits are in index order, not sorted by score.'] : [],
        );
        const paths = way.sample.requests.map(({ path }) => path);
        assert.equal(
          paths.some((path) => path.includes('/_search/scroll')),
          name === 'elasticsearch-6.8.23',
        );
        assert.deepEqual([way.sample.openPits(), way.sample.openScrolls()], [0, 0]);
        assert.deepEqual(way.sample.documentsCreated, []);
      });
    }
  }

  it('clears its scroll when it is canceled', async () => {
    const way = await start('elasticsearch-6.8.23');
    const cancel = new AbortController();
    const exporting = exported(way, everything, { signal: cancel.signal, onProgress: () => cancel.abort() });
    assert.equal((await failureFrom(() => exporting)).kind, 'canceled');
    assert.equal(way.sample.openScrolls(), 0);
  });

  it('writes the first hits of the result in its order where not all are wanted', async () => {
    const way = await start('elasticsearch-8.19.0');
    const body = '{"query":{"match":{"message":"timeout"}}}';
    const { text, hits, notes } = await exported(way, { ...everything, body }, { limit: 60 });
    assert.equal(hits, 60);
    assert.deepEqual(notes, []);
    const live = await way.search({ path: '/access-logs/_search', body: `${body.slice(0, -1)},"size":60}` });
    const scores = new Map<string, number>(
      JSON.parse(live.body).hits.hits.map((hit: { _id: string; _score: number }) => [hit._id, hit._score]),
    );
    const best = [...scores.values()];
    assert.deepEqual(
      idsOf(text).map((id) => scores.get(id) ?? best.at(-1)),
      best,
    );
  });

  it('asks the engine for no more than is wanted, and counts only once', async () => {
    const way = await start('elasticsearch-8.19.0');
    await exported(way, everything, { limit: 130 });
    const bodies = way.sample.requests.filter(({ path }) => path === '/_search').map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      bodies.map(({ size }) => size),
      [100, 30],
    );
    assert.deepEqual(
      bodies.map(({ track_total_hits }) => track_total_hits),
      [true, false],
    );
  });

  it('leaves out of the request what only a page has use for', async () => {
    const way = await start('elasticsearch-8.19.0');
    const body =
      '{"query":{"match_all":{}},"highlight":{"fields":{"message":{}}},"aggs":{"a":{"terms":{"field":"Duration"}}},"_source":["Duration"],"from":3,"size":7}';
    const { text } = await exported(way, { ...everything, body }, { limit: 1 });
    const asked = JSON.parse(way.sample.requests.find(({ path }) => path === '/_search')?.body ?? '');
    assert.deepEqual(Object.keys(asked).sort(), ['_source', 'pit', 'query', 'size', 'sort', 'track_total_hits']);
    assert.match(text, /"_source":\{"Duration":\d+\}\}\n$/);
  });

  it('keeps every digit, in the cursor and in the file', async () => {
    const way = await start('elasticsearch-8.19.0', 1);
    const spans = Array.from({ length: 150 }, (_, at) => `90071992547409${String(at + 100)}3`);
    way.sample.createIndex(
      'spans',
      spans.map((span) => ({ id: span, source: `{"span":${span}, "cost": 1.10}` })),
    );
    const body = '{"query":{"match_all":{}},"sort":[{"span":"desc"}]}';
    const { text } = await exported(way, { ...everything, index: 'spans', body });
    assert.deepEqual(
      text.trim().split('\n'),
      spans.toReversed().map((span) => `{"_index":"spans","_id":"${span}","_source":{"span":${span}, "cost": 1.10}}`),
    );
  });

  it('tells how far it is', async () => {
    const way = await start('elasticsearch-8.19.0', 1_500);
    const told: (readonly [number, number | undefined])[] = [];
    await exported(way, everything, { onProgress: (hits, of) => told.push([hits, of]) });
    assert.deepEqual(told.at(0), [100, 1_500]);
    assert.deepEqual(told.at(-1), [1_500, 1_500]);
  });

  it('writes an empty array where there is no hit', async () => {
    const way = await start('elasticsearch-8.19.0', 1);
    const search = { ...everything, index: 'empty' };
    assert.deepEqual(JSON.parse((await exported(way, search, { format: 'json' })).text), []);
    assert.equal((await exported(way, search, { format: 'csv' })).text, '_index,_id\r\n');
    assert.equal((await exported(way, search)).text, '');
  });

  it('closes the point in time when it is canceled, and writes no more', async () => {
    const way = await start('elasticsearch-8.19.0');
    const cancel = new AbortController();
    let chunks = 0;
    const failure = await failureFrom(() =>
      exported(way, everything, {
        signal: cancel.signal,
        async write() {
          chunks += 1;
          if (chunks === 2) cancel.abort();
        },
      }),
    );
    assert.equal(failure.kind, 'canceled');
    assert.equal(chunks, 2);
    assert.equal(way.sample.openPits(), 0);
  });

  it('ends with what the writing failed with, and lets the engine go', async () => {
    const way = await start('elasticsearch-8.19.0');
    const full = new Error('no space left');
    await assert.rejects(exported(way, everything, { write: () => Promise.reject(full) }), full);
    assert.equal(way.sample.openPits(), 0);
  });

  it('fails where the point in time is gone', async () => {
    const way = await start('elasticsearch-8.19.0');
    const failure = await failureFrom(() =>
      exported(way, everything, {
        async write() {
          way.sample.closePits();
        },
      }),
    );
    assert.equal(failure.sentence, 'The server no longer keeps this result.');
  });

  it('says that there is no such index', async () => {
    const way = await start('elasticsearch-8.19.0', 1);
    const failure = await failureFrom(() => exported(way, { ...everything, index: 'nowhere' }));
    assert.equal(failure.kind, 'notFound');
  });

  it('writes what fits and says so where there is only so much room', async () => {
    const way = await start('elasticsearch-8.19.0', 300);
    const whole = await exported(way, everything, { format: 'json' });
    const room = 20_000;
    const { text, hits, notes } = await exported(way, everything, { format: 'json', maxBytes: room });
    assert.ok(Buffer.byteLength(text) <= room);
    assert.equal(JSON.parse(text).length, hits);
    assert.ok(whole.text.startsWith(text.slice(0, -3)));
    assert.deepEqual(notes, [`Only the first ${hits} hits fit into 0.019 MiB.`]);
  });
});

describe('exportHits: an export whose engine is in trouble', () => {
  const pitId = 'abc';
  const hit = (id: number) => ({ _index: 'i', _id: String(id), _source: { id }, sort: [id] });
  const shards = (failed: number) => ({
    total: 3,
    successful: 3 - failed,
    failed,
    ...(failed > 0 && { failures: [{ index: 'i', reason: { type: 'x', reason: 'it is broken' } }] }),
  });

  /** An engine with a point in time over `count` hits; `trouble` may answer in its place. */
  function inTrouble(count: number, trouble: (request: HttpRequest, search: number) => HttpResponse | undefined) {
    let searches = 0;
    const asked: number[] = [];
    const open = fakeHttpClient((request) => {
      if (request.path.includes('/_pit?')) return json({ id: pitId });
      if (request.method === 'DELETE') return json({ succeeded: true });
      const own = trouble(request, searches++);
      if (own !== undefined) return own;
      const { size, search_after: [after] = [0] } = JSON.parse(request.body ?? '');
      asked.push(size);
      const ids = Array.from({ length: Math.min(size, count - Number(after)) }, (_, at) => Number(after) + at + 1);
      return json({
        pit_id: pitId,
        _shards: shards(0),
        hits: { total: { value: count, relation: 'eq' }, hits: ids.map(hit) },
      });
    });
    return { ...searchClientOf(open, 'elasticsearch', '8.19.0'), asked: open.asked, sizes: asked };
  }
  const all = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));

  it('asks again for an answer that is not whole', async () => {
    const way = inTrouble(150, (_, search) =>
      search === 1
        ? json({ _shards: shards(1), hits: { total: { value: 20, relation: 'eq' }, hits: [hit(101)] } })
        : undefined,
    );
    const { text, notes } = await exported(way, everything);
    assert.deepEqual(idsOf(text), all(150));
    assert.deepEqual(notes, []);
  });

  it('takes what it gets where answers stay partial, and never calls that whole', async () => {
    const way = inTrouble(150, () =>
      json({ _shards: shards(1), hits: { total: { value: 1, relation: 'eq' }, hits: [] } }),
    );
    const { hits, notes } = await exported(way, everything);
    assert.equal(hits, 0);
    assert.equal(notes.length, 2);
    assert.match(notes[0] ?? '', /1 of 3 shards failed: it is broken \(i\)/);
    assert.equal(way.asked.filter(({ path }) => path === '/_search').length, 4);
  });

  /** Answers with the shards that stand, of which one is away; `why` says why on which page. */
  const withoutOne = (count: number, why: (search: number) => string) =>
    inTrouble(count, ({ body = '' }, search) => {
      const { size, search_after: [after] = [0] } = JSON.parse(body);
      const many = Math.max(0, Math.min(size, count - Number(after)));
      const failures = [{ index: 'i', reason: { type: 'x', reason: why(search) } }];
      return json({
        _shards: { ...shards(1), failures },
        hits: {
          total: { value: count, relation: 'eq' },
          hits: Array.from({ length: many }, (_, at) => hit(Number(after) + at + 1)),
        },
      });
    });

  it('asks again once for a shard that stays away, not for each page', async () => {
    const way = withoutOne(20_000, () => 'no copy');
    const pauses: number[] = [];
    const { hits, notes } = await exported(way, everything, { pause: async (ms) => pauses.push(ms) });
    assert.equal(hits, 20_000);
    assert.deepEqual(pauses, [500, 2_000, 5_000]);
    assert.deepEqual(notes, ['While reading hits: 1 of 3 shards failed: no copy (i).']);
  });

  it('asks again for a second one, and not without end where each page says another reason', async () => {
    const way = withoutOne(20_000, (search) => `node ${search}`);
    const pauses: number[] = [];
    const { hits } = await exported(way, everything, { pause: async (ms) => pauses.push(ms) });
    assert.equal(hits, 20_000);
    assert.equal(pauses.length, 6);
  });

  it('asks for thousands of short documents at once, and never for many more than before', async () => {
    const way = inTrouble(60_000, () => undefined);
    const { hits } = await exported(way, everything);
    assert.equal(hits, 60_000);
    assert.deepEqual(way.sizes.slice(0, 4), [100, 1_000, 10_000, 10_000]);
    assert.ok(way.sizes.length <= 9, String(way.sizes));
  });

  it('keeps credentials that the engine repeats out of what it notes', async () => {
    const reason = 'no rights for elastic:changeme-test at all';
    const failures = [{ index: 'i', reason: { type: 'x', reason } }];
    const way = inTrouble(150, () => json({ _shards: { ...shards(1), failures }, hits: { total: 1, hits: [] } }));
    const { notes } = await exported(way, everything);
    assert.match(notes[0] ?? '', /1 of 3 shards failed: no rights for/);
    assert.ok(!notes.join().includes('changeme-test'), notes.join());
  });

  /** With escapes that JSON does not have, in a name and in a value. */
  const broken = '{"hits":{"hits":[{"_index":"i","_id":"1","_source":{"a\\x":"\\x"},"sort":[1]}]}}';

  it('passes on a hit that is no JSON as it came', async () => {
    const way = inTrouble(150, (_, search) => ({
      ...json({ hits: { hits: [] } }),
      ...(search === 0 && { body: broken }),
    }));
    const { text } = await exported(way, everything);
    assert.ok(text.includes('{"a\\x":"\\x"}'), text);
  });

  it('says so where it has to read a hit that is no JSON', async () => {
    const way = inTrouble(150, () => ({ ...json({}), body: broken }));
    const failure = await failureFrom(() => exported(way, everything, { format: 'csv' }));
    assert.equal(failure.kind, 'malformed');
    assert.equal(way.asked.at(-1)?.method, 'DELETE');
  });

  for (const [status, type] of [
    [429, 'es_rejected_execution_exception'],
    [503, 'no_shard_available_action_exception'],
    [502, 'bad gateway'],
  ] as const) {
    it(`outlives a moment with status ${status}`, async () => {
      const way = inTrouble(150, (_, search) =>
        search === 1 ? json({ error: { type, reason: 'busy' } }, status) : undefined,
      );
      const pauses: number[] = [];
      const { text } = await exported(way, everything, { pause: async (milliseconds) => pauses.push(milliseconds) });
      assert.deepEqual(idsOf(text), all(150));
      assert.deepEqual(pauses, [500]);
    });
  }

  it('gives up on an engine that stays busy', async () => {
    const way = inTrouble(150, (_, search) =>
      search > 0 ? json({ error: { type: 'x', reason: 'busy' } }, 503) : undefined,
    );
    const failure = await failureFrom(() => exported(way, everything));
    assert.equal(failure.kind, 'serverError');
    assert.equal(way.asked.filter(({ path }) => path === '/_search').length, 5);
    assert.equal(way.asked.at(-1)?.method, 'DELETE');
  });

  it('asks for no more at once than the window of the index allows', async () => {
    const way = inTrouble(150, ({ body = '' }) =>
      JSON.parse(body).size > 40
        ? json(
            {
              error: {
                type: 'illegal_argument_exception',
                reason: 'Result window is too large, from + size must be less than or equal to: [40] but was [100].',
              },
            },
            400,
          )
        : undefined,
    );
    const { text } = await exported(way, everything);
    assert.deepEqual(idsOf(text), all(150));
    assert.deepEqual(way.sizes, [40, 40, 40, 40]);
  });

  const page = (hits: string) => `{"hits":{"total":3,"hits":${hits}}}`;
  for (const [what, body, kind] of [
    ['ends in the middle of a hit', page('[{"_id":"1","_source":{"a":"x'), 'malformed'],
    ['ends behind a hit', '{"hits":{"total":3,"hits":[{"_id":"1"},', 'malformed'],
    ['has brackets that do not fit', page('[{"_id":"1"}}'), 'malformed'],
    ['is a login page', '<!DOCTYPE html><title>Log in</title>', 'notAnApi'],
    ['is none of a search', '{"cluster_name":"x"}', 'notAnApi'],
    ['has hits of another shape', '{"hits":[{"_id":"1"}]}', 'notAnApi'],
    ['is empty', '', 'malformed'],
  ] as const) {
    it(`writes nothing of an answer that ${what}`, async () => {
      const way = inTrouble(150, () => ({ status: 200, headers: {}, body }));
      const written: string[] = [];
      const failure = await failureFrom(() =>
        exported(way, everything, { write: async (chunk) => void written.push(chunk) }),
      );
      assert.equal(failure.kind, kind);
      assert.deepEqual(written, []);
      assert.equal(way.asked.at(-1)?.method, 'DELETE');
    });
  }

  it('says that hits are missing which the engine counted', async () => {
    const way = inTrouble(150, (_, search) =>
      search === 1 ? json({ _shards: shards(0), hits: { hits: [] } }) : undefined,
    );
    const { hits, notes } = await exported(way, everything);
    assert.equal(hits, 100);
    assert.deepEqual(notes, ['The server counted 50 more hits than it returned.']);
  });

  it('asks for fewer at once where documents are long', async () => {
    const long = 'x'.repeat(40_000);
    const way = inTrouble(150, ({ body = '' }) => {
      const { size, search_after: [after] = [0] } = JSON.parse(body);
      const ids = Array.from({ length: Math.min(size, 150 - Number(after)) }, (_, at) => Number(after) + at + 1);
      way.sizes.push(size);
      return json({ hits: { total: 150, hits: ids.map((id) => ({ ...hit(id), _source: { long } })) } });
    });
    const { hits } = await exported(way, everything);
    assert.equal(hits, 150);
    assert.equal(way.sizes[0], 100);
    assert.ok((way.sizes[1] ?? 0) <= 50, String(way.sizes));
  });
});
