/** The name that is proposed for a search: what it asks for, also where its body is written by hand. */
import assert from 'node:assert/strict';
import { proposedSearchName } from '../../../../../src/core/search/saved/searchName';
import { emptyQuestion } from '../../../../../src/protocol/question';

const nameOf = (body: string) => proposedSearchName({ ...emptyQuestion, index: 'big', body });
const ofQuery = (query: unknown) => nameOf(JSON.stringify({ query }));

describe('searchName: the proposed name of a search', () => {
  it('is what a form asks for, cut', () => {
    const question = { ...emptyQuestion, index: 'logs', field: 'message', text: `timeout ${'x'.repeat(200)}` };
    assert.equal(proposedSearchName({ ...question, text: 'timeout' }), 'logs · message: timeout');
    assert.equal([...proposedSearchName(question)].length, 80);
  });

  const queries: readonly (readonly [query: unknown, words: string])[] = [
    [{ term: { host: 'h1.example.org' } }, 'host h1.example.org'],
    [{ term: { host: { value: 'h1', boost: 2 } } }, 'host h1'],
    [{ match: { message: { query: 'timed  out', operator: 'and' } } }, 'message timed out'],
    [{ terms: { status: [500, 502], boost: 1 } }, 'status 500, 502'],
    [{ query_string: { query: 'a AND b' } }, 'a AND b'],
    [{ range: { took: { gte: 5 } } }, 'took 5 – …'],
    [{ exists: { field: 'error' } }, 'error exists'],
    [{ ids: { values: ['a', 'b'] } }, '_id a, b'],
    [
      {
        bool: {
          filter: [{ term: { a: 1 } }, { range: { at: { gt: 'now-1d', lt: 'now' } } }],
          must_not: { term: { b: true } },
        },
      },
      'a 1, at now-1d – now, NOT b true',
    ],
    [{ nested: { path: 'n', query: { constant_score: { filter: { term: { 'n.a': 'x' } } } } } }, 'n.a x'],
    [{ bool: { should: [1, 2, 3, 4].map((n) => ({ term: { n } })) } }, 'n 1, n 2, n 3'],
    [{ match_all: {} }, 'JSON query'],
    [{ script: { script: 'x' } }, 'JSON query'],
    ['odd', 'JSON query'],
  ];
  for (const [query, words] of queries) {
    it(`is “big: ${words}”`, () => assert.equal(ofQuery(query), `big: ${words}`));
  }

  it('is that of the aggregations where no query tells it from others', () => {
    assert.equal(nameOf('{"size":0,"aggs":{"by_status":{},"by_host":{}}}'), 'big: by_status, by_host');
    assert.equal(nameOf('{"query":{"term":{"a":1}},"aggs":{"by_status":{}}}'), 'big: a 1');
  });

  it('is read past comments, and said to be a JSON query where the body is none, or too long', () => {
    assert.equal(nameOf('{ // the host\n "query": {"term": {"host": "h1"}} }'), 'big: host h1');
    for (const body of ['', '{', '[]', `{"query":{"term":{"a":"${'x'.repeat(200_000)}"}}}`]) {
      assert.equal(nameOf(body), 'big: JSON query');
    }
  });

  it('is one safe line, however deep and long the body is', () => {
    assert.equal(ofQuery({ term: { 'a\u202eb': 'x\ny' } }), 'big: ab x y');
    const deep = `{"query":${'{"bool":{"must":'.repeat(2_000)}{}${'}}'.repeat(2_000)}}`;
    assert.equal(nameOf(deep), 'big: JSON query');
    const wide = ofQuery({ bool: { must: Array.from({ length: 2_000 }, (_, n) => ({ term: { n } })) } });
    assert.equal(wide, 'big: n 0, n 1, n 2');
  });
});
