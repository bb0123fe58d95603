import assert from 'node:assert/strict';
import { isRequestFailure } from '../../src/core/base/errors/failure';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import { readFieldValues } from '../../src/core/search/fields/readFieldValues';
import { openPager } from '../../src/core/search/paging/openPager';
import { fieldsAsked, fieldsWithDetails } from '../../src/core/search/query/fieldsAsked';
import { filterOf } from '../../src/core/search/query/filterOf';
import { searchOf } from '../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../src/protocol/question';
import { client, engine, withSearchClient } from './engine';
import { choicesFrom, foundBy, seeds } from './generated';

const text = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
/** How one field may be mapped in two indices, each with the values of its documents. */
const clashes: Readonly<Record<string, readonly [one: object, other: object]>> = {
  'a keyword and a text with a keyword': [{ type: 'keyword' }, text],
  'a text without a keyword and one with it': [{ type: 'text' }, text],
  'a keyword and a text without one': [{ type: 'keyword' }, { type: 'text' }],
  'a keyword and a shorter one': [{ type: 'keyword' }, { type: 'keyword', ignore_above: 20 }],
};
const values = ['web-1', 'web-2', 'hello', 'A b', '17', 'tschüs-ok'];
const isOld = engine.version.startsWith('6.');

/** Ids that a question finds, and what was told of parts that did not answer. */
async function found(searchClient: SearchClient, changes: Partial<SearchQuestion>) {
  const question = { ...emptyQuestion, index: 'clash-*', size: 100, ...changes };
  const fields = await fieldsAsked(openEngineCatalog(searchClient), question);
  const pager = openPager(searchClient);
  try {
    const { hits, partial } = await pager.run(searchOf(question, 0, new Date(), fields));
    return { ids: hits.map(({ id }) => id).sort(), partial };
  } finally {
    await pager.close();
  }
}

async function fill(index: string, documents: readonly object[]): Promise<void> {
  const lines = documents.flatMap((document, at) => [`{"index":{"_id":"${index}-${at}"}}`, JSON.stringify(document)]);
  await client.bulk(index, lines, { refresh: true });
}

/** How one field may be mapped, and values of it. */
const ways: readonly (readonly [mapping: object, values: readonly unknown[]])[] = [
  ...[
    { type: 'keyword' },
    { type: 'text' },
    text,
    { type: 'keyword', ignore_above: 4 },
    { type: 'keyword', index: false },
  ].map((mapping) => [mapping, ['Hello World', '5', '2026-03-01', '10.0.0.1', 'true']] as const),
  [{ type: 'long' }, [5, 1_772_323_200_000]],
  [{ type: 'double' }, [5, 5.5]],
  [{ type: 'date' }, ['2026-03-01']],
  [{ type: 'date', format: 'dd/MM/yyyy' }, ['01/03/2026']],
  ...(isOld ? [] : [[{ type: 'date_nanos' }, ['2026-03-01T00:00:00.000000001Z']] as const]),
  [{ type: 'ip' }, ['10.0.0.1']],
  [{ type: 'boolean' }, [true]],
];
const texts = ['Hello World', 'hello', '5', '2026-03-01', '10.0.0.1', 'true', '5.0', '01/03/2026'];
const questions: readonly Partial<SearchQuestion>[] = [
  ...texts.flatMap((words) => [
    ...(['match', 'phrase', 'exact'] as const).map((by) => ({ by, field: 'x', text: words })),
    { by: 'queryString' as const, field: '', text: `x:"${words}"` },
    { by: 'range' as const, field: 'x', text: words, upTo: words },
  ]),
  { by: 'exists', field: 'x', text: '' },
];

describe('clashes: a field that is mapped in two ways', function () {
  this.timeout(120_000);
  const settings = { number_of_shards: 1, number_of_replicas: 0 };

  for (const [name, [one, other]] of Object.entries(clashes)) {
    it(`has each of its values found, filtered by, and counted or said not to be: ${name}`, () =>
      withSearchClient(async (searchClient) => {
        for (const [index, mapping] of [['clash-a', one] as const, ['clash-b', other] as const]) {
          await client.create(index, { settings, mappings: { properties: { host: mapping } } });
          await fill(index, [...values.map((host) => ({ host })), { host: 'web-1' }, { none: 1 }]);
        }
        const all = await found(searchClient, {});
        const idsOf = (value: string) =>
          ['clash-a', 'clash-b'].flatMap((index) =>
            [...values, 'web-1'].flatMap((each, at) => (each === value ? `${index}-${at}` : [])),
          );
        const catalog = openEngineCatalog(searchClient);
        const fields = await fieldsWithDetails(catalog, 'clash-*', 'host', await catalog.fields('clash-*'));
        for (const value of values) {
          const expected = idsOf(value);
          assert.deepEqual(
            (await found(searchClient, { by: 'exact', field: 'host', text: value })).ids,
            expected,
            value,
          );
          const filter = filterOf({ path: 'host', fields }, JSON.stringify(value), false);
          assert.ok(filter !== undefined);
          assert.deepEqual((await found(searchClient, { filters: [filter] })).ids, expected, filter.clause);
          const out = await found(searchClient, { filters: [{ ...filter, isOut: true }] });
          assert.deepEqual(
            out.ids,
            all.ids.filter((id) => !expected.includes(id ?? '')),
          );
        }
        const search = searchOf({ ...emptyQuestion, index: 'clash-*' }, 0, new Date(), fields);
        const signal = AbortSignal.timeout(30_000);
        const counted = await readFieldValues(searchClient, search, 'host', fields, { signal }).catch(() => undefined);
        if (counted === undefined) return;
        const sum = counted.top.reduce((total, { hits }) => total + hits, 0);
        assert.equal(sum + (counted.uncounted?.hits ?? 0) + counted.missing.hits, all.ids.length);
        assert.equal(counted.missing.hits, 2);
        const [missing, uncounted] = [counted.missing.filter, counted.uncounted?.filter];
        assert.equal((await found(searchClient, { filters: [missing] })).ids.length, 2);
        if (uncounted !== undefined) {
          assert.equal((await found(searchClient, { filters: [uncounted] })).ids.length, counted.uncounted?.hits);
        }
      }));
  }

  it('is found in nested objects and in plain ones, or the rest is told', () =>
    withSearchClient(async (searchClient) => {
      const properties = { a: { type: 'keyword' } };
      await client.create('clash-a', { settings, mappings: { properties: { n: { type: 'nested', properties } } } });
      await client.create('clash-b', { settings, mappings: { properties: { n: { properties } } } });
      for (const index of ['clash-a', 'clash-b'])
        await fill(index, [{ n: [{ a: 'x' }, { a: 'y' }] }, { n: { a: 'y' } }]);
      for (const changes of [
        { by: 'match', field: 'n.a', text: 'x' },
        { by: 'exact', field: 'n.a', text: 'x' },
        { by: 'range', field: 'n.a', text: 'w', upTo: 'x' },
        { by: 'queryString', field: '', text: 'n.a:x' },
      ] as const) {
        const { ids, partial } = await found(searchClient, changes);
        assert.ok(partial.length > 0 || ids.join() === 'clash-a-0,clash-b-0', `${JSON.stringify(changes)}: ${ids}`);
      }
    }));

  for (const seed of seeds(10)) {
    it(`is found by each question as in each index alone, or the rest is told (seed ${seed})`, () =>
      withSearchClient(async (searchClient) => {
        const random = choicesFrom(seed);
        const chosen = [random.pick(ways), random.pick(ways)];
        const names = ['alone-a', 'alone-b'];
        for (const [at, [mapping, own]] of chosen.entries()) {
          const index = names[at] ?? '';
          await client.create(index, { settings, mappings: { properties: { x: mapping } } });
          await fill(index, [...own.map((x) => ({ x })), { none: 1 }]);
        }
        const ask = (index: string, question: Partial<SearchQuestion>) =>
          foundBy(searchClient, { index, ...question }).catch((error: unknown) => {
            if (!isRequestFailure(error)) throw error;
            return { ids: [], told: [error.failure.sentence] };
          });
        const wrong: string[] = [];
        let same = 0;
        for (const question of questions) {
          const both = await ask(names.join(), question);
          const alone = (await Promise.all(names.map((name) => ask(name, question)))).flatMap(({ ids }) => ids);
          // A text without a keyword has no whole values where it is alone, and its words have to do beside another type.
          const whole = chosen.flatMap(([, own], index) =>
            own.flatMap((x, at) => (x === question.text ? [`${names[index]}/${names[index]}-${at}`] : [])),
          );
          const ids = both.ids.sort().join();
          if (ids === alone.sort().join() || (question.by === 'exact' && ids === whole.sort().join())) same += 1;
          else if (both.told.length === 0) wrong.push(`${JSON.stringify(question)}: ${both.ids} instead of ${alone}`);
        }
        assert.deepEqual(wrong, [], JSON.stringify(chosen));
        assert.ok(same > 0);
      }));
  }
});
