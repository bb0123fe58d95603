import assert from 'node:assert/strict';
import { timeBoundsIn } from '../../../../../src/core/search/histogram/datesWithin';
import { intervalText, roundInterval } from '../../../../../src/core/search/histogram/histogramBody';
import { readBars, readTimeBounds } from '../../../../../src/core/search/histogram/readHistogram';
import { stackFieldsOf, usualStack } from '../../../../../src/core/search/histogram/stackFields';

describe('parts: the length of a bar', () => {
  const minute = 60_000;
  const day = 24 * 60 * minute;

  for (const [what, span, text] of [
    ['a moment', 0, '1s'],
    ['some milliseconds', 70, '1ms'],
    ['a second', 1_000, '20ms'],
    ['15 minutes', 15 * minute, '15s'],
    ['an hour', 60 * minute, '1m'],
    ['a day', day, '30m'],
    ['a week', 7 * day, '3h'],
    ['a year', 365 * day, '7d'],
    ['the time since 1970', 57 * 365 * day, '365d'],
    ['all dates that there are', 8.64e15, '1282245d'],
  ] as const) {
    it(`is round, and at most 80 of them cover ${what}`, () => {
      const length = roundInterval(1_000_000, 1_000_000 + span);
      assert.equal(intervalText(length), text);
      assert.ok(span / length <= 78);
    });
  }
});

describe('parts: the time that a body is bound to', () => {
  const range = { gte: '2026-11-01T00:00:00.000Z', lte: '2026-11-01T01:00:00+01:00' };
  const bounds = { from: 1_793_491_200_000, to: 1_793_491_200_000 };
  const body = (query: unknown) => JSON.stringify({ query });

  it('is found where a question puts it, and in a query of its own', () => {
    const clause = { range: { at: range } };
    const all = { match_all: {} };
    assert.deepEqual(timeBoundsIn(body(clause), 'at'), bounds);
    assert.deepEqual(timeBoundsIn(body({ bool: { must: [all], filter: [{ term: { a: 1 } }, clause] } }), 'at'), bounds);
    assert.deepEqual(timeBoundsIn(body({ bool: { filter: clause } }), 'at'), bounds);
    assert.equal(timeBoundsIn(body(clause), 'other'), undefined);
    assert.equal(timeBoundsIn(body({ bool: { should: [clause] } }), 'at'), undefined);
  });

  it('is none where an end is open, is not a whole date, or is behind the other', () => {
    for (const ends of [
      { gte: range.gte },
      { gte: 'now-1h', lte: 'now' },
      { gte: range.gte, lte: '2026-11' },
      { gte: range.gte, lte: '2026-11-01T02:00:00' },
      { gte: range.gte, lte: '2020-11-01T00:00:00Z' },
      { gte: 1, lte: 2 },
    ]) {
      assert.equal(timeBoundsIn(body({ range: { at: ends } }), 'at'), undefined);
    }
    for (const text of ['{}', '{"query":1}', '{"query":[]}', '']) assert.equal(timeBoundsIn(text, 'at'), undefined);
  });
});

describe('parts: what an engine says of the bars', () => {
  const bars = (...counts: readonly number[]) => ({
    buckets: counts.map((doc_count, at) => ({ key: at * 1_000, doc_count })),
  });
  const read = (answer: object, by: 'values' | 'class' = 'values') =>
    readBars(JSON.stringify(answer), { bounds: { from: 0, to: 300_000 }, interval: 1_000, stack: { name: 'f', by } });

  const unbound = { bounds: { from: 0, to: 1 }, interval: 1, stack: undefined };

  it('is a bar from each key to the next, with its parts', () => {
    const stacks = { buckets: [{ key: 'warn', doc_count: 1, bars: bars(1) }] };
    assert.deepEqual(read({ bars: bars(3, 0), stacks }), {
      bars: [
        { start: 0, end: 1_000, count: 3, parts: [1] },
        { start: 1_000, end: 2_000, count: 0, parts: [0] },
      ],
      stacks: [{ label: 'warn', tone: 'orange' }],
    });
  });

  it('has the worst level or status at the bottom, and else the most frequent value', () => {
    const named = (keys: readonly (string | number)[], by?: 'class') =>
      read({ bars: bars(9), stacks: { buckets: keys.map((key) => ({ key, doc_count: 1, bars: bars(1) })) } }, by)
        ?.stacks.map(({ label, tone }) => `${label} ${tone}`)
        .join();
    assert.equal(named(['info', 'ERROR', 'Warning', 'fatal']), 'fatal purple,ERROR red,Warning orange,info blue');
    assert.equal(named(['0xx', '2xx', '4xx', '5xx'], 'class'), '5xx red,4xx orange,2xx green,0xx purple');
    assert.equal(named(['b', 'a', 'info']), 'b blue,a green,info orange');
    assert.equal(named([1.5, 2]), '1.5 blue,2 green');
    assert.equal(named(['two\nlines\u202e']), 'two lines blue');
  });

  it('has no bars of other dates that the hits have', () => {
    const bounds = { from: 1_500, to: 3_000 };
    const found = readBars(JSON.stringify({ bars: bars(1, 2, 3, 4, 5) }), { ...unbound, bounds, interval: 1_000 });
    assert.deepEqual(
      found?.bars.map(({ start, end, count }) => [start, end, count]),
      [
        [1_000, 2_000, 2],
        [2_000, 3_000, 3],
        [3_000, 4_000, 4],
      ],
    );
  });

  it('is the same where bars were asked for by their ranges, and each class of statuses', () => {
    const ranges = (...counts: readonly number[]) => ({
      buckets: counts.map((doc_count, at) => ({ key: `${at}-`, from: at * 1_000, to: 0, doc_count })),
    });
    const stacks = {
      buckets: [
        { key: '2xx', from: 200, to: 300, doc_count: 2, bars: ranges(1, 1) },
        { key: '5xx', from: 500, to: 600, doc_count: 0, bars: ranges(0, 0) },
      ],
    };
    assert.deepEqual(read({ bars: ranges(3, 1), stacks }, 'class'), {
      bars: [
        { start: 0, end: 1_000, count: 3, parts: [1] },
        { start: 1_000, end: 2_000, count: 1, parts: [1] },
      ],
      stacks: [{ label: '2xx', tone: 'green' }],
    });
  });

  it('is nothing where a moment is none that a date has, and ends with the last one', () => {
    const latest = 8.64e15;
    for (const key of [latest + 1, -latest - 1, 1e308, -1e308, 1e15 * 10, null, Number.NaN, true]) {
      const only = { buckets: [{ key, doc_count: 1 }] };
      assert.equal(readBars(JSON.stringify({ bars: only }), unbound), undefined, String(key));
      const ends = [
        { first: { value: key }, last: { value: 0 } },
        { first: { value: 0 }, last: { value: key } },
      ];
      for (const each of ends) assert.equal(readTimeBounds(JSON.stringify(each)), undefined, String(key));
    }
    const bounds = { from: latest, to: latest };
    const last = { buckets: [{ key: latest, doc_count: 1 }] };
    const found = readBars(JSON.stringify({ bars: last }), { ...unbound, bounds, interval: 365 * 86_400_000 });
    assert.deepEqual(found?.bars, [{ start: latest, end: latest, count: 1, parts: [] }]);
  });

  it('is nothing where it has another shape', () => {
    for (const text of ['', '{}', '[]', 'null', '{"bars":{"buckets":{}}}', '{"bars":{"buckets":[{"key":"a"}]}}']) {
      assert.equal(readBars(text, unbound), undefined);
      assert.equal(readTimeBounds(text), undefined);
    }
    assert.equal(read({ bars: bars(...Array.from({ length: 201 }, () => 1)) }), undefined);
    assert.equal(read({ bars: bars(-1) }), undefined);
    assert.equal(readBars(undefined, unbound), undefined);
    assert.equal(readTimeBounds('{"first":{"value":null},"last":{"value":null}}'), undefined);
    assert.deepEqual(readTimeBounds('{"first":{"value":1.0E3},"last":{"value":2000}}'), { from: 1_000, to: 2_000 });
  });
});

describe('parts: the fields that bars can be divided by', () => {
  const field = (name: string, type = 'keyword', isAggregatable = true) => ({
    name,
    types: [type],
    isSearchable: true,
    isAggregatable,
  });
  const hits = Array.from({ length: 20 }, (_, at) => ({
    index: 'i',
    id: String(at),
    score: undefined,
    json: JSON.stringify({ _source: { host: { name: `h${at % 3}` }, trace: `t${at}`, env: 'prod', up: at > 3 } }),
  }));
  const names = (...fields: readonly ReturnType<typeof field>[]) => stackFieldsOf(fields, hits).map(({ name }) => name);

  it('are keywords and truths with few values among the hits, also those below a text', () => {
    assert.deepEqual(
      names(
        field('env', 'text', false),
        field('env.keyword'),
        field('host.name'),
        field('trace'),
        field('up', 'boolean'),
        field('absent'),
        field('_index'),
      ),
      ['env.keyword', 'host.name', 'up'],
    );
  });

  it('begin with the status of access logs and with the level, which are usual', () => {
    const all = [field('env'), field('log.level'), field('http.response.status_code', 'long')];
    assert.deepEqual(names(...all), ['http.response.status_code', 'log.level', 'env']);
    assert.deepEqual(usualStack(stackFieldsOf(all, hits)), { name: 'http.response.status_code', by: 'class' });
    assert.deepEqual(usualStack(stackFieldsOf([field('level.keyword')], [])), { name: 'level.keyword', by: 'values' });
    assert.equal(usualStack(stackFieldsOf([field('env'), field('status', 'long')], hits)), undefined);
    assert.deepEqual(names(field('DownstreamStatus')), []);
  });

  it('are no keywords below a field that is itself a keyword in other indices: these would have none of their bars', () => {
    const mixed = { ...field('env', 'text', false), types: ['keyword', 'text'] };
    assert.deepEqual(names(mixed, field('env.keyword')), []);
  });
});
