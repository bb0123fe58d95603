import assert from 'node:assert/strict';
import {
  type FromPage,
  parseFromPage,
  parseSavedState,
  parseToPage,
  type SavedState,
  type ToPage,
} from '../../../src/protocol/search';

const query = { index: 'logs', field: 'message', text: 'x', from: 0, size: 10 };
const page = { range: '1 of 1', tookMs: 2, rows: [], hasPrevious: false, hasNext: false, notes: [] };
const row = { rank: 1, id: '1', preview: [{ name: 'big', value: '9007199254740993' }], document: '{}', isCut: false };

describe('a message of the search page', () => {
  const messages: readonly FromPage[] = [
    { kind: 'ready' },
    { kind: 'search', requestId: 'a-1', query },
    { kind: 'search', requestId: 'a-1', query: { ...query, from: 2 ** 31 - 1, size: 10_000 } },
    { kind: 'turnPage', requestId: 'a-2', to: 'previous' },
    { kind: 'cancel', requestId: 'a-2' },
    { kind: 'openDocument', requestId: 'a-2', row: 0 },
  ];
  for (const message of messages) {
    it(`is understood: ${message.kind}`, () => assert.deepEqual(parseFromPage(message), message));
  }

  const garbage: readonly unknown[] = [
    undefined,
    null,
    '',
    0,
    [],
    {},
    { kind: 'readyy' },
    { kind: '__proto__' },
    { kind: 'search', requestId: 'a' },
    { kind: 'search', requestId: '', query },
    { kind: 'search', requestId: 1, query },
    { kind: 'search', requestId: 'a', query: { ...query, from: -1 } },
    { kind: 'search', requestId: 'a', query: { ...query, from: 2 ** 31 } },
    { kind: 'search', requestId: 'a', query: { ...query, from: 1.5 } },
    { kind: 'search', requestId: 'a', query: { ...query, from: '0' } },
    { kind: 'search', requestId: 'a', query: { ...query, size: 0 } },
    { kind: 'search', requestId: 'a', query: { ...query, size: 10_001 } },
    { kind: 'search', requestId: 'a', query: { ...query, size: Number.NaN } },
    { kind: 'search', requestId: 'a', query: { ...query, text: undefined } },
    { kind: 'search', requestId: 'a', query: { ...query, text: 'x'.repeat(100_001) } },
    { kind: 'turnPage', requestId: 'a', to: 'sideways' },
    { kind: 'cancel' },
    { kind: 'openDocument', requestId: 'a', row: -1 },
    { kind: 'page', requestId: 'a', query, page },
  ];
  for (const message of garbage) {
    it(`is refused without a throw: ${JSON.stringify(message)?.slice(0, 90)}`, () =>
      assert.equal(parseFromPage(message), undefined));
  }
});

describe('a message of the host', () => {
  const messages: readonly ToPage[] = [
    { kind: 'init', endpointId: 'e' },
    {
      kind: 'init',
      endpointId: 'e',
      shown: { requestId: 'a', query, page: { ...page, rows: [row] } },
      failure: { sentence: 'It failed.', nextStep: 'Try again.' },
      busy: 'b',
    },
    { kind: 'page', requestId: 'a', query, page },
    { kind: 'failed', requestId: 'a', sentence: 'It failed.', nextStep: 'Try again.', detail: '<b>why</b>' },
    { kind: 'cancelled', requestId: 'a' },
    { kind: 'press', button: 'next' },
  ];
  for (const message of messages) {
    it(`is understood: ${message.kind}`, () => assert.deepEqual(parseToPage(message), message));
  }

  const garbage: readonly unknown[] = [
    undefined,
    { kind: 'init' },
    { kind: 'page', requestId: 'a', query, page: { ...page, rows: [{}] } },
    { kind: 'page', requestId: 'a', query, page: { ...page, rows: [{ ...row, document: {} }] } },
    { kind: 'failed', requestId: 'a' },
    { kind: 'press', button: 'delete' },
    { kind: 'ready' },
  ];
  for (const message of garbage) {
    it(`is refused without a throw: ${JSON.stringify(message)?.slice(0, 90)}`, () =>
      assert.equal(parseToPage(message), undefined));
  }
});

describe('what a page saves', () => {
  const saved: SavedState = {
    endpointId: 'e',
    form: { index: 'logs', field: 'message', text: 'x', from: 'half typed', size: '' },
    shown: { ...query, from: 20 },
  };

  it('is read back', () => assert.deepEqual(parseSavedState(saved), saved));

  it('is cut to what is known: documents and credentials cannot come back with it', () => {
    assert.deepEqual(parseSavedState({ ...saved, rows: [row], password: 'x' }), saved);
  });

  for (const state of [undefined, null, {}, { endpointId: '' }, { ...saved, form: {} }, { ...saved, shown: {} }]) {
    it(`is nothing where it does not fit: ${JSON.stringify(state)?.slice(0, 60)}`, () =>
      assert.equal(parseSavedState(state), undefined));
  }
});
