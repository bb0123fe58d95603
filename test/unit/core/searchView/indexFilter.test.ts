import assert from 'node:assert/strict';
import { indexNameFilter } from '../../../../src/core/searchView/indexView';

describe('indexFilter: a filter of names', () => {
  const names = ['access-logs', 'access-logs-2026', '.kibana_7', 'LOGS-app', 'products'];
  const left = (filter: string) => names.filter(indexNameFilter(filter));

  for (const [filter, expected] of [
    ['', names],
    ['  ', names],
    ['-', names],
    ['logs', ['access-logs', 'access-logs-2026', 'LOGS-app']],
    ['LOGS access', ['access-logs', 'access-logs-2026']],
    ['logs -2026', ['access-logs', 'LOGS-app']],
    ['-logs', ['.kibana_7', 'products']],
    ['access-*', ['access-logs', 'access-logs-2026']],
    ['*logs', ['access-logs']],
    ['*og*2*', ['access-logs-2026']],
    ['a*s', ['access-logs']],
    ['-*logs*', ['.kibana_7', 'products']],
    ['*', names],
    ['logs*', ['LOGS-app']],
    ['nothing', []],
  ] as const) {
    it(`“${filter}” leaves ${expected.length}`, () => assert.deepEqual(left(filter), expected));
  }

  it('does not let the ends of a pattern overlap', () => {
    const passes = indexNameFilter('aba*ba');
    assert.deepEqual(['aba', 'abab', 'ababa', 'abaxba'].map(passes), [false, false, true, true]);
    assert.equal(indexNameFilter('a*b*b')('ab'), false);
  });
});
