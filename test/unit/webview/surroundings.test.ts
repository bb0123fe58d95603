import assert from 'node:assert/strict';
import type { HitAnchor, SearchQuestion } from '../../../src/protocol/question';
import { withBrowser } from './browser';
import {
  allByRole,
  byRole,
  click,
  focused,
  menuItem,
  nameOf,
  openResult,
  pageOf,
  press,
  rowOf,
  tableOf,
  textOf,
} from './page';

const anchor: HitAnchor = { field: '@timestamp', index: 'logs', id: 'id-2', at: Date.parse('2026-11-01T00:00:00Z') };
const status = { label: 'status: 502', clause: '{"term":{"status":502}}', isOut: false };
const trace = { label: 'trace.id: a', clause: '{"term":{"trace.id":"a"}}', isOut: false, isOff: true as const };
const form: Partial<SearchQuestion> = { text: '', field: '', size: 2, around: anchor, filters: [status, trace] };
const around = { row: 1, added: 0 };
const open = () => openResult({ around, range: '1+ newer, 1+ older', hasPrevious: true, hasNext: true }, form);
/** The same with hits added above. */
const more = () => ({
  around: { row: 3, added: 2 },
  hasPrevious: false,
  table: tableOf(0, { rows: [8, 9, 1, 2, 3].map((rank) => rowOf(rank)) }),
});

describe('surroundings: the hits around a hit', () => {
  withBrowser();

  it('say which hit it is, and turn to newer and older ones', () => {
    const page = open();
    assert.match(nameOf(page.row(1)), /^Hit 2, .*\. Its surroundings are shown\.$/);
    assert.doesNotMatch(nameOf(page.row(0)), /surroundings/);
    assert.ok(allByRole('button', 'Newer').length === 1 && allByRole('button', 'Previous').length === 0);
    click(byRole('button', 'Older'));
    assert.deepEqual(page.posted.at(-1), { kind: 'turnPage', requestId: page.pending(), to: 'next' });
    click(byRole('button', 'More Actions'));
    const entries = allByRole('menuitem').map(nameOf);
    for (const name of ['First Page', 'Go to Page…', 'Count All Hits']) assert.ok(!entries.includes(name), name);
    assert.ok(entries.includes('Export Hits…'));
    byRole('group', 'Hits on each side');
    assert.deepEqual(allByRole('group', /^Follow/), []);
  });

  it('keep the place, the focus and what is unfolded where newer ones are added above', () => {
    const page = open();
    page.row(2).focus();
    press('Enter');
    page.receive({
      kind: 'hit',
      pageId: page.state().shown?.pageId ?? '',
      row: 2,
      hit: { nodes: [], json: '{"x":1}', isCut: false },
    });
    const before = focused();
    const asked = page.posted.filter(({ kind }) => kind === 'openHit').length;
    page.receive(pageReply(page));
    assert.equal(focused(), before);
    assert.equal(page.row(4).getAttribute('aria-expanded'), 'true');
    assert.equal(page.row(2).getAttribute('aria-expanded'), 'false');
    assert.equal(page.posted.filter(({ kind }) => kind === 'openHit').length, asked);
    assert.match(nameOf(page.row(3)), /Its surroundings are shown/);
  });

  function pageReply(page: ReturnType<typeof open>) {
    click(byRole('button', 'Newer'));
    page.row(2).focus();
    const { question } = page.state().shown ?? assert.fail('there is no page');
    return { kind: 'page', pageId: page.pending(), question, page: pageOf(5, more()) } as const;
  }

  it('name a hit without a time by its ID, in which nothing is hidden or reordered', () => {
    openResult({ around }, { ...form, around: { field: 't', index: 'logs', id: 'a\u202eb\nc' } });
    const [chip] = allByRole('listitem', undefined, byRole('list', 'Filters and sort order'));
    assert.match(chip?.textContent ?? '', /^Around a\\u202eb\\u000ac/);
    assert.equal(chip?.querySelector('.words')?.getAttribute('title'), 'Document a\\u202eb\\u000ac');
  });

  it('are those of any time once the hit is dropped', () => {
    const page = open();
    assert.match(textOf(byRole('list', 'Filters and sort order')), /^Around 2026-1/);
    click(byRole('button', 'Show hits of any time'));
    const sent = page.posted.at(-1);
    assert.ok(sent?.kind === 'search' && sent.question.around === undefined);
    assert.deepEqual(sent.question.filters, [status, trace]);
  });

  it('have no bars above them, which would be of all time', () => {
    const page = openResult({ around, table: tableOf(3, { time: { path: '@timestamp' } }) }, form);
    assert.deepEqual(
      page.posted.filter(({ kind }) => kind === 'histogram'),
      [],
    );
  });

  it('are offered on a hit where it is known when it was, and its trace where it has one', () => {
    const page = openResult({
      table: tableOf(1, { time: { path: '@timestamp' }, rows: [{ ...rowOf(1), hasTrace: true }, rowOf(2)] }),
    });
    click(page.row(0));
    click(byRole('button', 'Show Surrounding Hits'));
    click(byRole('button', 'Same Trace'));
    const actions = page.posted.flatMap((message) => (message.kind === 'place' ? message.action : []));
    assert.deepEqual(actions, ['showSurrounding', 'sameTrace']);
    click(page.row(0));
    click(page.row(1));
    assert.deepEqual(allByRole('button', 'Same Trace'), []);
  });
});

describe('surroundings: a filter', () => {
  withBrowser();

  it('is switched off and on, and keeps the focus', () => {
    const page = open();
    const filters = () => page.state().form.filters.map(({ label, isOff }) => [label, isOff === true]);
    byRole('button', 'Include: status: 502').focus();
    press('Enter');
    click(menuItem('Disable'));
    assert.deepEqual(filters(), [
      ['status: 502', true],
      ['trace.id: a', true],
    ]);
    assert.equal(focused(), 'button Include: status: 502 (disabled)');
    byRole('button', 'Include: trace.id: a (disabled)').focus();
    press('Enter');
    click(menuItem('Enable'));
    assert.deepEqual(filters(), [
      ['status: 502', true],
      ['trace.id: a', false],
    ]);
    const sent = page.posted.at(-1);
    assert.ok(sent?.kind === 'search' && !('isOff' in (sent.question.filters[1] ?? {})));
  });
});
