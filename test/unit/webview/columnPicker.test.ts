import assert from 'node:assert/strict';
import { pickable } from '../../../src/webview/columnPicker';

describe('the fields to choose columns from', () => {
  const fields = [{ path: 'a.name', type: 'keyword' }, { path: 'b', type: 'long' }, { path: 'c.Name' }];
  const paths = (chosen: readonly string[], filter: string) =>
    pickable(fields, chosen, filter).map(({ path, type }) => (type === undefined ? path : `${path} ${type}`));

  it('begin with those that are chosen, in their order, also where no hit of the page has them', () => {
    assert.deepEqual(paths(['gone', 'b'], ''), ['gone', 'b long', 'a.name keyword', 'c.Name']);
  });

  it('are those that hold every word of the filter, in whatever case', () => {
    assert.deepEqual(paths(['b'], 'NAME'), ['a.name keyword', 'c.Name']);
    assert.deepEqual(paths([], 'name c'), ['c.Name']);
    assert.deepEqual(paths([], 'no such'), []);
  });
});
