import assert from 'node:assert/strict';
import { entryTexts } from '../../../../src/core/json/entryTexts';

describe('the texts of the entries of an array', () => {
  it('are as received', () => {
    const texts = entryTexts(' [ {"a" : 1.10}, "],[" ,\n[ ] ]\n');
    assert.deepEqual(
      [0, 1, 2].map((index) => texts.at(index)),
      ['{"a" : 1.10}', '"],["', '[ ]'],
    );
  });

  it('are empty where there is no entry', () => {
    for (const [array, index] of [
      ['[1]', 1],
      ['[1]', -1],
      ['[]', 0],
      ['{}', 0],
    ] as const) {
      assert.equal(entryTexts(array).at(index), '');
    }
  });
});
