import assert from 'node:assert/strict';
import { type SingleFlight, singleFlight } from '../../../../../src/core/base/async/singleFlight';
import { isRequestFailure, RequestFailure } from '../../../../../src/core/base/errors/failure';

interface Trial {
  readonly shared: SingleFlight<string>;
  /** The latest value that each read was told of. */
  readonly told: readonly (string | undefined)[];
  /** Each read that was started, to be ended by the test. */
  readonly reads: { resolve(value: string): void; reject(error: unknown): void; readonly signal: AbortSignal }[];
}

/** A shared read whose reads end when the test says so; one that is aborted never ends. */
function trial(): Trial {
  const reads: Trial['reads'] = [];
  const told: (string | undefined)[] = [];
  return {
    reads,
    told,
    shared: singleFlight((signal, latest) => {
      told.push(latest);
      return new Promise((resolve, reject) => reads.push({ resolve, reject, signal }));
    }),
  };
}

const isCanceled = (error: unknown) => isRequestFailure(error) && error.failure.kind === 'canceled';

describe('singleFlight: a shared read', () => {
  it('is one for all who ask while it is under way and afterwards', async () => {
    const { shared, reads } = trial();
    const asks = [shared.read(), shared.read(new AbortController().signal), shared.read()];
    assert.equal(shared.isReading, true);
    assert.equal(shared.latest, undefined);
    reads[0]?.resolve('one');
    assert.deepEqual(await Promise.all([...asks, shared.read()]), ['one', 'one', 'one', 'one']);
    assert.equal(await shared.read(), 'one');
    assert.equal(reads.length, 1);
    assert.equal(shared.isReading, false);
    assert.equal(shared.latest, 'one');
  });

  it('is another one after a refresh', async () => {
    const { shared, reads } = trial();
    const first = shared.read();
    reads[0]?.resolve('one');
    await first;
    shared.refresh();
    const second = shared.read();
    assert.equal(shared.latest, 'one');
    reads[1]?.resolve('two');
    assert.equal(await second, 'two');
    assert.equal(shared.latest, 'two');
  });

  it('is joined by a refresh while it is under way', async () => {
    const { shared, reads } = trial();
    const first = shared.read();
    shared.refresh();
    const second = shared.read();
    reads[0]?.resolve('one');
    assert.deepEqual([await first, await second, reads.length], ['one', 'one', 1]);
  });

  it('fails for all until a refresh, and keeps the latest value beside', async () => {
    const { shared, reads } = trial();
    const good = shared.read();
    reads[0]?.resolve('one');
    await good;
    shared.refresh();
    const bad = shared.read();
    reads[1]?.reject(new Error('down'));
    await assert.rejects(bad, /down/);
    await assert.rejects(shared.read(), /down/);
    assert.equal(reads.length, 2);
    assert.equal(shared.latest, 'one');
    shared.refresh();
    const again = shared.read();
    reads[2]?.resolve('two');
    assert.equal(await again, 'two');
  });

  it('says why the last read failed until one succeeds', async () => {
    const { shared, reads, told } = trial();
    const refused = new RequestFailure({ kind: 'refused', sentence: 'Refused.', nextStep: 'Start it.' });
    const reject = async (index: number, error: unknown): Promise<void> => {
      shared.refresh();
      const read = shared.read();
      reads[index]?.reject(error);
      await assert.rejects(read);
    };
    const succeed = async (index: number, value: string): Promise<void> => {
      shared.refresh();
      const read = shared.read();
      reads[index]?.resolve(value);
      await read;
    };
    assert.equal(shared.failure, undefined);
    await reject(0, refused);
    assert.equal(shared.failure, refused);
    await succeed(1, 'one');
    assert.equal(shared.failure, undefined);
    await reject(2, refused);
    assert.deepEqual([shared.failure, shared.latest], [refused, 'one']);

    // One that nobody waited for to its end tells nothing new.
    shared.refresh();
    const stopped = shared.read();
    assert.deepEqual([shared.failure, shared.latest], [refused, 'one']);
    shared.stop();
    assert.equal(await stopped, 'one');
    reads[3]?.reject(new Error('late'));
    assert.equal(shared.failure, refused);

    await succeed(4, 'two');
    await reject(5, new Error('a mistake of ours'));
    assert.equal(shared.failure, undefined);
    assert.deepEqual(told, [undefined, undefined, 'one', 'one', 'one', 'two']);
  });

  it('goes on while one asker is left, and is canceled by the last who leaves', async () => {
    const { shared, reads } = trial();
    const [one, two] = [new AbortController(), new AbortController()];
    const [first, second] = [shared.read(one.signal), shared.read(two.signal)];
    one.abort();
    await assert.rejects(first, isCanceled);
    assert.equal(reads[0]?.signal.aborted, false);
    assert.equal(shared.isReading, true);
    two.abort();
    await assert.rejects(second, isCanceled);
    assert.equal(reads[0]?.signal.aborted, true);
    assert.equal(shared.isReading, false);

    const third = shared.read();
    reads[0]?.resolve('too late');
    reads[1]?.resolve('fresh');
    assert.equal(await third, 'fresh');
    assert.equal(shared.latest, 'fresh');
  });

  it('is not canceled by one who leaves while another waits without a signal, nor by one who leaves afterwards', async () => {
    const { shared, reads } = trial();
    const leaver = new AbortController();
    const patient = shared.read();
    const left = shared.read(leaver.signal);
    leaver.abort();
    await assert.rejects(left, isCanceled);
    reads[0]?.resolve('one');
    assert.equal(await patient, 'one');

    const late = new AbortController();
    assert.equal(await shared.read(late.signal), 'one');
    late.abort();
    assert.equal(await shared.read(), 'one');
    assert.equal(reads.length, 1);
  });

  it('is not begun for one who has left before asking', async () => {
    const { shared, reads } = trial();
    await assert.rejects(shared.read(AbortSignal.abort()), isCanceled);
    assert.equal(reads.length, 0);
  });

  it('stops for all, and is not begun again before a refresh', async () => {
    const { shared, reads } = trial();
    const asks = [shared.read(), shared.read(new AbortController().signal)];
    shared.stop();
    for (const ask of asks) await assert.rejects(ask, isCanceled);
    assert.equal(reads[0]?.signal.aborted, true);
    assert.equal(shared.isReading, false);
    await assert.rejects(shared.read(), isCanceled);
    assert.equal(reads.length, 1);
    shared.refresh();
    const again = shared.read();
    reads[1]?.resolve('one');
    assert.equal(await again, 'one');
  });

  it('gives the latest value when it is stopped', async () => {
    const { shared, reads } = trial();
    const first = shared.read();
    reads[0]?.resolve('one');
    await first;
    shared.refresh();
    const second = shared.read();
    shared.stop();
    shared.stop();
    assert.equal(await second, 'one');
    assert.equal(await shared.read(), 'one');
    assert.equal(reads.length, 2);
  });
});
