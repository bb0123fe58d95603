import assert from 'node:assert/strict';
import { gridCellAfter } from '../../../src/webview/hits';

/** Of 25 hits with columns 0 to 3, as `row.column`. */
function reached(from: string, key: string, withControl = false): string | undefined {
  const [row = 0, column = -1] = from.split('/').map(Number);
  const to = gridCellAfter({ row, column }, key, withControl, 25, 4);
  return to && `${to.row}/${to.column}`;
}

describe('gridKeys: a key among the hits', () => {
  const moves: readonly [from: string, key: string, to: string][] = [
    ['0/-1', 'ArrowDown', '1/-1'],
    ['0/-1', 'ArrowUp', '0/-1'],
    ['24/-1', 'ArrowDown', '24/-1'],
    ['3/-1', 'PageDown', '13/-1'],
    ['20/-1', 'PageDown', '24/-1'],
    ['3/-1', 'PageUp', '0/-1'],
    ['3/-1', 'End', '24/-1'],
    ['3/-1', 'Home', '0/-1'],
    ['3/-1', 'ArrowRight', '3/1'],
    ['3/1', 'ArrowRight', '3/2'],
    ['3/3', 'ArrowRight', '3/3'],
    ['3/2', 'ArrowLeft', '3/1'],
    ['3/1', 'ArrowLeft', '3/-1'],
    ['3/-1', 'ArrowLeft', '3/-1'],
    ['3/2', 'ArrowDown', '4/2'],
    ['3/2', 'Home', '3/1'],
    ['3/2', 'End', '3/3'],
    ['0/2', 'ArrowUp', '-1/2'],
    ['-1/2', 'ArrowUp', '-1/2'],
    ['-1/2', 'ArrowDown', '0/2'],
    ['-1/2', 'ArrowRight', '-1/3'],
    ['-1/1', 'ArrowLeft', '-1/1'],
  ];
  for (const [from, key, to] of moves)
    it(`${key} goes from ${from} to ${to}`, () => assert.equal(reached(from, key), to));

  it('goes to the first and last hit with Control, also from a value', () => {
    assert.deepEqual([reached('3/2', 'Home', true), reached('3/2', 'End', true)], ['0/2', '24/2']);
  });

  it('moves nothing with any other key', () => {
    for (const key of ['Enter', 'a', 'Tab', 'Escape']) assert.equal(reached('3/1', key), undefined);
  });
});
