import assert from 'node:assert/strict';
import { jsonTokens } from '../../../src/webview/jsonText';

describe('jsonText: coloring JSON', () => {
  const texts: readonly [json: string, kinds: string][] = [
    ['{"a": "b"}', 'plain name plain string plain'],
    ['[-1.50E+3, true, null]', 'plain number plain word plain word plain'],
    ['{"a\\"b": "c: \\\\"}', 'plain name plain string plain'],
    ['{"cut": "in the mid', 'plain name plain string'],
    ['{"cut \\', 'plain string plain'],
    ['"9007199254740993"', 'string'],
    ['<img src=x>', 'plain'],
    ['', ''],
  ];
  for (const [json, kinds] of texts) {
    it(`${json}: ${kinds}`, () => {
      const tokens = jsonTokens(json);
      assert.equal(tokens.map(({ kind }) => kind).join(' '), kinds);
      assert.equal(tokens.map(({ text }) => text).join(''), json);
    });
  }

  it('takes a long string', () => {
    const json = `{"a":"${'\\n'.repeat(32_000)}"}`;
    assert.equal(jsonTokens(json).length, 5);
  });
});
