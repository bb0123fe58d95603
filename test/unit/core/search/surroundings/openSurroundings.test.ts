import assert from 'node:assert/strict';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import type { SearchPage } from '../../../../../src/core/search/paging/pager';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import { openSurroundings } from '../../../../../src/core/search/surroundings/openSurroundings';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';
import { type EngineName, type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { failureFrom, json } from '../fakeHttpClient';
import { said, watchedClient } from '../paging/engines';
import { answeringClient } from '../recordings/answeringClient';

const begin = Date.parse('2026-11-01T00:00:00Z');
/** Seven of each second, one of them without a date. */
const documents = Array.from({ length: 140 }, (_, at) => ({
  id: `m${at}`,
  source: JSON.stringify({
    ...(at % 7 !== 6 && { '@timestamp': new Date(begin + Math.floor(at / 7) * 1_000).toISOString() }),
    host: at % 2 === 0 ? 'even' : 'odd',
  }),
}));
const dated = documents.filter((_, at) => at % 7 !== 6);
const timeOf = ({ json }: { readonly json: string }): string => JSON.parse(json)._source['@timestamp'];
const idsOf = ({ hits }: SearchPage): (string | undefined)[] => hits.map(({ id }) => id);

const engines: readonly (readonly [EngineName, isExact: boolean])[] = [
  ['elasticsearch-6.8.23', false],
  ['elasticsearch-7.17.29', true],
  ['elasticsearch-8.19.0', true],
  ['opensearch-2.19.0', false],
];

for (const [name, isExact] of engines) {
  describe(`the hits around one, in ${name}`, () => {
    let engine: SampleSearchEngine;
    let watched: ReturnType<typeof watchedClient>;
    beforeEach(async () => {
      engine = await startSearchEngine({ engine: name, documents: 0 });
      engine.createIndex('moments', documents, { shards: 3 });
      watched = watchedClient(engine.url);
    });
    afterEach(async () => {
      await watched.close();
      await engine.close();
    });

    const ask = async (changes: Partial<SearchQuestion> = {}, id = 'm70') => {
      const fields = await openEngineCatalog(watched.client).fields('moments');
      const around = { field: '@timestamp', index: 'moments', id };
      return searchOf({ ...emptyQuestion, index: 'moments', size: 10, around, ...changes }, 0, new Date(), fields);
    };

    it('are newer above it and older below, to both ends, each once', async () => {
      const pager = openSurroundings(watched.client);
      let page = await pager.run(await ask());
      assert.deepEqual([page.hits.length, page.around?.row, page.hits[10]?.id], [21, 10, 'm70']);
      while (page.hasPrevious) {
        const before = idsOf(page);
        page = await pager.turn('previous');
        assert.deepEqual(idsOf(page).slice(page.around?.added), before);
        assert.equal(page.hits[page.around?.row ?? -1]?.id, 'm70');
      }
      while (page.hasNext) page = await pager.turn('next');
      const times = page.hits.map(timeOf);
      assert.deepEqual(times, [...times].sort().reverse());
      assert.deepEqual(idsOf(page).sort(), dated.map(({ id }) => id).sort());
      await pager.close();
    });

    it('grow once they are described, and leave nothing open if that is canceled', async () => {
      /** Called when a page is to be described, which then never ends; undefined: it is described. */
      let hold: (() => void) | undefined;
      const describe = async (page: SearchPage) => {
        if (hold !== undefined) await new Promise(() => hold?.());
        return { ...page, words: `${page.hits.length} hits` };
      };
      /** What is done is canceled while its page is described. */
      const canceled = async (work: (signal: AbortSignal) => Promise<unknown>) => {
        const abort = new AbortController();
        const begun = new Promise<void>((resolve) => {
          hold = resolve;
        });
        const failing = failureFrom(() => work(abort.signal));
        await begun;
        abort.abort();
        assert.equal((await failing).kind, 'canceled');
        hold = undefined;
      };
      const pager = openSurroundings(watched.client, { describe });
      assert.equal((await pager.run(await ask())).words, '21 hits');
      await canceled((signal) => pager.turn('next', { signal }));
      assert.equal(pager.page?.words, '21 hits');
      assert.equal((await pager.turn('next')).words, '31 hits');
      const other = await ask({}, 'm35');
      await canceled((signal) => pager.run(other, { signal }));
      assert.equal(pager.page?.words, '31 hits');
      await pager.close();
      assert.equal(engine.openPits(), 0);
    });

    it('are those of its filters, and itself whatever they are', async () => {
      const filters = [
        { label: 'host: odd', clause: '{"match":{"host":"odd"}}', isOut: false },
        { label: 'host: even', clause: '{"match":{"host":"even"}}', isOut: false, isOff: true as const },
      ];
      const pager = openSurroundings(watched.client);
      const page = await pager.run(await ask({ filters }));
      const hosts = page.hits.map(({ json }) => JSON.parse(json)._source.host);
      assert.deepEqual(hosts.toSpliced(10, 1), Array(20).fill('odd'));
      assert.equal(hosts[10], 'even');
      await pager.close();
    });

    it('say whether the order within a moment is certain, and leave nothing open', async () => {
      const pager = openSurroundings(watched.client);
      const page = await pager.run(await ask());
      assert.deepEqual([page.asked === 'point in time', page.notes.length], [isExact, isExact ? 0 : 1]);
      await pager.close();
      const opened = watched.asked.filter(({ path, method }) => method === 'POST' && /_pit|point_in_time/.test(path));
      const closed = watched.asked.filter(({ method }) => method === 'DELETE');
      assert.equal(opened.length, closed.length);
    });

    it('are refused where the hit is gone, and end with their signal', async () => {
      const pager = openSurroundings(watched.client);
      const gone = await failureFrom(async () => pager.run(await ask({}, 'nobody')));
      assert.match(gone.sentence, /no longer in the index/);
      const abort = new AbortController();
      const running = pager.run(await ask(), { signal: abort.signal });
      abort.abort();
      assert.equal((await failureFrom(() => running)).kind, 'canceled');
      assert.equal(pager.page, undefined);
      await pager.close();
    });
  });
}

describe('openSurroundings: the hits around one', () => {
  it('go on where the engine lost its point in time', async () => {
    const engine = await startSearchEngine({ documents: 0 });
    engine.createIndex('moments', documents, { shards: 3 });
    const watched = watchedClient(engine.url);
    const fields = await openEngineCatalog(watched.client).fields('moments');
    const around = { field: '@timestamp', index: 'moments', id: 'm70' };
    const pager = openSurroundings(watched.client);
    await pager.run(searchOf({ ...emptyQuestion, index: 'moments', size: 60, around }, 0, new Date(), fields));
    const pit = watched.asked.map(said).findLast((body) => body.pit !== undefined)?.pit as { id: string };
    await watched.client.request({ method: 'DELETE', path: '/_pit', body: JSON.stringify({ id: pit.id }) });
    const page = await pager.turn('next').catch(() => pager.turn('previous'));
    assert.equal(page.hits.length, dated.length);
    assert.deepEqual(idsOf(page).toSorted(), dated.map(({ id }) => id).toSorted());
    await pager.close();
    await watched.close();
    await engine.close();
  });

  it('are each once at both ends where the engine lost its point in time, and has moved its documents', async () => {
    const engine = await startSearchEngine({ documents: 0 });
    const tied = Array.from({ length: 60 }, (_, at) => ({
      id: `t${at}`,
      source: JSON.stringify({ '@timestamp': new Date(begin + (at < 20 ? 0 : 1_000)).toISOString() }),
    }));
    engine.createIndex('tied', tied, { shards: 2 });
    const watched = watchedClient(engine.url);
    const fields = await openEngineCatalog(watched.client).fields('tied');
    const around = { field: '@timestamp', index: 'tied', id: 't40' };
    const pager = openSurroundings(watched.client);
    let page = await pager.run(searchOf({ ...emptyQuestion, index: 'tied', size: 5, around }, 0, new Date(), fields));
    engine.closePits();
    for (let at = 0; at < 10; at++) engine.deleteDocument('tied', `t${at}`);
    page = await pager.turn('next');
    while (page.hasPrevious) page = await pager.turn('previous');
    while (page.hasNext) page = await pager.turn('next');
    const left = tied.slice(10).map(({ id }) => id);
    assert.deepEqual(idsOf(page).toSorted(), left.toSorted());
    await pager.close();
    await watched.close();
    await engine.close();
  });

  it('are asked for in two requests in a point in time', async () => {
    const engine = await startSearchEngine({ documents: 2_000 });
    const watched = watchedClient(engine.url);
    const { hits } = JSON.parse(
      (await watched.client.search({ path: '/access-logs/_search', body: '{"from":900,"size":1}' })).body,
    ).hits;
    const fields = await openEngineCatalog(watched.client).fields('access-logs');
    const around = { field: '@timestamp', index: hits[0]._index, id: hits[0]._id };
    const pager = openSurroundings(watched.client);
    watched.asked.length = 0;
    const page = await pager.run(searchOf({ ...emptyQuestion, index: 'access-logs', around }, 0, new Date(), fields));
    assert.equal(page.hits.length, 101);
    const bodies = watched.asked.filter(({ path }) => path === '/_search').map(said);
    assert.deepEqual(
      bodies.map(({ search_after: after, size }) => [after !== undefined, size]),
      [
        [false, 100],
        [true, 51],
        [true, 51],
      ],
    );
    await pager.close();
    await watched.close();
    await engine.close();
  });

  it('begin behind the nanosecond before, as `gte` would find what another index has in milliseconds before it', async () => {
    const ranges: object[] = [];
    const client = answeringClient(({ path, body = '' }) => {
      if (!/_search(?:\?|$)/.test(path)) return json({ error: 'Incorrect HTTP method', status: 405 }, 405);
      const [range] = JSON.parse(body).query.bool?.filter ?? [];
      if (range !== undefined) ranges.push(range.range.t);
      const hit = { _index: 'logs', _id: 'a', _source: {}, sort: ['MOMENT'] };
      const text = JSON.stringify({ took: 1, hits: { hits: [hit] } });
      return { ...json({}), body: text.replace('"MOMENT"', '1774742400000123456') };
    });
    const pager = openSurroundings(client);
    await pager.run({
      ...{ index: 'logs', body: '{"query":{"match_all":{}}}', from: 0, size: 5 },
      around: { id: 'a', index: 'logs', field: 't', upward: '[{"t":"asc"}]', downward: '[{"t":"desc"}]' },
    });
    await pager.close();
    const format = 'strict_date_optional_time';
    assert.deepEqual(ranges, [
      { lte: '2026-03-29T00:00:00.000123456Z', format },
      { gt: '2026-03-29T00:00:00.000123455Z', format },
    ]);
  });

  const sortValues = [
    ...['0', '-1', '0.5', '1e308', '-1e308', '1e400', 'null', 'true', '[]', '{}', '"x"', '"NaN"', '"9999-12-31"'],
    ...['8640000000000000', '8640000000000001', '9007199254740993', '-8640000000000001'],
    ...[16, 17, 18, 19, 20, 21, 30, 39, 40, 41, 400, 100_000].flatMap((digits) => {
      return ['1', '9'].flatMap((digit) => [digit.repeat(digits), `-${digit.repeat(digits)}`]);
    }),
    ...['9223372036854775807', '9223372036854775808', '18446744073709551615', '-9223372036854775808'],
    `"${'y'.repeat(100_000)}"`,
    `0.${'3'.repeat(100_000)}`,
  ];
  for (const [way, opened] of [
    ['with a point in time', json({ id: 'abc' })],
    ['without one', json({ error: 'Incorrect HTTP method for uri [/logs/_pit], allowed: [GET]', status: 405 }, 405)],
  ] as const) {
    it(`are there or refused whatever an engine sorts hits by, ${way}`, async () => {
      const outcomes = new Map<string, number>();
      const search = {
        ...{ index: 'logs', body: '{"query":{"match_all":{}}}', from: 0, size: 5 },
        around: { id: 'a', index: 'logs', field: 't', upward: '[{"t":"asc"}]', downward: '[{"t":"desc"}]' },
      };
      for (const first of sortValues) {
        for (const second of ['5', first]) {
          const hit = (id: string, sort: string) => `{"_index":"logs","_id":"${id}","_source":{},"sort":[${sort}]}`;
          let asked = 0;
          const text = () => {
            const hits =
              asked++ === 0 ? [hit('a', first)] : Array.from({ length: 9 }, (_, at) => hit(`${asked}${at}`, second));
            return `{"took":1,"hits":{"total":{"value":9,"relation":"eq"},"hits":[${hits}]}}`;
          };
          const client = answeringClient(({ path }) =>
            /_search(?:\?|$)/.test(path) ? { ...json({}), body: text() } : opened,
          );
          const pager = openSurroundings(client, { timeoutMs: 5_000 });
          const work = async () => {
            await pager.run(search);
            await pager.turn('next');
            await pager.turn('previous');
          };
          const outcome = await work().then(
            () => 'there',
            (error: unknown) =>
              isRequestFailure(error) ? error.failure.kind : assert.fail(`${first.slice(0, 50)}: ${error}`),
          );
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          await pager.close();
        }
      }
      assert.ok(
        (outcomes.get('there') ?? 0) > 40 && (outcomes.get('invalid') ?? 0) > 20,
        JSON.stringify([...outcomes]),
      );
    });
  }
});
