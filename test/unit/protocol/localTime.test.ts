import assert from 'node:assert/strict';
import { localTime } from '../../../src/protocol/localTime';

describe('localTime', () => {
  it('writes a moment in a zone, by default the computer’s own', () => {
    assert.equal(localTime(new Date(2026, 10, 20, 14, 3, 12, 5).getTime()), '2026-11-20 14:03:12.005');
    const at = Date.parse('2026-11-20T23:30:00.007Z');
    assert.equal(localTime(at, 'Europe/Berlin'), '2026-11-21 00:30:00.007');
    assert.equal(localTime(at, 'UTC'), '2026-11-20 23:30:00.007');
    assert.equal(localTime(Date.parse('0068-09-03T00:00:00Z'), 'UTC'), '0068-09-03 00:00:00.000');
  });

  it('writes none that has no such form', () => {
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, -8.64e15, 8.65e15]) assert.equal(localTime(at), undefined);
  });
});
