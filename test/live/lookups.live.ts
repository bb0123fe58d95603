import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import { readFieldValues } from '../../src/core/search/fields/readFieldValues';
import { followSearch } from '../../src/core/search/follow/followSearch';
import { type FollowStatus, openFollow } from '../../src/core/search/follow/openFollow';
import { openPager } from '../../src/core/search/paging/openPager';
import { searchOf } from '../../src/core/search/query/searchOf';
import { openSurroundings } from '../../src/core/search/surroundings/openSurroundings';
import { surroundingQuestionJob } from '../../src/core/search/surroundings/surroundingQuestion';
import { askIndexDocument } from '../../src/core/searchView/indexDocument';
import { emptyQuestion, type SearchQuestion } from '../../src/protocol/question';
import {
  client,
  documentCount,
  engine,
  fillIndex,
  hasPointInTime,
  openContexts,
  walkedIndex,
  withSearchClient,
} from './engine';

/** What people look up around a search, on a real engine. */
describe(`lookups: looking things up in ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);
  before(fillIndex);

  const all: SearchQuestion = { ...emptyQuestion, index: walkedIndex };
  /** Three documents to each second, the newest ones first. */
  const serial = (json: string): number => Number(/"serial":(\d+)/.exec(json)?.[1] ?? Number.NaN);

  describe('the hits around a hit', () => {
    const around = async (searchClient: SearchClient, id: string, size: number) => {
      const fields = await openEngineCatalog(searchClient).fields(walkedIndex);
      const pager = openPager(searchClient, { prefetch: false });
      const question: SearchQuestion = { ...all, by: 'id', text: id };
      const { hits } = await pager.run(searchOf(question, 0, new Date(), fields));
      await pager.close();
      const [hit] = hits;
      assert.ok(hit !== undefined);
      const asked = surroundingQuestionJob.run({ hit, question, fields, time: '@timestamp' });
      assert.ok(typeof asked !== 'string');
      return { question: { ...asked, size }, fields };
    };

    it('stand to both sides of it by time, and more at both ends without a gap or one twice', () =>
      withSearchClient(async (searchClient) => {
        const before = await openContexts();
        const { question, fields } = await around(searchClient, 'd15001', 10);
        const pager = openSurroundings(searchClient);
        let page = await pager.run(searchOf(question, 0, new Date(), fields));
        assert.equal(page.hits[page.around?.row ?? -1]?.id, 'd15001');
        assert.deepEqual([page.hits.length, page.around?.row], [21, 10]);
        for (const to of ['previous', 'next', 'next', 'previous'] as const) page = await pager.turn(to);
        assert.equal(page.hits.length, 61);
        assert.equal(page.hits[page.around?.row ?? -1]?.id, 'd15001');
        assert.equal(page.asked, hasPointInTime ? page.asked : 'from/size');
        const seconds = page.hits.map(({ json }) => Math.floor(serial(json) / 3));
        assert.deepEqual(
          seconds,
          seconds.toSorted((one, other) => one - other),
        );
        // All of each second but of the first and the last are there.
        const inner = seconds.filter((each) => each !== seconds[0] && each !== seconds.at(-1));
        assert.equal(inner.length, 3 * new Set(inner).size);
        assert.equal(new Set(page.hits.map(({ id }) => id)).size, 61);
        await pager.close();
        assert.equal(await openContexts(), before);
      }));

    it('end where the index does', () =>
      withSearchClient(async (searchClient) => {
        const { question, fields } = await around(searchClient, 'd1', 5);
        const pager = openSurroundings(searchClient);
        const page = await pager.run(searchOf(question, 0, new Date(), fields));
        assert.equal(page.hasPrevious, false);
        assert.ok((page.around?.row ?? 9) <= 2);
        assert.equal(page.hasNext, true);
        await pager.close();
      }));
  });

  describe('a search that is followed', () => {
    const indexOfLines = 'followed';
    let written = 0;
    const begin = Date.now() - 600_000;
    const write = async (count: number, lateMs = 0): Promise<void> => {
      const lines = Array.from({ length: count }, () => {
        written += 1;
        const at = new Date(begin + written * 1_000 - lateMs).toISOString();
        return [`{"index":{"_id":"f${written}"}}`, JSON.stringify({ '@timestamp': at, message: `line ${written}` })];
      }).flat();
      await client.bulk(indexOfLines, lines, { refresh: true });
    };
    before(async () => {
      const settings = { number_of_shards: 2, number_of_replicas: 0 };
      const properties = { '@timestamp': { type: 'date' }, message: { type: 'text' } };
      await client.create(indexOfLines, { settings, mappings: { properties } });
      await write(20);
    });

    it('tells of new and of late documents, each once, the newest first', () =>
      withSearchClient(async (searchClient) => {
        const fields = await openEngineCatalog(searchClient).fields(indexOfLines);
        const question: SearchQuestion = { ...all, index: indexOfLines, field: 'message', text: 'line', size: 10 };
        const search = searchOf({ ...question, sort: [{ field: '@timestamp', order: 'desc' }] }, 0, new Date(), fields);
        const pager = openPager(searchClient, { prefetch: false });
        const page = await pager.run(search);
        const asked = followSearch({ question, search: page.search, from: 0, time: '@timestamp' }, fields, new Date());
        assert.ok(typeof asked !== 'string', String(asked));
        assert.equal(asked.isInOrder, true);
        let told: (status: FollowStatus) => void = () => undefined;
        const follow = openFollow({
          client: searchClient,
          follow: asked,
          base: page,
          timeoutMs: 30_000,
          seconds: 1,
          isAttended: () => true,
          onChange: (status) => told(status),
          onUnexpected: (error) => assert.fail(String(error)),
        });
        const came = (count: number): Promise<void> =>
          new Promise((resolve, reject) => {
            told = ({ state, why, came: all }) => {
              if (state !== 'following') reject(new Error(why));
              if (all === count) resolve();
            };
            if (follow.status.state !== 'following') follow.resume();
          });
        await write(3);
        await came(3);
        // Late by five seconds: behind the three that came before.
        await write(1, 5_000);
        await came(4);
        const taken = follow.take();
        const ids = taken?.page.hits.map(({ id }) => id) ?? [];
        assert.deepEqual(ids.slice(0, 6), ['f23', 'f22', 'f21', 'f20', 'f24', 'f19']);
        assert.deepEqual(taken?.fresh, [0, 1, 2, 4]);
        await write(1);
        await came(1);
        assert.deepEqual(follow.take()?.fresh, [0]);
        follow.close();
        await pager.close();
      }));
  });

  describe('the values of a field', () => {
    const valuesOf = (path: string, about: Partial<SearchQuestion> = {}) =>
      withSearchClient(async (searchClient) => {
        const fields = await openEngineCatalog(searchClient).fields(walkedIndex);
        const search = searchOf({ ...all, ...about }, 0, new Date(), fields);
        return readFieldValues(searchClient, search, path, fields, { signal: AbortSignal.timeout(60_000) });
      });

    it('are counted in all hits, with what is missing', async () => {
      const values = await valuesOf('level');
      assert.deepEqual(
        values.top.map(({ cell, hits }) => [cell.text, hits]),
        [['error', documentCount]],
      );
      assert.deepEqual([values.total, values.missing.hits, values.isEstimate], [documentCount, 0, false]);
      assert.deepEqual(values.distinct, { values: 1, isExact: true });
    });

    it('are counted in the hits of the search alone, and measured where they are numbers', async () => {
      const filters = [{ label: '', clause: '{"range":{"serial":{"gte":10,"lt":15}}}', isOut: false }];
      const values = await valuesOf('serial', { filters });
      assert.equal(values.total, 5);
      assert.deepEqual(
        [values.range?.least.text, values.range?.most.text, values.range?.average.text],
        ['10', '14', '12'],
      );
    });

    it('of many are told as an estimate or as certain by the engine, never more than ten', async () => {
      const values = await valuesOf('request_id');
      assert.equal(values.top.length, 10);
      assert.equal(values.distinct?.isExact, false);
      assert.ok(Math.abs((values.distinct?.values ?? 0) - documentCount) < documentCount / 10);
    });
  });

  it('lists the indices with their figures and health in at most three requests', () =>
    withSearchClient(async (searchClient) => {
      let asked = 0;
      const counting: SearchClient = {
        ...searchClient,
        request: (request) => {
          asked += 1;
          return searchClient.request(request);
        },
      };
      const list = await openEngineCatalog(counting).list();
      const entry = list.entries.find(({ name }) => name === walkedIndex);
      assert.equal(entry?.kind, 'index');
      assert.deepEqual([entry.documents, entry.health, entry.isClosed], [documentCount, 'green', false]);
      assert.ok((entry.bytes ?? 0) > 100_000);
      assert.ok(list.health !== undefined);
      assert.ok(asked <= 3, String(asked));
    }));

  it('tells as many documents of each index as a count finds, or none where nested objects are counted with them', () =>
    withSearchClient(async (searchClient) => {
      const properties = { n: { type: 'nested', properties: { a: { type: 'long' } } } };
      const settings = { number_of_shards: 2, number_of_replicas: 0 };
      const inner = '{"n":[{"a":1},{"a":2}]}';
      for (const [index, document] of [['lookups-nested', inner] as const, ['lookups-plain', '{"a":1}'] as const]) {
        await client.create(index, { settings, mappings: document === inner ? { properties } : {} });
        const lines = Array.from({ length: 10 }, (_, at) => [`{"index":{"_id":"${at}"}}`, document]).flat();
        await client.bulk(index, lines, { refresh: true });
      }
      const { entries } = await openEngineCatalog(searchClient).list();
      const told = new Map(entries.map(({ name, documents }) => [name, documents]));
      assert.deepEqual([told.get('lookups-nested'), told.get('lookups-plain')], [undefined, 10]);
      for (const { name, documents } of entries.filter((each) => each.documents !== undefined)) {
        const { body } = await client.call('GET', `/${encodeURIComponent(name)}/_count`);
        assert.equal(z.object({ count: z.number() }).parse(body).count, documents, name);
      }
      await client.call('DELETE', '/lookups-nested,lookups-plain');
    }));

  it('tells the mapping and the settings of an index as JSON', () =>
    withSearchClient(async (searchClient) => {
      const [mapping, settings] = await Promise.all(
        (['mapping', 'settings'] as const).map((kind) => askIndexDocument(searchClient, kind, walkedIndex)),
      );
      assert.ok(Object.hasOwn(JSON.parse(mapping ?? '')[walkedIndex], 'mappings'));
      assert.equal(JSON.parse(settings ?? '')[walkedIndex].settings['index.provided_name'], walkedIndex);
    }));

  it('tells hidden indices, aliases, and data streams apart, with what stands behind them', () =>
    withSearchClient(async (searchClient) => {
      const isHiding = !engine.version.startsWith('6.');
      const hidden = isHiding ? { 'index.hidden': true } : {};
      await client.create('lookups-hidden', { settings: hidden, mappings: {} });
      await client.call('PUT', `/${walkedIndex}/_alias/lookups-alias`);
      // The distributions of Elasticsearch lack the module.
      if (engine.kind === 'opensearch') {
        await client.call('PUT', '/_index_template/lookups', { index_patterns: ['lookups-stream*'], data_stream: {} });
        await client.call('PUT', '/_data_stream/lookups-stream');
        await client.call('POST', '/lookups-stream/_doc?refresh=true', { '@timestamp': '2026-11-24T10:00:00Z' });
      }
      const { entries } = await openEngineCatalog(searchClient).list();
      const found = (name: string) => entries.find((entry) => entry.name === name);
      assert.equal(found('lookups-hidden')?.isHidden, isHiding);
      assert.deepEqual([found('lookups-alias')?.kind, found('lookups-alias')?.members], ['alias', [walkedIndex]]);
      if (engine.kind === 'opensearch') {
        const { kind, documents, health, members = [] } = found('lookups-stream') ?? {};
        // One node holds no replicas.
        assert.deepEqual([kind, documents, health, members.length], ['data stream', 1, 'yellow', 1]);
        assert.deepEqual(
          members.map((name) => found(name)?.isHidden),
          [true],
        );
        await client.call('DELETE', '/_data_stream/lookups-stream');
      }
      await client.call('DELETE', `/${walkedIndex}/_alias/lookups-alias`);
      await client.call('DELETE', '/lookups-hidden');
    }));
});
