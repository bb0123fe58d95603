import assert from 'node:assert/strict';
import { selectionText } from '../../../../../src/core/search/page/questionForm';

describe('selectionText: the text that a selection is searched for', () => {
  it('is one line', () => {
    assert.equal(selectionText('  upstream\r\n\t timed   out \n'), 'upstream timed out');
    assert.equal(selectionText(' \n\t\u00a0'), '');
  });

  it('ends with a whole word where it is long', () => {
    const text = selectionText('timeout '.repeat(100_000));
    assert.equal(text.length, 'timeout '.repeat(62).length + 'timeout'.length - 'timeout '.length);
    assert.ok(text.endsWith(' timeout'));
  });

  it('is cut within a word that is longer, though not within a character', () => {
    assert.equal(selectionText('x'.repeat(10_000)).length, 500);
    const text = selectionText(`x${'👩'.repeat(10_000)}`);
    assert.equal(text.length, 499);
    assert.doesNotMatch(text, /\p{Cs}/u);
  });
});
