/** The table of hits: what a screen reader says of it, and the keys that go through it. */
import assert from 'node:assert/strict';
import { withBrowser } from './browser';
import {
  allByRole,
  byRole,
  click,
  focused,
  menuContext,
  nameOf,
  openResult,
  press,
  rowOf,
  tableOf,
  tabOrder,
  textOf,
} from './page';

describe('hits: the table of hits', () => {
  withBrowser();

  const grid = () => byRole('treegrid', 'Hits');

  const hit = (at: number) =>
    document.querySelectorAll<HTMLElement>('.results > .hit')[at] ?? assert.fail(`there is no hit ${at}`);

  it('says its headings and what stands below them', () => {
    openResult();
    assert.deepEqual(allByRole('columnheader', undefined, grid()).map(nameOf), ['#', 'message', 'status']);
    assert.deepEqual(allByRole('gridcell', undefined, hit(1)).map(textOf), ['', 'line 2', '502']);
    assert.deepEqual([grid().getAttribute('aria-colcount'), hit(2).getAttribute('aria-posinset')], ['3', '3']);
  });

  it('writes the number of a far hit as the range does', () => {
    openResult({ table: tableOf(0, { rows: [rowOf(1_234_567)] }) });
    assert.match(nameOf(hit(0)), /^Hit 1,234,567/);
  });

  it('is one stop for Tab, wherever in it the focus was last', () => {
    openResult();
    assert.deepEqual(tabOrder(grid()), [hit(0)]);
    hit(0).focus();
    press('ArrowDown');
    press('ArrowRight');
    assert.deepEqual(tabOrder(grid()).map(textOf), ['line 2']);
  });

  it('goes from hit to hit, and from value to value, by the arrow keys', () => {
    openResult();
    hit(0).focus();
    for (const [key, there] of [
      ['ArrowDown', 'row Hit 2, message line 2, status 502'],
      ['End', 'row Hit 3, message line 3, status 502'],
      ['ArrowDown', 'row Hit 3, message line 3, status 502'],
      ['ArrowRight', 'gridcell line 3'],
      ['ArrowRight', 'gridcell 502'],
      ['ArrowUp', 'gridcell 502'],
      ['Home', 'gridcell line 2'],
      ['ArrowLeft', 'row Hit 2, message line 2, status 502'],
      ['Home', 'row Hit 1, message line 1, status 502'],
      ['ArrowRight', 'gridcell line 1'],
      ['ArrowUp', 'columnheader message'],
      ['ArrowDown', 'gridcell line 1'],
    ] as const) {
      assert.ok(press(key), key);
      assert.equal(focused(), there, key);
    }
  });

  it('stays a stop for Tab where a key leads on to columns that a narrow window hides', () => {
    openResult();
    for (const cell of grid().querySelectorAll<HTMLElement>(':scope > * > .cell:last-child')) cell.hidden = true;
    hit(0).focus();
    press('ArrowRight');
    for (const key of ['ArrowRight', 'End']) {
      assert.ok(press(key), key);
      assert.equal(focused(), 'gridcell line 1', key);
      assert.deepEqual(tabOrder(grid()).map(textOf), ['line 1'], key);
    }
  });

  it('leaves alone what is meant for VS Code or the browser', () => {
    openResult();
    hit(0).focus();
    for (const key of ['a', 'F1', 'Tab']) assert.ok(!press(key), key);
  });

  for (const [way, open] of [
    ['Enter', () => press('Enter')],
    ['a click', () => click(hit(1))],
  ] as const) {
    it(`opens a hit by ${way}, and closes it`, () => {
      const page = openResult();
      hit(1).focus();
      open();
      assert.equal(hit(1).getAttribute('aria-expanded'), 'true');
      assert.deepEqual(page.posted.at(-1), { kind: 'openHit', pageId: page.state().shown?.pageId, row: 1 });
      assert.match(textOf(hit(1).nextElementSibling ?? hit(1)), /Loading document/);
      open();
      assert.equal(hit(1).getAttribute('aria-expanded'), 'false');
      assert.equal(grid().querySelector('.document'), null);
      assert.equal(focused(), 'row Hit 2, message line 2, status 502');
    });
  }

  it('goes from what is in a hit back to its row by the left arrow, and keeps the focus when it closes', () => {
    const page = openResult();
    click(hit(0));
    page.receive({
      kind: 'hit',
      pageId: page.state().shown?.pageId ?? '',
      row: 0,
      hit: {
        nodes: [{ depth: 0, name: 'a', path: 'a', cell: { kind: 'text', text: 'b' }, inside: 0 }],
        json: '{}',
        isCut: false,
      },
    });
    byRole('button', 'Copy').focus();
    press('ArrowLeft');
    assert.equal(focused(), 'row Hit 1, message line 1, status 502');
    byRole('treeitem').focus();
    press('ArrowLeft');
    assert.equal(focused(), 'row Hit 1, message line 1, status 502');
    byRole('treeitem').focus();
    click(hit(0));
    assert.equal(focused(), 'row Hit 1, message line 1, status 502');
  });

  it('sorts by a heading: by a click, by Enter, and with Shift by one more', () => {
    const page = openResult();
    const sorted = () =>
      page.posted.flatMap((message) => (message.kind === 'search' ? [message.question.sort] : [])).at(-1);
    click(byRole('columnheader', 'status'));
    assert.deepEqual(sorted(), [{ field: 'status', order: 'asc' }]);
    page.answer({}, { sort: [{ field: 'status', order: 'asc' }] });
    assert.equal(byRole('columnheader', 'status').getAttribute('aria-sort'), 'ascending');
    assert.equal(byRole('columnheader', 'message').getAttribute('aria-sort'), 'none');
    assert.equal(focused(), 'columnheader status');
    press('Enter');
    assert.deepEqual(sorted(), [{ field: 'status', order: 'desc' }]);
    page.answer({}, { sort: [{ field: 'status', order: 'desc' }] });
    click(byRole('columnheader', 'message'), { shiftKey: true });
    assert.deepEqual(sorted(), [
      { field: 'status', order: 'desc' },
      { field: 'message.keyword', order: 'asc' },
    ]);
  });

  it('shows the sort of a body that a person wrote, which no heading changes', () => {
    const page = openResult({ sort: [{ field: 'status', order: 'desc' }] }, { body: '{"sort":[{"status":"desc"}]}' });
    const status = byRole('columnheader', 'status');
    assert.equal(status.getAttribute('aria-sort'), 'descending');
    assert.ok(status.querySelector('.codicon-arrow-down') !== null);
    assert.equal(byRole('columnheader', 'message').getAttribute('aria-sort'), null);
    const before = page.posted.length;
    click(status);
    assert.equal(page.posted.length, before);
  });

  it('removes a column by a button on its heading, without sorting by it, and keeps the names of the others', () => {
    const page = openResult();
    const heading = byRole('columnheader', 'status');
    const remove = byRole('button', 'Remove Column', heading);
    // The menu of the heading has it, too.
    assert.deepEqual(tabOrder(heading), []);
    click(remove);
    const pageId = page.state().shown?.pageId ?? '';
    assert.deepEqual(page.posted.at(-1), { kind: 'chooseColumns', pageId, paths: ['message'] });
    page.receive({ kind: 'columns', pageId, table: tableOf(3, { columns: [{ path: 'message' }] }) });
    assert.deepEqual(allByRole('columnheader', undefined, grid()).map(nameOf), ['#', 'message']);
    assert.equal(allByRole('button', undefined, byRole('columnheader', '#')).length, 0);
    assert.notEqual(focused(), 'nothing');
  });

  it('puts the focus on the first hit of the next page, where it was on a hit', () => {
    const page = openResult();
    hit(2).focus();
    press('ArrowUp');
    page.act('turnPage', 'next');
    page.answer({ table: tableOf(0, { rows: [rowOf(11), rowOf(12)] }) });
    assert.equal(focused(), 'row Hit 11, message line 11, status 502');
  });

  it('leaves the focus where it was, where that was not on a hit', () => {
    const page = openResult();
    byRole('button', 'Next').focus();
    press('Enter');
    page.answer({ table: tableOf(0, { rows: [rowOf(11)] }) });
    assert.equal(focused(), 'button Next');
  });

  it('names a row in words, with the number of all hits where it is known', () => {
    const row = rowOf(3, 'x'.repeat(80));
    openResult({ total: { hits: 1_074, isExact: true }, table: tableOf(0, { rows: [row] }) });
    assert.equal(nameOf(hit(0)), `Hit 3 of 1,074, message ${'x'.repeat(60)}…, status 502`);
  });

  it('separates the fields of a document in one line, and has the menu of a value on its name, too', () => {
    const summary = [
      { path: 'status', cell: { kind: 'number', text: '502' } },
      { path: 'host', cell: { kind: 'text', text: 'h36' } },
    ] as const;
    openResult({ table: tableOf(0, { columns: [], rows: [{ rank: 1, id: 'a', cells: [], summary }] }) });
    assert.equal(nameOf(hit(0)), 'Hit 1, status 502, host h36');
    assert.deepEqual(allByRole('gridcell', undefined, hit(0)).map(textOf), ['', 'status502, hosth36']);
    const menus = [...hit(0).querySelectorAll('.summary [data-vscode-context]')].map(
      (one) => JSON.parse(one.getAttribute('data-vscode-context') ?? '').path,
    );
    assert.deepEqual(menus, ['status', 'status', 'host', 'host']);
  });

  describe('keeps the focus', () => {
    /** What VS Code does when it opens a menu, and when it closes it. */
    const openMenu = () => (document.activeElement as HTMLElement).blur();
    const closeMenu = () => dispatchEvent(new Event('focus'));

    it('where a context menu took it', () => {
      openResult();
      hit(1).querySelectorAll<HTMLElement>('.cell')[2]?.focus();
      openMenu();
      assert.equal(focused(), 'nothing');
      closeMenu();
      assert.equal(focused(), 'gridcell 502');
      byRole('button', 'Next').focus();
      openMenu();
      closeMenu();
      assert.equal(focused(), 'nothing');
    });

    it('on the first hit after a filter of a menu, whichever comes first', () => {
      for (const isClosedFirst of [true, false]) {
        const page = openResult();
        hit(2).querySelectorAll<HTMLElement>('.cell')[2]?.focus();
        openMenu();
        const filter = { label: 'status: 502', clause: '{"term":{"status":502}}', isOut: false };
        page.act('addFilter', filter);
        if (isClosedFirst) closeMenu();
        page.answer({ table: tableOf(0, { rows: [rowOf(21), rowOf(22)] }) }, { filters: [filter] });
        closeMenu();
        assert.equal(focused(), 'gridcell 502');
        press('ArrowDown');
        assert.equal(focused(), 'gridcell 502');
        press('ArrowLeft');
        press('ArrowLeft');
        assert.equal(focused(), 'row Hit 22, message line 22, status 502');
      }
    });

    it('in the same column where another one is added before it', () => {
      const page = openResult();
      hit(1).querySelectorAll<HTMLElement>('.cell')[2]?.focus();
      const rows = [1, 2, 3].map((rank) => ({
        ...rowOf(rank),
        cells: [{ kind: 'text', text: 'new' } as const, ...rowOf(rank).cells],
      }));
      const columns = ['host', 'message', 'status'].map((path) => ({ path }));
      page.receive({
        kind: 'columns',
        pageId: page.state().shown?.pageId ?? '',
        table: tableOf(0, { columns, rows }),
      });
      assert.equal(focused(), 'gridcell 502');
      press('ArrowLeft');
      assert.equal(focused(), 'gridcell line 2');
    });

    it('on what says that there are no hits, where there are none any more', () => {
      const page = openResult();
      hit(0).focus();
      page.act('turnPage', 'next');
      page.answer({ range: 'No hits', table: tableOf(0, { rows: [] }) });
      assert.ok(document.activeElement?.closest('.empty') !== null, focused());
      page.act('turnPage', 'next');
      page.answer();
      assert.equal(focused(), 'row Hit 1, message line 1, status 502');
    });

    it('in the hits after the last filter was removed', () => {
      const filters = [{ label: 'a: 1', clause: '{"term":{"a":1}}', isOut: false }];
      const page = openResult({}, { filters });
      click(byRole('button', /^Remove filter/));
      assert.equal(focused(), 'row Hit 1, message line 1, status 502');
      page.answer({ table: tableOf(0, { rows: [rowOf(5)] }) });
      assert.equal(focused(), 'row Hit 5, message line 5, status 502');
    });

    it('on the row of a hit that is left by Escape', () => {
      const page = openResult();
      click(hit(1));
      page.receive({
        kind: 'hit',
        pageId: page.state().shown?.pageId ?? '',
        row: 1,
        hit: { nodes: [], json: '{}', isCut: false },
      });
      byRole('tab', 'JSON').focus();
      press('Escape');
      assert.equal(focused(), 'row Hit 2, message line 2, status 502');
    });
  });

  it('shows hostile text as text, in cells, in headings and in what is handed to VS Code', () => {
    const hostile = '<img src=x onerror=alert(1)> $(zap) [x](command:y)';
    openResult({
      table: tableOf(0, {
        columns: [{ path: hostile }],
        rows: [{ ...rowOf(1, hostile), id: hostile, index: hostile }],
      }),
    });
    assert.equal(document.querySelectorAll('img, a, script').length, 0);
    assert.deepEqual(allByRole('columnheader').map(nameOf), ['#', hostile]);
    assert.deepEqual(allByRole('gridcell', undefined, hit(0)).map(textOf), ['', hostile]);
    const [, value] = allByRole('gridcell', undefined, hit(0));
    assert.equal(value && menuContext(value).path, hostile);
  });
});
