import assert from 'node:assert/strict';
import {
  beginningOf,
  cellText,
  cellTitle,
  localTime,
  pageCost,
  pathText,
  stretchesOf,
} from '../../../src/webview/valueFormat';

describe('valueFormat: how the page writes', () => {
  it('what a page cost, as far as the engine says', () => {
    assert.deepEqual(pageCost({ tookMs: 1_234, bytes: 34_000 }), ['1,234 ms', '34 KB']);
    assert.deepEqual(pageCost({ bytes: 10 }), ['10 bytes']);
  });

  it('a moment in the person’s own zone', () => {
    assert.equal(localTime(new Date(2026, 10, 20, 14, 3, 12, 5).getTime()), '2026-11-20 14:03:12.005');
    assert.equal(localTime(Number.NaN), undefined);
  });

  it('a date as that moment, with what is stored behind it, digit for digit', () => {
    const at = new Date(2026, 0, 2, 3, 4, 5, 678).getTime();
    const cell = { kind: 'date', text: '2026-01-02T03:04:05.678901234Z', at } as const;
    assert.equal(cellText(cell), '2026-01-02 03:04:05.678');
    assert.equal(cellTitle(cell), '2026-01-02T03:04:05.678901234Z');
    assert.equal(cellText({ kind: 'date', text: 'now', at: Number.NaN }), 'now');
    assert.equal(cellText({ kind: 'date', text: '20260102' }), '20260102');
  });

  it('what is absent as nothing and null as null', () => {
    assert.deepEqual(
      [cellText({ kind: 'absent', text: 'x' }), cellTitle({ kind: 'absent', text: '' })],
      ['', 'Not in this document'],
    );
    assert.deepEqual(
      [cellText({ kind: 'null', text: 'null' }), cellTitle({ kind: 'null', text: 'null' })],
      ['null', undefined],
    );
  });

  it('a number with every digit', () => {
    assert.equal(cellText({ kind: 'number', text: '9007199254740993' }), '9007199254740993');
  });

  it('an amount in a fitting unit, with every digit behind it where that says more', () => {
    const cell = { kind: 'number', text: '10510676402', unit: 'ns' } as const;
    assert.deepEqual([cellText(cell), cellTitle(cell)], ['10.5 s', '10,510,676,402 ns']);
    const few = { kind: 'number', text: '12', unit: 'bytes' } as const;
    assert.deepEqual([cellText(few), cellTitle(few)], ['12 bytes', undefined]);
  });

  it('one ellipsis behind what was cut', () => {
    assert.equal(cellText({ kind: 'text', text: 'long', isCut: true }), 'long…');
    assert.equal(cellText({ kind: 'text', text: 'long…', isCut: true }), 'long…');
    assert.match(cellTitle({ kind: 'text', text: 'long', isCut: true }) ?? '', /Expand/);
  });
});

describe('valueFormat: the beginning of a long value', () => {
  const of = (text: string) => beginningOf({ kind: 'text', text, marks: [[0, 2]] }, 4, 3);

  it('is there for long ones only, and says that it is one', () => {
    assert.equal(of('abcd'), undefined);
    assert.deepEqual(of('abcde'), { kind: 'text', text: 'abcd', marks: [[0, 2]], isCut: true });
  });

  it('does not end within a character', () => {
    assert.equal(of('abc\u{1f600}')?.text, 'abc');
    assert.equal(of('ab\u{1f600}c')?.text, 'ab\u{1f600}');
  });

  it('has so many lines, which may be longer together', () => {
    assert.equal(of('abc\ndef\nghi'), undefined);
    assert.equal(of('abc\ndef\nghi\njkl')?.text, 'abc\ndef\nghi');
    assert.equal(of(`abc\n${'x'.repeat(20)}\nghi`)?.text.length, 16);
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

  it('stays whole whatever the marks say', () => {
    const odd = [
      [[5, 2]],
      [[-3, 99]],
      [[9, 20]],
      [
        [0, 5],
        [3, 8],
      ],
      [
        [8, 10],
        [0, 2],
      ],
      [],
    ] as const;
    for (const marks of odd)
      assert.equal(
        stretchesOf('a timeout here', marks)
          .map(({ text }) => text)
          .join(''),
        'a timeout here',
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
    const wrong = [
      { from: 9, to: 3, style: {} },
      { from: -2, to: 99, style: { color: 2 } },
    ];
    const texts = stretchesOf('a timeout here', [[2, 9]], wrong, 5).map(({ text }) => text);
    assert.deepEqual(texts, ['a ', 'tim', 'eout', ' here']);
  });

  it('the path of a field in one line, with nothing hidden or reordered in it', () => {
    assert.equal(pathText('a.b täg_ü 😀 <b>'), 'a.b täg_ü 😀 <b>');
    assert.equal(pathText('a\n\tb\u2028c'), 'a\\u000a\\u0009b\\u2028c');
    assert.equal(pathText('\u202egnp.exe\u200b'), '\\u202egnp.exe\\u200b');
    assert.equal(pathText('x\u{e0041}\ud800'), 'x\\u{e0041}\\ud800');
  });
});
