import assert from 'node:assert/strict';
import { searchSettingsOf } from '../../../../../src/core/search/remembered/settings';

describe('settings: the settings of searches', () => {
  it('are what a person set', () => {
    assert.deepEqual(searchSettingsOf({ pageSize: 50, timeoutSeconds: 1.5, prefetch: false, highlight: false }), {
      size: 50,
      timeoutMs: 1_500,
      prefetch: false,
      highlight: false,
    });
  });

  it('are the usual ones where they cannot be used', () => {
    const usual = { size: 50, timeoutMs: 60_000, prefetch: true, highlight: true };
    assert.deepEqual(
      searchSettingsOf({ pageSize: undefined, timeoutSeconds: undefined, prefetch: undefined, highlight: undefined }),
      usual,
    );
    assert.deepEqual(searchSettingsOf({ pageSize: 11, timeoutSeconds: 0, prefetch: 'no', highlight: 1 }), usual);
  });
});
