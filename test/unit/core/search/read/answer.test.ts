import assert from 'node:assert/strict';
import { readAnswer } from '../../../../../src/core/search/wire/searchAnswer';
import { answerOf, pageOf } from './pages';

describe('answer: an answer of a search', () => {
  it('gives cursors with every digit, and nulls and strings as sent', () => {
    const sort = '[1793499533321024999,-9223372036854775808,18446744073709551615,"Infinity",null,1.0]';
    const { hits } = pageOf(answerOf(`{"_id":"1","_source":{"sort":[1]},"sort":${sort}}`, '{"_id":"2"}'));
    assert.deepEqual(
      hits.map((hit) => hit.sort),
      [sort, undefined],
    );
  });

  it('gives scores with their digits, and none where there is none', () => {
    const { hits } = pageOf(answerOf('{"_score":1.10}', '{"_score":null}', '{}', '{"_source":{"_score":5}}'));
    assert.deepEqual(
      hits.map(({ score }) => score),
      ['1.10', undefined, undefined, undefined],
    );
  });

  it('gives no score that is not a number', () => {
    const scores = ['"NaN"', '"\u202e$(bug)"', '{"a":1}', '[1]', 'true', '9'.repeat(100)];
    const { hits } = pageOf(answerOf(...scores.map((score) => `{"_score":${score}}`)));
    assert.deepEqual([...new Set(hits.map(({ score }) => score))], [undefined]);
  });

  it('is one also where parts of it have another shape: those are not told', () => {
    const rest = '"hits":[{"_index":null,"_id":5,"_source":"text","sort":5}]';
    for (const total of ['null', '"5"', '5.5', '-5', '1e300', '1e999', '{"value":"5","relation":"eq"}', '[]']) {
      const body = `{"took":"5","_scroll_id":[],"_shards":[],"aggregations":5,"hits":{"total":${total},${rest}}}`;
      const { hits, tookMs, scrollId, aggregations, shards, partial, ...page } = pageOf(body);
      assert.equal(page.total, undefined, total);
      assert.deepEqual([tookMs, scrollId, aggregations, shards, partial], [...Array(4).fill(undefined), []]);
      assert.deepEqual(
        hits.map(({ index, id, sort }) => [index, id, sort]),
        [[undefined, undefined, undefined]],
      );
    }
  });

  it('gives its scroll and its aggregations as sent', () => {
    const aggregations = '{ "a" : {"value": 9007199254740993} }';
    const body = `{"_scroll_id":"s\\u0041=","hits":{"hits":[]}, "aggregations" : ${aggregations} }`;
    const { scrollId, aggregations: found } = pageOf(body);
    assert.deepEqual([scrollId, found], ['sA=', aggregations]);
  });

  it('has hits as the exact texts, whatever stands in and between them', () => {
    const hits = ['{ "_id" : "1" , "_source" : { "a" : "]}\\"{" , "b\\"" : [ [ ] ] } }', '{"_id":"2"}'];
    const body = ` { "hits" : { "hits" : [ ${hits.join(' , ')} ] , "total" : 2 } } `;
    assert.deepEqual(
      pageOf(body).hits.map(({ json }) => json),
      hits,
    );
  });

  it('takes the last of members with the same name, as everybody does', () => {
    const { hits } = pageOf(
      '{"hits":{"hits":[{"_id":"1","sort":[1],"sort":[2],"_score":1,"_score":2}],"hits":[{"_id":"2","sort":[3],"sort":[4]}]}}',
    );
    assert.deepEqual(
      hits.map(({ id, sort, json }) => [id, sort, JSON.parse(json)]),
      [['2', '[4]', { _id: '2', sort: [4] }]],
    );
  });

  it('is found in long strings with any escapes', () => {
    const long = `${'x'.repeat(40)}${'\\\\'.repeat(33)}\\"${'y'.repeat(50)}\\\\`;
    const { hits } = pageOf(answerOf(`{"_source":{"s":"${long}","t":"${long}"},"sort":[7]}`));
    assert.equal(hits[0]?.sort, '[7]');
  });

  it('is none where something else answered', () => {
    for (const body of [
      '{}',
      '[]',
      '{"hits":[]}',
      '{"hits":{"hits":{}}}',
      '{"hits":{"hits":[1]}}',
      '{"count":1}',
      '"hits"',
    ]) {
      assert.equal(readAnswer(body, JSON.parse(body)), undefined, body);
    }
  });

  it('tells a total of an unknown relation as a lower bound', () => {
    const { total } = pageOf('{"hits":{"total":{"value":5,"relation":"about"},"hits":[]}}');
    assert.deepEqual(total, { value: 5, relation: 'gte' });
  });
});
