import assert from 'node:assert/strict';
import {
  addFilter,
  closeCompletions,
  editForm,
  goToOffset,
  leaveBody,
  narrowForm,
  pickIndex,
  pressSearch,
  requestCompletions,
  requestDates,
  restoreForm,
  switchEndpoint,
  takeQuestion,
} from '../../../../../src/core/search/page/formSteps';
import { actOnHit, scrollTo, toggleHit } from '../../../../../src/core/search/page/hitSteps';
import type { CurrentReply, RequestWithoutId } from '../../../../../src/core/search/page/numberedRequests';
import { columnPaths, columnsToFetch, dateFields, wantsDates } from '../../../../../src/core/search/page/pageFields';
import { PageModel } from '../../../../../src/core/search/page/pageModel';
import {
  areHitsPrevious,
  awaitedFollow,
  initialState,
  type PageChange,
  type PageState,
  type PageStep,
  placeInPage,
  savedState,
  sizeOfBody,
} from '../../../../../src/core/search/page/pageState';
import {
  actOnSearch,
  cancelRequest,
  changeQuestion,
  chooseColumns,
  countAllHits,
  retry,
  setWidth,
  toggleColumn,
  toggleFetch,
  turnPage,
} from '../../../../../src/core/search/page/pageSteps';
import { receiveMessage } from '../../../../../src/core/search/page/receiveMessage';
import { withTimeBar } from '../../../../../src/core/search/page/timeBarRequests';
import { unseenOrder } from '../../../../../src/core/search/page/viewOfPage';
import { drawTable } from '../../../../../src/core/search/read/drawTable';
import type { ReadRow, ReadTable } from '../../../../../src/core/search/read/readTable';
import type { SearchCompletion } from '../../../../../src/protocol/pageView';
import {
  emptyQuestion,
  likelyDate,
  type QuestionFilter,
  type SearchQuestion,
} from '../../../../../src/protocol/question';
import { questionSchema } from '../../../../../src/protocol/questionSchema';
import type { HitInFull, HitPage } from '../../../../../src/protocol/resultPage';
import { parseSavedState } from '../../../../../src/protocol/savedStateSchema';

const question: SearchQuestion = { ...emptyQuestion, size: 10, index: 'logs', field: 'message', text: 'x' };
const row: ReadRow = { rank: 11, cells: [], summary: [] };
const tableOf = (to: Partial<ReadTable> = {}) =>
  drawTable({ columns: [], rows: [row, { ...row, rank: 12 }, { ...row, rank: 13 }], fields: [], ...to }, {});
const page: HitPage = {
  from: 10,
  size: 10,
  range: '11–20 of 10,000+',
  total: { hits: 10_000, isExact: false },
  tookMs: 12,
  bytes: 2_000,
  asked: 'from/size',
  hasPrevious: true,
  hasNext: true,
  partial: [],
  notes: [],
  sort: [],
  table: tableOf(),
  aggregations: [],
  sent: { method: 'GET', path: '/logs/_search', body: '{}' },
};
const init: Extract<CurrentReply, { kind: 'init' }> = {
  kind: 'init',
  panelId: 'p',
  endpointId: 'e',
  endpoints: [{ id: 'e', name: 'logs' }],
};
const answer = (pageId: string, to: Partial<HitPage> = {}, about = question): CurrentReply => ({
  kind: 'page',
  pageId,
  question: about,
  page: { ...page, ...to },
});
const hit: HitInFull = { nodes: [], json: '{}', isCut: false };
const filter: QuestionFilter = { label: 'status: 502', clause: '{"term":{"status":502}}', isOut: false };

/** A change with what it is given. */
const act =
  <Args extends readonly unknown[]>(change: PageChange<Args>, ...args: Args): PageChange =>
  (state) =>
    change(state, ...args);

/** The state after a change, or a message of the host, and what is posted. */
function after(state: PageState, action: PageChange | CurrentReply): PageStep {
  return withTimeBar(typeof action === 'function' ? action(state) : receiveMessage(state, action));
}

/** Plays actions one after another. */
function play(first: PageState, ...actions: readonly (PageChange | CurrentReply)[]) {
  const posted: RequestWithoutId[] = [];
  let state = first;
  for (const action of actions) {
    const step = after(state, action);
    state = step.state;
    posted.push(...(step.posts ?? []));
  }
  return { state, posted };
}

const filled: PageState = { ...initialState(undefined), form: { ...question, index: ' logs ', text: ' x ' } };
const withPage = play(filled, init, pressSearch, answer('r2')).state;
/** A hit of it. */
const at = (row: number) => ({ pageId: 'r2', row });
const next = act(turnPage, 'next');
const previous = act(turnPage, 'previous');

describe('pageState: the search page', () => {
  it('asks for what stands in the form from the first hit on, names trimmed and the text as typed', () => {
    const { state, posted } = play(filled, init, pressSearch);
    assert.deepEqual(posted, [{ kind: 'search', question: { ...question, text: ' x ' }, from: 0 }]);
    assert.equal(state.busy?.what, 'search');
  });

  describe('a change while a search is under way', () => {
    const time = { field: '@timestamp', span: '15m', from: '', to: '' } as const;

    it('is searched for, also where there are no hits yet', () => {
      const { posted } = play(filled, init, pressSearch, act(narrowForm, { time }));
      assert.deepEqual(
        posted.map((post) => post.kind === 'search' && post.question.time),
        [undefined, time],
      );
    });

    it('is one of the search that is under way, not of the one that is shown', () => {
      const asked = play(withPage, act(editForm, { text: 'other' }), pressSearch);
      const { state, posted } = play(asked.state, act(changeQuestion, { size: 25 }));
      assert.deepEqual(posted, [{ kind: 'search', question: { ...question, text: 'other', size: 25 }, from: 0 }]);
      assert.equal(areHitsPrevious(state), true);
    });
  });

  describe('Retry', () => {
    const refused: CurrentReply = { kind: 'failed', sentence: 'No.', nextStep: '' };

    it('runs the search again that a new panel has begun without its page', () => {
      const begun = play(initialState(undefined), { ...init, question, busy: 'r1', searched: question }, refused);
      assert.deepEqual(play(begun.state, retry).posted, [{ kind: 'search', question, from: 0 }]);
      const failure = { sentence: 'No.', nextStep: '', isOfSearch: true };
      const before = play(initialState(undefined), { ...init, question, failure, searched: question });
      assert.deepEqual(play(before.state, retry).posted, [{ kind: 'search', question, from: 0 }]);
    });

    it('counts again', () => {
      const failed = play(withPage, countAllHits, refused);
      assert.deepEqual(play(failed.state, retry).posted, [{ kind: 'count' }]);
    });
  });

  describe('the hits of a previous search', () => {
    const isPrevious = (...actions: readonly (PageChange | CurrentReply)[]) =>
      areHitsPrevious(play(withPage, ...actions).state);
    const typed = act(editForm, { text: 'other' });
    const refused: CurrentReply = { kind: 'failed', sentence: 'No.', nextStep: '' };

    it('are told as such while another one runs, and after it failed, until the next page', () => {
      assert.equal(isPrevious(), false);
      assert.equal(isPrevious(typed), false);
      assert.equal(isPrevious(typed, pressSearch), true);
      assert.equal(isPrevious(typed, pressSearch, { ...refused, isOfSearch: true }), true);
      assert.equal(isPrevious(typed, pressSearch, answer('r2')), false);
    });

    it('are its own while it is sorted, counted or turned, also where that fails', () => {
      const sorted = act(changeQuestion, { sort: [{ field: 'at', order: 'asc' }] });
      assert.equal(isPrevious(sorted), false);
      assert.equal(isPrevious(next), false);
      assert.equal(isPrevious(next, refused), false);
      assert.equal(isPrevious(countAllHits), false);
      // The host sends the members of a question in the order of the schema.
      const time = { span: '1h' as const, field: 'at', from: '', to: '' };
      const narrowed = play(withPage, act(narrowForm, { time }));
      const asked = questionSchema.parse({ ...question, text: ' x ', time });
      const shown = play(narrowed.state, answer('r1', {}, asked)).state;
      assert.equal(areHitsPrevious(play(shown, pressSearch).state), false);
    });
  });

  it('keeps what was typed before the host said anything, with the page size of the settings', () => {
    const begun = { ...emptyQuestion, index: 'last', size: 100, highlight: false };
    const { form } = play(filled, { ...init, question: begun }).state;
    assert.deepEqual(form, { ...filled.form, size: 100, highlight: false });
    const later = play(withPage, { ...init, question: begun }).state;
    assert.equal(later.form.size, withPage.form.size);
  });

  it('shows the answer of a search that was started before the host said anything', () => {
    const { state } = play(filled, pressSearch, init, answer('r1'));
    assert.equal(state.shown?.pageId, 'r1');
    assert.equal(state.busy, undefined);
  });

  it('asks for nothing that cannot be asked, says why where, and forgets it as soon as that is edited', () => {
    const empty = { ...initialState(undefined), form: { ...emptyQuestion, by: 'exact' as const } };
    const { state, posted } = play(empty, pressSearch);
    assert.deepEqual([posted, state.busy, Object.keys(state.problems).sort()], [[], undefined, ['field', 'index']]);
    const after = play(state, act(editForm, { index: 'l' })).state.problems;
    assert.equal(after.index, undefined);
    assert.notEqual(after.field, undefined);
    assert.equal(play(state, act(editForm, { by: 'match', field: '', text: '' })).state.problems.field, undefined);
  });

  describe('choosing another type of query', () => {
    const choose = (by: SearchQuestion['by']) => act(editForm, { by });
    const words = ({ form }: PageState) => [form.text, form.upTo];

    it('keeps the words of each, also after its tab was hidden', () => {
      const typed = play(withPage, choose('range'), act(editForm, { text: '5', upTo: '9' }), choose('exact'));
      assert.deepEqual(words(typed.state), ['', '']);
      const anew = initialState(parseSavedState(JSON.parse(JSON.stringify(savedState(typed.state)))));
      assert.deepEqual(words(play(anew, choose('range')).state), ['5', '9']);
      assert.deepEqual(words(play(anew, choose('words')).state), [' x ', '']);
    });

    it('takes words over to a phrase, which has none yet', () => {
      const phrase = play(filled, choose('phrase'));
      assert.deepEqual(words(phrase.state), [' x ', '']);
      const own = play(phrase.state, act(editForm, { text: 'x y' }), choose('words'));
      assert.deepEqual(words(own.state), [' x ', '']);
      assert.deepEqual(words(play(own.state, choose('phrase')).state), ['x y', '']);
    });
  });

  it('searches at once for an index that is taken from the list, where nothing is missing', () => {
    const picked = pickIndex;
    assert.deepEqual(
      play(filled, picked).posted.map(({ kind }) => kind),
      ['search'],
    );
    const { state, posted } = play(filled, act(editForm, { by: 'range' }), picked);
    assert.deepEqual([posted, Object.values(state.problems).filter((text) => text !== undefined)], [[], []]);
  });

  describe('going through the pages', () => {
    it('turns the page, and keeps the old one until the new one is there', () => {
      const turned = play(withPage, next);
      assert.deepEqual(turned.posted, [{ kind: 'turnPage', to: 'next' }]);
      assert.equal(turned.state.shown, withPage.shown);
      const { state } = play(turned.state, answer('r1', { from: 20 }));
      assert.deepEqual([state.shown?.page.from, state.busy], [20, undefined]);
    });

    it('passes a second press of Next on', () => {
      const { state, posted } = play(withPage, next, next);
      assert.deepEqual(posted, [
        { kind: 'turnPage', to: 'next' },
        { kind: 'turnPage', to: 'next' },
      ]);
      assert.equal(state.shown, withPage.shown);
    });

    it('takes the other direction, pressed during a turn, as not to go', () => {
      assert.deepEqual(play(withPage, next, previous).posted[1], { kind: 'cancel' });
      assert.deepEqual(play(withPage, previous, next).posted[1], { kind: 'cancel' });
    });

    it('turns nowhere without a page, past an end, or while a new search is under way', () => {
      assert.deepEqual(play(filled, init, next).posted, []);
      const alone = play(withPage, pressSearch, answer('r1', { hasNext: false, hasPrevious: false })).state;
      assert.deepEqual(play(alone, next, previous, act(turnPage, 'first')).posted, []);
      assert.equal(play(withPage, pressSearch, next).posted.length, 1);
    });

    it('goes to a place in the result that is shown, whatever was typed since', () => {
      const turned = play(withPage, act(editForm, { index: '' }), act(goToOffset, 50));
      assert.deepEqual(turned.posted, [{ kind: 'turnPage', to: { offset: 50 } }]);
    });

    it('begins a search anywhere by Go To', () => {
      const { posted } = play(filled, init, act(goToOffset, 30));
      assert.deepEqual(posted, [{ kind: 'search', question: { ...question, text: ' x ' }, from: 30 }]);
    });

    it('counts what is not counted, and shows the exact total', () => {
      const { state, posted } = play(withPage, countAllHits, {
        kind: 'counted',
        isReply: true,
        pageId: 'r2',
        range: '11–20 of 12,345',
        total: { hits: 12_345, isExact: true },
      });
      assert.deepEqual(posted, [{ kind: 'count' }]);
      assert.deepEqual(
        [state.shown?.page.range, state.shown?.page.total?.isExact, state.busy],
        ['11–20 of 12,345', true, undefined],
      );
      assert.equal(state.shown?.page.table, page.table);
      assert.deepEqual(play(state, countAllHits).posted, []);
    });

    it('shows what an export counted, and waits on for what it waits for', () => {
      const told = {
        kind: 'counted',
        isReply: false,
        pageId: 'r2',
        range: '11–20 of 12,345',
        total: { hits: 12_345, isExact: true },
      } as const;
      const { state } = play(withPage, act(turnPage, 'next'), told);
      assert.deepEqual([state.shown?.page.range, state.busy?.what], ['11–20 of 12,345', 'turn']);
    });

    it('shows how far a long way has come', () => {
      const { state } = play(withPage, act(goToOffset, 99_998), { kind: 'progress', text: '40,000 of 99,999' });
      assert.equal(state.busy?.progress, '40,000 of 99,999');
    });

    it('begins for a command as for a button', () => {
      assert.deepEqual(play(withPage, act(turnPage, 'first')).posted, [{ kind: 'turnPage', to: 'first' }]);
      assert.deepEqual(play(withPage, countAllHits).posted, [{ kind: 'count' }]);
      assert.deepEqual(play(filled, init, next).posted, []);
      const { posted } = play(withPage, next, cancelRequest);
      assert.deepEqual(posted[1], { kind: 'cancel' });
    });
  });

  describe('the end of a request', () => {
    it('keeps its page when a request fails, and drops the failure with the next good one', () => {
      const failure = { sentence: 'It failed.', nextStep: 'Try again.', detail: 'why' };
      const failed = play(withPage, next, { kind: 'failed', ...failure });
      assert.deepEqual(failed.state.failure, failure);
      assert.deepEqual([failed.state.shown, failed.state.busy], [withPage.shown, undefined]);
      assert.equal(play(failed.state, pressSearch, answer('r1')).state.failure, undefined);
    });

    it('requests again what failed', () => {
      const failure = { kind: 'failed', sentence: 'It failed.', nextStep: 'Try again.', isPassing: true } as const;
      const typed = act(editForm, { text: 'other' });
      const turn = play(withPage, next, failure, typed, retry);
      assert.deepEqual(turn.posted[1], turn.posted[0]);
      const search = play(withPage, pressSearch, failure, typed, retry);
      assert.deepEqual(search.posted[1], search.posted[0]);
      assert.deepEqual(play(withPage, retry).posted, []);
    });

    it('cancels the request it waits for, and nothing else', () => {
      assert.deepEqual(play(withPage, cancelRequest).posted, []);
      const { state, posted } = play(withPage, next, cancelRequest);
      assert.deepEqual(posted[1], { kind: 'cancel' });
      const ended = play(state, { kind: 'canceled' }).state;
      assert.deepEqual([ended.busy, ended.isCanceled, ended.shown], [undefined, true, withPage.shown]);
    });
  });

  describe('the order and the size of the pages', () => {
    it('sorts the shown result from its first hit on, whatever was typed since', () => {
      const sort = [{ field: 'size', order: 'asc' } as const];
      const { state, posted } = play(withPage, act(editForm, { text: 'half typ' }), act(changeQuestion, { sort }));
      assert.deepEqual(posted, [{ kind: 'search', question: { ...question, sort }, from: 0 }]);
      assert.deepEqual([state.form.sort, state.form.text], [sort, 'half typ']);
    });

    it('stays with the hits that are shown when the size changes', () => {
      const far = play(withPage, next, answer('r1', { from: 130 })).state;
      const { posted } = play(far, act(changeQuestion, { size: 50 }));
      assert.deepEqual(posted, [{ kind: 'search', question: { ...question, size: 50 }, from: 100 }]);
    });

    it('changes only the form where nothing is shown', () => {
      const { state, posted } = play(filled, init, act(changeQuestion, { size: 100 }));
      assert.deepEqual([posted, state.form.size], [[], 100]);
    });
  });

  describe('filters and times', () => {
    it('searches at once for a condition that changed beside a result, and not before there is one', () => {
      const narrowed = act(narrowForm, { filters: [filter] });
      const { posted } = play(withPage, narrowed);
      assert.deepEqual(posted, [
        { kind: 'search', question: { ...question, text: ' x ', filters: [filter] }, from: 0 },
      ]);
      const { state, posted: none } = play(filled, init, narrowed);
      assert.deepEqual([none, state.form.filters], [[], [filter]]);
    });

    it('waits with a time of one’s own until it was entered', () => {
      const time = { field: '@timestamp', span: 'own', from: '', to: '' } as const;
      const { state, posted } = play(withPage, act(narrowForm, { time }));
      assert.deepEqual([posted, state.form.time], [[], time]);
      assert.equal(play(state, act(narrowForm, { time: { ...time, from: 'now-2d' } })).posted.length, 1);
    });

    it('adds a condition of the host, once, and turns round the one that is there', () => {
      const out = { ...filter, isOut: true };
      const { state, posted } = play(withPage, act(addFilter, filter), act(addFilter, out));
      assert.deepEqual([posted.length, state.form.filters], [2, [out]]);
    });

    it('says that a condition counts for nothing beside a body of one’s own', () => {
      const raw = { ...withPage, form: { ...question, body: '{}' } };
      const { state, posted } = play(raw, act(addFilter, filter));
      assert.deepEqual([posted, state.form.filters], [[], []]);
      assert.match(state.announcement?.text ?? '', /edited as JSON/);
    });

    it('asks once for the date fields of an index, and offers the likely one', () => {
      assert.equal(wantsDates(filled), false);
      const ready = play(filled, init).state;
      assert.equal(wantsDates(ready), true);
      const { state, posted } = play(ready, requestDates, requestDates);
      assert.deepEqual(posted, [{ kind: 'complete', of: 'dateField', index: 'logs', text: '' }]);
      assert.deepEqual(dateFields(state), []);
      const items: readonly SearchCompletion[] = [{ value: 'born' }, { value: '@timestamp' }];
      const known = play(state, { kind: 'completions', of: 'dateField', items }).state;
      assert.deepEqual(dateFields(known), ['born', '@timestamp']);
      assert.equal(likelyDate(dateFields(known)), '@timestamp');
      assert.equal(likelyDate(['born']), 'born');
      const other = play(known, act(editForm, { index: 'other' })).state;
      assert.deepEqual([dateFields(other), wantsDates(other)], [[], true]);
    });

    it('shows the time that is asked for also where the index is not known to have its field', () => {
      const time = { field: 'when', span: '1h', from: '', to: '' } as const;
      assert.deepEqual(dateFields(play(filled, init, act(editForm, { time })).state), ['when']);
    });
  });

  describe('completion', () => {
    it('shows the answer to what was asked last, for the input it was asked for', () => {
      const items: readonly SearchCompletion[] = [{ value: 'logs', detail: 'alias' }];
      const { state, posted } = play(
        filled,
        init,
        act(requestCompletions, 'index', 'l'),
        act(requestCompletions, 'field', 'me'),
        { kind: 'completions', of: 'field', items },
      );
      assert.deepEqual(posted[1], { kind: 'complete', of: 'field', index: 'logs', text: 'me' });
      assert.deepEqual(state.completions, { of: 'field', reply: items });
    });

    it('drops what comes after the input was left', () => {
      const { state } = play(filled, init, act(requestCompletions, 'index', 'l'), closeCompletions, {
        kind: 'completions',
        of: 'index',
        items: [{ value: 'late' }],
      });
      assert.equal(state.completions, undefined);
    });
  });

  describe('a question of the host', () => {
    const asked: SearchQuestion = { ...emptyQuestion, index: 'other', by: 'match', field: '', text: '' };

    it('is put into the form, searched for, and can be undone', () => {
      const { state, posted } = play(withPage, act(takeQuestion, asked));
      assert.deepEqual(posted, [{ kind: 'search', question: asked, from: 0 }]);
      assert.deepEqual(play(state, restoreForm).state.form, withPage.form);
    });

    it('is undone one after the other', () => {
      const { state } = play(
        withPage,
        act(takeQuestion, asked),
        act(editForm, { index: 'edited' }),
        act(takeQuestion, question),
      );
      const once = play(state, restoreForm).state;
      assert.equal(once.form.index, 'edited');
      const twice = play(once, restoreForm).state;
      assert.deepEqual([twice.form, twice.before], [withPage.form, []]);
      assert.equal(play(twice, restoreForm).state, twice);
    });

    it('can be undone after it was run as it is, and no more once it was changed and run', () => {
      const put = play(withPage, act(takeQuestion, asked)).state;
      assert.equal(play(put, pressSearch).state.before.length, 1);
      const changed = play(put, act(editForm, { size: 25 }), pressSearch).state;
      assert.equal(changed.before.length, 0);
    });

    it('leaves nothing to come back to where nobody typed, or where the words stay', () => {
      const begun = play(initialState(undefined), { ...init, question }).state;
      assert.deepEqual(play(begun, act(takeQuestion, asked)).state.before, []);
      const body = { ...withPage.form, body: '{}' };
      assert.deepEqual(play(withPage, act(takeQuestion, body)).state.before, []);
      const elsewhere = play(withPage, act(takeQuestion, { ...body, index: 'other' })).state;
      assert.deepEqual(elsewhere.before, [withPage.form]);
    });

    it('leaves the typed words where they are when it brings a body, to come back to', () => {
      const body = { ...emptyQuestion, size: 10, index: 'other', body: '{"query":{}}' };
      const { state, posted } = play(withPage, act(takeQuestion, body));
      assert.deepEqual(posted, [
        {
          kind: 'search',
          question: { ...question, text: ' x ', index: 'other', body: body.body },
          from: 0,
        },
      ]);
      const { form } = play(state, leaveBody).state;
      assert.deepEqual(form, { ...withPage.form, index: 'other' });
    });

    it('asks for an action on the search in the form', () => {
      assert.deepEqual(play(withPage, act(actOnSearch, 'export')).posted, [{ kind: 'act', action: 'export' }]);
    });
  });

  describe('the hits', () => {
    it('are asked for in full once each, and kept while the page is shown', () => {
      const { state, posted } = play(
        withPage,
        act(toggleHit, at(1)),
        { kind: 'hit', pageId: 'r2', row: 1, hit },
        act(toggleHit, at(1)),
        act(toggleHit, at(1)),
      );
      assert.deepEqual(posted, [{ kind: 'openHit', pageId: 'r2', row: 1 }]);
      assert.equal(state.hits.get(1), hit);
      assert.equal(play(state, next, answer('r1')).state.hits.size, 0);
    });

    it('are not mixed up with those of another page', () => {
      const { state } = play(withPage, act(toggleHit, at(0)), { kind: 'hit', pageId: 'old', row: 0, hit });
      assert.equal(state.hits.get(0), 'asked');
      assert.equal(play(state, { kind: 'hit', pageId: 'r2', row: 0 }).state.hits.get(0), 'gone');
    });

    it('are asked for again where others came above before they were there', () => {
      const follow = { ...awaitedFollow, state: 'following', isAsked: true, isTaking: true } as const;
      const table = tableOf({ rows: [11, 12, 13, 14].map((rank) => ({ ...row, rank })) });
      const around = { row: 2, added: 1 };
      for (const arrival of [
        { ...answer('r3', { table }), kind: 'newHits', fresh: [0], areBarsOld: false } as CurrentReply,
        answer('r3', { table, around }),
      ]) {
        const began = play({ ...withPage, follow }, act(toggleHit, at(0)), act(toggleHit, at(1)), {
          kind: 'hit',
          pageId: 'r2',
          row: 1,
          hit,
        });
        const busy = arrival.kind === 'page' ? { what: 'turn' as const } : undefined;
        // The reply to the request for a row of the page before comes too late.
        const late: CurrentReply = { kind: 'hit', pageId: 'r2', row: 0, hit };
        const { state, posted } = play({ ...began.state, busy }, arrival, late);
        assert.deepEqual(posted, [{ kind: 'openHit', pageId: 'r3', row: 1 }]);
        assert.deepEqual(
          [...state.hits],
          [
            [2, hit],
            [1, 'asked'],
          ],
        );
        assert.equal(play(state, { kind: 'hit', pageId: 'r3', row: 1, hit }).state.hits.get(1), hit);
      }
    });

    it('name their place to the host, and only places that are there', () => {
      const { posted } = play(
        withPage,
        act(actOnHit, 'copyValue', { ...at(2), path: 'a.b' }),
        act(actOnHit, 'open', at(0)),
        act(toggleHit, at(3)),
      );
      assert.deepEqual(posted, [
        { kind: 'place', action: 'copyValue', place: { pageId: 'r2', row: 2, path: 'a.b' } },
        { kind: 'place', action: 'open', place: { pageId: 'r2', row: 0 } },
      ]);
    });
  });

  it('asks for the dates again, which could not be read, once a search has hits', () => {
    const unread = play(withPage, requestDates, { kind: 'completions', of: 'dateField', items: [] });
    assert.equal(wantsDates(unread.state), false);
    assert.equal(wantsDates(play(unread.state, pressSearch, answer('r3')).state), true);
  });

  describe('the columns', () => {
    const column = { path: 'status', type: 'long' };

    it('are asked of the host, counted as chosen meanwhile, and shown when they come', () => {
      const { state, posted } = play(withPage, act(chooseColumns, ['status']));
      assert.deepEqual(posted, [{ kind: 'chooseColumns', pageId: 'r2', paths: ['status'] }]);
      assert.deepEqual(columnPaths(state), ['status']);
      const table = tableOf({ columns: [column] });
      const { state: drawn } = play(state, { kind: 'columns', pageId: 'r2', table });
      assert.deepEqual([drawn.shown?.page.table, drawn.chosen, columnPaths(drawn)], [table, undefined, ['status']]);
      assert.equal(play(state, { kind: 'columns', pageId: 'old', table }).state, state);
    });

    it('stay those chosen last, where the reply to an earlier choice comes after them', () => {
      const reply = (...paths: readonly string[]): CurrentReply => ({
        kind: 'columns',
        pageId: 'r2',
        table: tableOf({ columns: paths.map((path) => ({ path })) }),
      });
      const chosenTwice = play(withPage, act(chooseColumns, ['status']), act(chooseColumns, ['status', 'host'])).state;
      const { state } = play(chosenTwice, reply('status'));
      assert.deepEqual(columnPaths(state), ['status', 'host']);
      assert.deepEqual(play(state, act(toggleColumn, 'path')).posted, [
        { kind: 'chooseColumns', pageId: 'r2', paths: ['status', 'host', 'path'] },
      ]);
      assert.equal(play(state, reply('status', 'host')).state.chosen, undefined);
    });

    it('are what is fetched where only they are, also after others were chosen', () => {
      const table = tableOf({ columns: [column] });
      const chosen = play(withPage, { kind: 'columns', pageId: 'r2', table }).state;
      assert.deepEqual(columnsToFetch(chosen), ['status']);
      const only: SearchQuestion = { ...question, onlyFields: ['status'] };
      const fetched = play(chosen, toggleFetch, answer('r1', { table }, only));
      assert.deepEqual(fetched.posted, [
        { kind: 'chooseColumns', pageId: 'r2', paths: ['status'] },
        { kind: 'search', question: only, from: 0 },
      ]);
      assert.deepEqual(play(fetched.state, toggleFetch).state.form.onlyFields, []);
      const { posted } = play(fetched.state, act(chooseColumns, ['status', 'path']));
      assert.deepEqual(posted, [
        { kind: 'chooseColumns', pageId: 'r1', paths: ['status', 'path'] },
        { kind: 'search', question: { ...only, onlyFields: ['status', 'path'] }, from: 0 },
      ]);
    });

    it('are fetched without the document, which is fetched whole again once it is a column', () => {
      const columns = ['@timestamp', '_id', '_routing', 'status', '_source'].map((path) => ({ path }));
      const chosen = play(withPage, { kind: 'columns', pageId: 'r2', table: tableOf({ columns }) }).state;
      const fetching = play(chosen, toggleFetch);
      assert.deepEqual(columnPaths(fetching.state), ['@timestamp', '_id', '_routing', 'status']);
      assert.deepEqual(fetching.state.form.onlyFields, ['@timestamp', 'status']);
      const fetched = play(fetching.state, answer('r1', {}, fetching.state.form)).state;
      const { state } = play({ ...fetched, chosen: ['status'] }, act(toggleColumn, '_source'));
      assert.deepEqual([columnPaths(state), state.form.onlyFields], [['status', '_source'], []]);
      assert.deepEqual(columnsToFetch(withPage), []);
    });

    it('are added to those that are seen: the time first, the document last', () => {
      const time = { path: '@timestamp' };
      const rows = [{ ...row, id: 'a' }];
      const seen = play(withPage, {
        kind: 'columns',
        pageId: 'r2',
        table: tableOf({ rows, time }),
      }).state;
      const toggled = (...paths: readonly string[]) =>
        columnPaths(play(seen, ...paths.map((path) => act(toggleColumn, path))).state);
      assert.deepEqual(toggled(), ['@timestamp', '_source']);
      assert.deepEqual(toggled('status'), ['@timestamp', 'status', '_source']);
      assert.deepEqual(toggled('status', 'host', '_id'), ['@timestamp', 'status', 'host', '_id', '_source']);
      assert.deepEqual(toggled('_source', 'status', '_source'), ['@timestamp', 'status', '_source']);
      assert.deepEqual(toggled('status', '_source', '@timestamp', '@timestamp'), ['@timestamp', 'status']);
      const told = play(seen, act(toggleColumn, 'host'));
      assert.deepEqual(told.posted, [
        { kind: 'chooseColumns', pageId: 'r2', paths: ['@timestamp', 'host', '_source'] },
      ]);
    });
  });

  describe('after it was hidden, or the window reloaded', () => {
    it('finds a person where they were, asks for nothing, and begins a new page at its top', () => {
      const { state } = play(
        withPage,
        act(toggleHit, at(2)),
        act(toggleHit, at(0)),
        act(toggleHit, at(2)),
        act(scrollTo, { pageId: 'r2', top: 120 }),
      );
      const again = play(state, { ...init, shown: { pageId: 'r2', question, page } });
      assert.deepEqual(placeInPage(again.state), { pageId: 'r2', unfolded: [0], top: 120 });
      assert.deepEqual(again.posted, []);
      const other = play(again.state, next, answer('r1')).state;
      assert.equal(placeInPage(other), undefined);
    });

    it('asks for nothing, and keeps what was done, for a page that VS Code made again', () => {
      const reload = { ...initialState(savedState(withPage)), endpointId: undefined };
      const canceled = play(reload, init, { kind: 'canceled' });
      assert.deepEqual([canceled.posted.length, play(canceled.state, init).posted], [1, []]);
      const emptied = play(withPage, act(editForm, { field: '', text: '' })).state;
      assert.deepEqual(play(emptied, { ...init, question }).state.form, emptied.form);
      const followed = { ...withPage, follow: awaitedFollow };
      assert.equal(play(followed, init).state.follow, awaitedFollow);
    });

    it('does not edit a filter again', () => {
      const model = new PageModel(
        () => assert.fail(),
        () => undefined,
      );
      const edited = { ...filter, label: 'status: 503' };
      model.state = {
        ...withPage,
        editing: { filter, at: 0, place: 'row', reply: { inputs: [], isJson: false, edited } },
      };
      model.begin('UTC');
      assert.equal(model.state.editing, undefined);
    });

    it('has no place where nothing is shown', () => {
      assert.equal(play(filled, init, act(scrollTo, { pageId: 'r2', top: 5 })).state.place, undefined);
    });

    it('shows what the host kept, and goes on waiting for what is under way', () => {
      const shown = { pageId: 'old-7', question, page };
      const { state, posted } = play(initialState(savedState(withPage)), { ...init, shown, busy: 'old-8' });
      assert.deepEqual([state.shown, state.busy?.what, posted], [shown, 'search', []]);
      assert.equal(play(state, answer('old-8', { from: 20 })).state.shown?.page.from, 20);
    });

    it('asks after a reload for the page it showed, and saves its place even before it has it', () => {
      const reloaded = initialState(savedState({ ...withPage, form: { ...withPage.form, text: 'half typ' } }));
      const { state, posted } = play(reloaded, init);
      assert.deepEqual(posted, [{ kind: 'search', question, from: 10 }]);
      assert.equal(state.form.text, 'half typ');
      assert.deepEqual(savedState(state)?.shown, { question, from: 10 });
    });

    it('fills a form with nothing in it with what the host brings', () => {
      assert.deepEqual(play(initialState(undefined), { ...init, question }).state.form, question);
      const { state } = play(filled, { ...init, question: { ...question, index: 'other' } });
      assert.deepEqual(state.form, filled.form);
    });

    it('keeps the form for another endpoint, and nothing of the result', () => {
      const busy = play(withPage, next).state;
      const { state, posted } = play(busy, act(switchEndpoint, 'e'), act(switchEndpoint, 'f'), {
        ...init,
        endpointId: 'f',
      });
      assert.deepEqual(posted, [{ kind: 'chooseEndpoint', endpointId: 'f' }]);
      assert.deepEqual(
        [state.form, state.shown, state.busy, state.place],
        [busy.form, undefined, undefined, undefined],
      );
      assert.equal(play(state, answer('r1')).state.shown, undefined);
    });

    it('searches at another endpoint what was wanted while it went there', () => {
      const there = { ...init, endpointId: 'f', endpoints: [...init.endpoints, { id: 'f', name: 'archive' }] };
      const question = { ...withPage.form, filters: [filter] };
      for (const wish of [
        act(narrowForm, { filters: [filter] }),
        act(addFilter, filter),
        act(takeQuestion, question),
      ]) {
        const { state, posted } = play(withPage, act(switchEndpoint, 'f'), wish, there);
        assert.deepEqual(posted, [
          { kind: 'chooseEndpoint', endpointId: 'f' },
          { kind: 'search', question: { ...question, index: 'logs' }, from: 0 },
        ]);
        assert.equal(state.busy?.what, 'search');
      }
    });

    it('does not ask another endpoint for the page it showed', () => {
      assert.deepEqual(play(initialState(savedState(withPage)), { ...init, endpointId: 'f' }).posted, []);
    });

    it('saves the form and the place, never a document', () => {
      assert.deepEqual(JSON.parse(JSON.stringify(savedState(withPage))), {
        panelId: 'p',
        endpointId: 'e',
        form: withPage.form,
        words: {},
        shown: { question, from: 10 },
        hitView: 'tree',
        layout: { kind: 'usual', isWrapped: false, areTimesRelative: false },
        timeBar: { isFolded: false, narrowed: [] },
        followEvery: 5,
        widths: [],
      });
      assert.equal(savedState(initialState(undefined)), undefined);
    });
  });

  it('shows hits as before, in columns as wide as before, after its tab was hidden', () => {
    const { state } = play(
      withPage,
      act((state) => ({ state: { ...state, hitView: 'json' } })),
      act(setWidth, 'gone', 50),
      act(setWidth, 'word', 120),
      act(setWidth, 'gone', undefined),
    );
    const anew = initialState(parseSavedState(JSON.parse(JSON.stringify(savedState(state)))));
    assert.equal(anew.hitView, 'json');
    assert.deepEqual([...anew.widths], [['word', 120]]);
  });

  it('knows of a hit to compare with that was selected on another page', () => {
    assert.equal(withPage.isHitSelected, false);
    assert.equal(play(filled, { ...init, isHitSelected: true }).state.isHitSelected, true);
  });

  it('says the size of a page that a body by hand asked for itself', () => {
    const byHand = { ...question, body: '{"size":7}' };
    const asked = play(withPage, act(takeQuestion, byHand)).state;
    assert.equal(sizeOfBody(asked), undefined);
    const { state } = play(asked, answer('r1', { size: 7 }, byHand));
    assert.equal(sizeOfBody(state), 7);
    assert.equal(sizeOfBody(play(state, leaveBody).state), undefined);
    assert.equal(sizeOfBody(play(asked, answer('r1', { size: 10 }, byHand)).state), undefined);
  });

  it('takes a sort and a choice of fields along to another index only where they are likely to fit', () => {
    const sort: SearchQuestion['sort'] = [
      { field: 'status', order: 'asc' },
      { field: '@timestamp', order: 'desc' },
    ];
    const sorted: PageState = { ...filled, form: { ...filled.form, sort, onlyFields: ['status'] } };
    const typed = play(sorted, act(editForm, { index: 'logs' })).state.form;
    assert.deepEqual([typed.sort, typed.onlyFields], [sort, ['status']]);
    const other = play(sorted, act(editForm, { index: 'o' }), act(editForm, { index: 'ot' })).state.form;
    assert.deepEqual([other.sort, other.onlyFields], [[{ field: '@timestamp', order: 'desc' }], []]);
  });

  it('shows a sort beside the words where no heading of the page does', () => {
    const sort: SearchQuestion['sort'] = [{ field: 'status', order: 'asc' }];
    const columns = [{ path: 'status', sortField: 'status' }];
    const about = { ...question, sort };
    const seen = play(
      { ...withPage, form: about },
      pressSearch,
      answer('r1', { table: tableOf({ columns, rows: [] }) }, about),
    ).state;
    assert.deepEqual(unseenOrder(seen), []);
    assert.deepEqual(unseenOrder({ ...seen, form: { ...about, index: 'other' } }), sort);
    assert.deepEqual(unseenOrder({ ...seen, shown: undefined }), sort);
    assert.deepEqual(unseenOrder({ form: { ...about, body: '{}' }, shown: undefined }), []);
    const without = play(seen, {
      kind: 'columns',
      pageId: 'r1',
      table: tableOf({ rows: [] }),
    }).state;
    assert.deepEqual(unseenOrder(without), sort);
  });

  it('says a thing again that it has said before', () => {
    const said = play(withPage, { kind: 'announce', text: 'Copied.' }).state.announcement;
    assert.equal(said?.text, 'Copied.');
    assert.notEqual(play(withPage, { kind: 'announce', text: 'Copied.' }).state.announcement, said);
  });
});
