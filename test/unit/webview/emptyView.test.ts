/** What a page without hits offers: the parts of the question that can be taken away. */
import assert from 'node:assert/strict';
import type { SearchQuestion } from '../../../src/protocol/question';
import { withBrowser } from './browser';
import { allByRole, byRole, click, focused, nameOf, openResult, press } from './page';

describe('a page without hits', () => {
  withBrowser();
  const nothing = { table: { columns: [], rows: [], fields: [] }, range: 'No hits' };
  const filter = { label: 'status: 502', clause: '{"term":{"status":502}}', isOut: false };
  const time = { field: 'at', span: '1h' as const, from: '', to: '' };
  const ways = () => allByRole('button', /^(?:Any Time|Remove Filters?|All Fields)$/).map(nameOf);

  const cases: readonly (readonly [form: Partial<SearchQuestion>, ways: readonly string[]])[] = [
    [{}, ['All Fields']],
    [{ field: '' }, []],
    [{ by: 'exact' }, []],
    [{ text: '', time, filters: [filter] }, ['Any Time', 'Remove Filter']],
    [{ time, filters: [filter, { ...filter, clause: '{}' }] }, ['Any Time', 'Remove Filters', 'All Fields']],
    [{ body: '{}' }, []],
  ];
  for (const [form, told] of cases) {
    it(`offers ${told.join(', ') || 'nothing'} for ${JSON.stringify(form)}`, () => {
      openResult(nothing, form);
      assert.deepEqual(ways(), told);
    });
  }

  it('searches at once without what was taken away, and keeps the focus on the page', () => {
    const page = openResult(nothing, { time, filters: [filter] });
    for (const [name, change] of [
      ['Any Time', { time: undefined }],
      ['Remove Filter', { filters: [] }],
      ['All Fields', { field: '' }],
    ] as const) {
      byRole('button', name).focus();
      press('Enter');
      const asked = page.posted.findLast((message) => message.kind === 'search');
      assert.ok(asked?.kind === 'search');
      for (const [member, value] of Object.entries(change)) {
        assert.deepEqual(Object.entries(asked.question).find(([key]) => key === member)?.[1], value);
      }
      page.answer(nothing, asked.question);
    }
    assert.deepEqual(ways(), []);
    assert.notEqual(focused(), '');
  });

  it('is none where there are hits', () => {
    const page = openResult(nothing);
    click(byRole('button', 'All Fields'));
    page.answer({}, { field: '' });
    assert.deepEqual(ways(), []);
  });
});
