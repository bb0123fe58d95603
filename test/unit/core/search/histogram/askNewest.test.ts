import assert from 'node:assert/strict';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { askNewest } from '../../../../../src/core/search/histogram/askHistogram';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { endpointAt } from '../../base/http/endpointAt';

describe('askNewest: the newest document of an index', () => {
  let engine: SampleSearchEngine;
  let http: ReturnType<typeof openHttpClient>;
  beforeEach(async () => {
    engine = await startSearchEngine();
    http = openHttpClient({ ...endpointAt(engine.url), kind: 'search' });
    const at = (id: string, date: string, other: string) => ({
      id,
      source: JSON.stringify({ '@timestamp': date, other, word: 'x' }),
    });
    engine.createIndex('dated', [
      at('1', '2026-11-01T00:00:00Z', '2020-01-01T00:00:00Z'),
      at('2', '2026-11-03T07:08:09.123Z', '2019-01-01T00:00:00Z'),
      { id: '3', source: '{"word":"x"}' },
    ]);
    engine.createIndex('undated', [{ id: '1', source: '{"word":"x"}' }]);
  });
  afterEach(async () => {
    await http.close();
    await engine.close();
  });

  async function ask(index: string, preferred?: string): Promise<string | undefined> {
    const client = openSearchClient(async () => http);
    const fields = await openEngineCatalog(client).fields(index);
    const request = { index, fields, preferred, timeoutMs: 60_000 };
    const at = await askNewest(client, request, new AbortController().signal);
    return at === undefined ? undefined : new Date(at).toISOString();
  }
  // The first search is preceded by one that finds out whether bodies arrive.
  const sent = () =>
    engine.requests.flatMap(({ path, body }) =>
      path.includes('_search') && !body.includes('does_this_body_arrive') ? [body] : [],
    );

  it('is told by one request for nothing else, by the usual date or the one that was chosen', async () => {
    assert.equal(await ask('dated'), '2026-11-03T07:08:09.123Z');
    assert.deepEqual(
      sent().map((body) => JSON.parse(body)),
      [
        {
          size: 0,
          track_total_hits: false,
          aggs: { first: { min: { field: '@timestamp' } }, last: { max: { field: '@timestamp' } } },
        },
      ],
    );
    assert.equal(await ask('dated', 'other'), '2020-01-01T00:00:00.000Z');
    assert.equal(await ask('dated', 'word'), '2026-11-03T07:08:09.123Z');
  });

  it('is not asked for where the index has no date', async () => {
    assert.equal(await ask('undated'), undefined);
    assert.deepEqual(sent(), []);
  });

  it('is not told where shards failed, and rejects where the engine refuses', async () => {
    engine.breakShards('access-logs', [0]);
    assert.equal(await ask('access-logs'), undefined);
    engine.faults.add({ path: /_search/, fault: { kind: 'html' } });
    await assert.rejects(ask('dated'));
  });
});
