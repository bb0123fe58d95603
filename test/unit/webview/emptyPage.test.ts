/** What a page without hits offers: the parts of the question that can be taken away. */
import assert from 'node:assert/strict';
import { localTime } from '../../../src/protocol/localTime';
import type { SearchQuestion } from '../../../src/protocol/question';
import { withBrowser } from './browser';
import {
  allByRole,
  byRole,
  click,
  focused,
  nameOf,
  openPage,
  openResult,
  press,
  question,
  rowOf,
  tableOf,
  textOf,
  type,
} from './page';

describe('emptyPage: a page before the first search', () => {
  withBrowser();
  const text = () => document.querySelector('.start')?.textContent;

  it('says what to do, and offers the searches of before', () => {
    const page = openPage({ index: '', field: '', text: '' });
    assert.match(text() ?? '', /^Enter an index to see its newest documents\./);
    click(byRole('button', 'Recent and Saved Searches'));
    assert.deepEqual(
      page.posted.filter(({ kind }) => kind === 'act').map((message) => message.kind === 'act' && message.action),
      ['history'],
    );
    type('Index', 'logs');
    assert.match(text() ?? '', /^Press Enter in the form to search\./);
  });

  it('names the keys, that to another endpoint where there is one', () => {
    const page = openPage({ index: '' });
    assert.match(text() ?? '', /\/ goes to the text, i to the index\.$/);
    page.act('listEndpoints', [
      { id: 'e', name: 'logs' },
      { id: 'f', name: 'other' },
    ]);
    assert.match(text() ?? '', /, e to the endpoint\.$/);
  });

  it('is gone with the first search, and leaves the focus on the page', () => {
    const page = openPage();
    byRole('button', 'Recent and Saved Searches').focus();
    page.act('ask', question);
    assert.equal(focused(), 'textbox Text');
    assert.deepEqual(allByRole('button', 'Recent and Saved Searches'), []);
    page.answer();
    assert.deepEqual(allByRole('button', 'Recent and Saved Searches'), []);
  });
});

describe('emptyPage: a page without hits', () => {
  withBrowser();
  const nothing = { table: tableOf(0, { columns: [], fields: [] }), range: 'No hits' };
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
    [{ text: '', filters: [{ ...filter, isOff: true }] }, []],
    [{ text: '', filters: [filter, { ...filter, clause: '{}', isOff: true }] }, ['Remove Filter']],
  ];
  for (const [form, told] of cases) {
    it(`offers ${told.join(', ') || 'nothing'} for ${JSON.stringify(form)}`, () => {
      openResult(nothing, form);
      assert.deepEqual(ways(), told);
    });
  }

  for (const [anyWords, name] of [
    [{ hits: 4000, isExact: true }, 'Any of the Words (4,000)'],
    [{ hits: 10_000, isExact: false }, 'Any of the Words (10,000+)'],
  ] as const) {
    it(`offers ${name}, and searches for them`, () => {
      const page = openResult({ ...nothing, anyWords }, { field: '', text: 'order 4711' });
      click(byRole('button', name));
      const [sent] = page.posted.filter(({ kind }) => kind === 'search').slice(-1);
      assert.equal(sent?.kind === 'search' && sent.question.by, 'match');
      assert.equal(sent?.kind === 'search' && sent.question.text, 'order 4711');
    });
  }

  it('searches in the syntax of the engine at once where words name a field and find nothing, once', () => {
    const known = { ...nothing, table: tableOf(0, { columns: [], fields: [{ path: 'status' }] }) };
    const about = { field: '', text: 'status:502 AND host:a' };
    const page = openResult(known, about);
    const asked = () => page.posted.flatMap((message) => (message.kind === 'search' ? message.question.by : []));
    assert.deepEqual(asked(), ['words', 'queryString']);
    assert.match(document.querySelector('.toast')?.textContent ?? '', /^No document has these words\./);
    page.answer(known, { ...about, by: 'queryString' });
    assert.deepEqual(asked(), ['words', 'queryString']);
    assert.match(document.querySelector('.empty')?.textContent ?? '', /^No hits/);
  });

  it('only offers the syntax of the engine where the field is not known, or something else was typed', () => {
    openResult(nothing, { field: '', text: 'status:502' });
    byRole('button', 'Query String');
    const page = openPage({ field: '', text: 'status:502' });
    click(byRole('button', 'Search'));
    type('Text', 'status:503');
    page.answer(
      { ...nothing, table: tableOf(0, { columns: [], fields: [{ path: 'status' }] }) },
      { field: '', text: 'status:502' },
    );
    assert.equal(page.posted.filter(({ kind }) => kind === 'search').length, 1);
  });

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

  it('keeps a filter that is switched off when the others are removed', () => {
    const off = { ...filter, clause: '{"exists":{"field":"a"}}', isOff: true as const };
    const page = openResult(nothing, { filters: [filter, off] });
    click(byRole('button', 'Remove Filter'));
    assert.deepEqual(page.state().form.filters, [off]);
  });

  describe('says', () => {
    const said = () => [...document.querySelectorAll('.empty p')].map((line) => line.textContent).filter(Boolean);

    it('why, in place of the hits and not below them', () => {
      openResult({ ...nothing, notes: ['“message” holds exact values.'] });
      assert.deepEqual(said(), ['No hits', '“message” holds exact values.']);
      assert.deepEqual(allByRole('status', /exact values/), []);
    });

    it('when the newest document was, with the exact time, without redrawing what can be done', () => {
      const page = openResult(nothing);
      const all = byRole('button', 'All Fields');
      all.focus();
      const at = Date.now() - 21 * 86_400_000 - 5_000;
      const pageId = page.state().shown?.pageId ?? '';
      page.receive({ kind: 'newest', pageId, at });
      const line = byRole('status', 'Newest document of this index: 21 days ago');
      assert.equal(line.title, localTime(at));
      assert.equal(document.activeElement, all);
      page.receive({ kind: 'newest', pageId: 'gone', at });
      assert.equal(allByRole('status', /^Newest/).length, 1);
    });

    it('so of several indices', () => {
      const page = openResult(nothing, { index: 'logs-*' });
      page.receive({ kind: 'newest', pageId: page.state().shown?.pageId ?? '', at: Date.now() - 61_000 });
      byRole('status', 'Newest document of these indices: 1 min. ago');
    });
  });

  it('is no answer of a search that failed after it', () => {
    const page = openResult(nothing);
    page.act('ask', { ...question, index: 'other' });
    const requestId = page.pending();
    byRole('button', 'All Fields').focus();
    page.receive({ kind: 'failed', requestId, sentence: 'Index not found.', nextStep: '', isOfSearch: true });
    assert.deepEqual(ways(), []);
    assert.doesNotMatch(document.body.textContent ?? '', /No hits|Results of the previous search/);
    assert.equal(focused(), 'textbox Text');
  });

  it('is none where there are hits', () => {
    const page = openResult(nothing);
    click(byRole('button', 'All Fields'));
    page.answer({}, { field: '' });
    assert.deepEqual(ways(), []);
  });

  it('says where there are no hits what could be done', () => {
    const page = openResult({ table: tableOf(0, { columns: [], fields: [] }), range: 'No hits' });
    assert.notEqual(textOf(document.querySelector('.empty') ?? document.head), '');
    click(byRole('button', 'Search'));
    page.answer({ table: tableOf(0, { rows: [rowOf(1)] }) });
    assert.equal(document.querySelector('.empty'), null);
  });
});
