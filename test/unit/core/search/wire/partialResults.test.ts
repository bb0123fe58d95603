import assert from 'node:assert/strict';
import { pageOf } from '../read/pages';

function partialOf(members: Record<string, unknown>): readonly string[] {
  return pageOf(JSON.stringify({ hits: { hits: [] }, ...members })).partial;
}

const shards = (total: number, successful: number, failed: number, failures?: unknown) => ({
  _shards: { total, successful, failed, skipped: successful, failures },
});
const failure = (reason: unknown, index: string | null = 'logs') => ({ shard: 0, index, node: null, reason });

describe('partialResults: what is told of an answer that is not whole', () => {
  it('is nothing of a whole one, also where shards were skipped', () => {
    assert.deepEqual(partialOf(shards(4, 4, 0)), []);
    assert.deepEqual(partialOf({}), []);
    assert.deepEqual(partialOf({ timed_out: false, terminated_early: true }), []);
  });

  it('counts the shards and not the failures, which are grouped', () => {
    assert.deepEqual(partialOf(shards(3, 1, 2, [failure({ type: 'x', reason: 'broken' })])), [
      '2 of 3 shards failed: broken (logs).',
    ]);
  });

  it('tells each reason once, and how many more there are', () => {
    const failures = ['a', 'b', 'a', 'c', 'd', 'e'].map((reason) => failure({ type: 'x', reason }));
    assert.deepEqual(partialOf(shards(9, 3, 6, failures)), [
      '6 of 9 shards failed: a (logs); b (logs); c (logs); and 2 more.',
    ]);
  });

  it('tells failed shards and those that did not answer', () => {
    assert.deepEqual(partialOf(shards(1_234, 1_000, 4)), [
      '4 of 1,234 shards failed, so hits may be missing.',
      '230 of 1,234 shards did not respond, so hits may be missing.',
    ]);
  });

  it('tells a type where there are no words, and the deepest cause beside its place', () => {
    assert.deepEqual(partialOf(shards(2, 1, 1, [failure({ type: 'odd_exception', reason: null }, null)])), [
      '1 of 2 shards failed: odd_exception.',
    ]);
    const cause = { type: 'x', reason: 'failed to create query', caused_by: { type: 'y', reason: 'no number.' } };
    assert.deepEqual(partialOf(shards(2, 1, 1, [failure(cause)])), [
      '1 of 2 shards failed: failed to create query: no number (logs).',
    ]);
  });

  it('tells a type that is called as JavaScript calls something of its own', () => {
    for (const type of ['constructor', '__proto__', 'toString']) {
      assert.deepEqual(partialOf(shards(2, 1, 1, [failure({ type })])), [`1 of 2 shards failed: ${type} (logs).`]);
    }
  });

  it('takes a count that cannot be one as not told', () => {
    for (const count of [-5, 2.5, 1e300, '2']) {
      assert.deepEqual(partialOf({ _shards: { total: 3, successful: 3, failed: count } }), []);
      assert.deepEqual(partialOf({ _clusters: { total: 3, skipped: count } }), []);
    }
  });

  it('keeps hostile words on one line, cut and inert', () => {
    const [sentence = ''] = partialOf(
      shards(2, 1, 1, [failure({ type: 'x', reason: `a\n\u202eb\u0007${'c'.repeat(1_000)}` }, 'i\u202en')]),
    );
    assert.match(sentence, /^1 of 2 shards failed: a b c+… \(in\)\.$/);
    assert.ok(sentence.length < 400);
  });

  it('is the counts alone where failures have another shape', () => {
    for (const failures of [5, [5], { a: 1 }, [{ reason: 5 }], [{ reason: { type: 5 } }]]) {
      assert.deepEqual(partialOf(shards(2, 1, 1, failures)), ['1 of 2 shards failed, so hits may be missing.']);
    }
  });

  it('names the clusters that were skipped or failed, with the reason', () => {
    const details = {
      '(local)': { status: 'successful' },
      eu: { status: 'skipped', failures: [failure({ type: 'connect_exception', reason: 'no route to eu' }, null)] },
      us: { status: 'partial', timed_out: true },
      '__proto__\u202e': { status: 'failed' },
    };
    const clusters = { total: 4, successful: 1, skipped: 1, running: 0, partial: 1, failed: 1, details };
    assert.deepEqual(partialOf({ _clusters: clusters }), [
      'Skipped 1 of 4 clusters: eu, no route to eu.',
      '1 of 4 clusters failed: __proto__.',
      'Partial results from 1 of 4 clusters: us.',
    ]);
  });

  it('counts skipped clusters where they are not named', () => {
    assert.deepEqual(partialOf({ _clusters: { total: 3, successful: 1, skipped: 2 } }), [
      'Skipped 2 of 3 clusters, so hits may be missing.',
    ]);
    assert.deepEqual(partialOf({ _clusters: { total: 3, successful: 3, skipped: 0 } }), []);
  });

  it('is the lack of time where the engine says so', () => {
    assert.deepEqual(partialOf({ timed_out: true, ...shards(3, 3, 0) }), [
      'The search timed out on the server, so hits may be missing.',
    ]);
  });
});
