import assert from 'node:assert/strict';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import { exportHits } from '../../../../../src/core/search/export/exportHits';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import type { EngineSearch } from '../../../../../src/core/search/wire/engineSearch';
import { emptyQuestion, type SortKey } from '../../../../../src/protocol/question';
import { type EngineName, type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { idsOf, pagerOf, said, searchOf as searchFor, toTheEnd } from './engines';

const documentCount = 150;
const types = {
  long: 'long',
  integer: 'integer',
  double: 'double',
  date: 'date',
  nanos: 'date_nanos',
  keyword: 'keyword',
  boolean: 'boolean',
  ip: 'ip',
} as const;

/** Every third document has none of the fields. */
function documents() {
  return Array.from({ length: documentCount }, (_, at) => {
    const fields = {
      integer: at,
      double: at + 0.5,
      date: new Date(Date.UTC(2026, 0, 1) + 1000 * (at % 40)).toISOString(),
      nanos: `2026-01-01T00:00:00.${String(at % 40).padStart(9, '0')}Z`,
      keyword: `k${at % 30}`,
      boolean: at % 2 === 0,
      ip: `10.0.0.${at % 100}`,
    };
    const long = 9_007_199_254_740_993n + BigInt(at);
    const source = at % 3 === 0 ? '{}' : `${JSON.stringify(fields).slice(0, -1)},"long":${long}}`;
    return { id: String(at), source };
  });
}

const engines = ['elasticsearch-8.19.0', 'opensearch-2.19.0'] satisfies EngineName[];

for (const name of engines) {
  describe(`missing: documents without the field that ${name} sorts by`, function () {
    this.timeout(30_000);
    let engine: SampleSearchEngine;
    before(async () => {
      engine = await startSearchEngine({ engine: name, documents: 0 });
      // More than a node is asked for at once, so that some are told what others found.
      engine.createIndex('gaps', documents(), { shards: 8, types });
    });
    after(() => engine.close());

    async function formSearch(sort: SortKey): Promise<EngineSearch> {
      const { client, close } = pagerOf(engine);
      const fields = await openEngineCatalog(client).fields('gaps');
      await close();
      return searchOf(
        { ...emptyQuestion, index: 'gaps', by: 'match', field: '', text: '', sort: [sort], size: 37 },
        0,
        new Date(),
        fields,
      );
    }

    async function walked(search: EngineSearch) {
      const { pager, asked, close } = pagerOf(engine);
      await pager.run(search);
      const pages = await toTheEnd(pager);
      const { notes } = pager.page ?? assert.fail();
      await pager.close();
      await close();
      return { ids: pages.flatMap(idsOf), notes, asked };
    }

    async function exported(search: EngineSearch) {
      const { client, close } = pagerOf(engine);
      const lines: string[] = [];
      const { notes } = await exportHits(client, search, {
        format: 'ndjson',
        columns: [],
        write: async (chunk) => void lines.push(...chunk.trimEnd().split('\n')),
      });
      await close();
      return { ids: lines.map((line) => JSON.parse(line)._id), notes };
    }

    for (const field of Object.keys(types)) {
      for (const order of ['asc', 'desc'] as const) {
        it(`are all shown and exported, by ${field} ${order}`, async () => {
          const search = await formSearch({ field, order });
          for (const { ids, notes } of [await walked(search), await exported(search)]) {
            assert.deepEqual([ids.length, new Set(ids).size, notes], [documentCount, documentCount, []]);
          }
        });
      }
    }

    for (const field of Object.keys(types).filter((each) => each !== 'nanos')) {
      it(`are all shown in a sort written by hand that does not say where they go, by ${field}`, async () => {
        const search = searchFor({ sort: [field] }, { index: 'gaps', size: 37 });
        for (const { ids, notes } of [await walked(search), await exported(search)]) {
          assert.deepEqual([ids.length, new Set(ids).size, notes], [documentCount, documentCount, []]);
        }
      });
    }

    it('are never passed over without a word, in a sort by nanoseconds written by hand', async () => {
      const search = searchFor({ sort: ['nanos'] }, { index: 'gaps', size: 37 });
      const { ids, notes } = await walked(search);
      const isWhole = ids.length === documentCount && new Set(ids).size === documentCount;
      assert.equal(isWhole, !name.startsWith('opensearch'));
      const told = `The server counted 150 hits, but returns none after hit ${ids.length} in this order. Sort by another field to see the others.`;
      assert.equal(notes.includes(told), ids.length < documentCount);
      assert.equal(notes.length > 0, !isWhole);
      const out = await exported(search);
      if (out.ids.length < documentCount)
        assert.match(out.notes.join('\n'), /The server counted \d+ more hits than it returned/);
    });

    it('are asked for without counting them again, where no engine passes over them for it', async () => {
      const { asked } = await walked(searchFor({ sort: ['integer'] }, { index: 'gaps', size: 37 }));
      const behind = asked.map(said).filter(({ search_after }) => search_after !== undefined);
      assert.ok(behind.length > 2);
      const counting = name.startsWith('opensearch');
      assert.ok(behind.every(({ track_total_hits }) => track_total_hits === counting));
    });
  });
}
