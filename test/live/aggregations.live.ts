import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { layoutsAmong } from '../../src/core/accessLogs/logLayouts';
import { askRouterTraffic } from '../../src/core/accessLogs/routerTraffic';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import { askHistogram } from '../../src/core/search/histogram/askHistogram';
import { searchOf } from '../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../src/protocol/question';
import { dialects, type EngineName } from '../servers/search/dialect';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import {
  aggregatedDocuments,
  aggregatedIndex,
  aggregatedTypes,
  aggregationCases,
  bodyOfCase,
  comparableAnswer,
} from './aggregationCases';
import { client, documentCount, engine, fillIndex, walkedIndex, withSearchClient } from './engine';

/** A file to which the answers are added; test/recordings/aggregations.ndjson is made of them. */
const recordTo = process.env.PROXY_SCOUT_RECORD;

const name = `${engine.kind}-${engine.version}`;
const hasNanos = !engine.version.startsWith('6.');
const isEngineName = (text: string): text is EngineName => Object.hasOwn(dialects, text);

describe(`aggregations of ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);

  /** Undefined for a version that it does not stand for. */
  let sample: SampleSearchEngine | undefined;
  before(async () => {
    const properties = Object.fromEntries(
      Object.entries(aggregatedTypes(hasNanos)).map(([field, type]) => [field, { type }]),
    );
    const settings = { number_of_shards: 1, number_of_replicas: 0 };
    await client.create(aggregatedIndex, { settings, mappings: { properties } });
    const documents = aggregatedDocuments(hasNanos);
    const lines = documents.flatMap(({ id, source }) => [`{"index":{"_id":"${id}"}}`, source]);
    await client.bulk(aggregatedIndex, lines, { refresh: true });
    if (!isEngineName(name)) return;
    sample = await startSearchEngine({ engine: name });
    sample.createIndex(aggregatedIndex, documents, { types: aggregatedTypes(hasNanos) });
  });
  after(() => sample?.close());

  const ask = async (origin: string, body: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/${aggregatedIndex}/_search`, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.text() };
  };

  for (const [what, aggregation] of Object.entries(aggregationCases)) {
    it(`are as those of the sample engine: ${what}`, async () => {
      const body = bodyOfCase(aggregation);
      const real = await ask(engine.origin, body);
      if (recordTo !== undefined) {
        appendFileSync(recordTo, `${JSON.stringify({ engine: name, case: what, body, response: real })}\n`);
      }
      if (sample === undefined) return assert.ok(real.status < 500);
      const ours = await ask(sample.url, body);
      assert.deepEqual(comparableAnswer(ours.status, ours.body), comparableAnswer(real.status, real.body));
    });
  }

  const bars = (about: Partial<SearchQuestion>, zone: string, stack?: string) =>
    withSearchClient(async (searchClient) => {
      await fillIndex();
      const search = searchOf({ ...emptyQuestion, index: walkedIndex, ...about }, 0, new Date());
      const fields = await openEngineCatalog(searchClient).fields(walkedIndex);
      const request = { search, field: '@timestamp', zone, stack, fields, hits: [], timeoutMs: 60_000 };
      return askHistogram(searchClient, request, new AbortController().signal);
    });
  const sum = (counts: readonly number[]) => counts.reduce((before, count) => before + count, 0);

  it('count every hit of a search over its time, by its level', async () => {
    const found = (await bars({}, 'Europe/Berlin')) ?? assert.fail('there are no bars');
    assert.ok(found.bars.length > 30 && found.bars.length <= 80);
    assert.ok(sum(found.bars.map(({ count }) => count)) >= documentCount);
    assert.deepEqual(
      found.stacks.map(({ label }) => label),
      ['error'],
    );
    for (const { count, parts } of found.bars) assert.equal(sum(parts), count);
  });

  it('count the hits of a range of time, to its ends', async () => {
    const time = {
      field: '@timestamp',
      span: 'own' as const,
      from: '2026-10-31T23:00:00.000Z',
      to: '2026-10-31T23:59:59.999Z',
    };
    const found = (await bars({ time }, 'UTC', '')) ?? assert.fail('there are no bars');
    assert.equal(found.bars.length, 60);
    assert.equal(sum(found.bars.map(({ count }) => count)), 3 * 3_600);
    assert.deepEqual(found.stacks, []);
  });

  it('tell of the last hour of a router in one request', async () => {
    const now = new Date('2026-11-24T12:00:30Z');
    const lines = [59, 31, 30.5, 1, 0, 61].map((minutes, at) => ({
      '@timestamp': new Date(now.getTime() - minutes * 60_000).toISOString(),
      RouterName: 'shop@file',
      DownstreamStatus: at % 2 === 0 ? 200 : 502,
      Duration: (at + 1) * 10_000_000,
    }));
    const types = { '@timestamp': 'date', RouterName: 'keyword', DownstreamStatus: 'integer', Duration: 'long' };
    const properties = Object.fromEntries(Object.entries(types).map(([field, type]) => [field, { type }]));
    await client.create('traffic', { settings: { number_of_shards: 3 }, mappings: { properties } });
    const bulk = lines.flatMap((line, at) => [`{"index":{"_id":"${at}"}}`, JSON.stringify(line)]);
    await client.bulk('traffic', bulk, { refresh: true });
    const traffic = await withSearchClient(async (searchClient) => {
      const [layout] = layoutsAmong(await openEngineCatalog(searchClient).fields('traffic'));
      const place = { index: 'traffic', layout: layout ?? assert.fail('no layout') };
      const routers = { count: 1, names: ['shop@file'], nested: [] };
      const subject = { kind: 'router', name: 'shop@file', routers, services: [] } as const;
      const signal = new AbortController().signal;
      return askRouterTraffic(searchClient, subject, place, { now, signal, timeoutMs: 60_000 });
    });
    assert.deepEqual([traffic?.requests, traffic?.errors, traffic?.median], [5, 2, 30_000_000]);
    assert.ok((traffic?.slow ?? 0) > 40_000_000 && (traffic?.slow ?? 0) <= 50_000_000);
    const counted = traffic?.bars.flatMap((count, at) => (count > 0 ? [[at, count]] : []));
    assert.deepEqual(counted, [
      [0, 1],
      [14, 2],
      [29, 2],
    ]);
  });

  it('are counted in UTC where a time zone is unknown', async () => {
    const found = await bars({}, 'Nowhere/City');
    assert.ok(sum(found?.bars.map(({ count }) => count) ?? []) >= documentCount);
  });
});
