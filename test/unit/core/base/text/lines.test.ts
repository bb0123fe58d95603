import assert from 'node:assert/strict';
import { linePlaceOf, lineStartsOf } from '../../../../../src/core/base/text/lines';

describe('lines: the lines of a text', () => {
  it('begin behind LF, CR, or both', () => {
    assert.deepEqual(lineStartsOf(''), [0]);
    assert.deepEqual(lineStartsOf('a\nb\r\nc\rd\n'), [0, 2, 5, 7, 9]);
  });

  it('have the places of offsets in them, from 0', () => {
    const text = 'ab\r\n\ncde';
    const starts = lineStartsOf(text);
    const places = [0, 1, 2, 4, 5, 8].map((offset) => linePlaceOf(starts, offset));
    assert.deepEqual(
      places.map(({ line, column }) => [line, column]),
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 0],
        [2, 0],
        [2, 3],
      ],
    );
  });
});
