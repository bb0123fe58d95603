import assert from 'node:assert/strict';
import { untilSignal } from '../../../../../src/core/base/http/sockets';

describe('sockets: waiting for work that has no limit of its own', () => {
  const never = new Promise<never>(() => {});

  it('ends with it', async () => {
    const { signal } = new AbortController();
    assert.equal(await untilSignal(Promise.resolve(1), signal), 1);
    await assert.rejects(untilSignal(Promise.reject(new Error('its own')), signal), /its own/);
  });

  it('ends with the signal, before and after it began', async () => {
    const asker = new AbortController();
    const waiting = untilSignal(never, asker.signal);
    asker.abort(new Error('not wanted any more'));
    await assert.rejects(waiting, /not wanted any more/);
    await assert.rejects(untilSignal(never, asker.signal), /not wanted any more/);
  });
});
