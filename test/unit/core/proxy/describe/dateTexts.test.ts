import assert from 'node:assert/strict';
import {
  clockText,
  dateTimeText,
  daysLeftText,
  timestampOf,
  uptimeText,
} from '../../../../../src/core/proxy/describe/dateTexts';
import type { Certificate } from '../../../../../src/core/proxy/model/model';
import { inventoryOf } from '../tree/sample';

const at = new Date(2026, 0, 2, 3, 4, 5).getTime();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('dateTexts: times in rows', () => {
  it('are those of this computer', () => {
    assert.equal(clockText(at, 'minutes'), '03:04');
    assert.equal(clockText(at, 'seconds'), '03:04:05');
    assert.equal(dateTimeText(at), '2026-01-02 03:04');
    assert.equal(timestampOf(new Date(at).toISOString()), at);
    const unknown = ['soon', '', '5', '2026', '2026-01-02T03:04:05', '2026-13-02T03:04:05Z', '0001-01-01T00:00:00Z'];
    for (const text of unknown) assert.equal(timestampOf(text), undefined, text);
    assert.equal(timestampOf('2026-01-02T03:04:05.123456789+01:00'), Date.parse('2026-01-02T02:04:05.123Z'));
    assert.equal(timestampOf(undefined), undefined);
  });

  it('say how long the proxy runs, coarsely', async () => {
    const inventory = await inventoryOf({ 'http/routers': [] });
    const after = (ms: number) =>
      uptimeText({ ...inventory, readAt: at, version: { number: '3', startDate: new Date(at - ms).toISOString() } });
    assert.deepEqual([0, hourMs - 1, hourMs, 47.9 * hourMs, 2 * dayMs, 100.5 * dayMs].map(after), [
      'up less than 1 hour',
      'up less than 1 hour',
      'up 1 hour',
      'up 47 hours',
      'up 2 days',
      'up 100 days',
    ]);
    assert.equal(after(-1), undefined);
    assert.equal(uptimeText({ ...inventory, version: { number: '3', startDate: 'yesterday' } }), undefined);
    assert.equal(uptimeText(inventory), undefined);
  });

  it('say how much longer a certificate is good', () => {
    const certificate: Certificate = { name: 'x', sans: [], status: 'enabled', unread: [], text: '{}' };
    const ending = (ms: number) => daysLeftText({ ...certificate, notAfter: new Date(at + ms).toISOString() }, at);
    assert.deepEqual([29 * dayMs, 2 * dayMs - 1, dayMs, dayMs - 1, 1, 0, -dayMs].map(ending), [
      '29 days left',
      '1 day left',
      '1 day left',
      'less than 1 day left',
      'less than 1 day left',
      'expired',
      'expired',
    ]);
    assert.equal(daysLeftText({ ...certificate, status: 'expired' }, at), 'expired');
    assert.equal(daysLeftText({ ...certificate, notAfter: 'never' }, at), undefined);
  });
});
