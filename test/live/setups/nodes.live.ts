import assert from 'node:assert/strict';
import { type Endpoint, recordVersion } from '../../../src/core/base/endpoints/endpoint';
import { openHttpClient } from '../../../src/core/base/http/openHttpClient';
import { openSearchClient, type SearchClient } from '../../../src/core/search/engine/searchClient';
import { exportHits } from '../../../src/core/search/export/exportHits';
import { openPager } from '../../../src/core/search/paging/openPager';
import type { SearchPage } from '../../../src/core/search/paging/pager';
import type { EngineSearch } from '../../../src/core/search/wire/engineSearch';
import { type Client, clientOf } from '../client.mjs';
import { makeIndex } from '../documents.mjs';
import { type Engine, startEngine } from '../engines.mjs';

const engineVersion = '8.11.0';
const indexName = 'halves';
const documentCount = 20_000;
/** The node that dies holds half of the shards, of which there is no other copy. */
const stoppedNode = 2;

const bodies = {
  'by an integer': '{"query":{"match_all":{}},"sort":[{"serial":"asc"}]}',
  'by score': '{"query":{"match":{"message":"timeout"}}}',
} as const;

const searchOf = (body: string, size = 500): EngineSearch => ({ index: indexName, body, from: 0, size });
const numbersOf = ({ hits }: SearchPage): number[] => hits.map(({ id }) => Number(id?.slice(1)));
const isSaid = (page: SearchPage): boolean => [...page.partial, ...page.notes].length > 0;

describe(`nodes: two nodes of Elasticsearch ${engineVersion}, of which one dies`, function () {
  this.timeout(300_000);
  let engine: Engine;
  let client: Client;
  before(async () => {
    engine = await startEngine('elasticsearch', { version: engineVersion, nodes: 2 });
    client = clientOf(engine);
    await makeIndex(client, indexName, { count: documentCount, shards: 4 });
  });
  after(async () => {
    client?.end();
    await engine?.stop();
  });

  async function withSearchClient(work: (searchClient: SearchClient) => Promise<void>): Promise<void> {
    const endpoint: Endpoint = {
      version: recordVersion,
      id: '3f1d1b6e-5a0e-4a3c-9f36-0d9a8a1a8f12',
      kind: 'search',
      name: 'two nodes',
      url: engine.origin,
      auth: { type: 'none' },
      headers: {},
      order: 0,
    };
    const httpClient = openHttpClient(endpoint);
    try {
      await work(openSearchClient(async () => httpClient));
    } finally {
      await httpClient.close();
    }
  }

  async function comeBack(): Promise<void> {
    await engine.restart(stoppedNode);
    await client.call('GET', `/_cluster/health/${indexName}?wait_for_status=green&timeout=60s`);
  }

  for (const [order, body] of Object.entries(bodies)) {
    it(`keeps the place ${order}, and tells of each page that shards are missing`, () =>
      withSearchClient(async (searchClient) => {
        const pager = openPager(searchClient, { prefetch: false });
        await pager.run(searchOf(body));
        const before: number[] = numbersOf(await pager.turn('next'));
        try {
          await engine.kill(stoppedNode);
          const without: number[] = [];
          for (let page = 2; page < 5; page++) {
            const found = await pager.turn('next');
            assert.equal(found.from, page * 500);
            assert.match(found.partial.join(' '), /2 of 4 shards failed/);
            without.push(...numbersOf(found));
          }
          assert.ok(without.length > 0);
          if (order === 'by an integer') {
            const passed = before.at(-1) ?? 0;
            assert.ok(without.every((number, at) => number > (without[at - 1] ?? passed)));
          }
          const anew = openPager(searchClient, { prefetch: false });
          assert.match((await anew.run(searchOf(body))).partial.join(' '), /2 of 4 shards failed/);
          await anew.close();
        } finally {
          await comeBack();
        }
        // What the dead node held of a point in time is gone for good, and said; pages without one are whole again.
        const now = await pager.turn('next');
        const isFixed = order === 'by an integer';
        assert.equal(now.asked, isFixed ? 'point in time' : 'from/size');
        assert.equal(isSaid(now), isFixed, [...now.partial, ...now.notes].join());
        const whole = await pager.run(searchOf(body));
        assert.deepEqual([whole.partial, whole.hits.length], [[], 500]);
        assert.deepEqual(await pager.count(), { value: documentCount, relation: 'eq' });
        await pager.close();
      }));
  }

  it('ends an export, says what is missing, and writes nothing twice', () =>
    withSearchClient(async (searchClient) => {
      const ids: string[] = [];
      let isKilled = false;
      try {
        const report = await exportHits(searchClient, searchOf(bodies['by an integer'], 10), {
          format: 'ndjson',
          columns: [],
          async write(lines) {
            for (const line of lines.split('\n')) if (line !== '') ids.push(JSON.parse(line)._id);
            if (isKilled || ids.length < 2_000) return;
            isKilled = true;
            await engine.kill(stoppedNode);
          },
          signal: AbortSignal.timeout(60_000),
        });
        assert.ok(isKilled);
        assert.deepEqual([report.hits, new Set(ids).size], [ids.length, ids.length]);
        assert.ok(ids.length < documentCount, `${ids.length} hits, as if no shard were missing`);
        assert.match(report.notes.join(' '), /2 of 4 shards failed/);
      } finally {
        await comeBack();
      }
    }));
});
