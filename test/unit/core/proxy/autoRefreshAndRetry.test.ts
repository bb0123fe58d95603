import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Failure } from '../../../../src/core/base/errors/failure';
import { autoRefresh, refreshDelay } from '../../../../src/core/proxy/autoRefreshAndRetry';

type AutoRefresh = ReturnType<typeof autoRefresh>;

const failure: Failure = { kind: 'serverError', sentence: 'It failed.', nextStep: 'Wait.' };

/** Lets what was resolved go on. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('autoRefresh: automatic refreshes', () => {
  let auto: AutoRefresh;
  let count: number;
  let outcome: () => Promise<Failure | undefined>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    count = 0;
    outcome = async () => undefined;
    auto = autoRefresh(() => {
      count++;
      return outcome();
    });
  });
  afterEach(() => {
    auto.dispose();
    mock.timers.reset();
  });

  /** Time goes on, second by second, as it does. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      mock.timers.tick(1_000);
      await settle();
    }
  };

  it('are off until someone wants them', async () => {
    await pass(3_600);
    auto.set(0, true);
    await pass(3_600);
    assert.equal(count, 0);
  });

  it('come at the interval, and not more often than every two seconds', async () => {
    auto.set(10, true);
    await pass(9);
    assert.equal(count, 0);
    await pass(21);
    assert.equal(count, 3);
    auto.set(0.1, true);
    await pass(10);
    assert.equal(count, 8);
  });

  it('leave a server alone for as long as it asks', async () => {
    outcome = async () => (count === 1 ? { ...failure, kind: 'rateLimited', retryAfterSeconds: 120 } : undefined);
    auto.set(2, true);
    await pass(2);
    assert.equal(count, 1);
    await pass(119);
    assert.equal(count, 1);
    await pass(1);
    assert.equal(count, 2);
    await pass(2);
    assert.equal(count, 3);
  });

  it('never overlap', async () => {
    let finish: (end: Failure | undefined) => void = () => {};
    outcome = () => new Promise((resolve) => (finish = resolve));
    auto.set(5, true);
    await pass(60);
    auto.set(5, false);
    auto.set(5, true);
    auto.refreshed(undefined);
    await pass(60);
    assert.equal(count, 1);
    finish(undefined);
    await settle();
    await pass(4);
    assert.equal(count, 1);
    await pass(1);
    assert.equal(count, 2);
  });

  it('do nothing while nobody looks, and at once what is due when someone does', async () => {
    auto.set(10, true);
    await pass(5);
    auto.set(10, false);
    await pass(3_600);
    assert.equal(count, 0);
    auto.set(10, true);
    await pass(1);
    assert.equal(count, 1);
    auto.set(10, false);
    auto.set(10, true);
    await pass(8);
    assert.equal(count, 1);
    await pass(2);
    assert.equal(count, 2);
  });

  it('come later and later after failures, and as before after a success', async () => {
    outcome = async () => failure;
    auto.set(60, true);
    await pass(60);
    assert.equal(count, 1);
    await pass(119);
    assert.equal(count, 1);
    await pass(1);
    assert.equal(count, 2);
    await pass(240);
    assert.equal(count, 3);
    await pass(480);
    assert.equal(count, 4);
    await pass(599);
    assert.equal(count, 4);
    outcome = async () => undefined;
    await pass(1);
    assert.equal(count, 5);
    await pass(60);
    assert.equal(count, 6);
  });

  it('count a failure once, though a refresh by hand saw it too', async () => {
    let finish: (end: Failure | undefined) => void = () => {};
    outcome = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    auto.set(60, true);
    await pass(60);
    auto.refreshed(failure);
    finish(failure);
    await settle();
    await pass(119);
    assert.equal(count, 1);
    await pass(1);
    assert.equal(count, 2);
  });

  it('wait a whole interval after a refresh by hand', async () => {
    auto.set(10, true);
    await pass(9);
    auto.refreshed(undefined);
    await pass(9);
    assert.equal(count, 0);
    await pass(1);
    assert.equal(count, 1);
  });

  it('end', async () => {
    auto.set(10, true);
    auto.dispose();
    await pass(100);
    auto.refreshed(undefined);
    await pass(100);
    assert.equal(count, 0);
  });

  it('take a setting that is no number for none', async () => {
    auto.set(Number.NaN, true);
    auto.set(Number.POSITIVE_INFINITY, true);
    await pass(100);
    assert.equal(count, 0);
  });
});

describe('autoRefresh: the wait after failures', () => {
  it('doubles up to ten minutes, and is never shorter than the interval', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 2_000].map((failures) => refreshDelay(failures, 30)),
      [30, 60, 120, 240, 480, 600, 600],
    );
    assert.deepEqual(
      [0, 1, 5].map((failures) => refreshDelay(failures, 3_600)),
      [3_600, 3_600, 3_600],
    );
    assert.equal(refreshDelay(0, 1), 2);
    assert.deepEqual([refreshDelay(1, 2, 120), refreshDelay(1, 2, 1e9), refreshDelay(1, 300, 120)], [120, 86_400, 600]);
  });
});
