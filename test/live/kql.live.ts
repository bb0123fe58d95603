/** A query string that is made of KQL finds what Kibana finds: the clauses beside it are those that Kibana sends for each field's type. */
import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { queryStringOfKql } from '../../src/core/search/address/kqlQueryString';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import { openPager } from '../../src/core/search/paging/openPager';
import { searchOf } from '../../src/core/search/query/searchOf';
import { emptyQuestion } from '../../src/protocol/question';
import { client, engine, withSearchClient } from './engine';

const indexName = 'kql';

const documents: readonly object[] = [
  { txt: 'connection refused by upstream', kw: 'connection refused', l: 500, d: '2026-11-24T10:00:00Z', b: true },
  { txt: 'the connection was closed', kw: 'connection', l: 200, d: '2026-11-24', b: false, tag: ['a', 'b'] },
  { txt: 'refused', kw: 'refused', l: -5, d: '2026-11-25T00:00:00Z', tag: ['a'] },
  {
    txt: 'shop-cart failed: what? (5)',
    kw: 'shop-cart',
    l: 502,
    tag: ['b', 'c'],
    host: { name: 'web-1', os: 'linux' },
  },
  { txt: 'say "hi" to C:\\dir', kw: 'C:\\dir', path: '/api/v1/orders', l: 1, host: { name: 'linux' } },
  { txt: 'AND or NOT', kw: 'AND', path: '/health', l: 499, tag: ['c'] },
  { txt: 'tom & jerry || spike', kw: 'tom & jerry', path: 'a*b', l: 503, 'my field': 'x' },
  { txt: '500', kw: '500', path: '/api/v2/orders?x=1', d: '2026-11-23T23:59:59Z' },
  { kw: '-5', path: '<b>', b: true, l: 404 },
];

const text = { type: 'text' };
const keyword = { type: 'keyword' };
const properties = {
  ...{ txt: text, kw: keyword, l: { type: 'long' }, d: { type: 'date' }, b: { type: 'boolean' }, tag: keyword },
  ...{ path: keyword, 'my field': keyword, host: { properties: { name: keyword, os: keyword } } },
};

const match = (field: string, value: unknown) => ({ match: { [field]: value } });
const phrase = (field: string, value: unknown) => ({ match_phrase: { [field]: value } });
const term = (field: string, value: unknown) => ({ term: { [field]: { value } } });
const range = (field: string, ends: object) => ({ range: { [field]: ends } });
const exists = (field: string) => ({ exists: { field } });
const words = (query: string, type = 'best_fields') => ({ multi_match: { type, query, lenient: true } });
const wild = (query: string, ...fields: string[]) => ({
  query_string: { query, ...(fields.length > 0 && { fields }) },
});
const and = (...filter: object[]) => ({ bool: { filter } });
const or = (...should: object[]) => ({ bool: { should, minimum_should_match: 1 } });
const not = (clause: object) => ({ bool: { must_not: clause } });

const cases: readonly (readonly [kql: string, clause: object])[] = [
  ['connection', words('connection')],
  ['connection refused', words('connection refused')],
  ['"connection refused"', words('connection refused', 'phrase')],
  ['shop-cart', words('shop-cart')],
  ['conn*', wild('conn*')],
  ['kw: conn* refused', { wildcard: { kw: { value: 'conn* refused' } } }],
  ['not kw: *n refused', not({ wildcard: { kw: { value: '*n refused' } } })],
  ['txt: conn* closed', wild('conn* closed', 'txt')],
  ['not (txt: \\* and tag: a)', not(and(match('txt', '*'), term('tag', 'a')))],
  ['not txt: "--"', not(phrase('txt', '--'))],
  ['tag: a or txt: -', or(term('tag', 'a'), match('txt', '-'))],
  ['l: 500 and (not txt: ? or b: true)', and(match('l', '500'), or(not(match('txt', '?')), match('b', true)))],
  ['txt: connection refused', match('txt', 'connection refused')],
  ['txt: "connection refused"', phrase('txt', 'connection refused')],
  ['kw: connection refused', term('kw', 'connection refused')],
  ['kw: "connection refused"', term('kw', 'connection refused')],
  ['txt: shop-cart', match('txt', 'shop-cart')],
  ['kw: shop-cart', term('kw', 'shop-cart')],
  ['kw: \\AND or kw: \\or', or(term('kw', 'AND'), term('kw', 'or'))],
  ['kw: AND', term('kw', 'AND')],
  ['kw: tom & jerry', term('kw', 'tom & jerry')],
  ['txt: tom & jerry || x', match('txt', 'tom & jerry || x')],
  ['kw: "C:\\\\dir"', term('kw', 'C:\\dir')],
  ['txt: "say \\"hi\\""', phrase('txt', 'say "hi"')],
  ['kw: -5', term('kw', '-5')],
  ['l: 500', match('l', '500')],
  ['l: -5', match('l', '-5')],
  ['b: true', match('b', true)],
  ['l >= 500', range('l', { gte: '500' })],
  ['l > 499 and l < 503', and(range('l', { gt: '499' }), range('l', { lt: '503' }))],
  ['l <= -5', range('l', { lte: '-5' })],
  ['d >= "2026-11-24T10:00:00Z"', range('d', { gte: '2026-11-24T10:00:00Z' })],
  ['d < 2026-11-24', range('d', { lt: '2026-11-24' })],
  ['d > 2026-11-24', range('d', { gt: '2026-11-24' })],
  ['d <= 2026-11-24', range('d', { lte: '2026-11-24' })],
  ['d: 2026-11-24', range('d', { gte: '2026-11-24', lte: '2026-11-24' })],
  ['d: "2026-11-24T10:00:00Z"', range('d', { gte: '2026-11-24T10:00:00Z', lte: '2026-11-24T10:00:00Z' })],
  ['d < now', range('d', { lt: 'now' })],
  ['kw > "connection r" and kw < s', and(range('kw', { gt: 'connection r' }), range('kw', { lt: 's' }))],
  ['tag: *', exists('tag')],
  ['not tag: *', not(exists('tag'))],
  ['tag: (a or c)', or(term('tag', 'a'), term('tag', 'c'))],
  ['tag: (a and not b)', and(term('tag', 'a'), not(term('tag', 'b')))],
  ['tag: (not a)', not(term('tag', 'a'))],
  ['tag: (a or not c)', or(term('tag', 'a'), not(term('tag', 'c')))],
  ['txt: (connection refused or spike)', or(match('txt', 'connection refused'), match('txt', 'spike'))],
  ['kw: (connection refused or "shop-cart")', or(term('kw', 'connection refused'), term('kw', 'shop-cart'))],
  ['tag: (* and not a)', and(exists('tag'), not(term('tag', 'a')))],
  ['l: 500 or not tag: a', or(match('l', '500'), not(term('tag', 'a')))],
  ['not l: 500 and not tag: a', and(not(match('l', '500')), not(term('tag', 'a')))],
  ['not (l: 500 or tag: a)', not(or(match('l', '500'), term('tag', 'a')))],
  ['not (not l: 500)', not(not(match('l', '500')))],
  ['not (not l: 500 and not l: 502)', not(and(not(match('l', '500')), not(match('l', '502'))))],
  ['l: 500 or l: 502 and tag: b', or(match('l', '500'), and(match('l', '502'), term('tag', 'b')))],
  ['(l: 500 or l: 502) and tag: b', and(or(match('l', '500'), match('l', '502')), term('tag', 'b'))],
  ['l: 1 or (not tag: a and not tag: b)', or(match('l', '1'), and(not(term('tag', 'a')), not(term('tag', 'b'))))],
  ['path: /api/*', wild('\\/api\\/*', 'path')],
  ['path: *orders*', wild('*orders*', 'path')],
  ['path: a\\*b', term('path', 'a*b')],
  ['path: "/api/v2/orders?x=1"', term('path', '/api/v2/orders?x=1')],
  ['path: "<b>"', term('path', '<b>')],
  ['txt: conn* and l > 200', and(wild('conn*', 'txt'), range('l', { gt: '200' }))],
  ['host.*: linux', or(term('host.name', 'linux'), term('host.os', 'linux'))],
  ['"my field": x', term('my field', 'x')],
  ['*', { match_all: {} }],
  ['*:*', { match_all: {} }],
];

describe(`kql: KQL on ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);

  before(async () => {
    await client.create(indexName, {
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: { properties },
    });
    const lines = documents.flatMap((each, at) => [`{"index":{"_id":"d${at}"}}`, JSON.stringify(each)]);
    await client.bulk(indexName, lines, { refresh: true });
  });

  const answer = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }) });
  const found = async (query: object): Promise<readonly string[]> => {
    const { body } = await client.call('GET', `/${indexName}/_search`, { query, size: 100 });
    return answer
      .parse(body)
      .hits.hits.map(({ _id }) => _id)
      .sort();
  };
  const fieldsOfIndex = () => withSearchClient((searchClient) => openEngineCatalog(searchClient).fields(indexName));
  const foundBy = (queryString: string): Promise<readonly (string | undefined)[]> =>
    withSearchClient(async (searchClient) => {
      const fields = await openEngineCatalog(searchClient).fields(indexName);
      const pager = openPager(searchClient, { prefetch: false });
      try {
        const question = {
          ...emptyQuestion,
          index: indexName,
          by: 'queryString' as const,
          text: queryString,
          size: 100,
        };
        const page = await pager.run(searchOf(question, 0, new Date(), fields));
        assert.deepEqual(page.partial, []);
        return page.hits.map(({ id }) => id).sort();
      } finally {
        await pager.close();
      }
    });

  for (const [kql, clause] of cases) {
    it(`finds the same by a query string as by ${kql}`, async () => {
      const { text: queryString, leftOut } = queryStringOfKql(kql, await fieldsOfIndex());
      assert.deepEqual(leftOut, []);
      const ids = await found(clause);
      assert.ok(ids.length > 0, 'the case finds nothing');
      assert.deepEqual(await foundBy(queryString), ids, queryString);
    });
  }
});
