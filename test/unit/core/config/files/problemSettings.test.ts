import assert from 'node:assert/strict';
import { readProblemSettings, shownSeverity } from '../../../../../src/core/config/files/diagnostics';

describe('problemSettings: which problems of files are shown', () => {
  const shown = (settings: unknown) =>
    (['rule.syntax', 'live.error'] as const).map((code) =>
      shownSeverity({ code, severity: 'error' }, readProblemSettings(settings)),
    );

  it('is all of them, those of live proxies, or none', () => {
    assert.deepEqual(shown({ problems: 'all' }), ['error', 'error']);
    assert.deepEqual(shown({ problems: 'live' }), ['off', 'error']);
    assert.deepEqual(shown({ problems: 'off' }), ['off', 'off']);
  });

  it('is as severe as a person says by code', () => {
    assert.deepEqual(shown({ severity: { 'rule.syntax': 'hint', 'live.error': 'off' } }), ['hint', 'off']);
  });

  it('is what is there by default where a setting is not valid', () => {
    assert.deepEqual(shown({ problems: 7, severity: { 'rule.syntax': 'loud' } }), ['error', 'error']);
    assert.deepEqual(shown({ severity: [] }), ['error', 'error']);
  });
});
