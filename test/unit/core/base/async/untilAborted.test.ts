import assert from 'node:assert/strict';
import { untilAborted } from '../../../../../src/core/base/async/untilAborted';

describe('untilAborted: waiting for work that has no limit of its own', () => {
  const never = new Promise<never>(() => {});

  it('ends with it', async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve(1), signal), 1);
    await assert.rejects(untilAborted(Promise.reject(new Error('its own')), signal), /its own/);
  });

  it('ends with the signal, before and after it began', async () => {
    const asker = new AbortController();
    const waiting = untilAborted(never, asker.signal);
    asker.abort();
    await assert.rejects(waiting, /canceled/);
    await assert.rejects(untilAborted(never, asker.signal), /canceled/);
  });
});
