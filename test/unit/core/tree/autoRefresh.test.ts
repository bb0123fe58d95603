import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { type AutoRefresh, autoRefresh, waitAfter } from '../../../../src/core/tree/autoRefresh';

/** Lets what was resolved go on. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('automatic refreshes', () => {
  let auto: AutoRefresh;
  let count: number;
  let outcome: () => Promise<boolean>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    count = 0;
    outcome = async () => true;
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

  it('never overlap', async () => {
    let finish: (succeeded: boolean) => void = () => {};
    outcome = () => new Promise((resolve) => (finish = resolve));
    auto.set(5, true);
    await pass(60);
    auto.set(5, false);
    auto.set(5, true);
    auto.refreshed(true);
    await pass(60);
    assert.equal(count, 1);
    finish(true);
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
    outcome = async () => false;
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
    outcome = async () => true;
    await pass(1);
    assert.equal(count, 5);
    await pass(60);
    assert.equal(count, 6);
  });

  it('count a failure once, though a refresh by hand saw it too', async () => {
    let finish: (succeeded: boolean) => void = () => {};
    outcome = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    auto.set(60, true);
    await pass(60);
    auto.refreshed(false);
    finish(false);
    await settle();
    await pass(119);
    assert.equal(count, 1);
    await pass(1);
    assert.equal(count, 2);
  });

  it('wait a whole interval after a refresh by hand', async () => {
    auto.set(10, true);
    await pass(9);
    auto.refreshed(true);
    await pass(9);
    assert.equal(count, 0);
    await pass(1);
    assert.equal(count, 1);
  });

  it('end', async () => {
    auto.set(10, true);
    auto.dispose();
    await pass(100);
    auto.refreshed(true);
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

describe('the wait after failures', () => {
  it('doubles up to ten minutes, and is never shorter than the interval', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 2_000].map((failures) => waitAfter(failures, 30)),
      [30, 60, 120, 240, 480, 600, 600],
    );
    assert.deepEqual(
      [0, 1, 5].map((failures) => waitAfter(failures, 3_600)),
      [3_600, 3_600, 3_600],
    );
    assert.equal(waitAfter(0, 1), 2);
  });
});
