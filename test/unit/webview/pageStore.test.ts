/** What the page shows while its host is slow: what is typed, and what the host says meanwhile. */
import assert from 'node:assert/strict';
import type { MessageFromPage, MessageToPage } from '../../../src/protocol/pageMessages';
import type { PageView } from '../../../src/protocol/pageView';
import { emptyQuestion, type SearchQuestion } from '../../../src/protocol/question';
import { statePatch } from '../../../src/protocol/statePatch';
import { blankView, PageStore } from '../../../src/webview/pageStore';

const logs: PageView = { ...blankView, endpointId: 'e', form: { ...emptyQuestion, index: 'logs' } };

/** A page that has been told everything, and what it draws and posts. */
function open() {
  const posted: MessageFromPage[] = [];
  const drawn: SearchQuestion[] = [];
  const busy: boolean[] = [];
  const store = new PageStore(
    (message) => posted.push(message),
    ({ view }) => drawn.push(view.form),
    (isBusy) => busy.push(isBusy),
  );
  let told = logs;
  store.receive({ done: 0, changed: statePatch<Partial<PageView>>({}, logs), isWhole: true });
  /** The host has carried out so many actions, and the form is this. */
  const tell = (done: number, form: Partial<SearchQuestion>): void => {
    const next = { ...told, form: { ...told.form, ...form } };
    const message: MessageToPage = { done, changed: statePatch(told, next) };
    told = next;
    store.receive(JSON.parse(JSON.stringify(message)));
  };
  return { store, posted, drawn, busy, tell };
}

describe('pageStore: what is typed', () => {
  it('is seen at once, and posted', () => {
    const { store, posted, drawn } = open();
    store.dispatch('editForm', { text: 'a' });
    assert.equal(drawn.at(-1)?.text, 'a');
    assert.deepEqual(posted, [{ kind: 'act', nth: 1, name: 'editForm', about: { text: 'a' } }]);
  });

  it('stays while the host has carried out only what was typed before', () => {
    const { store, drawn, tell } = open();
    store.dispatch('editForm', { text: 'a' });
    store.dispatch('editForm', { text: 'ab' });
    tell(1, { text: 'a' });
    assert.equal(drawn.at(-1)?.text, 'ab');
    store.dispatch('editForm', { text: 'abc' });
    tell(2, { text: 'ab' });
    tell(3, { text: 'abc' });
    assert.deepEqual(
      drawn.slice(1).map(({ text }) => text),
      ['a', 'ab', 'ab', 'abc', 'abc', 'abc'],
    );
  });

  it('gives way to what the host puts into the form after it, and to nothing that it did before', () => {
    const { store, drawn, tell } = open();
    store.dispatch('editForm', { text: 'a' });
    tell(0, { text: 'from the history', index: 'other' });
    assert.deepEqual([drawn.at(-1)?.text, drawn.at(-1)?.index], ['a', 'other']);
    tell(1, { text: 'a' });
    tell(1, { text: 'from the history' });
    assert.equal(drawn.at(-1)?.text, 'from the history');
  });

  it('is removed with null, and is gone in a page that is told everything again', () => {
    const { store, drawn, tell } = open();
    const time = { field: 'at', span: '1h', from: '', to: '' } as const;
    tell(0, { time });
    store.dispatch('editForm', { time: null });
    assert.equal(drawn.at(-1)?.time, undefined);
    store.receive({ done: 1, changed: statePatch<Partial<PageView>>({}, logs), isWhole: true });
    assert.deepEqual(drawn.at(-1), logs.form);
  });
});

describe('pageStore: the page', () => {
  it('is busy from an action on until the host has carried it out, and is not drawn for it', () => {
    const { store, drawn, busy, tell } = open();
    store.dispatch('pressSearch');
    assert.deepEqual([busy, drawn.length], [[false, true], 1]);
    tell(0, { text: 'from the history' });
    tell(1, {});
    assert.deepEqual(busy, [false, true, true, false]);
  });

  it('is not busy with what is typed and scrolled', () => {
    const { store, busy } = open();
    store.dispatch('editForm', { text: 'a' });
    store.dispatch('scrollTo', { pageId: 'p', top: 10 });
    assert.deepEqual(busy, [false, false]);
  });
});
