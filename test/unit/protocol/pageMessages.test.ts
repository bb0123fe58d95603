import assert from 'node:assert/strict';
import { type MessageFromPage, parseFromPage } from '../../../src/protocol/pageMessages';
import { emptyQuestion, type SearchQuestion } from '../../../src/protocol/question';

const question: SearchQuestion = {
  ...emptyQuestion,
  index: 'logs',
  field: 'message',
  text: 'x',
  filters: [{ label: 'status: 502', clause: '{"term":{"status":9007199254740993}}', isOut: false }],
  time: { field: '@timestamp', span: 'own', from: 'now-2d', to: '' },
  sort: [{ field: '@timestamp', order: 'desc' }],
};
const place = { pageId: 'a', row: 0, path: 'message' };

describe('pageMessages: a message of the search page', () => {
  const messages: readonly MessageFromPage[] = [
    { kind: 'ready' },
    { kind: 'search', requestId: 'a-1', question, from: 0 },
    {
      kind: 'search',
      requestId: 'a-1',
      question: { ...question, body: '{\r\n "query": {} }' },
      from: 1_000_000_000_000,
    },
    { kind: 'turnPage', requestId: 'a-2', to: 'previous' },
    { kind: 'turnPage', requestId: 'a-2', to: { offset: 123_456 } },
    { kind: 'count', requestId: 'a-3' },
    { kind: 'cancel', requestId: 'a-2' },
    { kind: 'complete', requestId: 'a-4', of: 'dateField', index: 'logs', text: '@' },
    { kind: 'openHit', pageId: 'a-2', row: 0 },
    { kind: 'place', action: 'filterOut', place },
    { kind: 'edited', question },
    { kind: 'act', action: 'copyAsCurl' },
    { kind: 'act', action: 'goToPage' },
    { kind: 'histogram', requestId: 'a-5', pageId: 'a-2', field: '@timestamp', zone: 'Europe/Berlin' },
    { kind: 'follow', requestId: 'a-6', pageId: 'a-2', seconds: 5 },
    { kind: 'takeNewHits', requestId: 'a-7' },
    { kind: 'chooseColumns', pageId: 'a-2', paths: ['__proto__', 'a.b'] },
    { kind: 'chooseEndpoint', endpointId: 'e' },
  ];
  for (const message of messages) {
    it(`is understood: ${message.kind}`, () => assert.deepEqual(parseFromPage(message), message));
  }

  const search = { kind: 'search', requestId: 'a', question, from: 0 };
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
    { ...search, requestId: '' },
    { ...search, requestId: 1 },
    { ...search, from: -1 },
    { ...search, from: 2 ** 53 },
    { ...search, from: 1.5 },
    { ...search, from: '0' },
    { ...search, question: { ...question, size: 0 } },
    { ...search, question: { ...question, size: 10_001 } },
    { ...search, question: { ...question, size: Number.NaN } },
    { ...search, question: { ...question, by: 'script' } },
    { ...search, question: { ...question, text: undefined } },
    { ...search, question: { ...question, text: 'x'.repeat(100_001) } },
    { ...search, question: { ...question, body: 'x'.repeat(1_000_001) } },
    { ...search, question: { ...question, filters: [{ clause: '{}' }] } },
    { ...search, question: { ...question, sort: [{ field: 'a', order: 'up' }] } },
    { ...search, question: { ...question, time: { field: 'a', span: '1y', from: '', to: '' } } },
    { kind: 'turnPage', requestId: 'a', to: 'sideways' },
    { kind: 'turnPage', requestId: 'a', to: { offset: -1 } },
    { kind: 'cancel' },
    { kind: 'openHit', pageId: 'a', row: -1 },
    { kind: 'openHit', requestId: 'a', row: 0 },
    { kind: 'place', action: 'delete', place },
    { kind: 'place', action: 'open', place: { row: 0 } },
    { kind: 'act', action: 'run' },
    { kind: 'edited', question: { ...question, size: 0 } },
    { kind: 'chooseColumns', pageId: 'a', paths: Array.from({ length: 1_001 }, () => 'a') },
    { kind: 'complete', requestId: 'a', of: 'password', index: '', text: '' },
    { kind: 'readAddress', text: 'x'.repeat(50_001), form: question, zone: 'UTC' },
    { kind: 'readAddress', text: 'x', form: { ...question, size: 0 }, zone: 'UTC' },
    { kind: 'readAddress', text: 'x', form: question, zone: '<b>' },
    { kind: 'histogram', requestId: 'a', field: '@timestamp', zone: 'UTC' },
    { kind: 'follow', requestId: 'a', pageId: 'b', seconds: 3 },
    { kind: 'page', pageId: 'a', question, page: {} },
  ];
  for (const message of garbage) {
    it(`is refused without a throw: ${JSON.stringify(message)?.slice(0, 120)}`, () =>
      assert.equal(parseFromPage(message), undefined));
  }
});
