import assert from 'node:assert/strict';
import type { SearchPage } from '../../../../../src/core/search/paging/pager';
import { seeded } from '../../../../servers/search/data/random';
import {
  type EngineName,
  type NewDocument,
  type SampleSearchEngine,
  startSearchEngine,
} from '../../../../servers/search/index';
import { roundsOf } from '../../../rounds';
import { idsOf, pagerOf, said, searchOf, toTheBeginning, toTheEnd, type Watched } from './engines';

const window = 100;
const many = 240;

/** Documents whose scores, numbers and names tie in many ways, over several shards. */
function ties(seed: number): NewDocument[] {
  const random = seeded(seed);
  return Array.from({ length: many }, (_, at) => {
    const words = Array.from({ length: 1 + random.below(3) }, () => 'word').join(' ');
    const name = random.below(5) === 0 ? {} : { name: `n${random.below(4)}` };
    const long = `90071992547${40000 + random.below(50)}`;
    const source = JSON.stringify({ text: words, few: random.below(3), ...name, long: 0 }).replace(
      '"long":0',
      `"long":${long}99`,
    );
    return { id: String(at), source };
  });
}

const orders: Readonly<Record<string, object>> = {
  'by score': { query: { match: { text: 'word' } } },
  'by a score that is the same for all': { query: { match_all: {} } },
  'by few numbers': { query: { match_all: {} }, sort: [{ few: 'desc' }] },
  'by a name that some have not': { query: { match_all: {} }, sort: [{ 'name.keyword': 'asc' }] },
  'by integers beyond 2^53 that tie': { query: { match_all: {} }, sort: [{ long: 'desc' }] },
  'by two keys': { query: { match_all: {} }, sort: [{ few: 'asc' }, { long: 'asc' }] },
};

/** The oldest and the newest dialect first: `npm run fuzz` takes those between them, too. */
const engines: readonly EngineName[] = [
  'elasticsearch-7.17.29',
  'opensearch-3.0.0',
  'elasticsearch-8.19.0',
  'opensearch-2.19.0',
];

/**
 * In every request: `from` never beside a cursor, and nothing beyond the window but what tells where it ends (invariants 4
 * and 5).
 */
function checkRequests({ asked }: Watched): void {
  let refused = 0;
  for (const each of asked) {
    if (!each.path.includes('_search') || each.body === '' || each.method === 'DELETE') continue;
    const { from, size, search_after: after, sort, pit } = said(each);
    if (after !== undefined) assert.equal(from, undefined);
    if (Number(from ?? 0) + Number(size) > window) refused++;
    assert.ok(refused <= 1, each.body);
    if (after !== undefined) assert.equal(Array.isArray(after) && after.length, Array.isArray(sort) && sort.length);
    assert.equal(each.path.includes('preference='), pit === undefined);
  }
}

const isFrozen = ({ asked }: SearchPage) => asked === 'point in time';

for (const name of engines.slice(0, roundsOf(2, engines.length))) {
  describe(`invariants: paging through ties on ${name}`, function () {
    this.timeout(60_000);
    let engine: SampleSearchEngine;
    before(async () => {
      engine = await startSearchEngine({ engine: name, documents: 0 });
    });
    after(() => engine.close());
    beforeEach(() => engine.createIndex('ties', ties(1), { shards: 3, window }));

    for (const [order, body] of Object.entries(orders)) {
      it(`shows each hit once and the same pages on the way back, ${order} (invariants 1, 2, 4, 5)`, async () => {
        const random = seeded(order.length);
        // Pages that end at the window and across it; test/live/randomPages.live.ts has all sizes, on real engines.
        for (const size of [13, 11 + random.below(window - 11), window]) {
          const watched = pagerOf(engine);
          const { pager } = watched;
          await pager.run(searchOf(body, { size }));
          const forth = await toTheEnd(pager);
          const shown = forth.flatMap(idsOf);
          assert.equal(new Set(shown).size, shown.length, `twice with pages of ${size}`);
          assert.equal(shown.length, many, `missing with pages of ${size}`);
          const back = await toTheBeginning(pager);
          assert.deepEqual(back.reverse().map(idsOf), forth.map(idsOf), `pages of ${size}`);
          checkRequests(watched);
          await pager.close();
          await watched.close();
          assert.equal(engine.openPits(), 0);
        }
      });

      it(`shows at any offset what a walk shows there, ${order} (invariant 2)`, async () => {
        const random = seeded(order.length + 1);
        const watched = pagerOf(engine);
        const { pager } = watched;
        await pager.run(searchOf(body, { size: 19 }));
        const all = (await toTheEnd(pager)).flatMap(idsOf);
        for (let jump = 0; jump < 12; jump++) {
          const offset = random.below(many + 20);
          const page = await pager.turn({ offset });
          assert.deepEqual(idsOf(page), all.slice(offset, offset + 19), `at ${offset}`);
        }
        checkRequests(watched);
        await pager.close();
        await watched.close();
      });

      it(`keeps what a point in time shows while documents are added, ${order} (invariants 1, 2)`, async () => {
        const watched = pagerOf(engine);
        const { pager } = watched;
        let next = 1_000;
        const write = () => {
          const fresh = Array.from({ length: 3 }, () => ({
            id: String(next++),
            source: '{"text":"word","few":9,"long":1}',
          }));
          engine.addDocuments('ties', fresh);
        };
        await pager.run(searchOf(body, { size: 11 }));
        const forth: SearchPage[] = [];
        while (pager.page?.hasNext) {
          write();
          forth.push(await pager.turn('next'));
        }
        const frozen = forth.filter(isFrozen);
        const shown = frozen.flatMap(idsOf);
        assert.ok(frozen.length > 12);
        assert.equal(new Set(shown).size, shown.length);
        const back = new Map((await toTheBeginning(pager)).map((page) => [page.from, page]));
        for (const page of frozen) assert.deepEqual(idsOf(back.get(page.from) ?? page), idsOf(page), `at ${page.from}`);
        assert.ok([...back.values()].every((page) => page.hits.length === 11 || page.from > 200));
        await pager.close();
        await watched.close();
      });

      it(`jumps beyond the window over an untouched result and back, ${order}`, async () => {
        const walked = pagerOf(engine);
        await walked.pager.run(searchOf(body, { size: 47 }));
        const all = (await toTheEnd(walked.pager)).flatMap(idsOf);
        await walked.pager.close();
        await walked.close();
        const watched = pagerOf(engine);
        const { pager } = watched;
        const progress: (readonly [number, number])[] = [];
        await pager.run(searchOf(body, { size: 10 }));
        const far = await pager.turn({ offset: 207 }, { onProgress: (passed, of) => progress.push([passed, of]) });
        // By score the order of equal hits beyond the seam depends on where it was crossed.
        if ('sort' in body) assert.deepEqual(idsOf(far), all.slice(207, 217));
        assert.equal(far.hits.length, 10);
        assert.ok(progress.length >= 1 && progress.every(([passed, of]) => passed < of && of === 207));
        const pages = await toTheBeginning(pager);
        const again = pages.reverse().flatMap(idsOf);
        assert.equal(new Set(again).size, 217);
        checkRequests(watched);
        await pager.close();
        await watched.close();
      });
    }
  });
}
