import assert from 'node:assert/strict';
import { type EngineCatalog, openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import type { FieldInfo } from '../../../../../src/core/search/engine/fieldList';
import { openSearchClient, type SearchClient } from '../../../../../src/core/search/engine/searchClient';
import { withMembers } from '../../../../../src/core/search/query/bodyText';
import { filterOf } from '../../../../../src/core/search/query/filterOf';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import { emptyQuestion } from '../../../../../src/protocol/question';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { endedAfterEach } from '../../base/http/fixtures';

const field = (name: string, types: string[], more: Partial<FieldInfo> = {}): FieldInfo => ({
  name,
  types,
  isSearchable: true,
  isAggregatable: true,
  ...more,
});

const plainDetails = {
  formats: [undefined],
  nullValues: [undefined],
  ignoreAbove: Number.POSITIVE_INFINITY,
  indices: 1,
};

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
  field('flat', ['flattened']),
  field('place', ['geo_point']),
  field('price', ['double']),
  field('isOn', ['boolean']),
  field('client', ['ip']),
  field('tier', ['constant_keyword']),
  field('brief', ['keyword'], { details: { ...plainDetails, ignoreAbove: 5 } }),
  field('brief.words', ['text']),
  field('nulled', ['keyword'], { details: { ...plainDetails, nullValues: ['"NULL"'] } }),
  field('host', ['keyword', 'text']),
  field('host.keyword', ['keyword']),
  field('some', ['text'], { details: { ...plainDetails, indices: 2 } }),
  field('some.keyword', ['keyword'], { details: plainDetails }),
  field('both.a', ['keyword'], { nestedIn: 'both', isAlsoPlain: true }),
  field('nulledHere', ['boolean'], { details: { ...plainDetails, nullValues: [undefined, 'false'] } }),
];

describe('filterOf: a condition made from a cell', () => {
  const long = JSON.stringify('x'.repeat(257));
  const cases: [path: string, value: string | undefined, label: string, clause: string][] = [
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
    [
      'items.sku',
      '"s"',
      'items.sku: s',
      '{"nested":{"path":"items","ignore_unmapped":true,"query":{"term":{"items.sku":"s"}}}}',
    ],
    ['__proto__', '"x"', '__proto__: x', '{"term":{"__proto__":"x"}}'],
    ['at', '1767225600', 'at: 1767225600', '{"term":{"at":"1767225600"}}'],
    ['RouterName', '1.10', 'RouterName: 1.10', '{"term":{"RouterName":"1.10"}}'],
    ['RouterName', '""', 'RouterName: ', '{"term":{"RouterName":""}}'],
    ['message', '1.10', 'message: 1.10', '{"match_phrase":{"message":"1.10"}}'],
    ['DownstreamStatus', '5.7', 'DownstreamStatus: 5.7', '{"term":{"DownstreamStatus":5}}'],
    ['DownstreamStatus', '"-5.9"', 'DownstreamStatus: -5.9', '{"term":{"DownstreamStatus":-5}}'],
    ['DownstreamStatus', '1.5e3', 'DownstreamStatus: 1.5e3', '{"term":{"DownstreamStatus":1500}}'],
    ['DownstreamStatus', '["abc",7]', 'DownstreamStatus: abc, 7', '{"term":{"DownstreamStatus":7}}'],
    ['price', '"1.50"', 'price: 1.50', '{"term":{"price":"1.50"}}'],
    ['isOn', '""', 'isOn: ', '{"term":{"isOn":false}}'],
    ['isOn', '"true"', 'isOn: true', '{"term":{"isOn":true}}'],
    ['client', '"::1"', 'client: ::1', '{"term":{"client":"::1"}}'],
    ['flat.num', '7', 'flat.num: 7', '{"term":{"flat.num":"7"}}'],
    ['_id', '"a"', '_id: a', '{"term":{"_id":"a"}}'],
    ['_ignored', '["a","b"]', '_ignored: a, b', '{"terms":{"_ignored":["a","b"]}}'],
    ['title', '""', 'title: ', '{"term":{"title.keyword":""}}'],
    ['brief', '"longer"', 'brief: longer', '{"match_phrase":{"brief.words":"longer"}}'],
    [
      'brief',
      '["longer","short"]',
      'brief: longer, short',
      '{"bool":{"should":[{"match_phrase":{"brief.words":"longer"}},{"term":{"brief":"short"}}],"minimum_should_match":1}}',
    ],
    ['nulled', 'null', 'nulled: null', '{"term":{"nulled":"NULL"}}'],
    ['nulled', '[null]', 'nulled: null', '{"term":{"nulled":"NULL"}}'],
    [
      'nulledHere',
      'null',
      'nulledHere: null',
      '{"bool":{"should":[{"term":{"nulledHere":false}},{"bool":{"must_not":[{"exists":{"field":"nulledHere"}}]}}],"minimum_should_match":1}}',
    ],
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
  for (const path of ['host', 'some']) {
    const alone = `{"bool":{"filter":[{"multi_match":{"query":"a b","fields":["${path}"],"type":"phrase","lenient":true}}],"must_not":[{"exists":{"field":"${path}.keyword"}}]}}`;
    const clause = `{"bool":{"should":[{"term":{"${path}.keyword":"a b"}},${alone}],"minimum_should_match":1}}`;
    cases.push([path, '"a b"', `${path}: a b`, clause]);
  }
  const either = (clause: string) =>
    `{"bool":{"should":[{"nested":{"path":"both","ignore_unmapped":true,"query":${clause}}},${clause}],"minimum_should_match":1}}`;
  cases.push(['both.a', '"x"', 'both.a: x', either('{"term":{"both.a":"x"}}')]);
  for (const [path, value, label, clause] of cases) {
    it(`of ${path} ${value?.slice(0, 40)} is ${clause.slice(0, 80)}`, () => {
      assert.deepEqual(filterOf({ path, fields }, value, false), { label, clause, isOut: false });
      assert.deepEqual(filterOf({ path, fields }, value, true), { label, clause, isOut: true });
    });
  }

  for (const value of [undefined, 'null', '[]', '[null]']) {
    it(`of ${value} is about whether there is any value`, () => {
      const clause = '{"exists":{"field":"RouterName"}}';
      assert.deepEqual(filterOf({ path: 'RouterName', fields }, value, false), {
        label: 'RouterName: any value',
        clause,
        isOut: true,
      });
      assert.deepEqual(filterOf({ path: 'RouterName', fields }, value, true), {
        label: 'RouterName: any value',
        clause,
        isOut: false,
      });
    });
  }

  it('of nothing, or of an empty list, is about whether there is any value, whatever stands for null', () => {
    for (const value of [undefined, '[]', ' [ ] ']) {
      const filter = filterOf({ path: 'nulled', fields }, value, false);
      assert.deepEqual([filter?.clause, filter?.isOut], ['{"exists":{"field":"nulled"}}', true]);
    }
  });

  it('of an empty string in a number, or of an object, is about whether there is any', () => {
    assert.equal(filterOf({ path: 'price', fields }, '""', false)?.clause, '{"exists":{"field":"price"}}');
    assert.equal(
      filterOf({ path: 'items', fields }, 'null', true)?.clause,
      '{"nested":{"path":"items","ignore_unmapped":true,"query":{"exists":{"field":"items"}}}}',
    );
  });

  it('passes over what the hit says was ignored: it is searched where it was not, or there is none', () => {
    const clause = (path: string, value: string, ...ignored: string[]) =>
      filterOf({ path, fields, ignored }, value, false)?.clause;
    assert.equal(clause('title', '"a b"', 'title.keyword'), '{"match_phrase":{"title":"a b"}}');
    assert.equal(clause('brief', '"ab"', 'brief'), '{"match_phrase":{"brief.words":"ab"}}');
    assert.equal(clause('RouterName', '"ab"', 'RouterName'), undefined);
    assert.equal(clause('RouterName', '["ab","c"]', 'RouterName'), '{"terms":{"RouterName":["ab","c"]}}');
  });

  it('is made without knowing the fields, but for what the engine tells of a hit', () => {
    const clause = (path: string, value: string) => filterOf({ path, fields: [] }, value, false)?.clause;
    assert.equal(clause('unknown', '"a b"'), '{"match_phrase":{"unknown":"a b"}}');
    assert.equal(clause('unknown', 'true'), '{"term":{"unknown":true}}');
    assert.equal(clause('unknown', '[1,2]'), '{"terms":{"unknown":[1,2]}}');
    assert.equal(clause('_id', '"a"'), '{"term":{"_id":"a"}}');
    assert.equal(clause('_score', '1.5'), undefined);
  });

  const none: readonly [path: string, value: string | undefined][] = [
    ['place.lat', '1'],
    ['place', '"1,2"'],
    ['unknown', '"x"'],
    ['unknown', undefined],
    ['_score', '1.5'],
    ['highlight.message', undefined],
    ['message', '""'],
    ['message', '":-)"'],
    ['code', '""'],
    ['tier', undefined],
    ['DownstreamStatus', '"abc"'],
    ['isOn', '"yes"'],
    ['unknown', '{"lat":1}'],
    ['unknown', '[{"a":1}]'],
    ['unknown', '[[1]]'],
    ['note', '"x"'],
    ['message', JSON.stringify('x'.repeat(20_000))],
    ['RouterName', JSON.stringify(Array.from({ length: 101 }, (_, at) => at))],
  ];
  for (const [path, value] of none) {
    it(`is none for ${path} ${value?.slice(0, 20)}`, () =>
      assert.equal(filterOf({ path, fields }, value, false), undefined));
  }
});

describe('filterOf: conditions on a running engine', () => {
  const test = endedAfterEach();
  let engine: SampleSearchEngine;
  before(async () => {
    engine = await startSearchEngine({ documents: 300 });
  });
  after(() => engine.close());

  async function count(
    client: SearchClient,
    catalog: EngineCatalog,
    path: string,
    value: string | undefined,
    isOut: boolean,
  ) {
    const filter = filterOf({ path, fields: await catalog.fields('access-logs') }, value, isOut);
    assert.ok(filter);
    const question = {
      ...emptyQuestion,
      index: 'access-logs',
      by: 'match' as const,
      field: '',
      text: '',
      filters: [filter],
    };
    const { body } = searchOf(question, 0, new Date());
    const reply = await client.search({
      path: '/access-logs/_search',
      body: withMembers(body, { from: '0', size: '0' }),
    });
    assert.equal(reply.status, 200, reply.body);
    return Number(JSON.parse(reply.body).hits.total.value);
  }

  it('part all documents into those that have the value and those that have not', async () => {
    const http = test.client(engine.url);
    const client = openSearchClient(async () => http);
    const catalog = openEngineCatalog(client);
    for (const [path, value] of [
      ['RequestMethod', '"GET"'],
      ['RequestMethod', '["GET","POST"]'],
      ['DownstreamStatus', '200'],
      ['message', '"timeout"'],
      ['error', undefined],
    ] as const) {
      const having = await count(client, catalog, path, value, false);
      const others = await count(client, catalog, path, value, true);
      assert.ok(having > 0 && others > 0, `${path} ${having} ${others}`);
      assert.equal(having + others, 300);
    }
  });
});
