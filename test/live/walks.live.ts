import assert from 'node:assert/strict';
import { isRequestFailure } from '../../src/core/base/errors/failure';
import { openPager } from '../../src/core/search/paging/openPager';
import type { Pager, SearchPage } from '../../src/core/search/paging/pager';
import type { EngineSearch } from '../../src/core/search/wire/engineSearch';
import { settle } from './documents.mjs';
import { client, documentCount, engine, fillIndex, walkedIndex, withSearchClient } from './engine';
import { randomFrom } from './random';

const moves = 500;

const orders: readonly (readonly [name: string, body: string, size: number])[] = [
  ['a match', '{"query":{"match":{"message":"timeout"}}}', 1000],
  ['equal scores', '{"query":{"constant_score":{"filter":{"exists":{"field":"level"}}}}}', 97],
  ['a time that three share', '{"query":{"match_all":{}},"sort":[{"@timestamp":"desc"}]}', 333],
  ['a keyword that is the same in all', '{"query":{"match_all":{}},"sort":["level"]}', 97],
  ['integers above 2^53', '{"query":{"match_all":{}},"sort":[{"span":"desc"}]}', 1000],
  ['a number that half of them lack', '{"query":{"match_all":{}},"sort":[{"half":{"order":"asc"}}]}', 333],
];

/** Gives every other document a number; the others lack it. */
async function addHalf(): Promise<void> {
  const half = Array.from({ length: documentCount / 2 }, (_, at) => 2 * at);
  for (let first = 0; first < half.length; first += 3_000) {
    const lines = half
      .slice(first, first + 3_000)
      .flatMap((number) => [`{"update":{"_id":"d${number}"}}`, `{"doc":{"half":${number % 1_000}}}`]);
    await client.bulk(walkedIndex, lines);
  }
  await settle(client, walkedIndex);
}

const idsOf = ({ hits }: SearchPage): string => hits.map(({ id }) => id).join();
/** Elasticsearch 6.8 has no point in time: there one may go as far as the window. */
const reach = engine.version.startsWith('6.') ? 10_000 : documentCount;

describe(`pager: random turns on ${engine.kind} ${engine.version}`, function () {
  this.timeout(600_000);
  before(async () => {
    await fillIndex();
    await addHalf();
  });

  for (const [at, [name, body, size]] of orders.entries()) {
    const seed = 100 * at + size;
    it(`show the same at each place, and all hits, by ${name} in pages of ${size} (seed ${seed})`, () =>
      withSearchClient(async (searchClient) => {
        const pager = openPager(searchClient, { idleMs: 0 });
        try {
          await walk(pager, { index: walkedIndex, body, from: 0, size }, randomFrom(seed));
        } finally {
          await pager.close();
        }
      }));
  }
});

async function walk(pager: Pager, search: EngineSearch, below: (limit: number) => number): Promise<void> {
  const { size } = search;
  const seen = new Map<number, string>();
  const pages = Math.floor((reach - 1) / size);
  let from = 0;

  const check = (page: SearchPage, expected: number, move: string): void => {
    assert.equal(page.from, expected, move);
    assert.deepEqual(page.partial, [], move);
    const ids = idsOf(page);
    assert.equal(ids, seen.get(expected) ?? ids, `${move} at ${expected}: another page than before`);
    seen.set(expected, ids);
    from = expected;
  };
  /** Two at once: the first gives way, and the second goes on from where it would have been. */
  const twice = async (step: 'next' | 'previous'): Promise<SearchPage> => {
    const first = pager.turn(step).catch((error: unknown) => error);
    const second = await pager.turn(step);
    const gone = await first;
    assert.ok(isRequestFailure(gone) && gone.failure.kind === 'canceled');
    return second;
  };

  check(await pager.run(search), 0, 'run');
  for (let move = 0; move < moves; move++) {
    const last = pages * size;
    switch (below(8)) {
      case 0:
      case 1:
        if (from < last) check(await pager.turn('next'), from + size, 'next');
        break;
      case 2:
      case 3:
        if (from > 0) check(await pager.turn('previous'), from - size, 'previous');
        break;
      case 4:
        if (below(4) === 0) check(await pager.turn('first'), 0, 'first');
        else if (from + 2 * size <= last) check(await twice('next'), from + 2 * size, 'next twice');
        break;
      case 5:
        if (from >= 2 * size) check(await twice('previous'), from - 2 * size, 'previous twice');
        break;
      case 6: {
        const to = size * below(pages + 1);
        check(await pager.turn({ offset: to }), to, 'jump');
        break;
      }
      default: {
        const cancel = new AbortController();
        const going = pager.turn({ offset: size * below(pages + 1) }, { signal: cancel.signal });
        cancel.abort();
        await assert.rejects(going, { name: 'RequestFailure' });
        assert.equal(pager.page?.from, from);
      }
    }
  }
  check(await pager.turn('first'), 0, 'first');
  while (pager.page?.hasNext) check(await pager.turn('next'), from + size, 'next');
  const ids = [...seen].sort(([a], [b]) => a - b).flatMap(([, page]) => (page === '' ? [] : page.split(',')));
  assert.equal(new Set(ids).size, ids.length, 'hits come twice');
  assert.equal(ids.length, reach, 'hits are missing');
}
