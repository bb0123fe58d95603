import assert from 'node:assert/strict';
import { type Ask, noteAsk, readAsks } from '../../../../src/core/routing/askedBefore';

const ask: Ask = {
  endpointId: 'one',
  url: 'https://a.test/x',
  entryPoint: 'web',
  headers: [['X-Beta', '1']],
  alpn: [],
};

describe('what was asked before', () => {
  it('is read back as it was noted, the latest first and one of each endpoint', () => {
    const other = { ...ask, endpointId: 'two' };
    const noted = noteAsk(noteAsk(noteAsk([], ask), other), { ...ask, url: 'https://b.test/' });
    assert.deepEqual(readAsks(JSON.parse(JSON.stringify(noted))), [{ ...ask, url: 'https://b.test/' }, other]);
  });

  it('holds no secrets', () => {
    const headers: Ask['headers'] = [
      ['Authorization', 'anything'],
      ['X-Api-Key', 'anything'],
      ['X-Forwarded', 'Bearer abcdefgh12345678'],
      ['X-Beta', '1'],
    ];
    for (const [url, kept] of [
      ['https://me:s3cr3t@a.test/x', 'https://a.test/x'],
      ['me:s3cr3t@a.test/x', 'a.test/x'],
      ['https://a.test/x?token=s3cr3t-value&b=c', 'https://a.test/x'],
      ['https://a.test/x?a=b', 'https://a.test/x?a=b'],
    ] as const) {
      const [noted] = noteAsk([], { ...ask, url, headers });
      assert.equal(noted?.url, kept);
      assert.deepEqual(noted?.headers, [['X-Beta', '1']]);
    }
  });

  it('is nothing where what was kept is not what we keep', () => {
    for (const kept of [undefined, 'x', [{ endpointId: 'one' }], [{ ...ask, headers: [['one']] }]]) {
      assert.deepEqual(readAsks(kept), []);
    }
  });
});
