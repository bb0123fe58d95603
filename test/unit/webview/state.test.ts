import assert from 'node:assert/strict';
import type { FromPage, Page, Query, ToPage } from '../../../src/protocol/search';
import { type Action, initialState, placeOf, reduce, type State, savedState } from '../../../src/webview/state';

const query: Query = { index: 'logs', field: 'message', text: 'x', from: 10, size: 10 };
const page: Page = {
  range: '11–20 of 57',
  tookMs: 12,
  rows: [{ rank: 11, preview: [], document: '{}', isCut: false }],
  hasPrevious: true,
  hasNext: true,
  notes: [],
};
const init: ToPage = { kind: 'init', endpointId: 'e' };

/** Plays actions one after another; ids are r1, r2, … */
function play(first: State, ...actions: readonly (Action | ToPage)[]) {
  const posted: FromPage[] = [];
  let state = first;
  for (const [at, action] of actions.entries()) {
    const step = reduce(state, isMessage(action) ? { kind: 'received', message: action } : action, `r${at + 1}`);
    state = step.state;
    if (step.post !== undefined) posted.push(step.post);
  }
  return { state, posted };
}

function isMessage(action: Action | ToPage): action is ToPage {
  return ['init', 'page', 'failed', 'cancelled', 'press'].includes(action.kind);
}

const filled: State = {
  ...initialState(undefined),
  form: { index: ' logs ', field: 'message', text: ' x ', from: '10', size: '10' },
};
const withPage = play(filled, init, { kind: 'submitted' }, { kind: 'page', requestId: 'r2', query, page }).state;

describe('the search page', () => {
  it('starts at 0 with ten hits unless told otherwise', () => {
    const { from, size } = initialState(undefined).form;
    assert.deepEqual([from, size], ['0', '10']);
  });

  it('asks for what stands in the form, with the text as typed', () => {
    const { state, posted } = play(filled, init, { kind: 'submitted' });
    assert.deepEqual(posted, [{ kind: 'search', requestId: 'r2', query: { ...query, text: ' x ' } }]);
    assert.equal(state.busy, 'r2');
  });

  it('shows the answer of a search that was started before the host said anything', () => {
    const { state } = play(filled, { kind: 'submitted' }, init, { kind: 'page', requestId: 'r1', query, page });
    assert.equal(state.shown?.requestId, 'r1');
    assert.equal(state.busy, undefined);
  });

  it('finds a person where they were when its tab was hidden, and begins a new page at its top', () => {
    const { state } = play(
      withPage,
      { kind: 'toggled', row: 2, isUnfolded: true },
      { kind: 'toggled', row: 0, isUnfolded: true },
      { kind: 'toggled', row: 2, isUnfolded: false },
      { kind: 'scrolled', top: 120 },
    );
    const saved = savedState(state);
    assert.deepEqual(saved?.place, { requestId: 'r2', unfolded: [0], top: 120 });
    const again = play(initialState(saved), { ...init, shown: { requestId: 'r2', query, page } }).state;
    assert.deepEqual(placeOf(again), saved.place);
    const other = play(again, { kind: 'turned', to: 'next' }, { kind: 'page', requestId: 'r1', query, page }).state;
    assert.equal(placeOf(other), undefined);
    assert.equal(savedState(other)?.place, undefined);
  });

  it('has no place where nothing is shown', () => {
    assert.equal(play(filled, init, { kind: 'scrolled', top: 5 }).state.place, undefined);
  });

  const refused: readonly [form: Partial<State['form']>, fields: readonly string[]][] = [
    [{ index: ' ' }, ['index']],
    [{ field: '' }, ['field']],
    [{ index: '', field: '' }, ['field', 'index']],
    [{ from: '-1' }, ['from']],
    [{ from: '1.5' }, ['from']],
    [{ from: '' }, ['from']],
    [{ from: '2147483648' }, ['from']],
    [{ size: '0' }, ['size']],
    [{ size: '10001' }, ['size']],
    [{ size: 'ten', from: '1e3' }, ['from', 'size']],
    [{ text: 'x'.repeat(100_001) }, ['text']],
  ];
  for (const [form, fields] of refused) {
    it(`asks for nothing with ${JSON.stringify(form).slice(0, 40)}, and says why at ${fields.join(' and ')}`, () => {
      const { state, posted } = play({ ...filled, form: { ...filled.form, ...form } }, { kind: 'submitted' });
      assert.deepEqual(posted, []);
      assert.equal(state.busy, undefined);
      assert.deepEqual(Object.keys(state.problems).sort(), fields);
    });
  }

  it('forgets a problem as soon as its field is edited', () => {
    const { state } = play(
      initialState(undefined),
      { kind: 'submitted' },
      { kind: 'edited', field: 'index', value: 'l' },
    );
    assert.equal(state.problems.index, undefined);
    assert.notEqual(state.problems.field, undefined);
  });

  it('turns the page, and keeps the old one until the new one is there', () => {
    const turned = play(withPage, { kind: 'turned', to: 'next' });
    assert.deepEqual(turned.posted, [{ kind: 'turnPage', requestId: 'r1', to: 'next' }]);
    assert.equal(turned.state.shown, withPage.shown);
    const next = { ...query, from: 20 };
    const { state } = play(turned.state, { kind: 'page', requestId: 'r1', query: next, page });
    assert.deepEqual([state.shown?.query.from, state.busy], [20, undefined]);
  });

  it('turns nowhere without a page, past an end, or while it waits', () => {
    assert.deepEqual(play(filled, init, { kind: 'turned', to: 'next' }).posted, []);
    const atEnd: State = { ...withPage, shown: { requestId: 'r', query, page: { ...page, hasNext: false } } };
    assert.deepEqual(play(atEnd, { kind: 'turned', to: 'next' }).posted, []);
    assert.equal(play(withPage, { kind: 'turned', to: 'next' }, { kind: 'turned', to: 'next' }).posted.length, 1);
  });

  it('keeps its page when a request fails, and drops the failure with the next good one', () => {
    const failure = { sentence: 'It failed.', nextStep: 'Try again.', detail: 'why' };
    const failed = play(withPage, { kind: 'turned', to: 'next' }, { kind: 'failed', requestId: 'r1', ...failure });
    assert.deepEqual(failed.state.failure, failure);
    assert.deepEqual([failed.state.shown, failed.state.busy], [withPage.shown, undefined]);
    const again = play(failed.state, { kind: 'submitted' }, { kind: 'page', requestId: 'r1', query, page });
    assert.equal(again.state.failure, undefined);
  });

  for (const reply of ['page', 'failed', 'cancelled'] as const) {
    it(`drops a stale reply: ${reply}`, () => {
      const messages: Record<typeof reply, ToPage> = {
        page: { kind: 'page', requestId: 'r2', query: { ...query, from: 40 }, page },
        failed: { kind: 'failed', requestId: 'r2', sentence: 's', nextStep: 'n' },
        cancelled: { kind: 'cancelled', requestId: 'r2' },
      };
      const { state } = play(filled, init, { kind: 'submitted' }, { kind: 'submitted' }, messages[reply]);
      assert.deepEqual(
        [state.busy, state.shown, state.failure, state.isCancelled],
        ['r3', undefined, undefined, false],
      );
    });
  }

  it('cancels the request it waits for, and nothing else', () => {
    assert.deepEqual(play(withPage, { kind: 'cancelPressed' }).posted, []);
    const { state, posted } = play(withPage, { kind: 'turned', to: 'next' }, { kind: 'cancelPressed' });
    assert.deepEqual(posted[1], { kind: 'cancel', requestId: 'r1' });
    const ended = play(state, { kind: 'cancelled', requestId: 'r1' }).state;
    assert.deepEqual([ended.busy, ended.isCancelled, ended.shown], [undefined, true, withPage.shown]);
  });

  it('does for a key that VS Code pressed what its button does', () => {
    assert.deepEqual(play(withPage, { kind: 'press', button: 'previous' }).posted, [
      { kind: 'turnPage', requestId: 'r1', to: 'previous' },
    ]);
    assert.deepEqual(play(filled, init, { kind: 'press', button: 'next' }).posted, []);
    const { posted } = play(withPage, { kind: 'press', button: 'next' }, { kind: 'press', button: 'cancel' });
    assert.deepEqual(posted[1], { kind: 'cancel', requestId: 'r1' });
  });

  it('opens a document of the page that is shown', () => {
    assert.deepEqual(play(withPage, { kind: 'documentOpened', row: 0 }).posted, [
      { kind: 'openDocument', requestId: 'r2', row: 0 },
    ]);
    assert.deepEqual(play(withPage, { kind: 'documentOpened', row: 1 }).posted, []);
  });

  it('shows after it was hidden what the host kept, and goes on waiting for what is under way', () => {
    const shown = { requestId: 'old-7', query, page };
    const { state, posted } = play(initialState(savedState(withPage)), { ...init, shown, busy: 'old-8' });
    assert.deepEqual([state.shown, state.busy, posted], [shown, 'old-8', []]);
    const later = play(state, { kind: 'page', requestId: 'old-8', query: { ...query, from: 20 }, page });
    assert.equal(later.state.shown?.query.from, 20);
  });

  it('asks after a reload for the page it showed, and saves its place even before it has it', () => {
    const reloaded = initialState(savedState({ ...withPage, form: { ...withPage.form, text: 'half typ' } }));
    const { state, posted } = play(reloaded, init);
    assert.deepEqual(posted, [{ kind: 'search', requestId: 'r1', query }]);
    assert.equal(state.form.text, 'half typ');
    assert.deepEqual(savedState(state)?.shown, query);
  });

  it('saves the form and the place, never a document', () => {
    assert.deepEqual(savedState(withPage), { endpointId: 'e', form: withPage.form, shown: query });
    assert.equal(savedState(initialState(undefined)), undefined);
  });
});
