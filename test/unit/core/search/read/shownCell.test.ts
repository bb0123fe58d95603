import assert from 'node:assert/strict';
import { shownCell } from '../../../../../src/core/search/read/shownCell';

describe('shownCell: a value as a person sees it', () => {
  const at = Date.parse('2026-01-02T03:04:05.678Z');

  it('is a date in their zone, with what is stored behind it, digit for digit', () => {
    const text = '2026-01-02T03:04:05.678901234Z';
    const shown = shownCell({ kind: 'date', text, at }, 'Europe/Berlin');
    assert.deepEqual(shown, { kind: 'date', text: '2026-01-02 04:04:05.678', stored: text });
    for (const odd of [Number.NaN, -8e15])
      assert.deepEqual(shownCell({ kind: 'date', text: 'now', at: odd }, 'UTC'), { kind: 'date', text: 'now' });
  });

  it('is a number with every digit, and nothing where there is none', () => {
    const digits = { kind: 'number', text: '9007199254740993' } as const;
    assert.deepEqual(shownCell(digits, undefined), digits);
    assert.deepEqual(shownCell({ kind: 'absent', text: '' }, undefined), { kind: 'absent', text: '' });
  });

  it('is an amount in a fitting unit, with every digit behind it where that says more', () => {
    const long = shownCell({ kind: 'number', text: '10510676402', unit: 'ns' }, undefined);
    assert.deepEqual(long, { kind: 'number', text: '10.5 s', stored: '10,510,676,402 ns' });
    const few = shownCell({ kind: 'number', text: '12', unit: 'bytes' }, undefined);
    assert.deepEqual(few, { kind: 'number', text: '12 bytes' });
  });

  it('has one ellipsis behind what was cut', () => {
    for (const text of ['long', 'long…'])
      assert.equal(shownCell({ kind: 'text', text, isCut: true }, undefined).text, 'long…');
  });
});
