import assert from 'node:assert/strict';
import { filesToTryAgain, withSecondTry } from '../../../scripts/second-try.mjs';

/** What came of a run: for each file how many passed and what failed. */
function outcome(files: Record<string, readonly [passed: number, ...failures: string[]]>) {
  const all = Object.entries(files).map(([file, [passed, ...failures]]) => ({ file, passed, failures }));
  return {
    passed: all.reduce((sum, one) => sum + one.passed, 0),
    failed: all.reduce((sum, one) => sum + one.failures.length, 0),
    failures: all.flatMap((one) => one.failures),
    files: Object.fromEntries(all.map(({ file, passed, failures }) => [file, { passed, failures }])),
  };
}

describe('the second try of walks', () => {
  const first = outcome({ a: [3], b: [2, 'b drags: Timeout', 'b drops: Timeout'], c: [0, 'c opens: Timeout'] });

  it('runs the files again that failed, if they are few', () => {
    assert.deepEqual(filesToTryAgain(outcome({ a: [3] })), []);
    assert.deepEqual(filesToTryAgain(first), ['b', 'c']);
    const many = outcome({ a: [0, 'a'], b: [0, 'b'], c: [0, 'c'], d: [0, 'd'] });
    assert.deepEqual(filesToTryAgain(many), []);
  });

  it('runs nothing again if a failure is in no file', () => {
    assert.deepEqual(filesToTryAgain(outcome({ '': [0, 'the hook'], b: [0, 'b'] })), []);
  });

  it('counts what passes then, and says so', () => {
    const { passed, failed, failures, notes } = withSecondTry(first, outcome({ b: [4], c: [1] }));
    assert.deepEqual({ passed, failed, failures }, { passed: 8, failed: 0, failures: [] });
    assert.deepEqual(notes, [
      'Passed only when its file ran again, alone: b drags: Timeout',
      'Passed only when its file ran again, alone: b drops: Timeout',
      'Passed only when its file ran again, alone: c opens: Timeout',
    ]);
  });

  it('stays failed with what fails twice', () => {
    const { passed, failed, failures, notes } = withSecondTry(first, outcome({ b: [3, 'b drops: Error'], c: [1] }));
    assert.deepEqual({ passed, failed, failures }, { passed: 7, failed: 1, failures: ['b drops: Error'] });
    assert.deepEqual(notes, ['Passed only when its file ran again, alone: c opens: Timeout']);
  });

  it('stays failed if the second run says nothing of a file', () => {
    const { failed, failures, notes } = withSecondTry(first, { ...outcome({}), failed: 1 });
    assert.deepEqual({ failed, failures, notes }, { failed: 1, failures: [], notes: [] });
  });
});
