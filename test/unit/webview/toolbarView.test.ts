/** The bar above the hits: going through the pages, Go To, Count and Cancel, and what a screen reader is told meanwhile. */
import assert from 'node:assert/strict';
import { withBrowser } from './browser';
import {
  byRole,
  choose,
  click,
  focused,
  input,
  openPage,
  openResult,
  pageOf,
  press,
  rowOf,
  textOf,
  type,
} from './page';

describe('toolbarView: the bar of the pages', () => {
  withBrowser();

  const isOff = (name: string) => byRole('button', name).getAttribute('aria-disabled') === 'true';
  const said = () => [...document.querySelectorAll('[role="status"]')].map(textOf).filter((text) => text !== '');

  it('goes only where there are pages, and a button that is off keeps the focus', () => {
    const page = openResult();
    assert.deepEqual(['First', 'Previous', 'Next'].map(isOff), [true, true, false]);
    const before = page.posted.length;
    byRole('button', 'Previous').focus();
    press('Enter');
    assert.deepEqual([focused(), page.posted.length], ['button Previous', before]);
    byRole('button', 'Next').focus();
    press('Enter');
    assert.equal(page.posted.at(-1)?.kind, 'turnPage');
    page.answer({ hasNext: false, hasPrevious: true });
    assert.deepEqual([focused(), isOff('Next')], ['button Next', true]);
  });

  it('says that it searches, and then where it stands', () => {
    const page = openPage();
    click(byRole('button', 'Search'));
    assert.match(said().join(), /^Searching/);
    assert.equal(document.body.getAttribute('aria-busy'), 'true');
    page.answer();
    assert.deepEqual([said(), document.body.getAttribute('aria-busy')], [['1–3 of 57'], 'false']);
  });

  for (const [way, cancel] of [
    ['its button', () => click(byRole('button', 'Cancel'))],
    ['Escape, wherever the focus is', () => press('Escape')],
  ] as const) {
    it(`cancels by ${way}, and the focus goes on to what is there`, () => {
      const page = openResult();
      byRole('button', 'Next').focus();
      press('Enter');
      const requestId = page.state().busy?.requestId ?? '';
      cancel();
      assert.deepEqual(page.posted.at(-1), { kind: 'cancel', requestId });
      page.receive({ kind: 'canceled', requestId });
      assert.equal(focused(), 'button Next');
      assert.equal(textOf(document.querySelector('.results') ?? document.body).includes('line 1'), true);
    });
  }

  it('counts on demand, and gives the focus on when that is done', () => {
    const page = openResult();
    byRole('button', 'Count').focus();
    press('Enter');
    const requestId = page.state().busy?.requestId ?? '';
    assert.deepEqual(page.posted.at(-1), { kind: 'count', requestId });
    page.receive({ kind: 'counted', requestId, range: '1–3 of 61', total: { hits: 61, isExact: true } });
    assert.deepEqual([focused(), said()], ['button Next', ['1–3 of 61']]);
  });

  it('goes to a page or a hit by its number, and says why it cannot', () => {
    const page = openResult({ total: { hits: 57, isExact: true } });
    type('Go to', '#21');
    press('Enter');
    assert.deepEqual(page.posted.at(-1), {
      kind: 'turnPage',
      requestId: page.state().busy?.requestId,
      to: { offset: 20 },
    });
    assert.equal(input('Go to').value, '');
    page.answer({ total: { hits: 57, isExact: true } });
    const before = page.posted.length;
    for (const wrong of ['none', '#58']) {
      type('Go to', wrong);
      press('Enter');
      assert.deepEqual([input('Go to').getAttribute('aria-invalid'), input('Go to').value], ['true', wrong]);
      assert.notEqual(document.getElementById('go-to-problem')?.textContent, '');
    }
    assert.equal(page.posted.length, before);
  });

  it('asks anew for pages of another size, from the hits that are shown on', () => {
    const page = openResult({ from: 30, hasPrevious: true });
    choose('Hits per page', '25 hits');
    const asked = page.posted.at(-1);
    assert.ok(asked?.kind === 'search');
    assert.deepEqual([asked.question.size, asked.from], [25, 25]);
  });

  it('shows the request as it was sent, as text', () => {
    openResult({ sent: { method: 'POST', path: '/<b>logs</b>/_search', body: '{"a":"<img src=x>"}' } });
    const request = byRole('button', 'Request');
    click(request);
    assert.equal(request.getAttribute('aria-expanded'), 'true');
    const shown = document.querySelector('.request');
    assert.match(shown?.textContent ?? '', /POST \/<b>logs<\/b>\/_search.*\{"a":"<img src=x>"\}/);
    assert.equal(document.querySelectorAll('img, b').length, 0);
  });

  it('keeps the hits where a search fails, and says what failed in the server’s words as text', () => {
    const page = openResult();
    click(byRole('button', 'Search'));
    const requestId = page.state().busy?.requestId ?? '';
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
    page.receive({ kind: 'press', button: 'next' });
    page.answer({ notes });
    assert.equal(shown().length, 1);
    page.receive({ kind: 'press', button: 'next' });
    page.answer({ notes: [...notes, 'The result changed.'] });
    assert.equal(shown().map(textOf).at(-1), 'The result changed.');
  });

  it('says where there are no hits what could be done', () => {
    const page = openResult({ table: { columns: [], rows: [], fields: [] }, range: 'No hits' });
    assert.notEqual(textOf(document.querySelector('.empty') ?? document.head), '');
    click(byRole('button', 'Search'));
    page.answer({ table: { ...pageOf(0).table, rows: [rowOf(1)] } });
    assert.equal(document.querySelector('.empty')?.checkVisibility(), false);
  });
});
