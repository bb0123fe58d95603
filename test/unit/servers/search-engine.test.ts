import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { accessLogs } from '../../servers/search/data/access-logs';
import { type SampleSearchEngine, startSearchEngine } from '../../servers/search/index';

interface Hit {
  readonly _index: string;
  readonly _id: string;
  readonly _score: number | null;
  readonly _source: Readonly<Record<string, unknown>>;
  readonly sort?: readonly unknown[];
}
interface Found {
  readonly took: number;
  readonly hits: {
    readonly total?: { readonly value: number; readonly relation: string };
    readonly hits: readonly Hit[];
  };
}

/** Milliseconds: for what takes well under a second on an idle machine. */
const slowMachine = 60_000;

async function post(
  server: SampleSearchEngine,
  path: string,
  body?: string | object,
): Promise<{ status: number; body: string }> {
  const sent = typeof body === 'object' ? JSON.stringify(body) : body;
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    ...(sent === undefined ? {} : { body: sent, headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, body: await answer.text() };
}

async function find(server: SampleSearchEngine, path: string, body: string | object): Promise<Found> {
  const answer = await post(server, path, body);
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body);
}

const ids = (found: Found) => found.hits.hits.map(({ _id }) => _id);

/** A connection of its own, with what came back on it so far. */
interface Wire {
  readonly socket: Socket;
  received: string;
  readonly closed: Promise<void>;
}

function openWire(server: SampleSearchEngine): Wire {
  const socket = connect(server.port, '127.0.0.1');
  const wire: Wire = { socket, received: '', closed: new Promise((resolve) => socket.once('close', () => resolve())) };
  socket.on('data', (chunk: Buffer) => {
    wire.received += chunk.toString();
  });
  return wire;
}

/** Waits for the end of a refusal. */
async function readRefusal(wire: Wire): Promise<string> {
  while (!wire.received.includes('"status":400}')) await once(wire.socket, 'data');
  return wire.received;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

describe('search-engine: the sample search engine', function () {
  this.timeout(slowMachine);
  let server: SampleSearchEngine;
  beforeEach(async () => {
    server = await startSearchEngine({ documents: 12_000 });
  });
  afterEach(() => server.close());

  it('has 25,000 access log lines and more, the same at every start', async () => {
    const engine = await startSearchEngine();
    try {
      const body = { query: { match: { message: 'timeout' } }, from: 30, size: 5, track_total_hits: true };
      const { hits } = await find(engine, '/access-logs/_search', body);
      assert.equal(digest(JSON.stringify(hits)), '8a258de7e84a2950');
      assert.equal(
        digest(
          accessLogs(25_000)
            .map(({ source }) => source)
            .join('\n'),
        ),
        'aa6f19e567c85a31',
      );
      const all = await find(engine, '/_search', { size: 0, track_total_hits: true });
      assert.deepEqual(all.hits.total, { value: 25_062, relation: 'eq' });
    } finally {
      await engine.close();
    }
  });

  it('finds just the documents that a query means', async () => {
    const everything = await find(server, '/access-logs/_search', { size: 10_000, sort: ['_doc'] });
    const sources = everything.hits.hits.map(({ _id, _source }) => ({ _id, _source }));
    const expect = async (query: object, test: (source: Readonly<Record<string, unknown>>) => boolean) => {
      const found = await find(server, '/access-logs/_search', {
        query,
        size: 10_000,
        sort: ['_doc'],
        track_total_hits: true,
      });
      const known = new Set(sources.map(({ _id }) => _id));
      const wanted = sources.filter(({ _source }) => test(_source)).map(({ _id }) => _id);
      assert.ok(wanted.length > 0, JSON.stringify(query));
      assert.deepEqual(
        ids(found)
          .filter((id) => known.has(id))
          .sort(),
        wanted.sort(),
        JSON.stringify(query),
      );
    };
    const message = (source: Readonly<Record<string, unknown>>) => String(source.message);
    const status = (source: Readonly<Record<string, unknown>>) => Number(source.DownstreamStatus);

    await expect({ match: { message: 'timeout' } }, (source) => /\btimeout\b/.test(message(source)));
    await expect({ match: { message: 'TIMEOUT refused' } }, (source) =>
      /\b(?:timeout|refused)\b/.test(message(source)),
    );
    await expect({ match: { message: { query: 'upstream refused', operator: 'and' } } }, (source) =>
      /upstream.*refused/.test(message(source)),
    );
    await expect({ match_phrase: { message: 'connection refused' } }, (source) =>
      /connection refused/.test(message(source)),
    );
    await expect({ term: { DownstreamStatus: 502 } }, (source) => status(source) === 502);
    await expect({ term: { DownstreamStatus: '502' } }, (source) => status(source) === 502);
    await expect({ terms: { RequestMethod: ['PUT', 'DELETE'] } }, (source) =>
      /PUT|DELETE/.test(String(source.RequestMethod)),
    );
    await expect(
      { range: { DownstreamStatus: { gte: 500, lt: 503 } } },
      (source) => status(source) >= 500 && status(source) < 503,
    );
    await expect(
      { range: { '@timestamp': { gte: '2026-11-01T00:10:00.000Z', lte: '2026-11-01T00:20:00.000Z' } } },
      (source) => {
        const stamp = String(source['@timestamp']);
        return stamp >= '2026-11-01T00:10:00.000Z' && stamp <= '2026-11-01T00:20:00.000Z';
      },
    );
    await expect({ exists: { field: 'span' } }, (source) => 'span' in source);
    await expect({ prefix: { RequestPath: '/api/v2/' } }, (source) =>
      String(source.RequestPath).startsWith('/api/v2/'),
    );
    await expect(
      { query_string: { query: 'level:error AND NOT message:timeout' } },
      (source) => source.level === 'error' && !/\btimeout\b/.test(message(source)),
    );
    await expect(
      { query_string: { query: 'RequestHost:shop.example.com AND DownstreamStatus:>=500' } },
      (source) => source.RequestHost === 'shop.example.com' && status(source) >= 500,
    );
    await expect(
      {
        bool: {
          must: [{ match: { message: 'upstream' } }],
          filter: [{ term: { RequestMethod: 'POST' } }],
          must_not: [{ term: { DownstreamStatus: 503 } }],
        },
      },
      (source) => /upstream/.test(message(source)) && source.RequestMethod === 'POST' && status(source) !== 503,
    );
  });

  it('understands dates that are counted from now', async () => {
    const at = (millis: number) => new Date(Date.now() + millis).toISOString();
    server.createIndex('recent', [
      { id: 'now', source: `{"at": "${at(0)}"}` },
      { id: 'hour', source: `{"at": "${at(-3_600_000)}"}` },
    ]);
    const found = await find(server, '/recent/_search', { query: { range: { at: { gte: 'now-15m' } } } });
    assert.deepEqual(ids(found), ['now']);
  });

  it('shows with from and size what follows what the page before showed', async () => {
    const search = async (from: number, size: number) =>
      ids(await find(server, '/access-logs/_search', { query: { match: { message: 'timeout' } }, from, size }));
    const whole = await search(0, 40);
    assert.equal(new Set(whole).size, 40);
    for (const from of [0, 7, 14, 21, 28]) assert.deepEqual(await search(from, 7), whole.slice(from, from + 7));
  });

  it('keeps the digits and the bytes of a document', async () => {
    const { body } = await post(server, '/products/_search', { query: { ids: { values: ['23'] } } });
    for (const digits of [
      '9007199254740993',
      '18446744073709551615',
      '123456789012345678901234567890',
      '"d":1.10',
      '-0.0',
    ]) {
      assert.ok(body.includes(digits), digits);
    }
    const sorted = await post(server, '/products/_search', { sort: [{ big: 'desc' }], size: 3, _source: false });
    const cursors = [...sorted.body.matchAll(/"sort":\[(-?\d+)\]/g)].map(([, digits]) => digits);
    assert.deepEqual(cursors, ['9223372036854775807', '9007199254740995', '9007199254740993']);
    const after = await post(
      server,
      '/products/_search',
      '{"sort":[{"big":"desc"}],"size":1,"search_after":[9007199254740993]}',
    );
    assert.match(after.body, /"sort":\[9007199254740992\]/);
  });

  for (const engine of ['elasticsearch-8.19.0', 'opensearch-3.0.0'] as const) {
    it(`walks a point in time of ${engine} past the window, forwards and back, while documents come and go`, async () => {
      const other = await startSearchEngine({ engine, documents: 12_000 });
      try {
        const isElastic = engine.startsWith('elasticsearch');
        const path = isElastic ? '/access-logs/_pit?keep_alive=1m' : '/access-logs/_search/point_in_time?keep_alive=1m';
        const opened: { id?: string; pit_id?: string } = JSON.parse((await post(other, path)).body);
        const id = opened.id ?? opened.pit_id;
        assert.equal(other.openPits(), 1);

        const sort = [{ '@timestamp': 'desc' }, { request_id: 'asc' }];
        const seen: string[] = [];
        const starts: unknown[] = [];
        let cursor: unknown;
        for (;;) {
          const body = { pit: { id, keep_alive: '1m' }, sort, size: 1000, _source: false, track_total_hits: true };
          const page = await find(other, '/_search', cursor === undefined ? body : { ...body, search_after: cursor });
          assert.equal(page.hits.total?.value, 12_000);
          const last = page.hits.hits.at(-1);
          if (last === undefined) break;
          assert.equal(last.sort?.length, isElastic ? 3 : 2, 'only Elasticsearch adds the tie-break');
          starts.push(cursor);
          seen.push(...ids(page));
          cursor = last.sort;
          other.addDocuments('access-logs', [
            { id: `added-${seen.length}`, source: '{"@timestamp": "2026-11-02T00:00:00Z", "request_id": "0"}' },
          ]);
          other.deleteDocument('access-logs', String(seen.length));
        }
        assert.equal(new Set(seen).size, 12_000);

        const back = await find(other, '/_search', {
          pit: { id },
          sort,
          size: 1000,
          _source: false,
          search_after: starts[3],
        });
        assert.deepEqual(ids(back), seen.slice(3000, 4000));

        other.closePits();
        const gone = await post(other, '/_search', { pit: { id }, sort, size: 1 });
        assert.equal(gone.status, 404);
        assert.match(gone.body, /search_context_missing_exception/);
      } finally {
        await other.close();
      }
    });
  }

  it('loses a document to a cursor without a tie-break, as the engines do', async () => {
    const sort = [{ '@timestamp': 'desc' }];
    const first = await find(server, '/access-logs/_search', { sort, size: 2, _source: false });
    const second = await find(server, '/access-logs/_search', {
      sort,
      size: 1,
      _source: false,
      search_after: first.hits.hits.at(-1)?.sort,
    });
    const wanted = await find(server, '/access-logs/_search', { sort, from: 2, size: 1, _source: false });
    assert.notDeepEqual(
      ids(second),
      ids(wanted),
      'three documents share each stamp, and a page of two ends between them',
    );
  });

  it('counts what documents have in common', async () => {
    const documents = Array.from({ length: 10 }, (_, at) => ({
      id: String(at),
      source: JSON.stringify({
        n: at,
        kind: at % 3 === 0 ? 'third' : 'other',
        at: `2026-11-0${1 + (at % 2)}T00:00:00Z`,
      }),
    }));
    server.createIndex('counted', documents, { shards: 2 });
    const answer = await post(server, '/counted/_search', {
      size: 0,
      aggs: {
        kinds: { terms: { field: 'kind.keyword', size: 1 }, aggs: { most: { max: { field: 'n' } } } },
        n: { stats: { field: 'n' } },
        days: { date_histogram: { field: 'at', calendar_interval: 'day' } },
        none: { missing: { field: 'gone' } },
      },
    });
    const day = { doc_count: 5 };
    assert.deepEqual(JSON.parse(answer.body).aggregations, {
      kinds: {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: 4,
        buckets: [{ key: 'other', doc_count: 6, most: { value: 8 } }],
      },
      n: { count: 10, min: 0, max: 9, avg: 4.5, sum: 45 },
      days: {
        buckets: [
          { key_as_string: '2026-11-01T00:00:00.000Z', key: Date.parse('2026-11-01'), ...day },
          { key_as_string: '2026-11-02T00:00:00.000Z', key: Date.parse('2026-11-02'), ...day },
        ],
      },
      none: { doc_count: 10 },
    });
    const refused = await post(server, '/counted/_search', { aggs: { a: { percentile_ranks: { field: 'n' } } } });
    assert.match(refused.body, /the sample engine does not do the aggregation \[percentile_ranks\]/);
  });

  /** What real engines said of the same documents (test/live/aggregations.live.ts asks them again). */
  it('tells dates as texts too, fills the days in between, and cuts the days of a zone where its clocks change', async () => {
    const at = ['2026-10-24T20:00:00Z', '2026-10-25T12:00:00Z', '2026-10-28T10:00:00Z'];
    server.createIndex(
      'dated',
      at.map((each, n) => ({ id: String(n), source: JSON.stringify({ at: each, n: n * 150, level: 'info' }) })),
    );
    const aggregations = async (aggs: object, options = {}) => {
      const answer = await post(server, '/dated/_search', { size: 0, aggs, ...options });
      return { status: answer.status, ...JSON.parse(answer.body) };
    };
    const days = (more: object) => ({ date_histogram: { field: 'at', fixed_interval: '1d', ...more } });
    const found = await aggregations({
      first: { min: { field: 'at' } },
      levels: { cardinality: { field: 'level.keyword' } },
      berlin: days({ time_zone: 'Europe/Berlin' }),
      some: days({ min_doc_count: 1, extended_bounds: { min: '2026-10-20', max: '2026-10-21' } }),
      hundreds: { histogram: { field: 'n', interval: 100 } },
    });
    assert.deepEqual(found.aggregations.first, {
      value: 1_792_872_000_000,
      value_as_string: '2026-10-24T20:00:00.000Z',
    });
    assert.deepEqual(found.aggregations.levels, { value: 1 });
    assert.deepEqual(found.aggregations.berlin.buckets, [
      { key_as_string: '2026-10-24T00:00:00.000+02:00', key: 1_792_792_800_000, doc_count: 1 },
      { key_as_string: '2026-10-25T00:00:00.000+02:00', key: 1_792_879_200_000, doc_count: 1 },
      { key_as_string: '2026-10-26T00:00:00.000+01:00', key: 1_792_969_200_000, doc_count: 0 },
      { key_as_string: '2026-10-27T00:00:00.000+01:00', key: 1_793_055_600_000, doc_count: 0 },
      { key_as_string: '2026-10-28T00:00:00.000+01:00', key: 1_793_142_000_000, doc_count: 1 },
    ]);
    assert.equal(found.aggregations.some.buckets.length, 3);
    assert.deepEqual(
      found.aggregations.hundreds.buckets.map((each: { key: number; doc_count: number }) => [each.key, each.doc_count]),
      [
        [0, 1],
        [100, 1],
        [200, 0],
        [300, 1],
      ],
    );
    const old = await aggregations({ a: { date_histogram: { field: 'at', interval: '1d' } } });
    assert.match(old.error.reason, /\[date_histogram\] unknown field \[interval\] did you mean \[fixed_interval\]\?/);
    const many = await aggregations({ a: days({ fixed_interval: '1s' }) });
    assert.deepEqual([many.status, many.error.caused_by.type], [400, 'too_many_buckets_exception']);
    const level = await aggregations({ a: { date_histogram: { field: 'level.keyword', fixed_interval: '1d' } } });
    assert.match(
      JSON.stringify(level.error),
      /of type \[keyword\] is not supported for aggregation \[date_histogram\]/,
    );
  });

  it('goes through a result in a scroll, however deep, and as it was when it began', async () => {
    const first = await post(server, '/access-logs/_search?scroll=1m', { size: 5_000, _source: false });
    const { _scroll_id: id, hits } = JSON.parse(first.body);
    server.addDocuments('access-logs', [{ id: 'late', source: '{}' }]);
    const seen = new Set<string>(hits.hits.map(({ _id }: Hit) => _id));
    for (
      let page = await find(server, '/_search/scroll', { scroll: '1m', scroll_id: id });
      page.hits.hits.length > 0;
    ) {
      for (const each of ids(page)) seen.add(each);
      page = await find(server, '/_search/scroll', { scroll: '1m', scroll_id: id });
    }
    assert.equal(seen.size, 12_000);
    assert.equal(server.openScrolls(), 1);
    await fetch(`${server.url}/_search/scroll`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scroll_id: id }),
    });
    assert.equal(server.openScrolls(), 0);
  });

  it('pages as far as the index allows, and says how far that is', async () => {
    server.createIndex('narrow', [{ id: '1', source: '{}' }], { window: 50 });
    const answer = await post(server, '/narrow/_search', { from: 45, size: 6 });
    assert.match(answer.body, /less than or equal to: \[50\] but was \[51\]/);
    const path = '_settings/index.max_result_window?include_defaults=true&flat_settings=true';
    const settings = async (index: string) => (await fetch(`${server.url}/${index}/${path}`)).json();
    assert.deepEqual(await settings('narrow'), {
      narrow: { settings: { 'index.max_result_window': '50' }, defaults: {} },
    });
    assert.deepEqual(await settings('empty'), {
      empty: { settings: {}, defaults: { 'index.max_result_window': '10000' } },
    });
  });

  it('answers in part while shards are broken, in a point in time too', async () => {
    const { body } = await post(server, '/access-logs/_pit?keep_alive=1m');
    const pit = { id: JSON.parse(body).id };
    server.breakShards('access-logs', [0, 2]);
    for (const [path, more] of [
      ['/access-logs/_search', {}],
      ['/_search', { pit }],
    ] as const) {
      const answer = await post(server, path, { size: 0, ...more });
      assert.equal(JSON.parse(answer.body)._shards.failed, 2);
    }
    server.breakShards('access-logs', []);
    const whole = await post(server, '/_search', { size: 0, pit });
    assert.equal(JSON.parse(whole.body)._shards.failed, 0);
  });

  for (const engine of ['elasticsearch-6.8.23', 'elasticsearch-7.17.29'] as const) {
    it(`stores what is sent to an unknown path of ${engine}, and nothing without a body`, async () => {
      const older = await startSearchEngine({ engine, documents: 5 });
      try {
        const path = '/empty/_search/point_in_time?keep_alive=1m';
        assert.match((await post(older, path)).body, /request body is required/);
        assert.deepEqual(older.documentsCreated, []);
        await post(older, path, { size: 1 });
        assert.equal(older.documentsCreated.length, 1);
        const found = await post(older, '/access-logs/_search', { size: 0 });
        const { total } = JSON.parse(found.body).hits;
        assert.deepEqual(total, engine === 'elasticsearch-6.8.23' ? 5 : { value: 5, relation: 'eq' });
      } finally {
        await older.close();
      }
    });
  }

  it('creates a document where a typed search path is sent', async () => {
    assert.deepEqual(server.documentsCreated, []);
    const answer = await post(server, '/products/_doc/_search', { query: { match_all: {} } });
    assert.equal(answer.status, 201);
    assert.deepEqual(server.documentsCreated, [{ index: 'products', id: '_search' }]);
  });

  it('reads the body of a GET', async () => {
    const body = JSON.stringify({ query: { ids: { values: ['7'] } } });
    const agent = new Agent({ keepAlive: true });
    try {
      const found = await new Promise<string>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
        const asked = request(`${server.url}/access-logs/_search`, { method: 'GET', agent, headers }, (answer) => {
          text(answer).then(resolve, reject);
        });
        asked.on('error', reject);
        asked.end(body);
      });
      assert.deepEqual(ids(JSON.parse(found)), ['7']);
    } finally {
      agent.destroy();
    }
  });

  it('answers a header over 16 KB, and nothing more on that connection, which stays open', async () => {
    const wire = openWire(server);
    const head = `GET /access-logs/_search?size=0 HTTP/1.1\r\nHost: ${server.url.slice(7)}\r\n`;
    try {
      wire.socket.write(`${head}X-Big: ${'a'.repeat(17_000)}\r\n\r\n`);
      const refusal = await readRefusal(wire);
      assert.match(refusal, /^HTTP\/1\.1 400 [\s\S]*too_long_http_header_exception/);
      wire.socket.write(`${head}\r\n`);
      await find(server, '/access-logs/_search', { size: 0 });
      assert.equal(wire.received, refusal);
      assert.ok(!wire.socket.destroyed);
    } finally {
      wire.socket.destroy();
    }
  });

  it('answers a line over 4,096 bytes and closes the connection', async () => {
    const wire = openWire(server);
    wire.socket.write(
      `GET /access-logs/_search?q=${'a'.repeat(5000)} HTTP/1.1\r\nHost: ${server.url.slice(7)}\r\n\r\n`,
    );
    await wire.closed;
    assert.match(wire.received, /^HTTP\/1\.1 400 [\s\S]*too_long_http_line_exception/);
  });

  it('says who it is, as an ordinary install of the engine does', async () => {
    const root = await fetch(server.url);
    assert.equal(root.headers.get('x-elastic-product'), 'Elasticsearch');
    assert.match(await root.text(), /"number" : "8\.19\.0"/);
    const without = await startSearchEngine({ documents: 1, servesRoot: false });
    try {
      assert.equal((await fetch(without.url)).status, 405);
    } finally {
      await without.close();
    }
  });

  it('lets a test break an answer', async () => {
    const fault = server.faults.add({
      path: { prefix: '/access-logs/_search' },
      times: 1,
      fault: { kind: 'html', status: 200 },
    });
    const broken = await post(server, '/access-logs/_search', {});
    assert.match(broken.body, /^<!DOCTYPE html>/);
    assert.equal(fault.struck, 1);
    assert.equal((await find(server, '/access-logs/_search', {})).hits.hits.length, 10);
  });
});
