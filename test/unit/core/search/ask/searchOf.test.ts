import assert from 'node:assert/strict';
import { withMembers } from '../../../../../src/core/search/ask/bodyText';
import { searchOf } from '../../../../../src/core/search/ask/searchOf';
import { emptyQuestion, type Question } from '../../../../../src/protocol/question';
import { failureFrom } from '../fakeDoor';

const now = new Date('2026-11-21T12:00:00.500Z');
const plain: Question = { ...emptyQuestion, index: 'access-logs', field: 'message', text: 'timeout', highlight: false };

const asked = (changes: Partial<Question>) => searchOf({ ...plain, ...changes }, 0, now).body;
const queryOf = (changes: Partial<Question>): unknown => JSON.parse(asked(changes)).query;
const refused = (changes: Partial<Question>) => failureFrom(() => searchOf({ ...plain, ...changes }, 0, now));

describe('a search made of a question', () => {
  it('is exactly query, from and size when nothing else is set', () => {
    const { body, from, size, index } = searchOf(plain, 0, now);
    assert.equal(
      withMembers(body, { from: String(from), size: String(size) }),
      '{"query":{"match":{"message":"timeout"}},"from":0,"size":10}',
    );
    assert.equal(index, 'access-logs');
  });

  it('begins where it is told to', () => assert.equal(searchOf({ ...plain, size: 25 }, 70, now).from, 70));

  const texts: readonly [field: string, text: string, match: string][] = [
    ['__proto__', 'x', '{"__proto__":"x"}'],
    ['a.b-c d', 'say "hi"\n\\', '{"a.b-c d":"say \\"hi\\"\\n\\\\"}'],
    ['f', '"}},"size":9999,"x":{"y":{"z":"', '{"f":"\\"}},\\"size\\":9999,\\"x\\":{\\"y\\":{\\"z\\":\\""}'],
    ['message', '', '{"message":""}'],
    ['message', 'half \ud800 here', '{"message":"half \\ud800 here"}'],
    ['span', '9223372036854775807', '{"span":"9223372036854775807"}'],
  ];
  for (const [field, text, match] of texts) {
    it(`carries ${JSON.stringify(field)}: ${JSON.stringify(text)} as JSON`, () => {
      assert.equal(asked({ field, text }), `{"query":{"match":${match}}}`);
    });
  }

  const kinds: readonly [changes: Partial<Question>, query: unknown][] = [
    [{ by: 'phrase' }, { match_phrase: { message: 'timeout' } }],
    [{ by: 'queryString' }, { query_string: { query: 'timeout', default_field: 'message', lenient: true } }],
    [{ by: 'queryString', field: '' }, { query_string: { query: 'timeout', lenient: true } }],
    [{ by: 'exact' }, { term: { message: 'timeout' } }],
    [{ by: 'range', text: '500', upTo: '' }, { range: { message: { gte: '500' } } }],
    [{ by: 'range', text: '', upTo: '1.10' }, { range: { message: { lte: '1.10' } } }],
    [{ by: 'range', text: '5', upTo: '6' }, { range: { message: { gte: '5', lte: '6' } } }],
    [{ by: 'exists' }, { exists: { field: 'message' } }],
    [{ by: 'id', text: ' a,b\n c,, ' }, { ids: { values: ['a', 'b', 'c'] } }],
    [{ by: 'everything', field: '', text: '' }, { match_all: {} }],
  ];
  for (const [changes, query] of kinds) {
    it(`asks by ${JSON.stringify(changes)}`, () => assert.deepEqual(queryOf(changes), query));
  }

  const refusals: readonly [what: string, changes: Partial<Question>, sentence: RegExp][] = [
    ['no index', { index: ' ' }, /no index/],
    ['a path for an index', { index: '_cluster' }, /underscore/],
    ['no field to match', { field: ' ' }, /no field/],
    ['no field that should exist', { by: 'exists', field: '' }, /no field/],
    ['an empty query string', { by: 'queryString', text: ' ' }, /empty/],
    ['a range without ends', { by: 'range', text: '' }, /no ends/],
    ['no _id', { by: 'id', text: ' , ' }, /no _id/],
    ['a time of no field', { time: { field: '', span: '1h', from: '', to: '' } }, /time range names no field/],
    [
      'a filter that is no query',
      { filters: [{ label: 'x', clause: '{"a":1}],"must":[{}', isOut: false }] },
      /filters/,
    ],
    ['a filter that is a list', { filters: [{ label: 'x', clause: '[1]', isOut: true }] }, /filters/],
  ];
  for (const [what, changes, sentence] of refusals) {
    it(`is refused for ${what}`, async () => {
      const failure = await refused(changes);
      assert.equal(failure.kind, 'invalid');
      assert.match(failure.sentence, sentence);
      assert.match(failure.nextStep, /\.$/);
    });
  }

  it('is refused where filters are nested so deep that some engines die of it (surprise 1)', async () => {
    const nested = (levels: number) => `${'{"bool":{"must":'.repeat(levels)}{"match_all":{}}${'}}'.repeat(levels)}`;
    const filters = [{ label: 'x', clause: nested(600), isOut: false }];
    assert.match((await refused({ filters })).sentence, /more than 100 levels deep/);
    assert.doesNotThrow(() => asked({ filters: [{ label: 'x', clause: nested(40), isOut: false }] }));
  });

  it('keeps every digit of a filter, and lets filters and time not score', () => {
    const body = asked({
      filters: [
        { label: 'span', clause: '{"term":{"span":9007199254740993}}', isOut: false },
        { label: 'price', clause: '{"term":{"price":1.10}}', isOut: true },
      ],
      time: { field: '@timestamp', span: '15m', from: '', to: '' },
    });
    assert.equal(
      body,
      '{"query":{"bool":{"must":[{"match":{"message":"timeout"}}],' +
        '"filter":[{"range":{"@timestamp":{"gte":"2026-11-21T11:45:00.500Z","lte":"2026-11-21T12:00:00.500Z",' +
        '"format":"strict_date_optional_time"}}},{"term":{"span":9007199254740993}}],' +
        '"must_not":[{"term":{"price":1.10}}]}}}',
    );
  });

  const spans: readonly [from: string, to: string, range: unknown][] = [
    ['2026-11-01', '', { gte: '2026-11-01', format: 'strict_date_optional_time' }],
    ['', '2026-11-01T10:00:00+02:00', { lte: '2026-11-01T10:00:00+02:00', format: 'strict_date_optional_time' }],
    ['2026-11', 'now/d', { gte: '2026-11', lte: 'now/d', format: 'strict_date_optional_time' }],
    ['now-2d', 'now', { gte: 'now-2d', lte: 'now' }],
    ['2026-11-01||/M', '', { gte: '2026-11-01||/M' }],
    ['1793499533321', '2026-11-01', { gte: '1793499533321', lte: '2026-11-01' }],
  ];
  for (const [from, to, range] of spans) {
    it(`asks for its own time from ${from || 'the beginning'} to ${to || 'the end'}`, () => {
      const query = queryOf({ by: 'everything', time: { field: 'at', span: 'own', from, to } });
      assert.deepEqual(query, { bool: { must: [{ match_all: {} }], filter: [{ range: { at: range } }] } });
    });
  }

  it('has no range for a time that is open on both sides', () => {
    assert.deepEqual(queryOf({ time: { field: 'at', span: 'own', from: ' ', to: '' } }), {
      match: { message: 'timeout' },
    });
  });

  for (const [span, gte] of [
    ['1h', '2026-11-21T11:00:00.500Z'],
    ['24h', '2026-11-20T12:00:00.500Z'],
    ['7d', '2026-11-14T12:00:00.500Z'],
  ] as const) {
    it(`turns the last ${span} into two moments, so that all pages mean the same`, () => {
      const body = asked({ time: { field: 'at', span, from: 'not looked at', to: '' } });
      assert.ok(body.includes(`{"gte":"${gte}","lte":"2026-11-21T12:00:00.500Z"`), body);
    });
  }

  it('sorts, with the type to take a missing field for where one is known', () => {
    const known = (name: string, ...types: string[]) => ({ name, types, isSearchable: true, isAggregatable: true });
    const sort = ['at', 'code', '_score', 'far'].map((field) => ({ field, order: 'desc' as const }));
    const { body } = searchOf({ ...plain, sort }, 0, now, [known('at', 'date'), known('code', 'long', 'text')]);
    assert.deepEqual(JSON.parse(body).sort, [
      { at: { order: 'desc', unmapped_type: 'date' } },
      { code: { order: 'desc' } },
      { _score: { order: 'desc' } },
      { far: { order: 'desc' } },
    ]);
    assert.equal(
      asked({ sort: [{ field: '__proto__', order: 'asc' }] }),
      '{"query":{"match":{"message":"timeout"}},"sort":[{"__proto__":{"order":"asc"}}]}',
    );
  });

  it('asks for some fields of the documents only', () => {
    assert.deepEqual(JSON.parse(asked({ onlyFields: ['a', 'b.c'] }))._source, ['a', 'b.c']);
  });
});

describe('a search made of a body by hand', () => {
  const made = (body: string, from = 0) => searchOf({ ...plain, size: 25, body }, from, now);

  it('takes from and size out of it, and changes nothing else', () => {
    const body = '{\r\n  "from": 5,\r\n  "size": 3,\r\n  "query": {"term": {"span": 9007199254740993}}\r\n}';
    const search = made(body, 6);
    assert.deepEqual([search.from, search.size], [11, 3]);
    assert.deepEqual(
      search.body.split('\r\n').map((line) => line.trimEnd()),
      ['{', '', '', '  "query": {"term": {"span": 9007199254740993}}', '}'],
    );
  });

  it('has the size of the question where it names none, and may ask for no hits at all', () => {
    assert.equal(made('{"query":{"match_all":{}}}').size, 25);
    assert.equal(made('{"size":0,"aggs":{}}').size, 0);
  });

  it('counts for nothing else of the question', () => {
    const sort = [{ field: 'at', order: 'asc' as const }];
    const body = '{"query":{"match_all":{}}}';
    assert.equal(searchOf({ ...plain, sort, highlight: true, field: '', body }, 0, now).body, body);
  });

  it('leaves blank space where comments were, which no part of this client needs to read', () => {
    const { body } = made('{"query": /* "all" */ {"match_all": {}} // }\n}');
    assert.equal(body, `{"query": ${' '.repeat(11)} {"match_all": {}} ${' '.repeat(4)}\n}`);
  });

  it('is refused with the place of what is wrong', async () => {
    const failure = await failureFrom(() => made('{\n  "query": {,}\n}'));
    assert.equal(failure.kind, 'invalid');
    assert.match(failure.sentence, /line 2, column 13/);
  });
});
