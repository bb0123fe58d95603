import assert from 'node:assert/strict';
import { dateOf } from '../../../../../src/core/search/read/dates';

describe('a stored date', () => {
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
