import assert from 'node:assert/strict';
import type { FailureKind } from '../../../../../src/core/base/errors/failure';
import { failureTitle } from '../../../../../src/core/proxy/tree/messageNodes';

describe('failureTitle', () => {
  const titleOf = (kind: FailureKind): string => failureTitle({ kind, sentence: 'x', nextStep: 'y' });

  it('says in a few words what happened', () => {
    const kinds = ['redirected', 'reset', 'serverError', 'unauthorized'] as const;
    assert.deepEqual(kinds.map(titleOf), [
      'Redirected elsewhere',
      'Connection closed',
      'Server error',
      'Authentication required',
    ]);
  });
});
