import assert from 'node:assert/strict';
import { dateOf } from '../../../../../src/core/search/read/hitDate';

describe('hitDate: a stored date', () => {
  const dates: readonly [stored: string, iso: string][] = [
    ['2026-11-01T00:14:17.709Z', '2026-11-01T00:14:17.709Z'],
    ['2026-11-01T00:14:17.709018071Z', '2026-11-01T00:14:17.709Z'],
    ['2026-11-01T00:14:17,7Z', '2026-11-01T00:14:17.700Z'],
    ['2026-11-01T00:14:17+02:00', '2026-10-31T22:14:17.000Z'],
    ['2026-11-01T00:14:17-0330', '2026-11-01T03:44:17.000Z'],
    ['2026-11-01T00:14', '2026-11-01T00:14:00.000Z'],
    ['2026-11-01 00:14:17', '2026-11-01T00:14:17.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11', '2026-11-01T00:00:00.000Z'],
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ['1793499533321', '2026-11-01T02:18:53.321Z'],
    ['-86400000', '1969-12-31T00:00:00.000Z'],
    ['1793499533321024999', '2026-11-01T02:18:53.321Z'],
  ];
  for (const [stored, iso] of dates) {
    it(`${stored} is ${iso}`, () => {
      const at = dateOf(stored);
      assert.equal(at === undefined ? undefined : new Date(at).toISOString(), iso);
    });
  }

  it('is read by its unit where that is known, whatever the count of its digits', () => {
    for (const [stored, unit, iso] of [
      ['5', 'milliseconds', '1970-01-01T00:00:00.005Z'],
      ['1000', 'milliseconds', '1970-01-01T00:00:01.000Z'],
      ['-5', 'milliseconds', '1969-12-31T23:59:59.995Z'],
      ['253402300799999', 'milliseconds', '9999-12-31T23:59:59.999Z'],
      ['8640000000000000', 'milliseconds', '+275760-09-13T00:00:00.000Z'],
      ['8640000000000001', 'milliseconds', undefined],
      ['1793499533321024999', 'milliseconds', undefined],
      ['5', 'nanoseconds', '1970-01-01T00:00:00.000Z'],
      ['1000000', 'nanoseconds', '1970-01-01T00:00:00.001Z'],
      ['1793499533321024999', 'nanoseconds', '2026-11-01T02:18:53.321Z'],
      ['-1', 'nanoseconds', '1969-12-31T23:59:59.999Z'],
      ['253402300799999', undefined, '9999-12-31T23:59:59.999Z'],
      ['8640000000000001', undefined, '1970-04-11T00:00:00.000Z'],
    ] as const) {
      const at = dateOf(stored, unit);
      assert.equal(at === undefined ? undefined : new Date(at).toISOString(), iso, `${stored} ${unit}`);
    }
  });

  it('is none where it stands in another format, or out of any calendar', () => {
    const others = [
      '',
      'now',
      '01/11/2026',
      '2026-13-01',
      '2026-11-32',
      '2026-11-01T25:00Z',
      '1.5',
      '1e3',
      'x2026-11-01',
      `2026${'0'.repeat(60)}`,
      '99999999999999999999999',
    ];
    for (const stored of others) assert.equal(dateOf(stored), undefined, stored);
  });
});
