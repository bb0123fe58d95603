import assert from 'node:assert/strict';
import { completedInput, completedPart, optionAfter } from '../../../src/webview/combobox';

describe('completion: what is completed in an input', () => {
  /** The caret stands at `|`. */
  const part = (text: string, isList: boolean) => completedPart(text.replace('|', ''), text.indexOf('|'), isList);

  it('is all of it where one value stands there', () => {
    assert.deepEqual(part('http.re|sponse, x', false), { start: 0, end: 16, text: 'http.re' });
  });

  const inLists: readonly [text: string, completed: string, after: string][] = [
    ['lo|', 'logs', 'logs|'],
    ['a,lo|', 'logs', 'a,logs|'],
    ['a, lo|', 'logs', 'a, logs|'],
    ['lo|g,b', 'logs', 'logs|,b'],
    ['a,|,b', 'logs', 'a,logs|,b'],
    ['|', 'logs', 'logs|'],
    ['|,b', 'logs', 'logs|,b'],
  ];
  for (const [text, completion, after] of inLists) {
    it(`is the item around the caret of a list: ${text} becomes ${after}`, () => {
      const { value, caret } = completedInput(text.replace('|', ''), part(text, true), completion);
      assert.equal(`${value.slice(0, caret)}|${value.slice(caret)}`, after);
    });
  }
});

describe('completion: the option that a key goes to', () => {
  it('is the next or the one before, and none in between the last and the first', () => {
    const walk = (key: string, from: number) => {
      const ways: (number | undefined)[] = [];
      for (let at: number | undefined = from, step = 0; step < 4 && at !== undefined; step++) {
        at = optionAfter(at, 3, key);
        ways.push(at);
      }
      return ways;
    };
    assert.deepEqual(walk('ArrowDown', -1), [0, 1, 2, -1]);
    assert.deepEqual(walk('ArrowUp', -1), [2, 1, 0, -1]);
  });

  it('stays in the list when it goes far', () => {
    assert.deepEqual([optionAfter(1, 3, 'PageDown'), optionAfter(1, 3, 'PageUp')], [2, 0]);
  });

  it('is left to the input for every other key', () => {
    for (const key of ['a', 'Home', 'End', 'ArrowLeft', 'Enter']) assert.equal(optionAfter(0, 3, key), undefined);
  });
});
