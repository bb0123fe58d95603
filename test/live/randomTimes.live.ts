import assert from 'node:assert/strict';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import { askHistogram } from '../../src/core/search/histogram/askHistogram';
import { openSurroundings } from '../../src/core/search/surroundings/openSurroundings';
import type { TimeRange } from '../../src/protocol/question';
import { client, engine, withSearchClient } from './engine';
import { choicesFrom, foundBy, isOld, type Random, searchFor, seeds } from './generated';

const day = 86_400_000;
const nanosPerMs = 1_000_000n;
/** The same or the moment before, of which there is a multiple, also before 1970. */
const floor = (nanos: bigint, exact: bigint): bigint => nanos - (((nanos % exact) + exact) % exact);
const isoOf = (nanos: bigint): string => new Date(Number(floor(nanos, nanosPerMs) / nanosPerMs)).toISOString();

/** How a date may be mapped: what of a moment it keeps, in nanoseconds, and how it is written. */
interface DateKind {
  readonly mapping: object;
  readonly exact: bigint;
  write(nanos: bigint): string | number;
}
const usual: DateKind = { mapping: { type: 'date' }, exact: nanosPerMs, write: isoOf };
const dateKinds: Readonly<Record<string, DateKind>> = {
  usual,
  offset: {
    ...usual,
    write: (nanos) => isoOf(nanos + 7_200_000n * nanosPerMs).replace('Z', '+02:00'),
  },
  seconds: {
    mapping: { type: 'date', format: 'epoch_second' },
    exact: 1_000n * nanosPerMs,
    write: (nanos) => Number(nanos / (1_000n * nanosPerMs)),
  },
  formatted: {
    ...usual,
    mapping: { type: 'date', format: 'dd.MM.yyyy HH:mm:ss.SSS' },
    write: (nanos) => isoOf(nanos).replace(/(\d+)-(\d\d)-(\d\d)T(.*)Z/, '$3.$2.$1 $4'),
  },
  ...(isOld
    ? {}
    : {
        nanos: {
          mapping: { type: 'date_nanos' },
          exact: 1n,
          write: (nanos: bigint) => isoOf(nanos).replace('Z', `${String(nanos % nanosPerMs).padStart(6, '0')}Z`),
        },
      }),
};

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Africa/Casablanca', '+05:45'];
/** Changes of clocks, the leap day, and what dates begin and end with. */
const bases = ['2026-03-29T00:00:00Z', '2026-10-25T00:00:00Z', '2024-02-29T00:00:00Z', '1969-12-31T23:59:59.990Z'];
const farBases = ['1900-01-01T00:00:00Z', '1969-12-20T00:00:00Z', '5138-11-16T09:46:39Z', '9990-01-01T00:00:00Z'];
const spans = [0, 1, 50, 999, 60_000, day / 8, day / 2, 2 * day, 9 * day, 200 * day, 3_000 * day];

/** Makes an index or two whose documents have dates between two moments, by chance. */
async function makeTimes(
  name: string,
  random: Random,
  { most, lists }: { readonly most: number; readonly lists: number },
) {
  const both = random.chance(0.3) && !isOld;
  const kinds = both ? ['usual', 'nanos'] : Array(random.pick([1, 2])).fill(random.pick(Object.keys(dateKinds)));
  const isNear = kinds.some((kind) => kind !== 'usual' && kind !== 'offset');
  const base = Date.parse(random.pick(isNear ? bases.slice(0, 3) : [...bases, ...farBases]));
  const span = random.pick(spans);
  const moments = new Map<string, readonly bigint[]>();
  await client.ask('DELETE', `/${name}-0,${name}-1?ignore_unavailable=true`);
  for (const [at, kind] of kinds.entries()) {
    const { mapping, exact, write } = dateKinds[kind] ?? usual;
    const index = `${name}-${at}`;
    const settings = { number_of_shards: random.between(1, 4), number_of_replicas: 0 };
    await client.create(index, { settings, mappings: { properties: { t: mapping, other: { type: 'long' } } } });
    const lines = Array.from({ length: random.pick([1, most / 10, most]) }, (_, each) => {
      const count = random.chance(0.1) ? 0 : random.chance(lists) ? 2 : 1;
      const dates = Array.from({ length: count }, () => {
        const nanos = BigInt(base + random.below(span + 1)) * nanosPerMs + BigInt(random.below(1_000_000));
        return floor(nanos, exact);
      });
      moments.set(`${index}/${each}`, dates);
      const written = dates.map(write);
      return [
        `{"index":{"_id":"${each}"}}`,
        JSON.stringify(count === 0 ? { other: 1 } : { t: count === 1 ? written[0] : written }),
      ];
    });
    await client.bulk(index, lines.flat(), { refresh: true });
  }
  const how = `${moments.size} documents of ${kinds}, ${new Date(base).toISOString()} and ${span} ms on`;
  return { index: `${name}-*`, moments, base, span, how };
}

const within = (dates: readonly bigint[], from: bigint, to: bigint): boolean =>
  dates.some((each) => each >= from && each < to);

describe(`randomTimes: random times on ${engine.kind} ${engine.version}`, function () {
  this.timeout(300_000);

  for (const seed of seeds(40)) {
    it(`are counted in bars, which find what they count (seed ${seed})`, () =>
      withSearchClient(async (searchClient) => {
        const random = choicesFrom(seed);
        const lists = random.pick([0, 0, 0.3]);
        const { index, moments, base, span, how } = await makeTimes('bars', random, { most: 300, lists });
        const [from, to] = random.chance(0.5)
          ? [base - 1_000, base + span + 5_000]
          : [base + Math.floor(span / 3), base + Math.ceil(span / 2)];
        const range: TimeRange = {
          field: 't',
          span: 'own',
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        };
        const time = random.chance(0.5) ? range : undefined;
        const [first, last] =
          time === undefined ? [-(10n ** 21n), 10n ** 21n] : [BigInt(from) * nanosPerMs, BigInt(to) * nanosPerMs + 1n];
        const hits = [...moments.values()].filter((dates) => within(dates, first, last));
        const search = await searchFor(searchClient, {
          index,
          by: 'match',
          field: '',
          text: '',
          ...(time && { time }),
        });
        const fields = await openEngineCatalog(searchClient).fields(index);
        const zone = random.pick(zones);
        const request = { search, field: 't', zone, stack: '', fields, hits: [], timeoutMs: 60_000 };
        const found = await askHistogram(searchClient, request, AbortSignal.timeout(60_000));
        const what = `${how}, ${JSON.stringify(time)}, ${zone}`;
        if (found === undefined) return assert.equal(hits.length, 0, `no bars of ${what}`);
        for (const [at, { start, end, count }] of found.bars.entries()) {
          if (at > 0) assert.equal(start, found.bars[at - 1]?.end, `a gap in ${what}`);
          const [begin, behind] = [BigInt(start) * nanosPerMs, BigInt(end) * nanosPerMs];
          const least = hits.filter((dates) =>
            within(dates, begin > first ? begin : first, behind < last ? behind : last),
          );
          const most = hits.filter((dates) => within(dates, begin, behind));
          assert.ok(
            count >= least.length && count <= most.length,
            `${count} instead of ${most.length} from ${start} to ${end} in ${what}`,
          );
        }
        if (lists === 0)
          assert.equal(
            found.bars.reduce((sum, { count }) => sum + count, 0),
            hits.length,
            what,
          );
        const full = found.bars.filter(({ count, end }) => count > 0 && /^\d{4}-/.test(new Date(end).toISOString()));
        if (full.length === 0) return;
        const { start, end } = random.pick(full);
        const isNanos = fields.some(({ name, types }) => name === 't' && types.includes('date_nanos'));
        const last1 = new Date(end - 1).toISOString();
        // As the page narrows a search to a bar.
        const bar: TimeRange = {
          field: 't',
          span: 'own',
          from: new Date(start).toISOString(),
          to: isNanos ? last1.replace('Z', '999999Z') : last1,
        };
        const { ids, told } = await foundBy(searchClient, { index, by: 'match', field: '', text: '', time: bar });
        const inside = [...moments].filter(([, dates]) =>
          within(dates, BigInt(start) * nanosPerMs, BigInt(end) * nanosPerMs),
        );
        assert.deepEqual(
          [ids.sort(), told],
          [inside.map(([name]) => name).sort(), []],
          `the bar at ${bar.from} of ${what}`,
        );
      }));
  }

  for (const seed of seeds(20)) {
    it(`surround a hit without a gap to both ends (seed ${seed})`, () =>
      withSearchClient(async (searchClient) => {
        const random = choicesFrom(1_000 + seed);
        const { index, moments, how } = await makeTimes('around', random, { most: 200, lists: 0 });
        const dated = [...moments].flatMap(([name, [date]]) => (date === undefined ? [] : [[name, date] as const]));
        if (dated.length === 0) return;
        const known = new Map(dated);
        for (const size of [1, 5, 25]) {
          const [name] = random.pick(dated);
          const [of = '', id = ''] = name.split('/');
          const what = `${name} with ${size} of ${how}`;
          const pager = openSurroundings(searchClient);
          try {
            const search = await searchFor(searchClient, { index, size, around: { field: 't', index: of, id } });
            let page = await pager.run(search);
            for (;;) {
              const ids = page.hits.map((hit) => `${hit.index}/${hit.id}`);
              assert.equal(new Set(ids).size, ids.length, `twice around ${what}`);
              assert.equal(ids[page.around?.row ?? -1], name, what);
              const dates = ids.map((each) => known.get(each) ?? assert.fail(each));
              for (const [at, date] of dates.entries())
                assert.ok(at === 0 || (dates[at - 1] ?? 0n) >= date, `order around ${what}`);
              const inside = dated.filter(([, date]) => date < (dates[0] ?? 0n) && date > (dates.at(-1) ?? 0n));
              assert.deepEqual(
                inside.filter(([each]) => !ids.includes(each)),
                [],
                `a gap around ${what}`,
              );
              if (!page.hasNext && !page.hasPrevious) break;
              page = await pager.turn(page.hasNext && (!page.hasPrevious || random.chance(0.5)) ? 'next' : 'previous');
            }
            assert.equal(page.hits.length, dated.length, what);
          } finally {
            await pager.close();
          }
        }
      }));
  }
});
