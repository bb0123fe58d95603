import assert from 'node:assert/strict';
import { beginningOf, cellTitle, pageCost, pathText, stretchesOf } from '../../../src/webview/valueFormat';

describe('valueFormat: how the page writes', () => {
  it('what a page cost, as far as the engine says', () => {
    assert.deepEqual(pageCost({ tookMs: 1_234, bytes: 34_000 }), ['1,234 ms', '34 KB']);
    assert.deepEqual(pageCost({ bytes: 10 }), ['10 bytes']);
  });

  it('on hover what a cell does not show', () => {
    assert.equal(cellTitle({ kind: 'absent', text: '' }), 'Not in this document');
    assert.equal(cellTitle({ kind: 'null', text: 'null' }), undefined);
    assert.equal(cellTitle({ kind: 'date', text: 'now', stored: '2026' }), '2026');
    assert.match(cellTitle({ kind: 'text', text: 'long…', isCut: true }) ?? '', /Expand/);
  });
});

describe('valueFormat: the beginning of a long value', () => {
  const of = (text: string) => beginningOf({ kind: 'text', text, marks: [[0, 2]] }, 4, 3);

  it('is there for long ones only, and says that it is one', () => {
    assert.equal(of('abcd'), undefined);
    assert.deepEqual(of('abcde'), { kind: 'text', text: 'abcd…', marks: [[0, 2]], isCut: true });
  });

  it('does not end within a character', () => {
    assert.equal(of('abc\u{1f600}')?.text, 'abc…');
    assert.equal(of('ab\u{1f600}c')?.text, 'ab\u{1f600}…');
  });

  it('has so many lines, which may be longer together', () => {
    assert.equal(of('abc\ndef\nghi'), undefined);
    assert.equal(of('abc\ndef\nghi\njkl')?.text, 'abc\ndef\nghi…');
    assert.equal(of(`abc\n${'x'.repeat(20)}\nghi`)?.text.length, 17);
  });
});

describe('valueFormat: a text with marks', () => {
  const cut = (marks: readonly (readonly [number, number])[]) =>
    stretchesOf('a timeout here', marks).map(({ text, isMarked }) => (isMarked ? `[${text}]` : text));

  it('is cut at them', () => {
    assert.deepEqual(cut([[2, 9]]), ['a ', '[timeout]', ' here']);
    assert.deepEqual(
      cut([
        [0, 1],
        [10, 14],
      ]),
      ['[a]', ' timeout ', '[here]'],
    );
  });

  it('is cut where its style changes, too', () => {
    const styled = [
      { from: 0, to: 4, style: { color: 1 } },
      { from: 4, to: 9, style: { isBold: true } },
    ] as const;
    assert.deepEqual(stretchesOf('a timeout here', [[2, 9]], styled), [
      { text: 'a ', isMarked: false, style: { color: 1 } },
      { text: 'ti', isMarked: true, style: { color: 1 } },
      { text: 'meout', isMarked: true, style: { isBold: true } },
      { text: ' here', isMarked: false },
    ]);
    assert.deepEqual(
      stretchesOf('a timeout here', [[2, 9]], styled.slice(0, 1), 5).map(({ text }) => text),
      ['a ', 'ti', 'm', 'eout', ' here'],
    );
  });

  it('the path of a field in one line, with nothing hidden or reordered in it', () => {
    assert.equal(pathText('a.b täg_ü 😀 <b>'), 'a.b täg_ü 😀 <b>');
    assert.equal(pathText('a\n\tb\u2028c'), 'a\\u000a\\u0009b\\u2028c');
    assert.equal(pathText('\u202egnp.exe\u200b'), '\\u202egnp.exe\\u200b');
    assert.equal(pathText('x\u{e0041}\ud800'), 'x\\u{e0041}\\ud800');
  });
});
