/** The bars above the hits: what they ask, how they are told and handled by keys, and the ranges they search in. */
import assert from 'node:assert/strict';
import { initialState, savedState } from '../../../src/core/search/page/pageState';
import type { Histogram } from '../../../src/protocol/histogram';
import type { SearchQuestion } from '../../../src/protocol/question';
import { parseSavedState } from '../../../src/protocol/savedStateSchema';
import { withBrowser } from './browser';
import {
  allByRole,
  byRole,
  choose,
  click,
  focused,
  input,
  menuItem,
  nameOf,
  type OpenPage,
  openPage,
  openResult,
  pageOf,
  pick,
  press,
  tableOf,
  textOf,
} from './page';

const minute = 60_000;
const start = new Date(2026, 10, 1, 14).getTime();

function bars(...counts: readonly number[]): Histogram {
  return {
    field: '@timestamp',
    interval: 5 * minute,
    bars: counts.map((count, at) => ({
      start: start + at * 5 * minute,
      end: start + (at + 1) * 5 * minute,
      count,
      parts: [Math.min(count, 2)],
    })),
    stacks: [{ label: '5xx', tone: 'red' }],
    stackField: 'status',
    stackFields: ['status', 'level'],
    isPartial: false,
  };
}

describe('timeBars: the bars above the hits', () => {
  withBrowser();

  const dated = { table: tableOf(3, { time: { path: '@timestamp', type: 'date' } }) };
  const asks = (page: OpenPage) => page.posted.flatMap((each) => (each.kind === 'histogram' ? [each] : []));
  const searches = (page: OpenPage) => page.posted.flatMap((each) => (each.kind === 'search' ? [each.question] : []));
  const reply = (page: OpenPage, histogram?: Histogram) =>
    page.receive({
      kind: 'histogram',
      requestId: asks(page).at(-1)?.requestId ?? assert.fail('nothing was asked'),
      ...(histogram !== undefined && { histogram }),
    });
  const list = () => byRole('listbox', 'Hits over time');
  const caption = () => textOf(document.querySelector('.caption') ?? document.body);
  const isThere = () => document.querySelector('.time-bar')?.checkVisibility() === true;

  function openBars(about: Partial<SearchQuestion> = {}, histogram = bars(4, 0, 1_234)): OpenPage {
    const page = openResult(dated, about);
    reply(page, histogram);
    return page;
  }

  it('are asked for once, when the first page of a search is there, and not when pages are turned', () => {
    const page = openResult(dated);
    const { requestId, zone, ...asked } = asks(page)[0] ?? assert.fail('nothing was asked');
    assert.deepEqual(asked, { kind: 'histogram', pageId: page.state().shown?.pageId, field: '@timestamp' });
    assert.equal(zone, new Intl.DateTimeFormat().resolvedOptions().timeZone);
    reply(page, bars(1));
    click(byRole('button', 'Next'));
    page.answer({ ...dated, from: 10 });
    assert.equal(asks(page).length, 1);
    assert.equal(allByRole('option').length, 1);
    click(byRole('button', 'Search'));
    page.answer(dated);
    assert.equal(asks(page).length, 2);
    assert.equal(requestId === asks(page)[1]?.requestId, false);
  });

  it('are asked for of the field of the time range, and of none where no date is known', () => {
    const time = { field: 'seen', span: '1h', from: '', to: '' } as const;
    assert.equal(asks(openResult({}, { time }))[0]?.field, 'seen');
    assert.deepEqual(asks(openResult()), []);
    assert.equal(isThere(), false);
  });

  it('are not there where there are none, and keep no place for the next search', () => {
    const page = openResult(dated);
    assert.ok(isThere(), 'their place is kept while they are awaited');
    reply(page);
    assert.equal(isThere(), false);
    click(byRole('button', 'Search'));
    page.answer(dated);
    assert.equal(isThere(), false);
    reply(page, bars(1));
    assert.ok(isThere());
  });

  it('ignore an answer that is late', () => {
    const page = openResult(dated);
    const [late] = asks(page);
    click(byRole('button', 'Search'));
    page.answer(dated);
    page.receive({ kind: 'histogram', requestId: late?.requestId ?? '', histogram: bars(1, 2) });
    assert.equal(page.state().timeBar.histogram, undefined);
  });

  it('can be chosen to the ends of all dates', () => {
    const latest = 8.64e15;
    const at = (from: number, to: number): Histogram => ({
      ...bars(),
      bars: [{ start: from, end: to, count: 1, parts: [1] }],
    });
    for (const [from, to] of [
      [-latest, -latest + 1],
      [latest - 1, latest],
      [-latest, latest],
    ] as const) {
      const page = openBars({}, at(from, to));
      list().focus();
      press('Enter');
      const { time } = searches(page).at(-1) ?? assert.fail('nothing was searched');
      assert.deepEqual([time?.from, time?.to], [new Date(from).toISOString(), new Date(to - 1).toISOString()]);
    }
    for (const [type, end] of [
      ['date', '2026-11-25T10:00:00.000Z'],
      ['date_nanos', '2026-11-25T10:00:00.000999999Z'],
      ['date, date_nanos', '2026-11-25T10:00:00.000999999Z'],
    ] as const) {
      const start = Date.parse('2026-11-25T10:00:00Z');
      const { field } = bars();
      const page = openResult({
        table: tableOf(3, { time: { path: '@timestamp', type: 'date' }, fields: [{ path: field, type }] }),
      });
      reply(page, at(start, start + 1));
      list().focus();
      press('Enter');
      assert.equal(searches(page).at(-1)?.time?.to, end);
    }
  });

  it('are told in words, each and as a whole', () => {
    openBars();
    assert.equal(caption(), '5 minutes per bar, at most 1,234 hits');
    assert.deepEqual(allByRole('option').map(nameOf), [
      '2026-11-01 14:00 to 14:05: 4 hits. 5xx 2',
      '2026-11-01 14:05 to 14:10: 0 hits',
      '2026-11-01 14:10 to 14:15: 1,234 hits. 5xx 2',
    ]);
    list().focus();
    assert.equal(caption(), '2026-11-01 14:00 to 14:05: 4 hits. 5xx 2');
    press('End');
    assert.equal(caption(), '2026-11-01 14:10 to 14:15: 1,234 hits. 5xx 2');
    assert.equal(document.getElementById(list().getAttribute('aria-activedescendant') ?? ''), allByRole('option')[2]);
    byRole('button', 'Search').focus();
    assert.equal(caption(), '5 minutes per bar, at most 1,234 hits');
  });

  it('say that there are no hits, or that some are missing', () => {
    const page = openBars({}, bars(0, 0));
    assert.equal(caption(), 'No hits in this time range');
    click(byRole('button', 'Search'));
    page.answer(dated);
    reply(page, { ...bars(1), isPartial: true });
    assert.equal(caption(), '5 minutes per bar, at most 1 hit. Partial results');
  });

  const drawnAs = () => [...document.querySelectorAll('.chart > rect')].map((each) => each.getAttribute('class'));

  it('are drawn in the color of what needs attention, and in a calm one on top', () => {
    openBars();
    const drawn = [...document.querySelectorAll('.chart > rect')];
    assert.deepEqual(drawnAs(), ['bar-error', 'bar-calm', 'bar-error', 'bar-calm']);
    for (const loud of ['error', 'warning']) assert.ok(document.querySelector(`pattern#bar-${loud}`) !== null);
    const [low = 0, high = 0] = drawn.filter((_, at) => at > 1).map((each) => Number(each.getAttribute('y')));
    assert.ok(low > high);
  });

  it('search in a range that is chosen by keys, and go back to the one before', () => {
    const page = openBars();
    list().focus();
    press('ArrowRight');
    press('ArrowRight', { shiftKey: true });
    assert.deepEqual(
      allByRole('option').map((each) => each.getAttribute('aria-selected')),
      ['false', 'true', 'true'],
    );
    press('Enter');
    const time = {
      field: '@timestamp',
      span: 'own',
      from: new Date(start + 5 * minute).toISOString(),
      to: new Date(start + 15 * minute - 1).toISOString(),
    } as const;
    assert.deepEqual(searches(page).at(-1)?.time, time);
    page.answer(dated, { time });
    reply(page, bars(1, 2, 3, 4));
    assert.equal(focused(), 'listbox Hits over time');
    assert.equal(caption(), '2026-11-01 14:00 to 14:05: 1 hit. 5xx 1');
    press('Enter');
    assert.equal(searches(page).at(-1)?.time?.to, new Date(start + 5 * minute - 1).toISOString());
    choose('Time range', 'Previous range');
    assert.deepEqual(searches(page).at(-1)?.time, time);
    choose('Time range', 'Previous range');
    assert.equal(searches(page).at(-1)?.time, undefined);
    const options = [...(input('Time range') as unknown as HTMLSelectElement).options].map(({ text }) => text);
    assert.ok(!options.includes('Previous range'));
  });

  it('search in a range that the mouse is drawn over', () => {
    const page = openBars();
    const root = list();
    root.setPointerCapture = () => undefined;
    root.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect;
    const point = (kind: string, clientX: number) =>
      root.dispatchEvent(new PointerEvent(kind, { clientX, button: 0, bubbles: true }));
    point('pointermove', 250);
    assert.match(caption(), /14:05 to 14:10/);
    point('pointerleave', 0);
    assert.match(caption(), /per bar/);
    point('pointerdown', 390);
    assert.match(caption(), /^2026-11-01 14:10 to 14:15: 1,234 hits/);
    point('pointermove', 250);
    assert.equal(caption(), '2026-11-01 14:05 to 14:15: 1,234 hits. 5xx 2');
    point('pointermove', 110);
    assert.equal(caption(), '2026-11-01 14:00 to 14:15: 1,238 hits. 5xx 4');
    point('pointerleave', 50);
    assert.equal(caption(), '2026-11-01 14:00 to 14:15: 1,238 hits. 5xx 4');
    point('pointerup', 110);
    assert.equal(searches(page).at(-1)?.time?.from, new Date(start).toISOString());
    assert.equal(searches(page).at(-1)?.time?.to, new Date(start + 15 * minute - 1).toISOString());
    const before = searches(page).length;
    root.focus();
    point('pointerdown', 390);
    press('Escape');
    point('pointerup', 110);
    assert.equal(searches(page).length, before);
  });

  it('only tell where the question is a body written by hand', () => {
    const page = openBars({ body: '{}' });
    const before = page.posted.length;
    list().focus();
    press('ArrowRight', { shiftKey: true });
    press('Enter');
    assert.equal(page.posted.length, before);
    assert.equal(list().title, '');
  });

  it('are divided by what a person chooses', () => {
    const page = openBars();
    const divisions = () => {
      click(byRole('button', 'More Actions'));
      const all = allByRole('menuitemradio', undefined, byRole('group', 'Divide by'));
      const found = all.map((one) => `${nameOf(one)}${one.getAttribute('aria-checked') === 'true' ? ' ✓' : ''}`);
      press('Escape');
      return found;
    };
    assert.deepEqual(divisions(), ['Nothing', 'status ✓', 'level']);
    pick('level');
    assert.equal(asks(page).at(-1)?.stack, 'level');
    reply(page, { ...bars(1), stackField: 'level', stacks: [{ label: 'info', tone: 'blue' }] });
    const { stackField: _, ...undivided } = bars(1);
    assert.deepEqual(drawnAs(), ['bar-calm']);
    pick('Nothing');
    assert.equal(asks(page).at(-1)?.stack, '');
    reply(page, { ...undivided, stacks: [], bars: undivided.bars.map((bar) => ({ ...bar, parts: [] })) });
    assert.deepEqual(divisions(), ['Nothing ✓', 'status', 'level']);
    assert.deepEqual(drawnAs(), ['bar-calm']);
    pick('level');
    reply(page, { ...bars(1), stackFields: ['a\u202eb.keyword'] });
    assert.deepEqual(divisions(), ['Nothing', 'a\\u202eb']);
  });

  it('fold away and stay so, without asking', () => {
    const page = openBars();
    pick('Hits over Time');
    assert.equal(allByRole('listbox').length, 0);
    click(byRole('button', 'More Actions'));
    assert.equal(menuItem('Hits over Time').getAttribute('aria-checked'), 'false');
    assert.equal(allByRole('group', 'Divide by').length, 0);
    const before = asks(page).length;
    click(byRole('button', 'Search'));
    page.answer(dated);
    assert.equal(asks(page).length, before);
    const saved = parseSavedState(JSON.parse(JSON.stringify(savedState(page.state()))));
    assert.equal(initialState(saved).timeBar.isFolded, true);
    pick('Hits over Time');
    assert.equal(asks(page).length, before + 1);
  });

  it('give the focus to the hits where they go', () => {
    const page = openBars();
    list().focus();
    page.receive({
      kind: 'init',
      panelId: 'p',
      endpointId: 'f',
      endpoints: [{ id: 'f', name: 'other' }],
      shown: { pageId: 'other', question: page.state().form, page: pageOf(3) },
    });
    assert.equal(isThere(), false);
    assert.match(focused(), /^row /);
  });

  it('are asked for again where a search was canceled that had ended their request', () => {
    const page = openResult(dated);
    click(byRole('button', 'Search'));
    page.receive({ kind: 'canceled', requestId: page.pending() });
    assert.equal(asks(page).length, 2);
    assert.equal(asks(page)[1]?.pageId, page.state().shown?.pageId);
  });

  it('are none before a search', () => {
    openPage();
    assert.equal(isThere(), false);
  });
});
