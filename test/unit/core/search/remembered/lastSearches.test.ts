import assert from 'node:assert/strict';
import { noteSearch, readLastSearches } from '../../../../../src/core/search/remembered/storedChoices';
import { emptyQuestion } from '../../../../../src/protocol/question';

describe('lastSearches: where a person searched last', () => {
  const question = { ...emptyQuestion, index: 'access-logs', field: 'message', text: 'what for' };

  it('is remembered for each endpoint, the latest first, and never what was searched for', () => {
    let last = noteSearch([], 'one', question);
    last = noteSearch(last, 'two', { ...question, by: 'phrase' });
    last = noteSearch(last, 'one', { ...question, field: 'path' });
    assert.deepEqual(last, [
      { endpointId: 'one', index: 'access-logs', field: 'path', by: 'words' },
      { endpointId: 'two', index: 'access-logs', field: 'message', by: 'phrase' },
    ]);
    assert.doesNotMatch(JSON.stringify(last), /what for/);
  });

  it('keeps the field before a search that was written by hand, which has none', () => {
    const written = { ...question, index: 'other', field: '', body: '{}' };
    assert.deepEqual(noteSearch(noteSearch([], 'one', { ...question, by: 'phrase' }), 'one', written), [
      { endpointId: 'one', index: 'other', field: 'message', by: 'phrase' },
    ]);
    assert.deepEqual(noteSearch([], 'one', written), [{ endpointId: 'one', index: 'other', field: '', by: 'words' }]);
  });

  it('is remembered for a hundred endpoints', () => {
    let last = readLastSearches(undefined);
    for (let at = 0; at < 150; at += 1) last = noteSearch(last, `e${at}`, question);
    assert.equal(last.length, 100);
    assert.equal(last[0]?.endpointId, 'e149');
  });

  for (const kept of [undefined, null, 'x', [{ endpointId: 'one' }]]) {
    it(`is nothing where something else was kept: ${JSON.stringify(kept)?.slice(0, 60)}`, () => {
      assert.deepEqual(readLastSearches(kept), []);
    });
  }

  for (const by of ['everything', 'match']) {
    it(`is read with a type of query of an earlier version, ${by}, which is words now`, () => {
      const kept = { endpointId: 'one', index: 'logs', field: '', by };
      assert.deepEqual(readLastSearches([kept]), [{ ...kept, by: 'words' }]);
    });
  }

  it('is for all of the words after one search for any of them', () => {
    const [last] = noteSearch([], 'one', { ...question, by: 'match' });
    assert.equal(last?.by, 'words');
  });
});
