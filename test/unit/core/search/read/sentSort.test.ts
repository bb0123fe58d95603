import assert from 'node:assert/strict';
import { sentSort } from '../../../../../src/core/search/read/sentSort';

describe('sentSort: the sort of a request body', () => {
  const sorts = (sort: string) =>
    sentSort(`{"query":{"match_all":{}},"sort":${sort}}`).map(({ field, order }) => `${field} ${order}`);

  it('is read as engines do: fields alone, with an order, and with options', () => {
    assert.deepEqual(sorts('"took"'), ['took asc']);
    assert.deepEqual(sorts('{"took":"desc"}'), ['took desc']);
    assert.deepEqual(sorts('[ "a.b" , {"b":"DESC"}, {"c":{"missing":"_last","order":"desc"}}, {"d":{}}, "_score" ]'), [
      'a.b asc',
      'b desc',
      'c desc',
      'd asc',
      '_score desc',
    ]);
    assert.deepEqual(sorts('[{"a":"asc","b\\n":"desc"}]'), ['a asc', 'b\n desc']);
  });

  it('is none where there is none, or none that headings could show', () => {
    assert.deepEqual(sentSort('{"query":{}}'), []);
    for (const sort of ['[]', '1', 'null', `["${'x'.repeat(20_000)}"]`])
      assert.deepEqual(sorts(sort), [], sort.slice(0, 9));
    assert.equal(sorts(`[${'"a",'.repeat(20)}"b"]`).length, 10);
  });
});
