import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import type { SearchClient } from '../../src/core/search/engine/searchClient';
import { followSearch } from '../../src/core/search/follow/followSearch';
import { type FollowStatus, openFollow } from '../../src/core/search/follow/openFollow';
import { openPager } from '../../src/core/search/paging/openPager';
import { emptyQuestion, type SearchQuestion } from '../../src/protocol/question';
import { client, engine, withSearchClient } from './engine';
import { choicesFrom, isOld, type Random, searchFor, seeds } from './generated';

const pageSize = 10;
const rounds = 4;
const secondMs = 1_000;
/** Less than how late a document may come to be looked for. */
const lateMs = 20 * secondMs;

/** How the dates of the first index and of the one that comes later are mapped, and how exact they are, in milliseconds. */
const kinds: Readonly<Record<string, readonly [first: object, second: object, exact: number]>> = {
  milliseconds: [{ type: 'date' }, { type: 'date' }, 1],
  seconds: [{ type: 'date', format: 'epoch_second' }, { type: 'date', format: 'epoch_second' }, secondMs],
  days: [{ type: 'date', format: 'yyyy-MM-dd' }, { type: 'date', format: 'yyyy-MM-dd' }, 24 * 60 * 60 * secondMs],
  ...(isOld ? {} : { both: [{ type: 'date' }, { type: 'date_nanos' }, 1] as const }),
};

/** Writes documents and knows when each was. */
function openWriter(kind: string) {
  const [first, second, exact] = kinds[kind] ?? assert.fail(kind);
  const times = new Map<string, number>();
  const textOf = (millis: number): string | number => {
    if (kind === 'seconds') return millis / secondMs;
    const iso = new Date(millis).toISOString();
    return kind === 'days' ? iso.slice(0, 10) : iso;
  };
  return {
    times,
    async make(at: 0 | 1): Promise<void> {
      const settings = { number_of_shards: 2, number_of_replicas: 0 };
      await client.create(`follow-${at}`, { settings, mappings: { properties: { t: at === 0 ? first : second } } });
    },
    async write(index: string, moments: readonly number[]): Promise<string[]> {
      const written = moments.map((moment) => {
        const [id, millis] = [`${times.size}`, Math.floor(moment / exact) * exact];
        times.set(`${index}/${id}`, millis);
        return { name: `${index}/${id}`, lines: [`{"index":{"_id":"${id}"}}`, JSON.stringify({ t: textOf(millis) })] };
      });
      await client.bulk(
        index,
        written.flatMap(({ lines }) => lines),
        { refresh: true },
      );
      return written.map(({ name }) => name);
    },
  };
}

/** Opens what follows the newest hits, and waits for looks of it. */
async function follow(searchClient: SearchClient, about: Partial<SearchQuestion>) {
  let looks = 0;
  const counting: SearchClient = {
    ...searchClient,
    search: async (request) => {
      const response = await searchClient.search(request);
      looks += 1;
      return response;
    },
  };
  const question = { ...emptyQuestion, by: 'match' as const, field: '', text: '', size: pageSize, ...about };
  const pager = openPager(searchClient, { prefetch: false });
  const search = await searchFor(searchClient, question);
  const base = await pager.run(search);
  await pager.close();
  const fields = await openEngineCatalog(searchClient).fields(question.index);
  const asked = followSearch({ question, search: base.search, from: 0, time: 't' }, fields, new Date());
  assert.ok(typeof asked !== 'string', String(asked));
  let status: FollowStatus = { state: 'following', came: 0 };
  const following = openFollow({
    ...{ client: counting, follow: asked, base, timeoutMs: 30_000, seconds: 0.2, isAttended: () => true },
    onChange: (changed) => {
      status = changed;
    },
    onUnexpected: (error) => assert.fail(String(error)),
  });
  following.resume();
  return {
    following,
    base,
    /** Waits until it has looked twice, of which the second look began after this. */
    async looked(): Promise<FollowStatus> {
      const wanted = looks + 2;
      for (let waits = 0; looks < wanted && waits < 600; waits++) await sleep(50);
      assert.equal(status.state, 'following', status.why);
      return status;
    },
  };
}

/** Moments of new documents: newer ones, equal ones, and late ones. */
const momentsOf = (random: Random, newest: number): number[] =>
  Array.from({ length: random.between(1, 12) }, () => {
    if (random.chance(0.3)) return newest;
    return random.chance(0.4) ? newest - random.below(lateMs) : newest + random.below(3) * 100;
  });

describe(`randomFollow: random documents that are followed on ${engine.kind} ${engine.version}`, function () {
  this.timeout(180_000);

  for (const seed of seeds(8)) {
    const kind = Object.keys(kinds)[seed % Object.keys(kinds).length] ?? '';
    it(`are told as new, each once, and no old ones, in ${kind} (seed ${seed})`, () =>
      withSearchClient(async (searchClient) => {
        const random = choicesFrom(2_000 + seed);
        await client.ask('DELETE', '/follow-0,follow-1?ignore_unavailable=true');
        const { times, make, write } = openWriter(kind);
        await make(0);
        let newest = Math.floor(Date.now() / secondMs) * secondMs - 100 * secondMs;
        const [count, step] = [random.pick([5, 40, 300]), random.pick([0, 10, 100])];
        const never = random.chance(0.3) && kind !== 'both' ? [Date.parse('9999-12-31T00:00:00Z')] : [];
        await write('follow-0', [...Array.from({ length: count }, (_, at) => newest - at * step), ...never]);
        const { following, base, looked } = await follow(searchClient, {
          index: 'follow-*',
          sort: random.chance(0.5) ? [{ field: 't', order: 'desc' }] : [],
        });
        const nameOf = ({ index, id }: (typeof base.hits)[number]): string => `${index}/${id}`;
        const momentOf = (name: string): number => times.get(name) ?? assert.fail(name);
        // Below the last row are others, of the same moment, too, that nobody has seen.
        const floor = base.hasNext
          ? momentOf(nameOf(base.hits.at(-1) ?? assert.fail('no hits')))
          : Number.NEGATIVE_INFINITY;
        try {
          assert.equal((await looked()).came, 0, `${count} documents ${step} ms apart, and nothing was written`);
          for (let round = 0; round < rounds; round++) {
            if (round === 2) await make(1);
            const index = round >= 2 && random.chance(0.7) ? 'follow-1' : 'follow-0';
            newest += random.below(4) * secondMs;
            const written = await write(index, momentsOf(random, newest));
            await looked();
            const taken = following.take();
            const rows = taken?.page.hits.map(nameOf) ?? [];
            const fresh = new Set(taken?.fresh.map((row) => rows[row] ?? ''));
            const due = written.filter((name) => momentOf(name) > floor);
            assert.deepEqual(
              due.filter((name) => !fresh.has(name)),
              [],
              `not told of in round ${round}`,
            );
            assert.deepEqual(
              [...fresh].filter((name) => !written.includes(name)),
              [],
              `told of though old in round ${round}`,
            );
            assert.equal(new Set(rows).size, rows.length);
            const moments = rows.map(momentOf);
            assert.deepEqual(
              moments,
              moments.toSorted((one, other) => other - one),
              `the order in round ${round}`,
            );
          }
        } finally {
          following.close();
        }
      }));
  }
});
