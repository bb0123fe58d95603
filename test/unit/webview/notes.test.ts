/** Messages above the hits and below them: what failed and what can be done about it, and whether the hits are complete. */
import assert from 'node:assert/strict';
import type { PageFailure } from '../../../src/protocol/pageView';
import type { SearchQuestion } from '../../../src/protocol/question';
import { passTime, withBrowser } from './browser';
import { allByRole, byRole, click, focused, nameOf, openResult, press, textOf } from './page';

describe('notes: messages about the hits', () => {
  withBrowser();

  it('keeps the hits where a search fails, and says what failed in the server’s words as text', () => {
    const page = openResult();
    click(byRole('button', 'Search'));
    const requestId = page.pending();
    page.receive({
      kind: 'failed',
      requestId,
      sentence: 'It failed.',
      nextStep: 'Try again.',
      detail: '<img src=x> $(zap)',
    });
    assert.equal(textOf(byRole('alert')), 'It failed.Try again.<img src=x> $(zap)');
    assert.equal(document.querySelectorAll('img').length, 0);
    assert.equal(byRole('treegrid').querySelectorAll('.hit').length, 3);
  });

  it('says that an answer is not whole before its hits', () => {
    openResult({ partial: ['<b>shard 0</b>: too large'] });
    const parts = [...document.querySelectorAll('.bars, .results')].map(textOf).join('\n');
    assert.match(parts, /<b>shard 0<\/b>: too large.*line 1/s);
  });

  it('has notes below the hits, which can be closed, for the next pages, too', () => {
    const notes = ['The order may differ.'];
    const page = openResult({ notes });
    const shown = () => [...document.querySelectorAll('.results, .note')].filter((one) => one.checkVisibility());
    assert.match(shown().map(textOf).join('\n'), /line 3.*The order may differ\.$/s);
    byRole('button', 'Close').focus();
    press('Enter');
    assert.equal(focused(), 'row Hit 1, message line 1, status 502');
    assert.equal(shown().length, 1);
    page.act('turnPage', 'next');
    page.answer({ notes });
    assert.equal(shown().length, 1);
    page.act('turnPage', 'next');
    page.answer({ notes: [...notes, 'The result changed.'] });
    assert.equal(shown().map(textOf).at(-1), 'The result changed.');
  });
});

describe('notes: a toast', () => {
  withBrowser();

  it('is told, and goes by itself, for the same text again, too', () => {
    const page = openResult();
    const toasts = () => [...document.querySelectorAll('.toast')].map((one) => one.textContent).join();
    for (let time = 0; time < 2; time++) {
      page.receive({ kind: 'announce', text: '<b>Copied</b>' });
      assert.equal(byRole('status', '<b>Copied</b>').textContent, '<b>Copied</b>');
      passTime(4_000);
      assert.equal(toasts(), '<b>Copied</b>');
      passTime(4_000);
      assert.equal(toasts(), '');
    }
    page.receive({ kind: 'announce', text: 'Copied' });
    passTime(4_000);
    page.receive({ kind: 'announce', text: 'Copied' });
    passTime(4_000);
    assert.equal(toasts(), 'Copied');
  });
});

describe('notes: what can be done about a failure', () => {
  withBrowser();
  const status = { label: 'status: x', clause: '{"term":{"status":"x"}}', isOut: false };
  const host = { label: 'host: h1', clause: '{"term":{"host":"h1"}}', isOut: true };

  /** A page whose search failed so. */
  function openFailed(failure: Partial<PageFailure>, form: Partial<SearchQuestion> = {}) {
    const page = openResult({}, form);
    click(byRole('button', 'Search'));
    const requestId = page.pending();
    page.receive({ kind: 'failed', requestId, sentence: 'It failed.', nextStep: '', isOfSearch: true, ...failure });
    return page;
  }
  const ways = () => allByRole('button', undefined, byRole('alert')).map(nameOf);

  it('is nothing where nothing applies', () => {
    openFailed({ detail: 'no such index [status]' });
    assert.deepEqual(ways(), []);
  });

  it('is to search again where it may pass, for what failed, whatever was typed since', () => {
    const page = openFailed({ isPassing: true }, { text: 'then' });
    assert.deepEqual(ways(), ['Retry']);
    page.act('ask', { ...page.state().form, text: 'now' });
    byRole('button', 'Retry').focus();
    press('Enter');
    const asked = page.posted.at(-1);
    assert.equal(asked?.kind === 'search' && asked.question.text, 'then');
    page.answer({}, { text: 'then' });
    assert.equal(allByRole('alert').length, 0);
    assert.notEqual(focused(), 'nothing');
  });

  it('is to turn the page again where that failed', () => {
    const page = openResult();
    click(byRole('button', 'Next'));
    const requestId = page.pending();
    page.receive({ kind: 'failed', requestId, sentence: 'It failed.', nextStep: '', isPassing: true });
    click(byRole('button', 'Retry'));
    assert.deepEqual(page.posted.at(-1), { kind: 'turnPage', requestId: page.pending(), to: 'next' });
    assert.notEqual(page.pending(), requestId);
  });

  it('is to edit the endpoint where it lies in that', () => {
    const page = openFailed({ isOfEndpoint: true });
    assert.deepEqual(ways(), ['Edit Endpoint…']);
    click(byRole('button', 'Edit Endpoint…'));
    assert.deepEqual(page.posted.at(-1), { kind: 'act', action: 'editEndpoint' });
  });

  for (const detail of ['failed to parse field [status] of type [long]', 'No mapping found for "status"']) {
    it(`is to remove the filter that the server names: ${detail}`, () => {
      const page = openFailed({ detail }, { filters: [status, host] });
      assert.deepEqual(ways(), ['Remove Filter status: x']);
      click(byRole('button', 'Remove Filter status: x'));
      const asked = page.posted.at(-1);
      assert.deepEqual(asked?.kind === 'search' && asked.question.filters, [host]);
    });
  }

  it('removes no filter that is switched off, or that the server does not name, or where no search failed', () => {
    openFailed({ detail: 'field [status]' }, { filters: [{ ...status, isOff: true }, host] });
    assert.deepEqual(ways(), []);
    openFailed({ detail: 'field [stat]' }, { filters: [status] });
    assert.deepEqual(ways(), []);
    openFailed({ detail: 'field [status]', isOfSearch: false }, { filters: [status] });
    assert.deepEqual(ways(), []);
  });
});
