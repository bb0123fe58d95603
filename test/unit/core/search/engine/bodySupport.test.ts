import assert from 'node:assert/strict';
import { bodySupportOf, isSearchAnswer } from '../../../../../src/core/search/engine/bodySupport';
import { checkRefusal } from '../fakeHttpClient';

const hits = (many: number, more = '') => {
  const listed = Array.from({ length: many }, () => '{"_id":"1"}').join();
  const total = `{"value":${many},"relation":"eq"}`;
  const body = `{"took":1,"_shards":{"total":1},"hits":{"total":${total},"hits":[${listed}]}${more}}`;
  return { status: 200, headers: {}, body };
};
/** More than is parsed at once. */
const filler = `,"x":"${'x'.repeat(5 * 2 ** 20)}"`;

describe('bodySupport: whether the body of a request arrived', () => {
  it('is told by a refusal of what no engine knows', () => {
    assert.equal(bodySupportOf(checkRefusal, hits(3)), 'arrives');
    assert.equal(bodySupportOf(hits(3), checkRefusal), 'lost');
  });

  it('is told by what was found where nothing is refused, also of answers that are too long to be counted', () => {
    for (const more of ['', filler]) {
      assert.equal(bodySupportOf(hits(0), hits(3, more)), 'arrives');
      assert.equal(bodySupportOf(hits(3, more), hits(3, more)), 'lost');
      assert.equal(isSearchAnswer(hits(3, more)), true);
    }
    assert.equal(bodySupportOf(hits(0), hits(0)), 'unknown');
  });

  it('is not told by what is no answer of a search, however long', () => {
    for (const body of [`<html>${filler}</html>`, `{"a":{"hits":1}${filler}}`, `["hits":${filler}]`]) {
      assert.equal(isSearchAnswer({ status: 200, headers: {}, body }), false);
      assert.equal(bodySupportOf(hits(0), { status: 200, headers: {}, body }), 'unknown');
    }
  });
});
