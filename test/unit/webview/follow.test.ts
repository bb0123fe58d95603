import assert from 'node:assert/strict';
import type { FollowedState, PageReply } from '../../../src/core/search/page/requestsOfPage';
import { withBrowser } from './browser';
import {
  allByRole,
  byRole,
  click,
  focused,
  nameOf,
  type OpenPage,
  openPage,
  openResult,
  pageOf,
  press,
  rowOf,
  tableOf,
  textOf,
  type as typeInto,
} from './page';

/** The button that follows, which says whether the page does. */
const button = (): HTMLElement => document.querySelector<HTMLElement>('button.follow') ?? assert.fail('no button');
const line = (): string => nameOf(button());
const isOn = (): boolean => button().getAttribute('aria-pressed') === 'true';
const note = (): string => allByRole('list', 'About this page').map(textOf).join();
const last = (page: OpenPage, kind: string) => page.posted.findLast((message) => message.kind === kind);
const count = (page: OpenPage, kind: string) => page.posted.filter((message) => message.kind === kind).length;

/** What the host says of the search that is followed. */
function tell(page: OpenPage, to: Partial<FollowedState> = {}): void {
  page.receive({
    kind: 'followed',
    requestId: page.requestOf('follow'),
    state: 'following',
    came: 0,
    replacesPage: false,
    ...to,
  });
}

/** Answers the request for new hits with rows of these ranks, of which the first ones came. */
function bring(page: OpenPage, ids: readonly number[], fresh?: readonly number[], areBarsOld = false): void {
  const { question } = page.state().shown ?? assert.fail('there is no page');
  const rows = ids.map((id, at) => ({ ...rowOf(id), rank: at + 1 }));
  const whole = pageOf(0, { isFollowed: true, table: tableOf(0, { rows }) });
  const message: PageReply = {
    kind: 'newHits',
    pageId: page.requestOf('takeNewHits'),
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
    assert.deepEqual([begun.pageId, begun.seconds], [page.state().shown?.pageId, 5]);
    tell(page);
    assert.equal(line(), 'Following, every 5 s');
    assert.ok(isOn());
    byRole('status', /^1–3 of 57\. Following$/);
    page.row(0).focus();
    press('f');
    assert.deepEqual(last(page, 'steerFollow'), { kind: 'steerFollow', to: 'end' });
    assert.deepEqual([line(), isOn()], ['Follow', false]);
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
    assert.ok(page.row(1) === kept);
    const marked = [...document.querySelectorAll('.hit')].map((row) => row.classList.contains('fresh'));
    assert.deepEqual(marked, [true, false, true, false, false]);
    assert.equal(kept.dataset.row, '1');
    assert.match(nameOf(kept), /^Hit 2, /);
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
    const pageId = page.state().shown?.pageId ?? '';
    page.receive({ kind: 'hit', pageId, row: 0, hit: { nodes: [], json: '{"x":1}', isCut: false } });
    tell(page, { came: 12 });
    assert.equal(count(page, 'takeNewHits'), 0);
    byRole('button', '12 new hits');
    // Once, not with each of them.
    const told = byRole('status', /\. New hits$/);
    tell(page, { came: 13 });
    assert.equal(nameOf(told), '1–3 of 57. Following. New hits');
    page.row(0).focus();
    press('n');
    bring(page, [11, 1, 2, 3], [0]);
    assert.equal(page.row(1).getAttribute('aria-expanded'), 'true');
    assert.equal(page.row(0).getAttribute('aria-expanded'), 'false');
    assert.equal(count(page, 'openHit'), 1);
  });

  it('leaves the document of an expanded hit as it is: its focus, and what is folded in it', () => {
    const page = following();
    click(page.row(1));
    const leaf = { name: 'c', path: 'a.c', cell: { kind: 'text', text: 'x' }, inside: 0 } as const;
    const nodes = [
      { depth: 0, name: 'a', path: 'a', cell: { kind: 'object', text: '{}' }, inside: 1 } as const,
      { depth: 1, ...leaf },
      { depth: 0, ...leaf, name: 'z', path: 'z' },
    ];
    const pageId = page.state().shown?.pageId ?? '';
    page.receive({ kind: 'hit', pageId, row: 1, hit: { nodes, json: '{}', isCut: false } });
    allByRole('treeitem')[0]?.focus();
    press('ArrowLeft');
    press('ArrowDown');
    const line = document.activeElement;
    assert.equal(focused(), 'treeitem z: x');
    tell(page, { came: 1 });
    click(byRole('button', '1 new hit'));
    line instanceof HTMLElement && line.focus();
    bring(page, [11, 1, 2, 3], [0]);
    assert.ok(document.activeElement === line && line?.isConnected === true);
    assert.equal(page.row(2).nextElementSibling?.contains(line), true);
    assert.deepEqual(allByRole('treeitem').map(nameOf), ['a: {}', 'z: x']);
    // What is done from it is done with its hit.
    click(byRole('button', 'Copy Value', line ?? undefined));
    const copied = page.posted.at(-1);
    assert.deepEqual(copied?.kind === 'place' && [copied.action, copied.place.row], ['copyValue', 2]);
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
    page.receive({ kind: 'newHits', pageId: 'other', question, page: pageOf(1), areBarsOld: false });
    assert.equal(texts().length, 3);
  });

  it('says why it is paused, and goes on by the key that began it', () => {
    const page = following();
    tell(page, { state: 'paused', why: 'The tab was hidden.' });
    assert.deepEqual([line(), isOn()], ['Following is paused', false]);
    assert.equal(note(), 'Following is paused. The tab was hidden.');
    page.row(0).focus();
    press('f');
    assert.deepEqual(last(page, 'steerFollow'), { kind: 'steerFollow', to: 'resume' });
    tell(page, { state: 'paused', why: 'The tab was hidden.' });
    assert.match(button().title, /^Resume/);
    click(button());
    assert.equal(count(page, 'steerFollow'), 2);
    tell(page);
    assert.deepEqual([line(), note()], ['Following, every 5 s', '']);
    assert.equal(focused(), 'button Following, every 5 s');
  });

  it('says why it cannot be', () => {
    const page = openResult();
    click(byRole('button', 'Follow'));
    tell(page, { state: 'off', why: 'The index has no date field to tell which hits are new.' });
    assert.match(note(), /cannot be followed\. The index has no date field/);
    assert.deepEqual([line(), isOn()], ['Follow', false]);
    byRole('button', 'Close').focus();
    press('Enter');
    assert.equal(note(), '');
    assert.notEqual(focused(), 'nothing');
    click(button());
    tell(page, { state: 'off', why: 'The index has no date field to tell which hits are new.' });
    assert.match(note(), /cannot be followed\. The index has no date field/);
  });

  it('goes on with the next search, but not in another order, and not on another page', () => {
    const page = following();
    typeInto('Text', 'other');
    press('Enter');
    assert.ok(isOn());
    page.answer({}, { text: 'other' });
    assert.equal(count(page, 'follow'), 2);
    tell(page);
    click(byRole('columnheader', 'status'));
    assert.ok(!isOn());
    page.answer();
    assert.equal(count(page, 'follow'), 2);
    click(byRole('button', 'Follow'));
    tell(page);
    click(byRole('button', 'Next'));
    assert.ok(!isOn());
  });

  it('does not go on after a search that failed', () => {
    const page = following();
    typeInto('Text', 'other');
    press('Enter');
    const requestId = page.pending();
    page.receive({ kind: 'failed', requestId, sentence: 'It failed.', nextStep: 'Try again.' });
    assert.ok(!isOn());
  });

  it('looks as often as a person chooses', () => {
    const page = following();
    click(byRole('button', 'More Actions'));
    const every = byRole('group', 'Follow every');
    assert.deepEqual(
      allByRole('menuitemradio', undefined, every).map((one) => [nameOf(one), one.getAttribute('aria-checked')]),
      [
        ['2 s', 'false'],
        ['5 s', 'true'],
        ['15 s', 'false'],
        ['60 s', 'false'],
      ],
    );
    click(byRole('menuitemradio', '15 s', every));
    assert.equal(line(), 'Following, every 15 s');
    assert.deepEqual(last(page, 'followEvery'), { kind: 'followEvery', seconds: 15 });
    page.row(0).focus();
    press('f');
    press('f');
    const begun = last(page, 'follow');
    assert.ok(begun?.kind === 'follow' && begun.seconds === 15);
  });

  it('asks for the bars again where they are old', () => {
    const time = { path: '@timestamp', type: 'date' };
    const page = openResult({ table: tableOf(3, { time }) });
    click(byRole('button', 'Follow'));
    const bars = () => page.posted.filter(({ kind }) => kind === 'histogram').length;
    assert.equal(bars(), 1);
    for (const [areBarsOld, asked] of [
      [false, 1],
      [true, 2],
    ] as const) {
      tell(page, { came: 1 });
      const pageId = page.requestOf('takeNewHits');
      const { question } = page.state().shown ?? assert.fail();
      const table = tableOf(4, { time });
      page.receive({ kind: 'newHits', pageId, question, page: pageOf(4, { table }), fresh: [0], areBarsOld });
      assert.equal(bars(), asked);
    }
  });

  it('is what it was after VS Code made the page anew', () => {
    const page = following();
    const { shown } = page.state();
    const paused = { state: 'paused', why: 'The tab was hidden.', came: 0, replacesPage: false } as const;
    page.receive({ kind: 'followed', requestId: page.requestOf('follow'), ...paused });
    page.receive({
      kind: 'init',
      panelId: 'p',
      endpointId: 'e',
      endpoints: [{ id: 'e', name: 'logs' }],
      ...(shown && { shown }),
    });
    assert.equal(note(), 'Following is paused. The tab was hidden.');
  });

  it('has no total to count', () => {
    const page = following();
    const counts = () => {
      click(byRole('button', 'More Actions'));
      const found = allByRole('menuitem', 'Count All Hits').length;
      press('Escape');
      return found;
    };
    assert.equal(counts(), 1);
    tell(page, { came: 1 });
    bring(page, [11, 1], [0]);
    assert.equal(counts(), 0);
  });
});
