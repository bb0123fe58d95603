import assert from 'node:assert/strict';
import { nextTurn } from '../../../../../src/core/base/async/nextTurn';
import { newestByKey } from '../../../../../src/core/base/async/promiseByKey';

interface Begun {
  readonly key: string;
  readonly signal: AbortSignal;
  resolve(value: string): void;
  reject(error: Error): void;
}

/** Makes nothing until it is told how each making ends. */
function makings() {
  const begun: Begun[] = [];
  const newest = newestByKey<string>(
    (key, signal) => new Promise((resolve, reject) => begun.push({ key, signal, resolve, reject })),
  );
  return { newest, begun };
}

describe('newestByKey', () => {
  it('makes a value once for all who want it', async () => {
    const { newest, begun } = makings();
    const both = [newest.get('a'), newest.get('a')];
    begun[0]?.resolve('made');
    assert.deepEqual(await Promise.all(both), ['made', 'made']);
    assert.equal(await newest.get('a'), 'made');
    assert.equal(begun.length, 1);
    assert.equal(begun[0]?.signal.aborted, false);
  });

  it('cancels what is superseded, and gives those who wait for it the newer value', async () => {
    const { newest, begun } = makings();
    const both = [newest.get('a'), newest.get('a')];
    newest.make('a');
    const [older, newer] = begun;
    assert.deepEqual([older?.signal.aborted, newer?.signal.aborted], [true, false]);
    older?.reject(new Error('canceled'));
    newer?.resolve('newer');
    assert.deepEqual(await Promise.all([...both, newest.get('a')]), ['newer', 'newer', 'newer']);
  });

  it('never gives a superseded value, though it is made after all', async () => {
    const { newest, begun } = makings();
    const wanted = newest.get('a');
    newest.make('a');
    begun[1]?.resolve('newer');
    await nextTurn();
    begun[0]?.resolve('older');
    assert.equal(await wanted, 'newer');
    assert.equal(await newest.get('a'), 'newer');
  });

  it('leaves other keys alone', async () => {
    const { newest, begun } = makings();
    const other = newest.get('b');
    newest.make('a');
    newest.make('a');
    begun[0]?.resolve('other');
    assert.equal(await other, 'other');
    assert.equal(begun[0]?.signal.aborted, false);
  });

  it('tries again after a failure', async () => {
    const { newest, begun } = makings();
    const failed = newest.get('a');
    begun[0]?.reject(new Error('no'));
    await assert.rejects(failed, /no/);
    const again = newest.get('a');
    begun[1]?.resolve('yes');
    assert.equal(await again, 'yes');
  });

  it('tells when nothing is being made any more', async () => {
    const { newest, begun } = makings();
    await newest.settled('a');
    let isSettled = false;
    newest.make('a');
    const settled = newest.settled('a').then(() => {
      isSettled = true;
    });
    newest.make('a');
    begun[0]?.reject(new Error('canceled'));
    await nextTurn();
    assert.equal(isSettled, false);
    begun[1]?.resolve('made');
    await settled;
    assert.equal(begun.length, 2);
  });

  it('cancels what is dropped', async () => {
    const { newest, begun } = makings();
    const dropped = newest.get('a');
    newest.make('b');
    newest.forget('a');
    assert.deepEqual([begun[0]?.signal.aborted, begun[1]?.signal.aborted], [true, false]);
    begun[0]?.reject(new Error('canceled'));
    await assert.rejects(dropped, /canceled/);
    newest.clear();
    assert.equal(begun[1]?.signal.aborted, true);
    begun[1]?.reject(new Error('canceled'));
  });
});
