import assert from 'node:assert/strict';
import type { HighlightRange } from '../../../../../src/core/search/read/highlights';
import { truncateAround } from '../../../../../src/core/search/read/hitCell';
import {
  hasEscapeSequences,
  jsonWithoutSequences,
  readTerminalText,
} from '../../../../../src/core/search/read/terminalText';

const read = (text: string, marks: readonly HighlightRange[] = []) => readTerminalText({ text, marks });
const styles = (text: string) => read(text).styled.map(({ style }) => style);

describe('terminalText: a text as a terminal shows it', () => {
  it('is that text where nothing is escaped', () => {
    assert.equal(hasEscapeSequences('a [31m b'), false);
    assert.deepEqual(read('a [31m b'), { text: 'a [31m b', marks: [], styled: [] });
  });

  it('has its colors as ranges', () => {
    const { text, styled } = read(
      '\u001b[2m12:00\u001b[0m \u001b[31mERROR\u001b[39m \u001b[1;93;44mno\u001b[m backend',
    );
    assert.equal(text, '12:00 ERROR no backend');
    assert.deepEqual(styled, [
      { from: 6, to: 11, style: { color: 1 } },
      { from: 12, to: 14, style: { isBold: true, color: 11, background: 4 } },
    ]);
  });

  it('knows bold, italic, underlined, and inverse text, and their ends', () => {
    assert.deepEqual(styles('\u001b[1ma\u001b[3mb\u001b[4mc\u001b[22md\u001b[23me\u001b[24mf'), [
      { isBold: true },
      { isBold: true, isItalic: true },
      { isBold: true, isItalic: true, isUnderlined: true },
      { isItalic: true, isUnderlined: true },
      { isUnderlined: true },
    ]);
    assert.deepEqual(styles('\u001b[4:3ma\u001b[4:0mb'), [{ isUnderlined: true }]);
    assert.deepEqual(styles('\u001b[7ma\u001b[31;42mb\u001b[27mc'), [
      { color: 0, background: 7 },
      { color: 2, background: 1 },
      { color: 1, background: 2 },
    ]);
    assert.deepEqual(styles('\u001b[101;97ma\u001b[49mb'), [{ background: 9, color: 15 }, { color: 15 }]);
  });

  it('takes the nearest of the theme’s 16 colors for all others', () => {
    assert.deepEqual(styles('\u001b[38;5;9ma\u001b[38;5;196mb\u001b[38;5;232mc\u001b[38;5;255md'), [
      { color: 9 },
      { color: 0 },
      { color: 7 },
    ]);
    assert.deepEqual(styles('\u001b[38;2;250;10;10;48;2;0;0;0ma'), [{ color: 9, background: 0 }]);
    assert.deepEqual(styles('\u001b[38:2::0:200:10ma\u001b[48:5:4mb'), [{ color: 2 }, { color: 2, background: 4 }]);
  });

  it('is not misled by colors that are none', () => {
    assert.deepEqual(styles('\u001b[38;5;999ma\u001b[38;2;1mb\u001b[38mc\u001b[38;9;1md\u001b[98me\u001b[;;ef'), [
      { isBold: true },
    ]);
    for (const text of ['\u001b[38;2;9999;1;1mx', '\u001b[48:2:1::1mx', `\u001b[${'1;'.repeat(500)}31mx`]) {
      assert.equal(read(text).text, 'x');
      for (const { color = 0, background = 0 } of styles(text)) assert.ok(color >= 0 && background >= 0);
    }
  });

  const left: readonly [what: string, text: string, shown: string][] = [
    ['moves of the cursor', 'a\u001b[2K\u001b[1;1Hb\u001b[?25lc', 'abc'],
    ['titles', '\u001b]0;title\u0007a\u001b]2;x\u001b\\b', 'ab'],
    ['addresses of links', '\u001b]8;;https://a.example\u001b\\text\u001b]8;;\u001b\\!', 'text!'],
    ['character sets and other short ones', '\u001b(Ba\u001b=b\u001b7c', 'abc'],
    ['those in one character', 'a\u009b31mb', 'ab'],
    ['what a program says to a device', '\u001bPq#0\u001b\\a\u001b_x\u009cb', 'ab'],
    ['one without an end', 'a\u001b[31', 'a'],
    ['an escape character alone', 'a\u001b', 'a'],
    ['an escape character before a letter of another script', 'a\u001bé', 'aé'],
    ['one that stops being valid', 'a\u001b[31\u00e9b', 'aéb'],
  ];
  for (const [what, text, shown] of left) it(`leaves out ${what}`, () => assert.equal(read(text).text, shown));

  it('hides nothing behind a title that never ends', () => {
    assert.equal(read('a\u001b]0;rm -rf\nsecond').text, 'a0;rm -rf\nsecond');
    assert.equal(read('a\u001b]0;b\u001b[31mc').text, 'a0;bc');
  });

  it('keeps marks on their characters', () => {
    // Around `timeout`, and around what a sequence divides.
    assert.deepEqual(read('\u001b[31mtimeout\u001b[0m here', [[5, 12]]).marks, [[0, 7]]);
    assert.deepEqual(read('a time\u001b[1mout here', [[2, 13]]).marks, [[2, 9]]);
    assert.deepEqual(
      read('ab\u001b[31mcd', [
        [0, 1],
        [2, 7],
        [7, 8],
      ]).marks,
      [
        [0, 1],
        [2, 3],
      ],
    );
    // A mark that begins, or ends, within a sequence.
    assert.deepEqual(read('a\u001b[31mred b', [[3, 9]]).marks, [[1, 4]]);
    assert.deepEqual(read('red\u001b[0m b', [[0, 5]]).marks, [[0, 3]]);
  });

  it('is cut around its first mark with its colors', () => {
    const long = `${'x'.repeat(300)}\u001b[31mred\u001b[0m${'y'.repeat(300)}`;
    const { text, marks, styled } = truncateAround(read(long, [[305, 308]]), 100, (piece) => piece);
    assert.equal(text.slice(...(marks[0] ?? [])), 'red');
    assert.deepEqual(
      styled.map(({ from, to }) => text.slice(from, to)),
      ['red'],
    );
    assert.match(text, /^…x{40}redy+…$/);
  });

  it('stops styling where that would be endless', () => {
    const { styled, text } = read('\u001b[31ma\u001b[0mb'.repeat(5_000));
    assert.equal(styled.length, 1_000);
    assert.equal(styled.at(-1)?.to, 1_999);
    assert.equal(text, 'ab'.repeat(5_000));
  });
});

describe('terminalText: JSON that is shown', () => {
  it('has no escape sequences in its strings', () => {
    const json = '{"a":"\\u001b[31mred\\u001B[0m","b":"\\u009b1mx","c":"\\u001b"}';
    assert.equal(jsonWithoutSequences(json), '{"a":"red","b":"x","c":""}');
  });

  it('keeps everything else', () => {
    for (const json of ['{"a":"\\\\u001b[31m"}', '{"a":"\\u001"}', '{"a":"\\n\\u00e9"}']) {
      assert.equal(jsonWithoutSequences(json), json);
    }
    assert.equal(jsonWithoutSequences('{"a":"\\u001b[","b":1}'), '{"a":"","b":1}');
  });
});
