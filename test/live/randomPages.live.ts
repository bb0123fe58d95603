import assert from 'node:assert/strict';
import { openPager } from '../../src/core/search/paging/openPager';
import type { SearchPage } from '../../src/core/search/paging/pager';
import type { EngineSearch } from '../../src/core/search/wire/engineSearch';
import type { SortKey } from '../../src/protocol/question';
import { engine, exportedHits, hasPointInTime, withSearchClient } from './engine';
import {
  choicesFrom,
  fields,
  type GeneratedIndices,
  makeIndices,
  type Random,
  searchFor,
  seeds,
  type ValueKey,
} from './generated';

const sortCount = 6;
const moves = 12;
/** Pages of a walk: with more, a walk is only longer. */
const mostPages = 80;

/** Fields that can be sorted by: not texts. */
const sortable = Object.keys(fields).filter((path) => path !== 'word' && path !== 'clash');

const nameOf = ({ index, id }: { readonly index: string | undefined; readonly id: string | undefined }): string =>
  `${index}/${id}`;

/** The value by which a document with several is sorted. */
function extreme(keys: readonly ValueKey[] | undefined, isUp: boolean): ValueKey | undefined {
  const [first, ...others] = keys ?? [];
  return others.reduce((one, other) => (one !== undefined && one < other === isUp ? one : other), first);
}

function assertInOrder(ids: readonly string[], sort: readonly SortKey[], { documents }: GeneratedIndices): void {
  for (const [at, id] of ids.entries()) {
    if (at === 0) continue;
    const [before, after] = [documents.get(ids[at - 1] ?? ''), documents.get(id)];
    for (const { field, order } of sort) {
      const isUp = order === 'asc';
      const [one, other] = [before, after].map((each) => extreme(each?.keys[field], isUp));
      if (one === other) continue;
      const isRight = other === undefined || (one !== undefined && one < other === isUp);
      assert.ok(isRight, `by ${field} ${order}, ${one} of ${ids[at - 1]} stands before ${other} of ${id}`);
      break;
    }
  }
}

/** Walks to the end and back by chance. @returns all hits in their order, and what was told */
async function walked(
  searchClient: Parameters<typeof openPager>[0],
  search: EngineSearch,
  count: number,
  random: Random,
) {
  const pager = openPager(searchClient, { prefetch: random.chance(0.5) });
  const seen = new Map<number, string>();
  const told = new Set<string>();
  const look = (page: SearchPage, expected: number): void => {
    const ids = page.hits.map(nameOf).join();
    assert.equal(page.from, expected);
    assert.equal(ids, seen.get(expected) ?? ids, `another page at ${expected} than before`);
    seen.set(expected, ids);
    for (const sentence of [...page.partial, ...page.notes]) told.add(sentence);
  };
  try {
    const { size } = search;
    let page = await pager.run(search);
    look(page, 0);
    while (page.hasNext) {
      page = await pager.turn('next');
      look(page, seen.size * size);
      assert.ok(seen.size <= mostPages + 1, 'the walk does not end');
    }
    const ids = [...seen.values()].flatMap((each) => (each === '' ? [] : each.split(',')));
    for (let move = 0; move < moves && count > size; move++) {
      const from = pager.page?.from ?? 0;
      const offset = size * random.below(Math.ceil(count / size));
      if (random.chance(0.5)) look(await pager.turn({ offset }), offset);
      else if (from > 0 && random.chance(0.7)) look(await pager.turn('previous'), from - size);
      else look(await pager.turn('first'), 0);
    }
    return { ids, told: [...told] };
  } finally {
    await pager.close();
  }
}

async function exported(searchClient: Parameters<typeof openPager>[0], search: EngineSearch) {
  const { hits, told } = await exportedHits(searchClient, search);
  return { ids: hits.map(nameOf), told };
}

describe(`randomPages: random documents, sorts, and pages on ${engine.kind} ${engine.version}`, function () {
  this.timeout(300_000);

  for (const seed of seeds(12)) {
    it(`have each document once, in its place, on the pages and in the export (seed ${seed})`, () =>
      withSearchClient(async (searchClient) => {
        const random = choicesFrom(seed);
        const made = await makeIndices('pages', random, 900);
        const all = [...made.documents.keys()].sort();
        const wrong: string[] = [];
        for (let each = 0; each < sortCount; each++) {
          const chosen = new Set(
            each === 0 ? [] : [random.pick(sortable), ...(random.chance(0.4) ? [random.pick(sortable)] : [])],
          );
          const sort = [...chosen].map((field): SortKey => ({ field, order: random.pick(['asc', 'desc']) }));
          const size = random.pick([1, 7, 10, 25, 50, 250].filter((few) => all.length / few < mostPages));
          const what = `${sort.map(({ field, order }) => `${field} ${order}`)} in pages of ${size} of ${made.how}`;
          try {
            const search = await searchFor(searchClient, {
              index: made.index,
              by: 'match',
              field: '',
              text: '',
              sort,
              size,
            });
            for (const found of [
              await walked(searchClient, search, all.length, random),
              await exported(searchClient, search),
            ]) {
              // Elasticsearch 6.8 has no point in time, and it is said what that means.
              if (hasPointInTime) assert.deepEqual(found.told, []);
              assert.deepEqual([found.ids.length, new Set(found.ids).size], [all.length, all.length]);
              assert.deepEqual(found.ids.toSorted(), all);
              assertInOrder(found.ids, sort, made);
            }
          } catch (error) {
            wrong.push(`${what}: ${error instanceof Error ? error.message : error}`);
          }
        }
        assert.deepEqual(wrong, []);
      }));
  }
});
