import assert from 'node:assert/strict';
import { makeTextBlocks } from '../../../../../src/core/proxy/find/filterColumns';
import { loadedDice } from '../../../../servers/traefik/dice';

function having(texts: readonly string[], word: string, wider?: Uint8Array): readonly number[] {
  const blocks = makeTextBlocks(texts.map((text) => ({ text })));
  return [...blocks.having(word, wider)];
}

describe('textBlocks: many texts joined to blocks', () => {
  it('give those that hold a word, each for itself', () => {
    assert.deepEqual(having(['ab', 'b', '', 'xab', 'abab', 'a'], 'ab'), [1, 0, 0, 1, 1, 0]);
    assert.deepEqual(having([], 'a'), []);
  });

  it('hold no word that begins in one and ends in the next, whatever it is made of', () => {
    assert.deepEqual(having(['a', 'b', 'a\nb'], 'a\nb'), [0, 0, 1]);
    assert.deepEqual(having(['a\n', 'a', ''], 'a\n'), [1, 0, 0]);
  });

  it('give no more than what was found for a part of the word', () => {
    assert.deepEqual(having(['ab', 'a', 'b'], 'ab', Uint8Array.of(1, 1, 0)), [1, 0, 0]);
  });

  it('give what looking at each gives, over many blocks and very long texts', () => {
    const dice = loadedDice(7);
    const texts = Array.from({ length: 3_000 }, () =>
      Array.from({ length: dice.chance(0.01) ? 20_000 : dice.below(12) }, () =>
        dice.pick(['a', 'b', '\n', 'é', 'ш']),
      ).join(''),
    );
    for (const word of ['a', 'ab', 'bab', 'é\n', 'aaaaaaaa', 'ш', '\n\n']) {
      const slow = texts.map((text) => Number(text.includes(word)));
      assert.deepEqual(having(texts, word), slow, JSON.stringify(word));
      const wider = Uint8Array.from(texts, (text) => Number(text.includes(word.slice(0, 1))));
      assert.deepEqual(having(texts, word, wider), slow, JSON.stringify(word));
    }
  });
});
