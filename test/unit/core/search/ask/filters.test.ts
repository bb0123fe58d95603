import assert from 'node:assert/strict';
import { withMembers } from '../../../../../src/core/search/ask/bodyText';
import { filterOf } from '../../../../../src/core/search/ask/filters';
import { searchOf } from '../../../../../src/core/search/ask/searchOf';
import { type Catalogue, type FieldInfo, openCatalogue } from '../../../../../src/core/search/engine/catalogue';
import { openSearchDoor, type SearchDoor } from '../../../../../src/core/search/engine/searchDoor';
import { emptyQuestion } from '../../../../../src/protocol/question';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { endedAfterEach } from '../../http/doors';

const field = (name: string, types: string[], more: Partial<FieldInfo> = {}): FieldInfo => ({
  name,
  types,
  isSearchable: true,
  isAggregatable: true,
  ...more,
});

const fields: readonly FieldInfo[] = [
  field('DownstreamStatus', ['integer']),
  field('RouterName', ['keyword']),
  field('at', ['date']),
  field('message', ['text']),
  field('title', ['text']),
  field('title.keyword', ['keyword']),
  field('title.length', ['token_count']),
  field('title.keyword.deeper', ['keyword']),
  field('code', ['long', 'text']),
  field('note', ['keyword'], { isSearchable: false }),
  field('items.sku', ['keyword'], { nestedIn: 'items' }),
  field('__proto__', ['keyword']),
];

describe('a condition made from a cell', () => {
  const long = JSON.stringify('x'.repeat(257));
  const cases: readonly [path: string, value: string | undefined, label: string, clause: string][] = [
    ['DownstreamStatus', '502', 'DownstreamStatus: 502', '{"term":{"DownstreamStatus":502}}'],
    [
      'DownstreamStatus',
      '9007199254740993',
      'DownstreamStatus: 9007199254740993',
      '{"term":{"DownstreamStatus":9007199254740993}}',
    ],
    ['RouterName', '"api@file"', 'RouterName: api@file', '{"term":{"RouterName":"api@file"}}'],
    ['RouterName', long, `RouterName: ${'x'.repeat(99)}…`, `{"term":{"RouterName":${long}}}`],
    ['at', '"2026-11-01T00:00:00.000Z"', 'at: 2026-11-01T00:00:00.000Z', '{"term":{"at":"2026-11-01T00:00:00.000Z"}}'],
    ['message', '"a \\"b\\""', 'message: a "b"', '{"match_phrase":{"message":"a \\"b\\""}}'],
    ['title', '"a b"', 'title: a b', '{"term":{"title.keyword":"a b"}}'],
    ['title', long, `title: ${'x'.repeat(99)}…`, `{"match_phrase":{"title":${long}}}`],
    ['code', '"a b"', 'code: a b', '{"match":{"code":{"query":"a b","operator":"and","lenient":true}}}'],
    ['unknown', '"a b"', 'unknown: a b', '{"match_phrase":{"unknown":"a b"}}'],
    ['unknown', 'true', 'unknown: true', '{"term":{"unknown":true}}'],
    ['items.sku', '"s"', 'items.sku: s', '{"nested":{"path":"items","query":{"term":{"items.sku":"s"}}}}'],
    ['__proto__', '"x"', '__proto__: x', '{"term":{"__proto__":"x"}}'],
    ['RouterName', '["a", "b","a",null]', 'RouterName: a, b', '{"terms":{"RouterName":["a","b"]}}'],
    ['RouterName', '["a"]', 'RouterName: a', '{"term":{"RouterName":"a"}}'],
    [
      'message',
      '["a b","c"]',
      'message: a b, c',
      '{"bool":{"should":[{"match_phrase":{"message":"a b"}},{"match_phrase":{"message":"c"}}],"minimum_should_match":1}}',
    ],
    ['title', '["a b","c"]', 'title: a b, c', '{"terms":{"title.keyword":["a b","c"]}}'],
    [
      'title',
      `["a",${long}]`,
      `title: a, ${'x'.repeat(96)}…`,
      `{"bool":{"should":[{"term":{"title.keyword":"a"}},{"match_phrase":{"title":${long}}}],"minimum_should_match":1}}`,
    ],
    ['RouterName', '"\\u202e$(bug)\\n<b>"', 'RouterName: $(bug) <b>', '{"term":{"RouterName":"\\u202e$(bug)\\n<b>"}}'],
  ];
  for (const [path, value, label, clause] of cases) {
    it(`of ${path} ${value?.slice(0, 40)} is ${clause.slice(0, 80)}`, () => {
      assert.deepEqual(filterOf(path, value, fields, false), { label, clause, isOut: false });
      assert.deepEqual(filterOf(path, value, fields, true), { label, clause, isOut: true });
    });
  }

  for (const value of [undefined, 'null', '[]', '[null]']) {
    it(`of ${value} is about whether there is any value`, () => {
      const clause = '{"exists":{"field":"RouterName"}}';
      assert.deepEqual(filterOf('RouterName', value, fields, false), {
        label: 'RouterName: any value',
        clause,
        isOut: true,
      });
      assert.deepEqual(filterOf('RouterName', value, fields, true), {
        label: 'RouterName: any value',
        clause,
        isOut: false,
      });
    });
  }

  const none: readonly [path: string, value: string][] = [
    ['unknown', '{"lat":1}'],
    ['unknown', '[{"a":1}]'],
    ['unknown', '[[1]]'],
    ['note', '"x"'],
    ['message', JSON.stringify('x'.repeat(20_000))],
    ['RouterName', JSON.stringify(Array.from({ length: 101 }, (_, at) => at))],
  ];
  for (const [path, value] of none) {
    it(`is none for ${path} ${value.slice(0, 20)}`, () =>
      assert.equal(filterOf(path, value, fields, false), undefined));
  }
});

describe('conditions on a running engine', () => {
  const test = endedAfterEach();
  let engine: SampleSearchEngine;
  before(async () => {
    engine = await startSearchEngine({ documents: 300 });
  });
  after(() => engine.close());

  async function count(
    door: SearchDoor,
    catalogue: Catalogue,
    path: string,
    value: string | undefined,
    isOut: boolean,
  ) {
    const filter = filterOf(path, value, await catalogue.fields('access-logs'), isOut);
    assert.ok(filter);
    const question = { ...emptyQuestion, index: 'access-logs', by: 'everything' as const, filters: [filter] };
    const { body } = searchOf(question, 0, new Date());
    const reply = await door.search({
      path: '/access-logs/_search',
      body: withMembers(body, { from: '0', size: '0' }),
    });
    assert.equal(reply.status, 200, reply.body);
    return Number(JSON.parse(reply.body).hits.total.value);
  }

  it('part all documents into those that have the value and those that have not', async () => {
    const http = test.door(engine.url);
    const door = openSearchDoor(async () => http);
    const catalogue = openCatalogue(door);
    for (const [path, value] of [
      ['RequestMethod', '"GET"'],
      ['RequestMethod', '["GET","POST"]'],
      ['DownstreamStatus', '200'],
      ['message', '"timeout"'],
      ['error', undefined],
    ] as const) {
      const having = await count(door, catalogue, path, value, false);
      const others = await count(door, catalogue, path, value, true);
      assert.ok(having > 0 && others > 0, `${path} ${having} ${others}`);
      assert.equal(having + others, 300);
    }
  });
});
