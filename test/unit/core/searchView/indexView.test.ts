import assert from 'node:assert/strict';
import type { IndexEntry } from '../../../../src/core/search/engine/indexList';
import { indexViewOf } from '../../../../src/core/searchView/indexView';

const entry = (kind: IndexEntry['kind'], name: string, isHidden = name.startsWith('.')): IndexEntry => ({
  kind,
  name,
  isHidden,
  isClosed: false,
  members: [],
});
const entries = [
  entry('index', '.kibana'),
  entry('index', 'a-logs'),
  entry('alias', 'all-logs'),
  entry('data stream', 'logs'),
  entry('index', 'products'),
  entry('index', 'quiet', true),
];

describe('indexView: what is shown of an index list', () => {
  const view = (filter: string, showsHidden: boolean) => {
    const { shown, count, total, hidden } = indexViewOf({ entries }, { filter, showsHidden });
    return [Object.values(shown).map((some) => some.map(({ name }) => name)), count, total, hidden];
  };

  it('is by kind, and without hidden ones, which are counted', () => {
    assert.deepEqual(view('', false), [[['a-logs', 'products'], ['logs'], ['all-logs']], 4, 4, 2]);
  });

  it('is everything where hidden ones are wanted', () => {
    assert.deepEqual(view('', true), [[['.kibana', 'a-logs', 'products', 'quiet'], ['logs'], ['all-logs']], 6, 6, 0]);
  });

  it('is what the filter leaves, of how many, and how many hidden ones it would leave', () => {
    assert.deepEqual(view('logs', false), [[['a-logs'], ['logs'], ['all-logs']], 3, 4, 0]);
    assert.deepEqual(view('kib', false), [[[], [], []], 0, 4, 1]);
    assert.deepEqual(view('kib', true), [[['.kibana'], [], []], 1, 6, 0]);
  });
});
