import assert from 'node:assert/strict';
import { keyBefore } from '../../../../../src/core/base/json/scan';

describe('keyBefore: the key that a line ends with', () => {
  it('begins at its first quote', () => {
    assert.equal(keyBefore('{ "query": '), 2);
    assert.equal(keyBefore('"a": "b", "c" :'), 10);
    assert.equal(keyBefore('"":'), 0);
  });

  it('may hold quotes that are escaped', () => {
    assert.equal(keyBefore('{"a\\"b":'), 1);
    assert.equal(keyBefore('"x\\\\"a":'), 4);
  });

  it('is not there without its colon or its first quote', () => {
    for (const text of ['', '"a"', '"a": 1', 'a":', '"a\\":', ':', '"']) assert.equal(keyBefore(text), undefined, text);
  });

  it('is where an expression for it finds it', () => {
    const pieces = ['"', '\\', ':', ' ', 'a', '{'];
    for (let number = 0; number < pieces.length ** 6; number += 7) {
      const text = Array.from({ length: 6 }, (_, at) => pieces[Math.floor(number / pieces.length ** at) % 6]).join('');
      assert.equal(keyBefore(text), /"(?:[^"\\]|\\.)*"\s*:\s*$/.exec(text)?.index, text);
    }
  });
});
