import assert from 'node:assert/strict';
import { proposedSnapshotNames } from '../../../../../src/core/proxy/snapshots/snapshotStore';

const now = new Date(new Date().getFullYear(), 10, 22, 1, 57).getTime();
const repository = (name?: string) => ({ state: { HEAD: name === undefined ? undefined : { name, commit: 'abc' } } });

describe('proposedSnapshotNames: the names proposed for a snapshot', () => {
  it('are the branch of the only repository, then the time', () => {
    assert.deepEqual(proposedSnapshotNames([repository('feature/login')], now, 100), [
      'feature/login',
      'Nov 22, 01:57',
    ]);
  });

  it('are only the time where no branch is known, or which one', () => {
    for (const git of [undefined, [], [repository()], [repository('a'), repository('b')], 'main', [{ state: 7 }]]) {
      assert.deepEqual(proposedSnapshotNames(git, now, 100), ['Nov 22, 01:57']);
    }
  });

  it('are visible lines that are not too long', () => {
    assert.deepEqual(proposedSnapshotNames([repository('a\u202eb\nc'.padEnd(50, 'd'))], now, 5)[0]?.length, 5);
    assert.deepEqual(proposedSnapshotNames([repository('\u200b')], now, 100), ['Nov 22, 01:57']);
  });

  it('have the year where it is another one', () => {
    const before = new Date(2024, 10, 22, 1, 57).getTime();
    assert.deepEqual(proposedSnapshotNames(undefined, before, 100), ['Nov 22, 2024, 01:57']);
  });
});
