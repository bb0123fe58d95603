import assert from 'node:assert/strict';
import { relativeTime } from '../../../src/webview/valueFormat';

describe('relativeTime: how long ago something was', () => {
  const now = Date.UTC(2026, 10, 24, 12);
  const told: readonly [seconds: number, text: string][] = [
    [0, '0 sec. ago'],
    [59, '59 sec. ago'],
    [60, '1 min. ago'],
    [125, '2 min. ago'],
    [3_599, '59 min. ago'],
    [3_600, '1 hr. ago'],
    [47 * 3_600, '47 hr. ago'],
    [48 * 3_600, '2 days ago'],
    [59 * 86_400, '59 days ago'],
    [90 * 86_400, '2 mo. ago'],
    [800 * 86_400, '2 yr. ago'],
    [-125, 'in 2 min.'],
  ];
  for (const [seconds, text] of told) {
    it(`is ${text} after ${seconds} seconds`, () => assert.equal(relativeTime(now - seconds * 1_000, now), text));
  }
});
