import assert from 'node:assert/strict';
import type { LogSubject } from '../../../../src/core/accessLogs/accessLogNames';
import type { LogPlace } from '../../../../src/core/accessLogs/accessLogQuestion';
import { layoutsAmong } from '../../../../src/core/accessLogs/logLayouts';
import { askRouterTraffic } from '../../../../src/core/accessLogs/routerTraffic';
import { RequestFailure } from '../../../../src/core/base/errors/failure';
import { openEngineCatalog } from '../../../../src/core/search/engine/engineCatalog';
import { openSearchClient, type SearchClient } from '../../../../src/core/search/engine/searchClient';
import { dialects, type EngineName } from '../../../servers/search/dialect';
import { type SampleSearchEngine, startSearchEngine } from '../../../servers/search/index';
import { fakeSearchClient } from '../../vscode/search/openPanel';
import { endpointAt } from '../base/http/endpointAt';
import { endedAfterEach } from '../base/http/fixtures';
import { json } from '../search/fakeHttpClient';

const shop: LogSubject = {
  kind: 'router',
  name: 'shop@file',
  routers: { count: 1, names: ['shop@file'], nested: [] },
  services: [],
};
const now = new Date('2026-11-24T12:00:30Z');
const minutesAgo = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();

/** A line of the router, so many minutes ago. */
const line = (minutes: number, DownstreamStatus: number, Duration: number, RouterName = 'shop@file') =>
  JSON.stringify({ '@timestamp': minutesAgo(minutes), RouterName, DownstreamStatus, Duration });

const types = { '@timestamp': 'date', RouterName: 'keyword', DownstreamStatus: 'integer', Duration: 'long' } as const;
const millis = 1_000_000;

/** Of the last hour: five of them, two failed. One is older, one of another router. */
const lines = [
  line(59, 200, 10 * millis),
  line(31, 502, 20 * millis),
  line(30.5, 200, 30 * millis),
  line(1, 599, 40 * millis),
  line(0, 404, 50 * millis),
  line(61, 500, 900 * millis),
  line(2, 500, 900 * millis, 'other@file'),
];

describe('routerTraffic: the traffic of a router', () => {
  const engines: SampleSearchEngine[] = [];
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close();
  });
  const test = endedAfterEach();

  async function open(name: EngineName, documents: readonly string[] = lines) {
    const engine = await startSearchEngine({ engine: name, documents: 10 });
    engines.push(engine);
    engine.createIndex(
      'traefik-1',
      documents.map((source, at) => ({ id: String(at), source })),
      { types },
    );
    const http = test.client({ ...endpointAt(engine.url), kind: 'search' });
    const client = openSearchClient(async () => http);
    const [layout] = layoutsAmong(await openEngineCatalog(client).fields('traefik-*'));
    const place: LogPlace = { index: 'traefik-*', layout: layout ?? assert.fail('no layout') };
    return { engine, client, place };
  }
  const ask = (client: SearchClient, place: LogPlace, signal = new AbortController().signal, timeoutMs = 10_000) =>
    askRouterTraffic(client, shop, place, { now, signal, timeoutMs });
  const asked = (engine: SampleSearchEngine) => engine.requests.filter(({ body }) => body.includes('"aggs"'));

  for (const name of Object.keys(dialects) as EngineName[]) {
    it(`is counted over the last hour, in one request, on ${name}`, async () => {
      const { engine, client, place } = await open(name);
      const traffic = (await ask(client, place)) ?? assert.fail('there is none');
      const { median, slow, bars, ...figures } = traffic;
      assert.deepEqual(figures, {
        from: now.getTime() - 3_600_000,
        to: now.getTime(),
        index: 'traefik-*',
        requests: 5,
        errors: 2,
        isByWords: false,
        isCut: false,
        partial: [],
      });
      assert.equal(median, 30 * millis);
      assert.ok(slow !== undefined && slow > 40 * millis && slow <= 50 * millis);
      assert.equal(bars.length, 30);
      const counted = bars.flatMap((count, at) => (count > 0 ? [[at, count]] : []));
      assert.deepEqual(counted, [
        [0, 1],
        [14, 2],
        [29, 2],
      ]);
      const first = asked(engine).length;
      assert.equal(first, name === 'elasticsearch-6.8.23' ? 2 : 1);
      await ask(client, place);
      assert.equal(asked(engine).length, first + 1);
      const { query, ...rest } = JSON.parse(asked(engine).at(-1)?.body ?? '');
      assert.match(JSON.stringify(query), /"term":\{"RouterName":"shop@file"\}/);
      assert.deepEqual([rest.size, rest.track_total_hits], [0, true]);
    });
  }

  it('asks for what the layout has, and for no duration whose unit is not known', async () => {
    const { engine, client, place } = await open('elasticsearch-9.1.0');
    const { status, duration, ...layout } = place.layout;
    assert.deepEqual([status, duration], ['DownstreamStatus', 'Duration']);
    for (const unknown of [null, undefined]) {
      const traffic = await ask(client, {
        ...place,
        layout: { ...layout, ...(unknown === null && { duration: null }) },
      });
      assert.deepEqual([traffic?.requests, traffic?.errors, traffic?.median], [5, undefined, undefined]);
      assert.doesNotMatch(asked(engine).at(-1)?.body ?? '', /percentiles|filter":\{"range/);
    }
  });

  it('is none of a router without lines, whatever engines say of no values', async () => {
    for (const name of ['elasticsearch-6.8.23', 'opensearch-3.0.0'] as const) {
      const { client, place } = await open(name, [line(61, 500, millis)]);
      const traffic = await ask(client, place);
      assert.deepEqual(
        [traffic?.requests, traffic?.errors, traffic?.median, traffic?.slow],
        [0, 0, undefined, undefined],
      );
      assert.ok(traffic?.bars.every((count) => count === 0));
    }
  });

  it('is not asked for where the lines have no date', async () => {
    const { engine, client, place } = await open('elasticsearch-9.1.0');
    const { time, ...layout } = place.layout;
    const before = engine.requests.length;
    assert.equal(await ask(client, { ...place, layout }), undefined);
    assert.equal(engine.requests.length, before);
  });

  it('says where it is by words, by some names, or not all of it', async () => {
    const answer = {
      timed_out: true,
      _shards: { total: 2, successful: 2, failed: 0 },
      hits: { total: { value: 3, relation: 'eq' }, hits: [] },
      aggregations: { bars: { buckets: [] } },
    };
    const client = fakeSearchClient(() => json(answer));
    const layout = { router: { field: 'message', by: 'phrase' as const }, isServiceOftenMissing: false, columns: [] };
    const place: LogPlace = { index: 'logs', layout: { ...layout, time: '@timestamp', duration: null } };
    const names = Array.from({ length: 900 }, (_, at) => `a-rather-long-name-of-a-copy-${at}@file`);
    const copied: LogSubject = { ...shop, routers: { count: 1, names, nested: [] } };
    const signal = new AbortController().signal;
    const traffic = await askRouterTraffic(client, copied, place, { now, signal, timeoutMs: 1_000 });
    assert.deepEqual([traffic?.isByWords, traffic?.isCut, traffic?.requests], [true, true, 3]);
    assert.equal(traffic?.partial.length, 1);
  });

  it('fails where the engine refuses, answers something else, or takes too long, and once it is canceled', async () => {
    const { client, place } = await open('elasticsearch-9.1.0');
    const gone = { ...place, index: 'gone' };
    await assert.rejects(ask(client, gone), (error) => error instanceof RequestFailure);
    const odd = fakeSearchClient(() => json({ hits: { total: 1, hits: [] }, aggregations: { bars: { buckets: {} } } }));
    await assert.rejects(ask(odd, place), (error) => error instanceof RequestFailure);
    const never: SearchClient = {
      ...odd,
      search: ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    await assert.rejects(ask(never, place, undefined, 10), /longer than/);
    await assert.rejects(
      ask(client, place, AbortSignal.abort()),
      (error) => error instanceof RequestFailure && error.failure.kind === 'canceled',
    );
  });
});
