import assert from 'node:assert/strict';
import { exportedColumns } from '../../../../../src/core/search/export/hitFormat';

describe('exportedColumns: the columns of a file', () => {
  it('are those that are seen, the time among them', () => {
    assert.deepEqual(exportedColumns(['@timestamp', 'host', 'took'], '@timestamp'), ['@timestamp', 'host', 'took']);
    assert.deepEqual(exportedColumns(['@timestamp', '_id'], '@timestamp'), ['@timestamp', '_id']);
  });

  it('leave out the document beside fields of it', () => {
    const seen = ['@timestamp', '_id', 'host', '_source'];
    assert.deepEqual(exportedColumns(seen, '@timestamp'), ['@timestamp', '_id', 'host']);
  });

  it('are all fields where the document is seen with nothing of it but the time', () => {
    for (const seen of [
      ['@timestamp', '_id', '_source'],
      ['_source'],
      ['_index', '_score', '_routing', '_source'],
      [],
    ]) {
      assert.deepEqual(exportedColumns(seen, '@timestamp'), [], String(seen));
    }
    assert.deepEqual(exportedColumns(['@timestamp', '_source'], undefined), ['@timestamp']);
  });
});
