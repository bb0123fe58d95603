import assert from 'node:assert/strict';
import { editDistance } from '../../../../../src/core/base/text/editDistance';

describe('editDistance: how far two texts are apart', () => {
  for (const [one, other, steps] of [
    ['', '', 0],
    ['', 'web', 3],
    ['web', '', 3],
    ['web', 'web', 0],
    ['web', 'wbe', 1],
    ['abc', 'cab', 2],
    ['websecure', 'webscure', 1],
    ['kitten', 'sitting', 3],
  ] as const) {
    it(`is ${steps} between “${one}” and “${other}”`, () => assert.equal(editDistance(one, other), steps));
  }

  it('counts what it is given: letters, or code points', () => {
    assert.equal(editDistance('a🙂', 'a'), 2);
    assert.equal(editDistance([...'a🙂'], ['a']), 1);
  });
});
