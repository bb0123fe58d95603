import assert from 'node:assert/strict';
import type { FollowedState, MessageToPage } from '../../../src/protocol/pageMessages';
import { withBrowser } from './browser';
import {
  allByRole,
  byRole,
  click,
  focused,
  input,
  nameOf,
  type OpenPage,
  openPage,
  openResult,
  pageOf,
  press,
  rowOf,
  textOf,
  type as typeInto,
} from './page';

const line = (): string => textOf(byRole('region', 'Follow'));
const last = (page: OpenPage, kind: string) => page.posted.findLast((message) => message.kind === kind);
const count = (page: OpenPage, kind: string) => page.posted.filter((message) => message.kind === kind).length;

/** What the host says of the search that is followed. */
function tell(page: OpenPage, to: Partial<FollowedState> = {}): void {
  const requestId = page.state().follow?.requestId ?? assert.fail('nothing is followed');
  page.receive({ kind: 'followed', requestId, state: 'following', came: 0, replacesPage: false, ...to });
}

/** Answers the request for new hits with rows of these ranks, of which the first ones came. */
function bring(page: OpenPage, ids: readonly number[], fresh?: readonly number[], areBarsOld = false): void {
  const requestId = page.state().follow?.taking ?? assert.fail('no new hits are awaited');
  const { question } = page.state().shown ?? assert.fail('there is no page');
  const rows = ids.map((id, at) => ({ ...rowOf(id), rank: at + 1 }));
  const whole = pageOf(0, { isFollowed: true, table: { ...pageOf(0).table, rows } });
  const message: MessageToPage = {
    kind: 'newHits',
    requestId,
    question,
    page: whole,
    ...(fresh && { fresh }),
    areBarsOld,
  };
  page.receive(message);
}

const texts = (): string[] =>
  [...document.querySelectorAll('.results > .hit')].map((row) => row.querySelectorAll('.cell')[1]?.textContent ?? '');

function following(): OpenPage {
  const page = openResult();
  click(byRole('button', 'Follow'));
  tell(page);
  return page;
}

describe('follow: following a search', () => {
  withBrowser();

  it('is begun by a button or a key, and ended by the same', () => {
    const page = openResult();
    click(byRole('button', 'Follow'));
    const begun = last(page, 'follow');
    assert.ok(begun?.kind === 'follow');
    assert.deepEqual([begun.of, begun.seconds], [page.state().shown?.requestId, 5]);
    assert.match(line(), /Looking for the newest hits/);
    tell(page);
    assert.match(line(), /Following\. New hits come on top\./);
    assert.equal(byRole('button', 'Follow').getAttribute('aria-pressed'), 'true');
    page.row(0).focus();
    press('f');
    assert.deepEqual(last(page, 'steerFollow'), { kind: 'steerFollow', to: 'end' });
    assert.deepEqual(allByRole('region', 'Follow'), []);
    press('f');
    assert.equal(count(page, 'follow'), 2);
  });

  it('searches first where nothing was searched yet', () => {
    const page = openPage();
    byRole('button', 'Search').focus();
    press('f');
    assert.equal(count(page, 'search'), 1);
    page.answer();
    assert.equal(count(page, 'follow'), 1);
  });

  it('puts new hits on top and marks them, and leaves the others as they are drawn', () => {
    const page = following();
    const kept = page.row(0);
    page.row(1).focus();
    const before = focused();
    tell(page, { came: 2 });
    bring(page, [12, 1, 11, 2, 3], [0, 2]);
    assert.deepEqual(texts(), ['line 12', 'line 1', 'line 11', 'line 2', 'line 3']);
    assert.equal(page.row(1), kept);
    const marked = [...document.querySelectorAll('.hit')].map((row) => row.classList.contains('fresh'));
    assert.deepEqual(marked, [true, false, true, false, false]);
    assert.equal(kept.dataset.row, '1');
    assert.match(nameOf(kept), /^Hit 2, /);
    assert.equal(kept.querySelector('.rank')?.textContent, '2');
    // The focus stays on its hit, not on its place.
    assert.equal(focused(), before.replace('Hit 2', 'Hit 4'));
    press('ArrowUp');
    assert.match(focused(), /Hit 3, /);
  });

  it('lets the last go where no more are kept', () => {
    const page = following();
    tell(page, { came: 1 });
    bring(page, [11, 1, 2], [0]);
    assert.deepEqual(texts(), ['line 11', 'line 1', 'line 2']);
  });

  it('replaces hits that are not the newest, wherever the view is', () => {
    const page = openResult();
    document.querySelector('.hits')?.dispatchEvent(new Event('scrollend'));
    click(page.row(2));
    click(byRole('button', 'Follow'));
    tell(page, { came: 3, replacesPage: true });
    bring(page, [21, 22, 23], undefined, true);
    assert.deepEqual(texts(), ['line 21', 'line 22', 'line 23']);
    assert.equal(document.querySelector('.hit.fresh'), null);
  });

  it('holds still while a hit is expanded, counts what came, and shows it by a key', () => {
    const page = following();
    click(page.row(0));
    const requestId = page.state().shown?.requestId ?? '';
    page.receive({ kind: 'hit', requestId, row: 0, hit: { nodes: [], json: '{"x":1}', isCut: false } });
    tell(page, { came: 12 });
    assert.equal(count(page, 'takeNewHits'), 0);
    assert.match(line(), /The hits hold still while you read/);
    byRole('button', '12 new hits');
    page.row(0).focus();
    press('n');
    bring(page, [11, 1, 2, 3], [0]);
    assert.equal(page.row(1).getAttribute('aria-expanded'), 'true');
    assert.equal(page.row(0).getAttribute('aria-expanded'), 'false');
    assert.equal(count(page, 'openHit'), 1);
  });

  it('goes on by itself once the hit is collapsed, or the view is back at the top', () => {
    const page = following();
    click(page.row(0));
    tell(page, { came: 1 });
    click(page.row(0));
    assert.equal(count(page, 'takeNewHits'), 1);
    bring(page, [11, 1, 2, 3], [0]);
    const hits = document.querySelector('.hits') ?? assert.fail();
    hits.scrollTop = 200;
    hits.dispatchEvent(new Event('scrollend'));
    tell(page, { came: 1 });
    assert.equal(count(page, 'takeNewHits'), 1);
    hits.scrollTop = 0;
    hits.dispatchEvent(new Event('scrollend'));
    assert.equal(count(page, 'takeNewHits'), 2);
  });

  it('asks for what came once, and ignores what it did not ask for', () => {
    const page = following();
    tell(page, { came: 1 });
    tell(page, { came: 2 });
    assert.equal(count(page, 'takeNewHits'), 1);
    const { question } = page.state().shown ?? assert.fail();
    page.receive({ kind: 'newHits', requestId: 'other', question, page: pageOf(1), areBarsOld: false });
    assert.equal(texts().length, 3);
  });

  it('says why it is paused, and goes on by the key that began it', () => {
    const page = following();
    tell(page, { state: 'paused', why: 'The tab was hidden.' });
    assert.match(line(), /Paused\. The tab was hidden\./);
    page.row(0).focus();
    press('f');
    assert.deepEqual(last(page, 'steerFollow'), { kind: 'steerFollow', to: 'resume' });
    tell(page, { state: 'paused', why: 'The tab was hidden.' });
    click(byRole('button', 'Resume'));
    assert.equal(count(page, 'steerFollow'), 2);
    tell(page);
    assert.deepEqual(allByRole('button', 'Resume'), []);
    assert.notEqual(focused(), 'nothing');
  });

  it('says why it cannot be', () => {
    const page = openResult();
    click(byRole('button', 'Follow'));
    tell(page, { state: 'off', why: 'The index has no date field to tell which hits are new.' });
    assert.match(line(), /cannot be followed\. The index has no date field/);
    click(byRole('button', 'Stop following'));
    assert.deepEqual(allByRole('region', 'Follow'), []);
    assert.notEqual(focused(), 'nothing');
  });

  it('goes on with the next search, but not in another order, and not on another page', () => {
    const page = following();
    typeInto('Text', 'other');
    press('Enter');
    assert.match(line(), /Looking for the newest hits/);
    page.answer({}, { text: 'other' });
    assert.equal(count(page, 'follow'), 2);
    tell(page);
    click(byRole('columnheader', 'status'));
    assert.deepEqual(allByRole('region', 'Follow'), []);
    page.answer();
    assert.equal(count(page, 'follow'), 2);
    click(byRole('button', 'Follow'));
    tell(page);
    click(byRole('button', 'Next'));
    assert.deepEqual(allByRole('region', 'Follow'), []);
  });

  it('does not go on after a search that failed', () => {
    const page = following();
    typeInto('Text', 'other');
    press('Enter');
    const requestId = page.state().busy?.requestId ?? '';
    page.receive({ kind: 'failed', requestId, sentence: 'It failed.', nextStep: 'Try again.' });
    assert.deepEqual(allByRole('region', 'Follow'), []);
  });

  it('looks as often as a person chooses', () => {
    const page = following();
    const every = input('Look for new hits');
    every.value = '15';
    every.dispatchEvent(new Event('change'));
    assert.deepEqual(last(page, 'followEvery'), { kind: 'followEvery', seconds: 15 });
    page.row(0).focus();
    press('f');
    press('f');
    const begun = last(page, 'follow');
    assert.ok(begun?.kind === 'follow' && begun.seconds === 15);
  });

  it('asks for the bars again where they are old', () => {
    const time = { path: '@timestamp', type: 'date' };
    const page = openResult({ table: { ...pageOf(3).table, time } });
    click(byRole('button', 'Follow'));
    const bars = () => page.posted.filter(({ kind }) => kind === 'histogram').length;
    assert.equal(bars(), 1);
    for (const [areBarsOld, asked] of [
      [false, 1],
      [true, 2],
    ] as const) {
      tell(page, { came: 1 });
      const requestId = page.state().follow?.taking ?? assert.fail();
      const { question } = page.state().shown ?? assert.fail();
      const table = { ...pageOf(4).table, time };
      page.receive({ kind: 'newHits', requestId, question, page: pageOf(4, { table }), fresh: [0], areBarsOld });
      assert.equal(bars(), asked);
    }
  });

  it('is what it was after VS Code made the page anew', () => {
    const page = following();
    const { requestId } = page.state().follow ?? assert.fail();
    const { shown } = page.state();
    page.receive({
      kind: 'init',
      panelId: 'p',
      endpointId: 'e',
      endpoints: [{ id: 'e', name: 'logs' }],
      ...(shown && { shown }),
      follow: { requestId: requestId ?? '', state: 'paused', why: 'The tab was hidden.', came: 4, replacesPage: false },
    });
    assert.match(line(), /Paused\. The tab was hidden\./);
    byRole('button', '4 new hits');
  });

  it('has no total to count', () => {
    const page = following();
    byRole('button', 'Count');
    tell(page, { came: 1 });
    bring(page, [11, 1], [0]);
    assert.deepEqual(allByRole('button', 'Count'), []);
  });
});
