import assert from 'node:assert/strict';
import { emptyQuestion, type SearchQuestion } from '../../../src/protocol/question';
import type { SavedState } from '../../../src/protocol/savedState';
import { parseSavedState } from '../../../src/protocol/savedStateSchema';

const question: SearchQuestion = {
  ...emptyQuestion,
  index: 'logs',
  field: 'message',
  text: 'x',
  filters: [{ label: 'status: 502', clause: '{"term":{"status":9007199254740993}}', isOut: false }],
  time: { field: '@timestamp', span: 'own', from: 'now-2d', to: '' },
  sort: [{ field: '@timestamp', order: 'desc' }],
};

describe('savedState: what a page saves', () => {
  const saved: SavedState = {
    panelId: 'p',
    endpointId: 'e',
    form: { ...question, text: 'half typed' },
    shown: { question, from: 20 },
  };

  it('is read back', () => assert.deepEqual(parseSavedState(JSON.parse(JSON.stringify(saved))), saved));

  it('is cut to what is known: documents and credentials cannot come back with it', () => {
    assert.deepEqual(parseSavedState({ ...saved, rows: [{ rank: 11, cells: [], summary: [] }], password: 'x' }), saved);
  });

  const before = { endpointId: 'e', form: { index: 'logs', field: 'message', text: 'x', from: '0', size: '10' } };
  for (const state of [
    undefined,
    null,
    {},
    before,
    { ...saved, panelId: '' },
    { ...saved, form: {} },
    { ...saved, shown: {} },
  ]) {
    it(`is nothing where it does not fit: ${JSON.stringify(state)?.slice(0, 60)}`, () =>
      assert.equal(parseSavedState(state), undefined));
  }
});
