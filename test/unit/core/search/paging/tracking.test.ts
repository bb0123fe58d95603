import assert from 'node:assert/strict';
import { trackingAt } from '../../../../../src/core/search/paging/pitRequests';

const first = { after: undefined };
const behind = { after: '[1]' };

describe('tracking: what is counted behind a cursor', () => {
  it('is all on OpenSearch where documents may be passed over, one where the sort places them, and else nothing', () => {
    const told = (options: object, at: { readonly after: string | undefined } = behind) =>
      trackingAt(at, 'opensearch', [JSON.stringify({ a: options })]);
    assert.equal(told({ order: 'asc' }), 'true');
    assert.equal(told({ missing: null }), 'true');
    assert.equal(told({ order: 'asc' }, first), 'false');
    for (const missing of ['_last', 0]) {
      assert.equal(told({ missing }), '1');
      assert.equal(told({ missing, nested: null }), '1');
      assert.equal(told({ missing }, first), 'false');
    }
    for (const sort of [['"_score"'], []]) {
      assert.equal(trackingAt(behind, 'opensearch', sort), '1');
      assert.equal(trackingAt(first, 'opensearch', sort), 'false');
    }
  });

  it('is all on OpenSearch in an order by a nested field, on the first page, too, and nothing on Elasticsearch', () => {
    for (const at of [first, behind]) {
      for (const missing of [undefined, '_last', 0]) {
        const sort = [JSON.stringify({ a: { missing, nested: { path: 'n' } } })];
        assert.equal(trackingAt(at, 'opensearch', sort), 'true');
        assert.equal(trackingAt(at, 'elasticsearch', sort), 'false');
      }
    }
  });
});
