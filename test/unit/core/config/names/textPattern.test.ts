import assert from 'node:assert/strict';
import { textPattern } from '../../../../../src/core/config/names/textPattern';
import { unknownPart } from '../../../../../src/core/config/source/placedText';

describe('textPattern: a text with unknown parts', () => {
  const of = (text: string) => textPattern(text.replaceAll('*', unknownPart));

  it('may be any with its known parts in their order', () => {
    for (const [pattern, text] of [
      ['shop-*@docker', 'shop-prod@docker'],
      ['*-*-web@file', 'a-b-c-web@file'],
      ['**@file', '@file'],
      ['a*b*b', 'abb'],
      ['plain', 'plain'],
    ] as const) {
      assert.equal(of(pattern).fits(text), true, pattern);
    }
  });

  it('is no other one', () => {
    for (const [pattern, text] of [
      ['shop-*@docker', 'shop-prod@file'],
      ['a*a', 'a'],
      ['a*b*b', 'ab'],
      ['plain', 'plainer'],
    ] as const) {
      assert.equal(of(pattern).fits(text), false, pattern);
    }
  });

  it('tells what it begins with', () => {
    assert.deepEqual([of('shop-*@docker').prefix, of('*@file').prefix, of('plain').prefix], ['shop-', '', 'plain']);
  });
});
