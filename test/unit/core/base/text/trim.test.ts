import assert from 'node:assert/strict';
import { withoutAround, withoutTrailing } from '../../../../../src/core/base/text/trim';

describe('trim: characters at the ends of a text', () => {
  it('go from its end, and stay elsewhere', () => {
    assert.equal(withoutTrailing('/a//b//', '/'), '/a//b');
    assert.equal(withoutTrailing('///', '/'), '');
    assert.equal(withoutTrailing('', '/'), '');
    assert.equal(withoutTrailing('a/', ''), 'a/');
  });

  it('go from both ends', () => {
    assert.equal(withoutAround(' \ta \t b\t', ' \t'), 'a \t b');
    assert.equal(withoutAround('---', '-'), '');
  });
});
