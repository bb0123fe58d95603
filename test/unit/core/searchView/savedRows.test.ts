import assert from 'node:assert/strict';
import { endpointNode } from '../../../../src/core/proxy/tree/proxyRow';
import type { SavedSearch } from '../../../../src/core/search/saved/savedStore';
import { savedSearchNode } from '../../../../src/core/searchView/indexRows';
import { emptyQuestion } from '../../../../src/protocol/question';
import { proxyEndpoint } from '../proxy/model/fakeHttpClient';

const endpoint = endpointNode({
  state: 'ready',
  hint: { id: proxyEndpoint.id, kind: 'search', name: 'prod', order: 0 },
  endpoint: { ...proxyEndpoint, kind: 'search', name: 'prod' },
});
const saved: SavedSearch = {
  version: 1,
  id: '1b671a64-40d5-491e-99b0-da01ff1f3341',
  endpointId: proxyEndpoint.id,
  name: 'slow ones',
  question: { ...emptyQuestion, index: 'access-logs', field: 'message', text: 'timeout' },
  place: 'everywhere',
};

describe('savedRows: the row of a saved search', () => {
  it('says its name, and where and what it asks', () => {
    const row = savedSearchNode(saved, endpoint);
    assert.deepEqual([row.label, row.description], ['slow ones', 'access-logs · message: timeout']);
    assert.equal(row.spoken, 'Saved search slow ones, access-logs, message: timeout');
    assert.equal(row.savedId, saved.id);
    assert.equal(row.parent, endpoint);
  });

  it('says that it is there in this workspace alone', () => {
    const row = savedSearchNode({ ...saved, place: 'workspace' }, endpoint);
    assert.equal(row.description, 'access-logs · message: timeout · this workspace');
  });

  it('has an id that no name changes, and one line each, however hostile the search', () => {
    const hostile = '\u202e$(zap)\n[x](command:y)'.repeat(1_000);
    const row = savedSearchNode({ ...saved, name: hostile, question: { ...saved.question, text: hostile } }, endpoint);
    assert.equal(row.id, savedSearchNode(saved, endpoint).id);
    for (const text of [row.label, row.description ?? '', row.spoken ?? '']) {
      assert.doesNotMatch(text, /[\p{Cc}\p{Cf}]/u);
      assert.ok(text.length < 1_000);
    }
  });
});
