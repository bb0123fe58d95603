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
    it(`is ${steps} between “${one}” and “${other}”`, () => assert.equal(editDistance(one, other, 9), steps));
  }

  it('counts what it is given: letters, or code points', () => {
    assert.equal(editDistance('a🙂', 'a', 9), 2);
    assert.equal(editDistance([...'a🙂'], ['a'], 9), 1);
  });

  it('is one more than the most where it is more, and the same otherwise', () => {
    const words = [''];
    for (const word of words) if (word.length < 5) words.push(`${word}a`, `${word}b`);
    for (const one of words) {
      for (const other of words) {
        const steps = editDistance(one, other, Number.POSITIVE_INFINITY);
        for (const most of [0, 1, 2, 3]) assert.equal(editDistance(one, other, most), Math.min(steps, most + 1));
      }
    }
  });
});
