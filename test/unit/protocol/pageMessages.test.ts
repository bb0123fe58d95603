import assert from 'node:assert/strict';
import { parseFromPage } from '../../../src/protocol/pageMessages';
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
const { filters, sort, time } = question;
const act = (name: string, about?: unknown) => ({ kind: 'act', nth: 1, name, about });

describe('pageMessages: a message of the search page', () => {
  const messages: readonly { readonly kind: string; readonly name?: string; readonly zone?: string }[] = [
    { kind: 'ready', zone: 'Europe/Berlin' },
    act('editForm', { text: 'x' }),
    act('editForm', { text: 'x'.repeat(1_000_000) }),
    act('narrowForm', { filters, sort, time }),
    act('changeQuestion', { size: 100 }),
    act('sortBy', { field: '__proto__', isAdded: true }),
    act('pressSearch'),
    act('turnPage', 'previous'),
    act('turnPage', { offset: 123_456 }),
    act('requestCompletions', { of: 'index', text: '@' }),
    act('editFilter', { filter: filters[0], at: 0, place: 'row', texts: ['1'] }),
    act('toggleHit', { pageId: 'a', row: 0 }),
    act('actOnHit', { action: 'filterOut', place: { pageId: 'a', row: 0, path: 'message' } }),
    act('actOnSearch', 'copyAsCurl'),
    act('toggleColumn', '__proto__'),
    act('setWidth', { title: 'a' }),
    act('followEvery', 5),
    act('narrowToBars', { from: 0, to: 1 }),
    act('switchEndpoint', 'e'),
  ];
  for (const message of messages) {
    it(`is understood: ${message.name ?? message.kind}`, () => assert.deepEqual(parseFromPage(message), message));
  }

  it('removes with null what JSON has no other word for', () => {
    const read = parseFromPage(act('narrowForm', { time: null, around: null }));
    assert.ok(read?.kind === 'act' && typeof read.about === 'object');
    assert.deepEqual(Object.entries(read.about), [
      ['time', undefined],
      ['around', undefined],
    ]);
    const without = parseFromPage(act('narrowForm', { text: '' }));
    assert.ok(without?.kind === 'act' && typeof without.about === 'object' && !('time' in without.about));
  });

  const garbage: readonly unknown[] = [
    undefined,
    null,
    '',
    0,
    [],
    {},
    { kind: 'readyy' },
    { kind: '__proto__' },
    { kind: 'ready' },
    { kind: 'ready', zone: '<b>' },
    { kind: 'act', name: 'pressSearch' },
    { ...act('pressSearch'), nth: '1' },
    act('__proto__'),
    act('toString'),
    act('run'),
    act('pressSearch', 'now'),
    act('editForm'),
    act('editForm', { by: 'script' }),
    act('editForm', { text: 1 }),
    act('editForm', { text: 'x'.repeat(1_000_001) }),
    act('editForm', { filters: [{ clause: '{}' }] }),
    act('narrowForm', { sort: [{ field: 'a', order: 'up' }] }),
    act('narrowForm', { time: { field: 'a', span: '1y', from: '', to: '' } }),
    act('narrowForm', { around: { field: 'a', index: 'b', id: 'c' } }),
    act('changeQuestion', { size: 0 }),
    act('changeQuestion', { size: 10_001 }),
    act('changeQuestion', { size: Number.NaN }),
    act('turnPage', 'sideways'),
    act('turnPage', { offset: -1 }),
    act('turnPage', { offset: 2 ** 53 }),
    act('turnPage', { offset: 1.5 }),
    act('toggleHit', { pageId: 'a', row: -1 }),
    act('toggleHit', { row: 0 }),
    act('actOnHit', { action: 'delete', place: { pageId: 'a', row: 0 } }),
    act('actOnHit', { action: 'open', place: { row: 0 } }),
    act('actOnSearch', 'run'),
    act('requestCompletions', { of: 'password', text: '' }),
    act('editFilter', { filter: filters[0], at: 0, place: 'row', texts: ['1', '2', '3'] }),
    act('setWidth', { title: 'a', px: 0 }),
    act('followEvery', 3),
    act('scrollTo', { pageId: 'a', top: -1 }),
    act('chooseLayout', { kind: 'cards' }),
    act('readAddress', 'x'.repeat(1_000_001)),
  ];
  for (const message of garbage) {
    it(`is refused without a throw: ${JSON.stringify(message)?.slice(0, 120)}`, () =>
      assert.equal(parseFromPage(message), undefined));
  }
});
