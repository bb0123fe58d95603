import assert from 'node:assert/strict';
import { openPager } from '../../src/core/search/paging/openPager';
import type { Pager, SearchPage } from '../../src/core/search/paging/pager';
import type { EngineSearch } from '../../src/core/search/wire/engineSearch';
import { startWriter } from './documents.mjs';
import {
  client,
  documentCount,
  endWriter,
  engine,
  fillIndex,
  hasPointInTime,
  openContexts,
  walkedIndex,
  withSearchClient,
} from './engine';

const bodies = {
  'by a match': '{"query":{"match":{"message":"timeout"}}}',
  'by equal scores': '{"query":{"constant_score":{"filter":{"exists":{"field":"level"}}}}}',
  'by a time that three share': '{"query":{"match":{"message":"timeout"}},"sort":[{"@timestamp":"desc"}]}',
  'by a keyword that is the same in all': '{"query":{"match_all":{}},"sort":["level"]}',
  'by integers above 2^53': '{"query":{"match_all":{}},"sort":[{"span":"desc"}]}',
} as const;
type Order = keyof typeof bodies;

const searchFor = (order: Order, size: number): EngineSearch => ({
  index: walkedIndex,
  body: bodies[order],
  from: 0,
  size,
});
const idsOf = ({ hits }: SearchPage): readonly (string | undefined)[] => hits.map(({ id }) => id);
const allIds = (pages: readonly SearchPage[]) => pages.flatMap(idsOf);
const isFrozen = ({ asked }: SearchPage): boolean => asked === 'point in time';

function assertOnce(ids: readonly unknown[]): void {
  assert.equal(ids.length - new Set(ids).size, 0, 'hits come twice');
}

/** Pages from the current one on, itself included, until one reaches so far. */
async function forward(pager: Pager, until: number): Promise<SearchPage[]> {
  const pages = pager.page === undefined ? [] : [pager.page];
  while (pager.page?.hasNext && pager.page.from + pager.page.size < until) pages.push(await pager.turn('next'));
  return pages;
}

/** Pages from the one before the current one back to the first. */
async function backward(pager: Pager): Promise<SearchPage[]> {
  const pages: SearchPage[] = [];
  while (pager.page?.hasPrevious) pages.push(await pager.turn('previous'));
  return pages;
}

describe(`pager: the pager on ${engine.kind} ${engine.version}`, function () {
  this.timeout(300_000);
  before(fillIndex);

  const withPager = (work: (pager: Pager) => Promise<void>) =>
    withSearchClient(async (searchClient) => {
      const pager = openPager(searchClient, { idleMs: 0 });
      try {
        await work(pager);
      } finally {
        await pager.close();
      }
    });

  const orders = Object.keys(bodies) as Order[];
  for (const order of hasPointInTime ? [] : orders) {
    for (const size of [70, 977]) {
      it(`turns to the window and back by pages of ${size}, ${order}: nothing lost or twice, and the end is told`, () =>
        withPager(async (pager) => {
          await pager.run(searchFor(order, size));
          const there = await forward(pager, Number.POSITIVE_INFINITY);
          assertOnce(allIds(there));
          assert.equal(allIds(there).length, 10_000);
          assert.equal(pager.page?.hasNext, false);
          assert.match(pager.page?.notes.join(' ') ?? '', /hit 10,000 .*not support points in time/s);
          const back = await backward(pager);
          assert.deepEqual(back.toReversed().map(idsOf), there.slice(0, -1).map(idsOf));
        }));
    }
  }

  for (const order of hasPointInTime ? orders : []) {
    for (const size of [70, 977]) {
      it(`turns across the window and back by pages of ${size}, ${order}: nothing lost, twice or other`, () =>
        withPager(async (pager) => {
          await pager.run(searchFor(order, size));
          const there = await forward(pager, 12_000);
          assert.ok(there.some(isFrozen));
          assertOnce(allIds(there));
          assert.ok(there.slice(0, -1).every(({ hits }) => hits.length === size));
          const back = await backward(pager);
          assert.deepEqual(back.toReversed().map(idsOf), there.slice(0, -1).map(idsOf));
          assert.deepEqual(
            there.flatMap(({ partial }) => partial),
            [],
          );
        }));
    }

    it(`turns to the end by pages of 999, ${order}: every document once`, () =>
      withPager(async (pager) => {
        await pager.run(searchFor(order, 999));
        const pages = await forward(pager, Number.POSITIVE_INFINITY);
        assertOnce(allIds(pages));
        assert.equal(allIds(pages).length, documentCount);
        assert.equal(pages.at(-1)?.hasNext, false);
      }));

    it(`turns across the window and back while documents are added, ${order}`, async () => {
      const writer = startWriter(client, walkedIndex);
      try {
        await withPager(async (pager) => {
          await pager.run(searchFor(order, 131));
          const there = await forward(pager, 11_500);
          await writer.more(300);
          const on = (await forward(pager, 13_000)).slice(1);
          const frozen = [...there, ...on].filter(isFrozen);
          assert.ok(frozen.length > 10);
          // Pages by from and size move while documents are added, as live ones do; what is fixed does not.
          assertOnce(allIds(frozen));
          const back = await backward(pager);
          assert.deepEqual(
            back
              .slice(0, frozen.length - 1)
              .toReversed()
              .map(idsOf),
            frozen.slice(0, -1).map(idsOf),
          );
          const again = await forward(pager, 12_900);
          assert.deepEqual(
            again.filter(({ from }) => from >= (frozen[0]?.from ?? 0)).map(idsOf),
            frozen.slice(0, again.length - there.length - on.length + frozen.length).map(idsOf),
          );
        });
      } finally {
        await endWriter(writer);
      }
    });
  }

  it('counts exactly', () =>
    withPager(async (pager) => {
      const page = await pager.run(searchFor('by a match', 10));
      const first = { value: 10_000, relation: 'gte' };
      // Elasticsearch 6.8 counts all at once.
      assert.deepEqual(page.total, hasPointInTime ? first : { value: documentCount, relation: 'eq' });
      assert.deepEqual(await pager.count(), { value: documentCount, relation: 'eq' });
      assert.deepEqual(pager.page?.total, { value: documentCount, relation: 'eq' });
    }));

  if (!hasPointInTime) return;

  it('keeps the order of integers above 2^53', () =>
    withPager(async (pager) => {
      await pager.run(searchFor('by integers above 2^53', 99));
      const ids = allIds(await forward(pager, 12_000));
      assert.deepEqual(
        ids,
        ids.map((_, at) => `d${documentCount - 1 - at}`),
      );
    }));

  it('jumps far, tells how far it is, and turns both ways from there', () =>
    withPager(async (pager) => {
      await pager.run(searchFor('by integers above 2^53', 50));
      const told: number[] = [];
      const far = await pager.turn({ offset: 25_000 }, { onProgress: (passed) => told.push(passed) });
      const expected = (from: number) => Array.from({ length: 50 }, (_, at) => `d${documentCount - 1 - from - at}`);
      assert.deepEqual(idsOf(far), expected(25_000));
      assert.ok(told.length > 0);
      assert.deepEqual(idsOf(await pager.turn('previous')), expected(24_950));
      await pager.turn('next');
      assert.deepEqual(idsOf(await pager.turn('next')), expected(25_050));
      assert.deepEqual(idsOf(await pager.turn('first')), expected(0));
    }));

  it('can be canceled on the way to a far hit, and then goes on from where it was', () =>
    withPager(async (pager) => {
      const shown = await pager.run(searchFor('by a match', 50));
      const cancel = new AbortController();
      const going = pager.turn({ offset: 29_000 }, { signal: cancel.signal, onProgress: () => cancel.abort() });
      await assert.rejects(going, { name: 'RequestFailure' });
      assert.deepEqual([pager.page?.from, pager.page?.hits], [shown.from, shown.hits]);
      assert.equal((await pager.turn('next')).from, 50);
    }));

  it('opens the result again where the engine no longer holds it, loses nothing, and says so', () =>
    withPager(async (pager) => {
      await pager.run(searchFor('by integers above 2^53', 500));
      const there = await forward(pager, 11_000);
      const { pit } = JSON.parse(there.at(-1)?.sent.body ?? '');
      await client.closePointInTime(pit.id);
      const rest = (await forward(pager, Number.POSITIVE_INFINITY)).slice(1);
      assert.match(rest.flatMap(({ notes }) => notes).join('\n'), /reopened\. Hits may have moved/);
      const ids = allIds([...there, ...rest]);
      assert.equal(new Set(ids).size, documentCount);
    }));

  it('closes its point in time when it is closed, and when another search is run', () =>
    withSearchClient(async (searchClient) => {
      const before = await openContexts();
      const pager = openPager(searchClient, { prefetch: false });
      await pager.run(searchFor('by a time that three share', 10));
      assert.ok((await openContexts()) > before);
      await pager.run(searchFor('by a match', 10));
      await pager.turn('next');
      assert.equal(await openContexts(), before);
      await pager.run(searchFor('by a time that three share', 10));
      await pager.close();
      assert.equal(await openContexts(), before);
    }));
});
