import assert from 'node:assert/strict';
import { longWithPlainHtmlCharacters, withPlainHtmlCharacters } from '../../../../../src/core/base/json/document';

describe('htmlCharacters: the signs that Go escapes in JSON', () => {
  const written: readonly (readonly [json: string, shown: string])[] = [
    [
      String.raw`{"rule":"Host(\u0060a\u0060) \u0026\u0026 \u003C\u003e"}`,
      String.raw`{"rule":"Host(\u0060a\u0060) && <>"}`,
    ],
    [String.raw`"\\u0026 \\\u0026 \"\u0026\""`, String.raw`"\\u0026 \\& \"&\""`],
    [String.raw`{"big":9007199254740993, "ratio":0.10,"line":"\u2028\n\u00e9"}`, ''],
    [String.raw`"\u00`, ''],
  ];
  for (const [json, shown] of written) {
    it(`are shown as themselves, and all else as sent: ${json}`, () => {
      assert.equal(withPlainHtmlCharacters(json), shown || json);
    });
  }

  it('are shown so in long texts, too', async () => {
    const json = JSON.stringify(Array.from({ length: 200_000 }, () => '0 & 1')).replaceAll('&', String.raw`\u0026`);
    const shown = await longWithPlainHtmlCharacters(json);
    assert.equal(shown, json.replaceAll(String.raw`\u0026`, '&'));
  });
});
