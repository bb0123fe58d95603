import assert from 'node:assert/strict';
import { promiseByKey } from '../../../../../src/core/base/async/promiseByKey';

/** Opens nothing until it is told how each opening ends. */
function openings() {
  const begun: { readonly key: string; resolve(value: string): void; reject(error: Error): void }[] = [];
  const all = promiseByKey<string>((key) => new Promise((resolve, reject) => begun.push({ key, resolve, reject })));
  return { all, begun };
}

describe('promiseByKey', () => {
  it('opens a key once for all who ask, while it opens and afterwards', async () => {
    const { all, begun } = openings();
    const both = [all.open('a'), all.open('a')];
    begun[0]?.resolve('opened');
    assert.deepEqual(await Promise.all(both), ['opened', 'opened']);
    assert.equal(await all.open('a'), 'opened');
    assert.equal(begun.length, 1);
  });

  it('opens each key on its own', () => {
    const { all, begun } = openings();
    void all.open('a');
    void all.open('b');
    assert.deepEqual(
      begun.map(({ key }) => key),
      ['a', 'b'],
    );
    assert.deepEqual(all.keys(), ['a', 'b']);
    assert.equal(all.values().length, 2);
  });

  it('tries again after a failure, which all who asked in the meantime share', async () => {
    const { all, begun } = openings();
    const both = [all.open('a'), all.open('a')];
    begun[0]?.reject(new Error('no'));
    for (const one of both) await assert.rejects(one, /no/);
    assert.equal(all.get('a'), undefined);
    const again = all.open('a');
    begun[1]?.resolve('yes');
    assert.equal(await again, 'yes');
  });

  it('keeps what was opened after a removal, when the one removed fails', async () => {
    const { all, begun } = openings();
    const removed = all.open('a');
    assert.equal(all.remove('a'), removed);
    const next = all.open('a');
    begun[0]?.reject(new Error('late'));
    await assert.rejects(removed, /late/);
    assert.equal(all.get('a'), next);
  });

  it('knows nothing that was not asked for, was removed or was cleared', () => {
    const { all } = openings();
    assert.equal(all.get('a'), undefined);
    assert.equal(all.remove('a'), undefined);
    void all.open('a');
    all.clear();
    assert.equal(all.get('a'), undefined);
    assert.deepEqual(all.keys(), []);
  });
});
