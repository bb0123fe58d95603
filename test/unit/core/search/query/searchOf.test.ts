import assert from 'node:assert/strict';
import type { FieldInfo } from '../../../../../src/core/search/engine/fieldList';
import { withMembers } from '../../../../../src/core/search/query/bodyText';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';
import { failureFrom } from '../fakeHttpClient';

const now = new Date('2026-11-21T12:00:00.500Z');
const plain: SearchQuestion = {
  ...emptyQuestion,
  size: 10,
  index: 'access-logs',
  field: 'message',
  text: 'timeout',
  highlight: false,
};

const asked = (changes: Partial<SearchQuestion>) => searchOf({ ...plain, ...changes }, 0, now).body;
const queryOf = (changes: Partial<SearchQuestion>): unknown => JSON.parse(asked(changes)).query;
const refused = (changes: Partial<SearchQuestion>) => failureFrom(() => searchOf({ ...plain, ...changes }, 0, now));

describe('searchOf: a search made of a question', () => {
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
    ['message', 'half \ud800 here', '{"message":"half \\ud800 here"}'],
    ['span', '9223372036854775807', '{"span":"9223372036854775807"}'],
  ];
  for (const [field, text, match] of texts) {
    it(`carries ${JSON.stringify(field)}: ${JSON.stringify(text)} as JSON`, () => {
      assert.equal(asked({ field, text }), `{"query":{"match":${match}}}`);
    });
  }

  const kinds: readonly [changes: Partial<SearchQuestion>, query: unknown][] = [
    [{ by: 'phrase' }, { match_phrase: { message: 'timeout' } }],
    [{ by: 'queryString' }, { query_string: { query: 'timeout', default_field: 'message' } }],
    [{ by: 'queryString', field: '' }, { query_string: { query: 'timeout', lenient: true } }],
    [{ by: 'exact' }, { term: { message: 'timeout' } }],
    [{ by: 'range', text: '500', upTo: '' }, { range: { message: { gte: '500' } } }],
    [{ by: 'range', text: '', upTo: '1.10' }, { range: { message: { lte: '1.10' } } }],
    [{ by: 'range', text: '5', upTo: '6' }, { range: { message: { gte: '5', lte: '6' } } }],
    [{ by: 'exists' }, { exists: { field: 'message' } }],
    [{ by: 'id', text: ' a,b\n c,, ' }, { ids: { values: ['a', 'b', 'c'] } }],
    [{ field: ' ' }, { multi_match: { query: 'timeout', fields: ['*'], lenient: true } }],
    [{ by: 'phrase', field: '' }, { multi_match: { query: 'timeout', fields: ['*'], type: 'phrase', lenient: true } }],
    [{ by: 'match' }, { match: { message: 'timeout' } }],
    [{ by: 'match', field: '', text: 'a b' }, { multi_match: { query: 'a b', fields: ['*'], lenient: true } }],
    [{ field: '', text: '' }, { match_all: {} }],
    [{ text: ' ' }, { match_all: {} }],
    [{ by: 'phrase', text: '' }, { match_all: {} }],
    [{ by: 'queryString', field: '', text: ' ' }, { match_all: {} }],
  ];
  for (const [changes, query] of kinds) {
    it(`asks by ${JSON.stringify(changes)}`, () => assert.deepEqual(queryOf(changes), query));
  }

  describe('words in several fields', () => {
    const over = (query: string, more = {}, fields = '*') => ({
      multi_match: { query, fields: [fields], ...more, lenient: true },
    });
    const phrase = (query: string, fields = '*') => over(query, { type: 'phrase' }, fields);
    const dropped = (clause: { multi_match: object }) => ({
      multi_match: { ...clause.multi_match, zero_terms_query: 'all' },
    });
    const all = (...must: readonly object[]) => ({ bool: { must } });
    const cases: readonly [text: string, query: unknown][] = [
      ['refused', over('refused')],
      [' connection\trefused\n', all(dropped(over('connection')), dropped(over('refused')))],
      ['order-4711', phrase('order-4711')],
      ['refused order-4711', all(dropped(over('refused')), phrase('order-4711'))],
      ['a - b', all(dropped(over('a')), dropped(phrase('-')), dropped(over('b')))],
      ['- :', phrase('- :')],
      ...['v2', '٣', 'a.b', '/health', 'host:80', 'ann@example', 'trace_id'].map(
        (text) => [text, phrase(text)] as [string, unknown],
      ),
    ];
    for (const [text, query] of cases) {
      it(`are all wanted, identifiers as phrases: ${JSON.stringify(text)}`, () =>
        assert.deepEqual(queryOf({ field: '', text }), query));
    }

    it('are looked up in the fields of a pattern', () => {
      assert.deepEqual(queryOf({ field: 'http.*', text: 'a1' }), phrase('a1', 'http.*'));
    });

    it('are one phrase from 20 words on, which is said', () => {
      const text = Array.from({ length: 20 }, (_, at) => `w${String.fromCharCode(97 + at)}`).join(' ');
      const search = searchOf({ ...plain, field: '', text }, 0, now);
      assert.deepEqual(JSON.parse(search.body).query, phrase(text));
      assert.match(search.notes?.join() ?? '', /^A text of 20 words or more is searched for as one phrase\.$/);
      const shorter = searchOf({ ...plain, field: '', text: text.slice(0, -3) }, 0, now);
      assert.equal(JSON.parse(shorter.body).query.bool.must.length, 19);
      assert.deepEqual(shorter.notes, undefined);
    });

    it('can be counted where any of them is, unless that is the same', () => {
      const filters = [{ label: 'x', clause: '{"term":{"span":9007199254740993}}', isOut: false }];
      assert.equal(
        searchOf({ ...plain, field: '', text: 'a b', filters }, 0, now).ifNone?.anyWordsBody,
        [
          '{"size":0,"track_total_hits":true,"query":{"bool":{"must":[{"multi_match":{"query":"a b","fields":["*"],"lenient":true}}],',
          '"filter":[{"term":{"span":9007199254740993}}]}}}',
        ].join(''),
      );
      for (const changes of [{ text: 'a' }, { text: 'a b', field: 'message' }, { by: 'match', text: 'a b' }] as const)
        assert.equal(searchOf({ ...plain, field: '', ...changes }, 0, now).ifNone?.anyWordsBody, undefined);
    });
  });

  const refusals: readonly [what: string, changes: Partial<SearchQuestion>, sentence: RegExp][] = [
    ['an exact value in a pattern of fields', { by: 'exact', field: 'dyn.*' }, /searched for in one field/],
    ['a range of a pattern of fields', { by: 'range', field: '*' }, /searched for in one field/],
    ['no index', { index: ' ' }, /No index/],
    ['a path for an index', { index: '_cluster' }, /underscore/],
    ['no field that should exist', { by: 'exists', field: '' }, /No field/],
    ['a range without ends', { by: 'range', text: '' }, /range is empty/],
    ['no _id', { by: 'id', text: ' , ' }, /No document ID/],
    ['a time of no field', { time: { field: '', span: '1h', from: '', to: '' } }, /time range has no field/],
    [
      'a filter that is no query',
      { filters: [{ label: 'x', clause: '{"a":1}],"must":[{}', isOut: false }] },
      /filter is not a valid query/,
    ],
    [
      'a filter that is a list',
      { filters: [{ label: 'x', clause: '[1]', isOut: true }] },
      /filter is not a valid query/,
    ],
  ];
  for (const [what, changes, sentence] of refusals) {
    it(`is refused for ${what}`, async () => {
      const failure = await refused(changes);
      assert.equal(failure.kind, 'invalid');
      assert.match(failure.sentence, sentence);
      assert.match(failure.nextStep, /\.$/);
    });
  }

  it('is refused where filters are nested so deep that some engines die of it', async () => {
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
      const query = queryOf({ by: 'match', field: '', text: '', time: { field: 'at', span: 'own', from, to } });
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
    const sort = ['at', 'code', '_score', '_doc', 'far'].map((field) => ({ field, order: 'desc' as const }));
    const { body } = searchOf({ ...plain, sort }, 0, now, [known('at', 'long'), known('code', 'long', 'text')]);
    assert.deepEqual(JSON.parse(body).sort, [
      { at: { order: 'desc', missing: '_last', unmapped_type: 'long' } },
      { code: { order: 'desc', missing: '_last' } },
      { _score: { order: 'desc' } },
      { _doc: { order: 'desc' } },
      { far: { order: 'desc', missing: '_last' } },
    ]);
    assert.equal(
      asked({ sort: [{ field: '__proto__', order: 'asc' }] }),
      '{"query":{"match":{"message":"timeout"}},"sort":[{"__proto__":{"order":"asc"}}]}',
    );
  });

  describe('that names no order', () => {
    const date = (name: string, ...types: string[]) => ({ name, types, isSearchable: true, isAggregatable: true });
    const fields = [date('born', 'date'), date('time', 'date'), date('timestamp', 'date', 'keyword')];
    const order = (changes: Partial<SearchQuestion>, known: readonly FieldInfo[] = fields) => {
      const { body, isDefaultOrder = false } = searchOf({ ...plain, ...changes }, 0, now, known);
      const sort: readonly Record<string, { order: string }>[] = JSON.parse(body).sort ?? [];
      assert.equal(isDefaultOrder, sort.length > 0);
      return sort.flatMap((key) => Object.entries(key).map(([field, { order }]) => `${field} ${order}`)).join();
    };

    it('gets the newest first where there are no words, or all fields are asked', () => {
      for (const changes of [
        { text: '' },
        { field: '' },
        { by: 'phrase', field: '' },
        { by: 'queryString', field: '' },
      ] as const) {
        assert.equal(order(changes), 'time desc');
      }
    });

    it('goes by the date of its time range, or by the only one', () => {
      const within = (field: string) => ({ field: '', time: { field, span: '1h' as const, from: '', to: '' } });
      assert.equal(order(within('born')), 'born desc');
      assert.equal(order(within('other')), 'time desc');
      assert.equal(order({ text: '' }, [date('born', 'date_nanos')]), 'born desc');
    });

    it('is by score for words in one field, and for everything that is no words', () => {
      for (const changes of [
        {},
        { by: 'phrase' },
        { by: 'queryString' },
        { by: 'exact' },
        { by: 'id', text: 'a' },
      ] as const) {
        assert.equal(order(changes), '');
      }
    });

    it('has none where no date is known that is one everywhere and can be sorted by', () => {
      const at = date('at', 'date');
      for (const known of [
        [],
        [date('at', 'date', 'long')],
        [{ ...at, nestedIn: 'a' }],
        [{ ...at, isAggregatable: false }],
      ]) {
        assert.equal(order({ text: '' }, known), '');
      }
    });
  });

  it('sorts by a date with a number for documents that lack it, where it comes first', () => {
    const sorted = (order: 'asc' | 'desc') => {
      const at = { name: 'at', types: ['date'], isSearchable: true, isAggregatable: true };
      const sort = ['at', 'at'].map((field) => ({ field, order }));
      const entries = /"sort":\[(.*)\]\}$/.exec(searchOf({ ...plain, sort }, 0, now, [at]).body)?.[1] ?? '';
      return entries.split('},{').map((entry) => /"missing":([^,}]*)/.exec(entry)?.[1]);
    };
    const [last, least, most] = ['"_last"', '-9223372036854775808', '9223372036854775807'];
    assert.deepEqual(sorted('desc'), [least, last]);
    assert.deepEqual(sorted('asc'), [most, last]);
  });

  it('sorts dates of both resolutions as nanoseconds, and takes them for one date', () => {
    for (const types of [
      ['date', 'date_nanos'],
      ['date_nanos', 'date'],
    ]) {
      const fields = [{ name: 'at', types, isSearchable: true, isAggregatable: true }];
      const sortOf = (changes: Partial<SearchQuestion>) =>
        searchOf({ ...plain, ...changes }, 0, now, fields).body.replace(/^.*"sort":/, '');
      const entry = (order: string, missing: string) =>
        `[{"at":{"order":"${order}","missing":${missing},"numeric_type":"date_nanos","unmapped_type":"date_nanos"}}]}`;
      assert.equal(sortOf({ sort: [{ field: 'at', order: 'asc' }] }), entry('asc', '9223372036854775807'));
      assert.equal(sortOf({ text: '' }), entry('desc', '0'));
    }
  });

  it('sorts nested fields within their documents, and nanoseconds with a number for those that lack them', () => {
    const field = { isSearchable: true, isAggregatable: true };
    const fields = [
      { name: 'tags.at', types: ['date_nanos'], nestedIn: 'tags', ...field },
      { name: '_own', types: ['long'], ...field },
    ];
    const sorted = (order: 'asc' | 'desc') => {
      const sort = ['tags.at', '_own'].map((name) => ({ field: name, order }));
      return searchOf({ ...plain, sort }, 0, now, fields).body.replace(/^.*"sort":/, '');
    };
    const behind = '"unmapped_type":"date_nanos","nested":{"path":"tags"}}}';
    const own = (order: string) => `{"_own":{"order":"${order}","missing":"_last","unmapped_type":"long"}}`;
    assert.equal(sorted('asc'), `[{"tags.at":{"order":"asc","missing":9223372036854775807,${behind},${own('asc')}]}`);
    assert.equal(sorted('desc'), `[{"tags.at":{"order":"desc","missing":0,${behind},${own('desc')}]}`);
  });

  it('asks for some fields of the documents only', () => {
    assert.deepEqual(JSON.parse(asked({ onlyFields: ['a', 'b.c'] }))._source, ['a', 'b.c']);
  });
});

describe('searchOf: a search made of a body by hand', () => {
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

describe('searchOf: a search made of a question over known fields', () => {
  const known = (name: string, type: string, more: Partial<FieldInfo> = {}): FieldInfo => ({
    name,
    types: [type],
    isSearchable: true,
    isAggregatable: true,
    ...more,
  });
  const details = (more: Partial<FieldInfo['details']>): Pick<FieldInfo, 'details'> => ({
    details: {
      formats: [undefined],
      nullValues: [undefined],
      ignoreAbove: Number.POSITIVE_INFINITY,
      indices: 1,
      ...more,
    },
  });
  const fields: readonly FieldInfo[] = [
    known('at', 'date'),
    known('at.default', 'date', details({})),
    known('bare', 'text'),
    known('code', 'long'),
    known('day', 'date', details({ formats: ['dd/MM/yyyy'] })),
    known('days', 'date', details({ formats: ['dd/MM/yyyy', undefined] })),
    known('flat', 'flattened'),
    known('nest.a', 'keyword', { nestedIn: 'nest' }),
    known('nest.at', 'date', { nestedIn: 'nest' }),
    known('nest.deep.z', 'keyword', { nestedIn: 'nest.deep' }),
    known('nest.words', 'text', { nestedIn: 'nest' }),
    known('nest.words.keyword', 'keyword', { nestedIn: 'nest' }),
    known('off', 'keyword', { isSearchable: false }),
    known('star*', 'keyword'),
    known('title', 'text'),
    known('title.keyword', 'keyword'),
    known('title.words', 'text'),
    known('short', 'text'),
    known('short.raw', 'keyword', details({ ignoreAbove: 4 })),
    known('host', 'keyword', { types: ['keyword', 'text'] }),
    known('host.keyword', 'keyword'),
    known('clash', 'keyword', { types: ['keyword', 'text'] }),
    known('born', 'date', { types: ['date', 'text'] }),
    known('born.keyword', 'keyword'),
    known('some', 'text', details({ indices: 3 })),
    known('some.keyword', 'keyword', details({ indices: 2 })),
    known('every', 'text', details({ indices: 3 })),
    known('every.keyword', 'keyword', details({ indices: 3 })),
    known('hidden', 'text', { types: ['keyword', 'text'], isSearchable: false }),
    known('hidden.keyword', 'keyword'),
    known('both.a', 'keyword', { nestedIn: 'both', isAlsoPlain: true }),
    known('both.host', 'text', { types: ['keyword', 'text'], nestedIn: 'both', isAlsoPlain: true }),
    known('both.host.keyword', 'keyword', { nestedIn: 'both', isAlsoPlain: true }),
  ];
  const anyOf = (...should: unknown[]) => ({ bool: { should, minimum_should_match: 1 } });
  const alone = (name: string, filter: unknown) => ({
    bool: { filter: [filter], must_not: [{ exists: { field: `${name}.keyword` } }] },
  });
  const words = (name: string, query: string) => ({
    multi_match: { query, fields: [name], type: 'phrase', lenient: true },
  });
  const either = (path: string, query: unknown) => anyOf(inNest(query, path), query);
  const search = (changes: Partial<SearchQuestion>) => searchOf({ ...plain, ...changes }, 0, now, fields);
  const inNest = (query: unknown, path = 'nest') => ({ nested: { path, ignore_unmapped: true, query } });
  const long = 'x'.repeat(257);

  const cases: readonly [changes: Partial<SearchQuestion>, query: unknown][] = [
    [{ field: 'nest.a', text: 'x' }, inNest({ match: { 'nest.a': 'x' } })],
    [{ by: 'phrase', field: 'nest.words', text: 'x' }, inNest({ match_phrase: { 'nest.words': 'x' } })],
    [{ by: 'exact', field: 'nest.deep.z', text: 'x' }, inNest({ term: { 'nest.deep.z': 'x' } }, 'nest.deep')],
    [{ by: 'exact', field: 'nest.words', text: 'A b' }, inNest({ term: { 'nest.words.keyword': 'A b' } })],
    [{ by: 'range', field: 'nest.a', text: 'x' }, inNest({ range: { 'nest.a': { gte: 'x' } } })],
    [{ by: 'exists', field: 'nest.a' }, inNest({ exists: { field: 'nest.a' } })],
    [{ by: 'exists', field: 'nest' }, inNest({ exists: { field: 'nest' } })],
    [{ by: 'exists', field: 'nest.deep' }, inNest({ exists: { field: 'nest.deep' } }, 'nest.deep')],
    [{ by: 'exists', field: 'title' }, { exists: { field: 'title' } }],
    [
      { by: 'queryString', field: 'nest.a', text: 'x' },
      inNest({ query_string: { query: 'x', default_field: 'nest.a' } }),
    ],
    [
      { by: 'queryString', field: '', text: 'nest.a:x' },
      inNest({ query_string: { query: 'nest.a:x', lenient: true } }),
    ],
    [
      { by: 'queryString', field: '', text: 'nest.a:x AND NOT nest.words:y AND NOT code:1' },
      {
        bool: {
          must: [inNest({ query_string: { query: '+nest.a:x', lenient: true } })],
          must_not: [
            inNest({ query_string: { query: 'nest.words:y', lenient: true } }),
            { query_string: { query: 'code:1', lenient: true } },
          ],
        },
      },
    ],
    [
      { by: 'queryString', field: 'nest.a', text: 'NOT x' },
      { bool: { must_not: [inNest({ query_string: { query: 'x', default_field: 'nest.a' } })] } },
    ],
    [
      { by: 'queryString', field: '', text: 'code:1 NOT title:x' },
      { query_string: { query: 'code:1 NOT title:x', lenient: true } },
    ],
    [{ by: 'exact', field: 'title', text: 'A b' }, { term: { 'title.keyword': 'A b' } }],
    [{ by: 'exact', field: 'title', text: long }, { match_phrase: { title: long } }],
    [{ by: 'exact', field: 'short', text: 'abcd' }, { term: { 'short.raw': 'abcd' } }],
    [{ by: 'exact', field: 'short', text: 'abcde' }, { match_phrase: { short: 'abcde' } }],
    [{ by: 'exact', field: 'bare', text: 'A' }, { term: { bare: 'A' } }],
    [{ by: 'exact', field: 'star*', text: 'A' }, { term: { 'star*': 'A' } }],
    [{ by: 'range', field: 'title', text: 'A' }, { range: { 'title.keyword': { gte: 'A' } } }],
    [
      { by: 'range', field: 'day', text: '2026-01-02', upTo: 'now' },
      { range: { day: { gte: '2026-01-02', lte: 'now', format: 'dd/MM/yyyy||strict_date_optional_time' } } },
    ],
    [{ by: 'range', field: 'day', text: '02/01/2026' }, { range: { day: { gte: '02/01/2026' } } }],
    [
      { by: 'range', field: 'days', text: '2026-01-02' },
      { range: { days: { gte: '2026-01-02', format: 'strict_date_optional_time' } } },
    ],
    [
      { by: 'range', field: 'at', text: '2026-01-02' },
      { range: { at: { gte: '2026-01-02', format: 'strict_date_optional_time' } } },
    ],
    [{ by: 'range', field: 'at.default', text: '2026-01-02' }, { range: { 'at.default': { gte: '2026-01-02' } } }],
    [{ by: 'range', field: 'code', text: '2026' }, { range: { code: { gte: '2026' } } }],
    ...['host', 'some', 'born'].map((field): [Partial<SearchQuestion>, unknown] => [
      { by: 'exact', field, text: 'A b' },
      anyOf({ term: { [`${field}.keyword`]: 'A b' } }, alone(field, words(field, 'A b'))),
    ]),
    ...['host', 'some'].map((field): [Partial<SearchQuestion>, unknown] => [
      { by: 'range', field, text: 'a', upTo: 'b' },
      anyOf(
        { range: { [`${field}.keyword`]: { gte: 'a', lte: 'b' } } },
        alone(field, { range: { [field]: { gte: 'a', lte: 'b' } } }),
      ),
    ]),
    [{ by: 'exact', field: 'every', text: 'A b' }, { term: { 'every.keyword': 'A b' } }],
    [{ by: 'exact', field: 'host', text: long }, words('host', long)],
    [{ by: 'exact', field: 'clash', text: 'A b' }, words('clash', 'A b')],
    [
      { by: 'exact', field: 'hidden', text: 'A b' },
      anyOf({ term: { 'hidden.keyword': 'A b' } }, alone('hidden', { match_phrase: { hidden: 'A b' } })),
    ],
    [{ by: 'match', field: 'both.a', text: 'x' }, either('both', { match: { 'both.a': 'x' } })],
    [{ by: 'exact', field: 'both.a', text: 'x' }, either('both', { term: { 'both.a': 'x' } })],
    [{ by: 'range', field: 'both.a', text: 'x' }, either('both', { range: { 'both.a': { gte: 'x' } } })],
    [{ by: 'exists', field: 'both.a' }, either('both', { exists: { field: 'both.a' } })],
    [{ by: 'exists', field: 'both' }, either('both', { exists: { field: 'both' } })],
    [
      { by: 'queryString', field: '', text: 'both.a:x' },
      either('both', { query_string: { query: 'both.a:x', lenient: true } }),
    ],
    [
      { by: 'exact', field: 'both.host', text: 'A b' },
      either('both', anyOf({ term: { 'both.host.keyword': 'A b' } }, alone('both.host', words('both.host', 'A b')))),
    ],
    [{ field: '*' }, { multi_match: { query: 'timeout', fields: ['*'], lenient: true } }],
    [
      { by: 'phrase', field: 'nest.*' },
      { multi_match: { query: 'timeout', fields: ['nest.*'], type: 'phrase', lenient: true } },
    ],
    [
      { by: 'queryString', field: 'dyn.*', text: 'x' },
      { query_string: { query: 'x', default_field: 'dyn.*', lenient: true } },
    ],
  ];
  for (const [changes, query] of cases) {
    it(`asks by ${JSON.stringify(changes).slice(0, 100)}`, () =>
      assert.deepEqual(JSON.parse(search(changes).body).query, query));
  }

  it('asks for a time in a nested field', () => {
    const { body } = search({
      by: 'match',
      field: '',
      text: '',
      time: { field: 'nest.at', span: 'own', from: 'now-1h', to: '' },
    });
    assert.deepEqual(JSON.parse(body).query.bool.filter, [inNest({ range: { 'nest.at': { gte: 'now-1h' } } })]);
  });

  it('can be asked strictly where it is lenient, in place of all fields in one that holds any words', () => {
    const filters = [{ label: 'x', clause: '{"term":{"span":9007199254740993}}', isOut: false }];
    assert.deepEqual(
      search({ by: 'queryString', field: '', text: 'code:x', filters }).ifNone?.strictBody,
      [
        '{"size":0,"query":{"bool":{"must":[{"query_string":{"query":"code:x","default_field":"_routing","lenient":false}}],',
        '"filter":[{"term":{"span":9007199254740993}}]}}}',
      ].join(''),
    );
    const named = search({ by: 'queryString', field: '', text: 'dyn.\\*:x' }).ifNone;
    assert.equal(named?.asksPattern, true);
    for (const by of ['match', 'queryString'] as const) {
      assert.equal(search({ by, field: 'code', text: 'x' }).ifNone, undefined);
    }
  });

  const notes: readonly [changes: Partial<SearchQuestion>, always: readonly RegExp[], ifNone: readonly RegExp[]][] = [
    [{ field: 'nosuch' }, [], [/^No field “nosuch” in these indices\.$/]],
    [{ by: 'exists', field: 'off' }, [], [/^“off” is not indexed/]],
    [{ by: 'exact', field: 'bare' }, [], [/^“bare” is a text field/]],
    [{ by: 'exact', field: 'title' }, [], []],
    [{ field: 'star*' }, [], [/^“star\*” holds exact values\. Enter a whole one, or search all fields\.$/]],
    [{ by: 'phrase', field: 'title.keyword' }, [], [/^“title\.keyword” holds exact values/]],
    [{ by: 'queryString', field: 'title.keyword', text: 'x*' }, [], []],
    [{ by: 'exact', field: 'title.keyword' }, [], []],
    [{ field: 'title.keyword', text: ' ' }, [], []],
    [{ field: 'flat.any.where' }, [], []],
    [{ field: '_id' }, [], []],
    [{ by: 'exists', field: 'nest' }, [], []],
    [{ field: '*' }, [], [/inside nested objects \(nest, nest\.deep, both\) are only searched/]],
    [{ by: 'queryString', field: '', text: 'nosuch:x AND code:1' }, [], [/“nosuch”/, /nested objects/]],
    [{ by: 'queryString', field: '', text: 'nest.a:x OR code:1' }, [/^“nest\.a” is inside/], [/nested objects/]],
    [{ by: 'queryString', field: '', text: 'nest.a:x quick' }, [/^“nest\.a” is inside/], [/nested objects/]],
    [{ by: 'queryString', field: '', text: 'code:1 AND NOT nest.a:x' }, [], [/nested objects/]],
    [
      { by: 'queryString', field: '', text: 'nest.a:(x NOT y)' },
      [/^Inside brackets, NOT excludes/],
      [/nested objects/],
    ],
    [{ by: 'id', field: 'nosuch', text: 'a' }, [], []],
  ];
  for (const [changes, always, ifNone] of notes) {
    it(`says what is known of ${JSON.stringify(changes)}`, () => {
      const made = search(changes);
      for (const [told, wanted] of [
        [made.notes ?? [], always],
        [made.ifNone?.notes ?? [], ifNone],
      ] as const) {
        assert.equal(told.length, wanted.length, told.join());
        for (const [at, words] of wanted.entries()) assert.match(told[at] ?? '', words);
      }
    });
  }
});

describe('searchOf: what is marked in a search that excludes nested objects', () => {
  const fields: FieldInfo[] = [
    { name: 'code', types: ['long'], isSearchable: true, isAggregatable: true },
    { name: 'nest.a', types: ['keyword'], isSearchable: true, isAggregatable: true, nestedIn: 'nest' },
  ];
  const marked = (changes: Partial<SearchQuestion>) =>
    JSON.parse(searchOf({ ...plain, highlight: true, ...changes }, 0, now, fields).body).highlight?.highlight_query;
  const clause = '{"nested":{"path":"nest","query":{"term":{"nest.a":"x"}}}}';

  // Elasticsearch 8.11 cannot highlight by a query that excludes nested objects.
  it('is what it looks for', () => {
    assert.deepEqual(marked({ by: 'queryString', field: '', text: 'code:1 NOT nest.a:x' }), {
      query_string: { query: 'code:1', lenient: true },
    });
    const match = { match: { message: 'timeout' } };
    assert.deepEqual(marked({ filters: [{ label: '', clause, isOut: true }] }), match);
    assert.equal(marked({ filters: [{ label: '', clause, isOut: false }] }), undefined);
    assert.equal(marked({}), undefined);
  });

  it('is nothing where it looks for nothing', () => {
    const { body } = searchOf(
      { ...plain, highlight: true, by: 'queryString', field: '', text: 'NOT nest.a:x' },
      0,
      now,
      fields,
    );
    assert.doesNotMatch(body, /highlight/);
  });
});
