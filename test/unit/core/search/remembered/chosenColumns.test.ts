import assert from 'node:assert/strict';
import { columnsOf, readColumns, withChosenColumns } from '../../../../../src/core/search/remembered/storedChoices';

describe('chosenColumns: the columns that were chosen at an endpoint', () => {
  it('are those of the same index expression, in the order chosen, each once', () => {
    const chosen = withChosenColumns(withChosenColumns([], 'logs-*', ['b', 'a', 'b']), 'other', ['c']);
    assert.deepEqual(columnsOf(chosen, 'logs-*'), ['b', 'a']);
    assert.deepEqual(columnsOf(chosen, 'other'), ['c']);
    assert.deepEqual(columnsOf(chosen, 'logs'), []);
  });

  it('are read back from what was kept, names of any shape included', () => {
    const chosen = withChosenColumns([], '__proto__', ['__proto__', 'a.b', '<b>']);
    assert.deepEqual(readColumns(JSON.parse(JSON.stringify(chosen))), chosen);
  });

  it('go when none are chosen any more', () => {
    assert.deepEqual(withChosenColumns(withChosenColumns([], 'logs', ['a']), 'logs', []), []);
  });

  it('are kept for a hundred index expressions, those chosen last', () => {
    let chosen = readColumns(undefined);
    for (let at = 0; at < 150; at += 1) chosen = withChosenColumns(chosen, `logs-${at}`, ['a']);
    assert.equal(chosen.length, 100);
    assert.deepEqual(columnsOf(chosen, 'logs-50'), ['a']);
    assert.deepEqual(columnsOf(chosen, 'logs-49'), []);
  });

  for (const kept of [undefined, null, 7, {}, [{}], [{ index: 'a', paths: [] }], [{ index: 'a', paths: ['x', 7] }]]) {
    it(`are none where something else was kept: ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(readColumns(kept), []);
    });
  }
});
