import assert from 'node:assert/strict';
import { indexQuestion, isIndexQuestion } from '../../../../src/core/searchView/indexQuestion';
import type { SearchQuestion } from '../../../../src/protocol/question';

describe('indexQuestion: the search of a row', () => {
  const all = indexQuestion({ size: 25, highlight: false }, 'logs');

  it('is for all documents of an index, or for those with a field, as the settings say', () => {
    const { index, by, field, text, size, highlight } = all;
    assert.deepEqual([index, by, field, text, size, highlight], ['logs', 'words', '', '', 25, false]);
    const having = indexQuestion({ size: 25, highlight: false }, 'logs', 'host.name');
    assert.deepEqual([having.by, having.field, having.index], ['exists', 'host.name', 'logs']);
  });

  it('may be replaced by another one as long as nobody asked for more', () => {
    assert.ok(isIndexQuestion(all));
    assert.ok(isIndexQuestion({ ...all, by: 'queryString', size: 100, sort: [{ field: 'a', order: 'asc' }] }));
    const others: readonly Partial<SearchQuestion>[] = [
      { text: 'timeout' },
      { by: 'exists', field: 'host' },
      { filters: [{ label: 'a: 1', clause: '{"term":{"a":1}}', isOut: false }] },
      { time: { field: '@timestamp', span: '1h', from: '', to: '' } },
      { body: '{}' },
      { around: { field: '@timestamp', index: 'logs', id: '1' } },
    ];
    for (const more of others) {
      assert.ok(!isIndexQuestion({ ...all, ...more }), JSON.stringify(more));
    }
  });
});
