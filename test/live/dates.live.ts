import assert from 'node:assert/strict';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import { readFieldValues } from '../../src/core/search/fields/readFieldValues';
import { openPager } from '../../src/core/search/paging/openPager';
import { fieldsAsked } from '../../src/core/search/query/fieldsAsked';
import { searchOf } from '../../src/core/search/query/searchOf';
import { openSurroundings } from '../../src/core/search/surroundings/openSurroundings';
import { emptyQuestion, type QuestionFilter, type SearchQuestion } from '../../src/protocol/question';
import { client, engine, withSearchClient } from './engine';

const isOld = engine.version.startsWith('6.');
const begin = Date.UTC(2026, 0, 1);

async function make(index: string, shards: number, properties: object, documents: readonly object[]): Promise<void> {
  await client.create(index, {
    settings: { number_of_shards: shards, number_of_replicas: 0 },
    mappings: { properties },
  });
  const lines = documents.flatMap((document, at) => [`{"index":{"_id":"${index}-${at}"}}`, JSON.stringify(document)]);
  await client.bulk(index, lines, { refresh: true });
}

async function searchFor(searchClient: SearchClient, changes: Partial<SearchQuestion>) {
  const question = { ...emptyQuestion, size: 50, ...changes };
  const fields = await fieldsAsked(openEngineCatalog(searchClient), question);
  return { question, fields, search: searchOf(question, 0, new Date(), fields) };
}

/** The IDs of all hits in their order, page by page. */
async function walk(searchClient: SearchClient, changes: Partial<SearchQuestion>): Promise<string[]> {
  const pager = openPager(searchClient);
  try {
    const ids: string[] = [];
    let page = await pager.run((await searchFor(searchClient, changes)).search);
    for (;;) {
      assert.deepEqual(page.partial, []);
      ids.push(...page.hits.map(({ id }) => id ?? ''));
      if (!page.hasNext) return ids;
      page = await pager.turn('next');
    }
  } finally {
    await pager.close();
  }
}

const iso = (millis: number): string => new Date(millis).toISOString();
const some = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

describe('dates', function () {
  this.timeout(180_000);
  const date = { type: 'date' };

  for (const having of [0, 1, 100]) {
    it(`are sorted by without a hit that is lost or comes twice where ${having} of 600 documents have them`, () =>
      withSearchClient(async (searchClient) => {
        const documents = some(300, (at) => (at < having ? { t: begin + at } : { other: at }));
        await make('dated-a', 3, { t: date }, documents);
        await make(
          'dated-b',
          3,
          { t: date },
          some(300, (other) => ({ other })),
        );
        for (const changes of [
          {},
          ...(['asc', 'desc'] as const).map((order) => ({ sort: [{ field: 't', order }] })),
        ] as Partial<SearchQuestion>[]) {
          const ids = await walk(searchClient, { index: 'dated-*', size: 70, ...changes });
          assert.deepEqual([ids.length, new Set(ids).size], [600, 600], JSON.stringify(changes));
        }
      }));
  }

  if (!isOld) {
    it('of both resolutions stand in one order', () =>
      withSearchClient(async (searchClient) => {
        const moments = (from: number) => some(60, (at) => ({ t: new Date(begin + at * 2_000 + from).toISOString() }));
        await make('mixed-a', 2, { t: date }, moments(0));
        await make('mixed-b', 2, { t: { type: 'date_nanos' } }, [...moments(1_000), { other: 1 }]);
        await make('mixed-c', 1, { other: { type: 'long' } }, [{ other: 2 }]);
        const expected = some(60, (at) => [`mixed-a-${at}`, `mixed-b-${at}`]).flat();
        const none = ['mixed-b-60', 'mixed-c-0'];
        const up = await walk(searchClient, { index: 'mixed-*', size: 17, sort: [{ field: 't', order: 'asc' }] });
        assert.deepEqual([up.slice(0, 120), up.slice(120).sort()], [expected, none]);
        for (const changes of [{}, { sort: [{ field: 't', order: 'desc' as const }] }]) {
          const down = await walk(searchClient, { index: 'mixed-*', size: 17, ...changes });
          assert.deepEqual([down.slice(0, 120), down.slice(120).sort()], [expected.toReversed(), none]);
        }
      }));
  }

  it('and numbers in nested objects are sorted by to the end where documents lack them', () =>
    withSearchClient(async (searchClient) => {
      const properties = { n: { type: 'nested', properties: { d: { type: 'long' }, t: date } } };
      for (const shards of [1, 3]) {
        for (const every of [3, 10]) {
          const documents = some(300, (at) => (at % every === 0 ? { n: { d: at, t: begin + at } } : { other: at }));
          await make('inner', shards, properties, documents);
          for (const field of ['n.d', 'n.t']) {
            for (const order of ['asc', 'desc'] as const) {
              const ids = await walk(searchClient, { index: 'inner', size: 10, sort: [{ field, order }] });
              assert.deepEqual([ids.length, new Set(ids).size], [300, 300], `${shards} ${every} ${field} ${order}`);
            }
          }
        }
      }
    }));

  it('before 1970 have surroundings without a gap', () =>
    withSearchClient(async (searchClient) => {
      await make('early', 2, { t: date }, [
        ...some(15, (at) => ({ t: iso(-5_000 + Math.floor(at / 5)) })),
        // As a number, four digits are a year.
        ...some(15, (at) => ({ t: -5_000 + Math.floor(at / 5) })),
        ...some(10, (at) => ({ t: iso(at) })),
      ]);
      const around = { field: 't', index: 'early', id: 'early-7' };
      const { search } = await searchFor(searchClient, { index: 'early', size: 3, around });
      const pager = openSurroundings(searchClient);
      try {
        let page = await pager.run(search);
        while (page.hasPrevious) page = await pager.turn('previous');
        while (page.hasNext) page = await pager.turn('next');
        assert.deepEqual([page.hits.length, new Set(page.hits.map(({ id }) => id)).size], [40, 40]);
      } finally {
        await pager.close();
      }
    }));

  const kinds: Readonly<Record<string, readonly [mapping: object, values: readonly (string | number)[]]>> = {
    'in milliseconds': [
      date,
      [...[begin, begin + 1, -1, -5_000, 0, 1_000].map(iso), '9999-12-31T23:59:59.999Z', '-5000-01-01'],
    ],
    'of a coarse format': [{ type: 'date', format: 'yyyy-MM-dd||epoch_millis' }, some(8, (at) => begin + at * 1_000)],
    ...(isOld
      ? {}
      : {
          'in nanoseconds': [
            { type: 'date_nanos' },
            some(8, (at) => `2026-01-01T00:00:00.12${Math.floor(at / 2)}${at % 2}56789Z`),
          ] as const,
        }),
  };
  for (const [name, [mapping, values]] of Object.entries(kinds)) {
    it(`${name} are listed with filters that find just the hits that were counted`, () =>
      withSearchClient(async (searchClient) => {
        await make(
          'listed',
          2,
          { t: mapping },
          values.map((t) => ({ t })),
        );
        const { search, fields } = await searchFor(searchClient, { index: 'listed' });
        const signal = AbortSignal.timeout(30_000);
        const counted = await readFieldValues(searchClient, search, 't', fields, { signal });
        const found = (filter: QuestionFilter) => walk(searchClient, { index: 'listed', filters: [filter] });
        assert.equal(
          counted.top.reduce((sum, { hits }) => sum + hits, 0),
          values.length,
        );
        for (const { filter, hits, cell } of counted.top) {
          assert.ok(filter !== undefined && cell.kind === 'date');
          assert.equal((await found(filter)).length, hits, filter.clause);
          assert.equal((await found({ ...filter, isOut: true })).length, values.length - hits, filter.clause);
        }
        if (name === 'in milliseconds') {
          const { least, most } = counted.range ?? assert.fail('no range');
          assert.deepEqual([least.text, most.text], ['-005000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']);
        }
      }));
  }
});
