import assert from 'node:assert/strict';
import { plainText, withoutCodicons } from '../../../../../src/core/base/text/plainText';

describe('plainText: plain text', () => {
  it('is left as it is where it is one visible line', () => {
    for (const text of ['', 'shop@docker', 'Host(`a`) && PathPrefix(`/b`)', 'ünïcode-路由@file', '👍 a', 'é']) {
      assert.equal(plainText(text, 100), text);
    }
  });

  it('has no line breaks, control characters or tabs', () => {
    assert.equal(plainText('a\r\nb\tc\u2028d\u2029e\u0000f\u0085g\u001b[31mh', 100), 'a b c d e f g [31mh');
    assert.equal(plainText('\n a \n', 100), 'a');
  });

  it('has nothing that cannot be seen or that reorders what can', () => {
    assert.equal(plainText('user\u202etxt.exe', 100), 'usertxt.exe');
    assert.equal(plainText('a\u200bb\u200dc\u2066d\u2069e\ufefff\u00adg\u3164h\u061ci\u{e0041}j', 100), 'abcdefghij');
  });

  it('is cut between code points and says so', () => {
    assert.equal(plainText('abcdef', 6), 'abcdef');
    assert.equal(plainText('abcdefg', 6), 'abcde…');
    assert.equal(plainText('😀😀😀', 3), '😀😀😀');
    assert.equal(plainText('😀😀😀😀', 3), '😀😀…');
    assert.equal([...plainText('ab'.repeat(100_000), 200)].length, 200);
    assert.equal([...plainText('😀'.repeat(100_000), 200)].length, 200);
    assert.ok(plainText(`a${'\u200b'.repeat(100_000)}b`, 200).endsWith('…'));
  });

  it('is well-formed whatever it was made of', () => {
    assert.equal(plainText('a\ud800b\udc00', 100), 'a\ufffdb\ufffd');
  });

  it('draws no icon once its codicon syntax is broken', () => {
    assert.equal(/\$\(/.test(withoutCodicons('$(alert) $$(x) $(sync~spin)')), false);
    assert.equal(withoutCodicons('$(alert)').replace('\u200b', ''), '$(alert)');
    assert.equal(withoutCodicons('(x) $x'), '(x) $x');
  });
});
