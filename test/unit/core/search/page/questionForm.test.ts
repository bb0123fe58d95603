import assert from 'node:assert/strict';
import {
  formAfterQuestion,
  formProblems,
  isBlank,
  sortedBy,
  withFilter,
} from '../../../../../src/core/search/page/questionForm';
import { emptyQuestion, type SearchQuestion, type SortKey } from '../../../../../src/protocol/question';

const question: SearchQuestion = { ...emptyQuestion, index: 'logs', field: 'message', text: 'x' };
const own = { field: 'at', span: 'own', from: '', to: '' } as const;

describe('questionForm: what stands in the search form', () => {
  const refused: readonly [form: Partial<SearchQuestion>, places: readonly string[]][] = [
    [{ index: ' ' }, ['index']],
    [{ by: 'exact', field: '' }, ['field']],
    [{ by: 'exact', index: '', field: ' ' }, ['field', 'index']],
    [{ by: 'exists', field: '' }, ['field']],
    [{ by: 'range', text: ' ', upTo: '' }, ['text']],
    [{ by: 'id', text: ' ' }, ['text']],
    [{ time: own }, ['time']],
    [{ text: 'x'.repeat(100_001) }, ['text']],
    [{ index: 'x'.repeat(100_001) }, ['index']],
    [{ body: '{}', index: '' }, ['index']],
  ];
  for (const [form, places] of refused) {
    it(`is refused with ${JSON.stringify(form).slice(0, 50)}, at ${places.join(' and ')}`, () => {
      assert.deepEqual(Object.keys(formProblems({ ...question, ...form })).sort(), places);
    });
  }

  const taken: readonly Partial<SearchQuestion>[] = [
    {},
    { text: '' },
    { by: 'queryString', field: '' },
    { by: 'match', field: '', text: '' },
    { by: 'match', field: '' },
    { by: 'phrase', field: '' },
    { by: 'exists', text: '' },
    { by: 'id', field: '', text: 'a, b' },
    { by: 'range', text: '', upTo: '5' },
    { time: { ...own, to: 'now' } },
    { body: '', field: '' },
  ];
  for (const form of taken) {
    it(`is taken with ${JSON.stringify(form)}`, () => assert.deepEqual(formProblems({ ...question, ...form }), {}));
  }

  it('is blank until something to look for was entered', () => {
    assert.equal(isBlank({ ...emptyQuestion, size: 100, by: 'phrase' }), true);
    for (const entered of [{ index: 'a' }, { text: 'a' }, { body: '' }, { time: own }]) {
      assert.equal(isBlank({ ...emptyQuestion, ...entered }), false);
    }
  });

  it('is sorted by a heading up, then down, then not at all', () => {
    const up = sortedBy([{ field: 'b', order: 'asc' }], 'a', { isAdded: false, isDefault: false });
    assert.deepEqual(up, [{ field: 'a', order: 'asc' }]);
    const down = sortedBy(up, 'a', { isAdded: false, isDefault: false });
    assert.deepEqual(down, [{ field: 'a', order: 'desc' }]);
    assert.deepEqual(sortedBy(down, 'a', { isAdded: false, isDefault: false }), []);
  });

  it('is sorted the other way by the heading of an order that nobody asked for', () => {
    const newest: SortKey[] = [{ field: 'at', order: 'desc' }];
    assert.deepEqual(sortedBy(newest, 'at', { isAdded: false, isDefault: true }), [{ field: 'at', order: 'asc' }]);
    assert.deepEqual(sortedBy(newest, 'a', { isAdded: false, isDefault: true }), [{ field: 'a', order: 'asc' }]);
  });

  it('is sorted by several headings, each in its turn', () => {
    const both = sortedBy([{ field: 'b', order: 'asc' }], 'a', { isAdded: true, isDefault: false });
    assert.deepEqual(both, [
      { field: 'b', order: 'asc' },
      { field: 'a', order: 'asc' },
    ]);
    const turned = sortedBy(both, 'b', { isAdded: true, isDefault: false });
    assert.deepEqual(
      turned.map(({ field, order }) => `${field} ${order}`),
      ['b desc', 'a asc'],
    );
    assert.deepEqual(sortedBy(turned, 'b', { isAdded: true, isDefault: false }), [{ field: 'a', order: 'asc' }]);
  });

  it('holds a clause once, in or out', () => {
    const one = { label: 'a: 1', clause: '{"term":{"a":1}}', isOut: false };
    const two = { label: 'a: 2', clause: '{"term":{"a":2}}', isOut: false };
    assert.deepEqual(withFilter([one, two], { ...one, isOut: true }), [two, { ...one, isOut: true }]);
  });

  it('takes a question without a body as it is, and of one with a body only what counts beside typed words', () => {
    const asked = { ...emptyQuestion, index: 'other' };
    assert.equal(formAfterQuestion(question, asked), asked);
    const raw = { ...asked, body: '{}', size: 50 };
    assert.equal(formAfterQuestion(emptyQuestion, raw), raw);
    assert.deepEqual(formAfterQuestion(question, raw), { ...question, index: 'other', body: '{}', size: 50 });
  });
});
