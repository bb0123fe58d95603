import assert from 'node:assert/strict';
import {
  type MessageFromPage,
  type MessageToPage,
  parseFromPage,
  parseToPage,
} from '../../../src/protocol/pageMessages';
import { emptyQuestion, type SearchQuestion } from '../../../src/protocol/question';
import type { HitPage, HitRow } from '../../../src/protocol/resultPage';

const question: SearchQuestion = {
  ...emptyQuestion,
  index: 'logs',
  field: 'message',
  text: 'x',
  filters: [{ label: 'status: 502', clause: '{"term":{"status":9007199254740993}}', isOut: false }],
  time: { field: '@timestamp', span: 'own', from: 'now-2d', to: '' },
  sort: [{ field: '@timestamp', order: 'desc' }],
};
const row: HitRow = {
  rank: 11,
  id: 'a',
  cells: [{ kind: 'number', text: '9007199254740993' }],
  summary: [{ path: 'message', cell: { kind: 'text', text: 'x', marks: [[0, 1]], isCut: true } }],
  hasRouter: true,
};
const table = {
  columns: [{ path: 'big', type: 'long', sortField: 'big' }],
  rows: [row],
  fields: [{ path: 'message' }],
};
const page: HitPage = {
  from: 10,
  size: 10,
  range: '11 of 11',
  total: { hits: 11, isExact: true },
  tookMs: 2,
  bytes: 1_000,
  asked: 'from/size',
  hasPrevious: true,
  hasNext: false,
  partial: ['1 of 3 shards failed.'],
  notes: [],
  sort: [],
  table,
  aggregations: [{ name: 'codes', json: '{}', isCut: false, table: { columns: ['key'], rows: [['200']] } }],
  sent: { method: 'GET', path: '/logs/_search', body: '{}' },
};
const place = { requestId: 'a', row: 0, path: 'message' };

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
    { kind: 'openHit', requestId: 'a-2', row: 0 },
    { kind: 'place', action: 'filterOut', place },
    { kind: 'act', action: 'copyAsCurl', question },
    { kind: 'chooseColumns', requestId: 'a-2', paths: ['__proto__', 'a.b'] },
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
    { kind: 'openHit', requestId: 'a', row: -1 },
    { kind: 'place', action: 'delete', place },
    { kind: 'place', action: 'open', place: { row: 0 } },
    { kind: 'act', action: 'run', question },
    { kind: 'chooseColumns', requestId: 'a', paths: Array.from({ length: 1_001 }, () => 'a') },
    { kind: 'complete', requestId: 'a', of: 'password', index: '', text: '' },
    { kind: 'readAddress', text: 'x'.repeat(50_001), form: question, zone: 'UTC' },
    { kind: 'readAddress', text: 'x', form: { ...question, size: 0 }, zone: 'UTC' },
    { kind: 'readAddress', text: 'x', form: question, zone: '<b>' },
    { kind: 'page', requestId: 'a', question, page },
  ];
  for (const message of garbage) {
    it(`is refused without a throw: ${JSON.stringify(message)?.slice(0, 120)}`, () =>
      assert.equal(parseFromPage(message), undefined));
  }
});

describe('pageMessages: a message of the host', () => {
  const endpoints = [{ id: 'e', name: '<b>logs</b>' }];
  const messages: readonly MessageToPage[] = [
    { kind: 'init', panelId: 'p', endpointId: 'e', endpoints },
    {
      kind: 'init',
      panelId: 'p',
      endpointId: 'e',
      endpoints,
      question,
      shown: { requestId: 'a', question, page },
      failure: { sentence: 'It failed.', nextStep: 'Try again.' },
      busy: 'b',
    },
    { kind: 'endpoints', endpoints },
    { kind: 'page', requestId: 'a', question, page },
    { kind: 'columns', requestId: 'a', table },
    { kind: 'counted', requestId: 'a', range: '1–10 of 57', total: { hits: 57, isExact: true } },
    { kind: 'progress', requestId: 'a', text: '40,000 of 250,000' },
    { kind: 'failed', requestId: 'a', sentence: 'It failed.', nextStep: 'Try again.', detail: '<b>why</b>' },
    { kind: 'canceled', requestId: 'a' },
    { kind: 'completions', requestId: 'a', items: [{ value: 'logs', detail: 'alias' }, { value: 'x' }] },
    { kind: 'hit', requestId: 'a', row: 0 },
    {
      kind: 'hit',
      requestId: 'a',
      row: 0,
      hit: {
        nodes: [{ depth: 0, name: '', path: '', cell: { kind: 'absent', text: '' }, inside: 0 }],
        json: '{}',
        isCut: false,
      },
    },
    { kind: 'ask', question, run: true },
    { kind: 'address', question, notes: ['<b>Left out</b>'], whyIndex: 'It has none.' },
    { kind: 'address', notes: [] },
    { kind: 'addFilter', filter: { label: 'a: 1', clause: '{"term":{"a":1}}', isOut: true } },
    { kind: 'press', button: 'query' },
    { kind: 'goTo', offset: 40 },
    { kind: 'act', action: 'save' },
    { kind: 'announce', text: 'Copied' },
  ];
  for (const message of messages) {
    it(`is understood: ${message.kind}`, () => assert.deepEqual(parseToPage(message), message));
  }

  const garbage: readonly unknown[] = [
    undefined,
    { kind: 'init' },
    { kind: 'page', requestId: 'a', question, page: { ...page, table: { ...table, rows: [{}] } } },
    { kind: 'page', requestId: 'a', question, page: { ...page, sent: { method: 'DELETE', path: '/', body: '' } } },
    { kind: 'failed', requestId: 'a' },
    { kind: 'press', button: 'delete' },
    { kind: 'ready' },
  ];
  for (const message of garbage) {
    it(`is refused without a throw: ${JSON.stringify(message)?.slice(0, 90)}`, () =>
      assert.equal(parseToPage(message), undefined));
  }
});
