import assert from 'node:assert/strict';
import { isRequestFailure } from '../../src/core/base/errors/failure';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import { exportHits } from '../../src/core/search/export/exportHits';
import type { EngineSearch } from '../../src/core/search/wire/engineSearch';
import { startWriter } from './documents.mjs';
import {
  client,
  documentCount,
  endWriter,
  engine,
  fillIndex,
  openContexts,
  walkedIndex,
  withSearchClient,
} from './engine';

type ExportOptions = Parameters<typeof exportHits>[2];

const searchOf = (body: string): EngineSearch => ({ index: walkedIndex, body, from: 0, size: 10 });
const everything = searchOf('{"query":{"match_all":{}}}');

describe(`export: the export from ${engine.kind} ${engine.version}`, function () {
  this.timeout(300_000);
  before(fillIndex);

  /** The ids in the order in which they were written, and what is said of them. */
  async function exported(searchClient: SearchClient, search: EngineSearch, options: Partial<ExportOptions> = {}) {
    const chunks: string[] = [];
    const report = await exportHits(searchClient, search, {
      format: 'ndjson',
      columns: [],
      async write(chunk) {
        chunks.push(chunk);
      },
      ...options,
    });
    const ids = chunks.flatMap((chunk) =>
      [...chunk.matchAll(/^\{"_index":"[^"]*","_id":"([^"]*)"/gm)].map(([, id]) => id),
    );
    return { ...report, ids, text: chunks.join('') };
  }

  function assertAll(ids: readonly (string | undefined)[]): void {
    const old = ids.filter((id) => id?.startsWith('d'));
    assert.equal(old.length, documentCount);
    assert.equal(new Set(ids).size, ids.length);
  }

  for (const [order, body] of [
    ['the order of the index', '{"query":{"match_all":{}}}'],
    ['the order of the index, for a match', '{"query":{"match":{"message":"timeout"}}}'],
    ['a time that three share', '{"query":{"match_all":{}},"sort":[{"@timestamp":"desc"}]}'],
    ['a keyword that is the same in all', '{"query":{"match_all":{}},"sort":"level"}'],
    ['integers above 2^53', '{"query":{"match_all":{}},"sort":[{"span":"asc"}]}'],
  ] as const) {
    it(`writes all documents once by ${order}, while others are added`, () =>
      withSearchClient(async (searchClient) => {
        const before = await openContexts();
        const writer = startWriter(client, walkedIndex);
        try {
          const { ids, notes } = await exported(searchClient, searchOf(body));
          assertAll(ids);
          assert.deepEqual(
            notes.filter((note) => note !== 'The hits are in index order, not sorted by score.'),
            [],
          );
        } finally {
          await endWriter(writer);
        }
        assert.equal(await openContexts(), before);
      }));
  }

  for (const query of [
    '{"match":{"message":"timeout"}}',
    '{"constant_score":{"filter":{"exists":{"field":"level"}}}}',
  ]) {
    it(`writes the first 15,000 by score for ${query}`, () =>
      withSearchClient(async (searchClient) => {
        const { ids, notes, hits } = await exported(searchClient, searchOf(`{"query":${query}}`), { limit: 15_000 });
        assert.deepEqual([hits, ids.length, new Set(ids).size, notes], [15_000, 15_000, 15_000, []]);
      }));
  }

  it('writes all documents once by a scroll, where there is no point in time', () =>
    withSearchClient(async (searchClient) => {
      const before = await openContexts();
      const older = { ...searchClient, engine: async () => ({ family: 'elasticsearch', version: '6.8.23' }) as const };
      const { ids, notes } = await exported(older, everything);
      assertAll(ids);
      assert.deepEqual(notes, []);
      assert.equal(await openContexts(), before);
    }));

  it('keeps the digits of integers above 2^53, in a CSV file too', () =>
    withSearchClient(async (searchClient) => {
      const { text } = await exported(searchClient, searchOf('{"query":{"match_all":{}},"sort":["span"]}'), {
        format: 'csv',
        columns: ['_id', 'span'],
        limit: 1_234,
      });
      const lines = Array.from({ length: 1_234 }, (_, at) => `d${at},${9_007_199_254_740_993n + BigInt(at)}\r\n`);
      assert.equal(text, `_id,span\r\n${lines.join('')}`);
    }));

  it('lets the engine go when it is canceled', () =>
    withSearchClient(async (searchClient) => {
      const before = await openContexts();
      const cancel = new AbortController();
      await assert.rejects(
        exported(searchClient, everything, { signal: cancel.signal, onProgress: () => cancel.abort() }),
        (error) => isRequestFailure(error) && error.failure.kind === 'canceled',
      );
      assert.equal(await openContexts(), before);
    }));
});
