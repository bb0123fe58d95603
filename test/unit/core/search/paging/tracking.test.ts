import assert from 'node:assert/strict';
import { trackingBehind } from '../../../../../src/core/search/paging/tracking';

describe('what is counted behind a cursor', () => {
  it('is all on OpenSearch where documents may be passed over, one where the sort places them, and else nothing', () => {
    const told = (options: object) => trackingBehind('opensearch', [JSON.stringify({ a: options })]);
    assert.equal(told({ order: 'asc' }), 'true');
    assert.equal(told({ missing: null }), 'true');
    for (const missing of ['_last', 0]) {
      assert.equal(told({ missing }), '1');
      assert.equal(told({ missing, nested: null }), '1');
      assert.equal(told({ missing, nested: { path: 'n' } }), 'true');
      assert.equal(
        trackingBehind('elasticsearch', [JSON.stringify({ a: { missing, nested: { path: 'n' } } })]),
        'false',
      );
    }
    assert.equal(trackingBehind('opensearch', ['"_score"']), '1');
    assert.equal(trackingBehind('opensearch', []), '1');
  });
});
