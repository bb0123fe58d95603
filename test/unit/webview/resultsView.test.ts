/** The table of hits: what a screen reader says of it, and the keys that go through it. */
import assert from 'node:assert/strict';
import { withBrowser } from './browser';
import { allByRole, byRole, click, focused, nameOf, openResult, pageOf, press, rowOf, tabOrder, textOf } from './page';

describe('the table of hits', () => {
  withBrowser();

  const grid = () => byRole('treegrid', 'Hits');

  const hit = (at: number) =>
    document.querySelectorAll<HTMLElement>('.results > .hit')[at] ?? assert.fail(`there is no hit ${at}`);

  it('says its headings and what stands below them', () => {
    openResult();
    assert.deepEqual(allByRole('columnheader', undefined, grid()).map(nameOf), ['#', 'message', 'status']);
    assert.deepEqual(allByRole('gridcell', undefined, hit(1)).map(textOf), ['2', 'line 2', '502']);
    assert.deepEqual([grid().getAttribute('aria-colcount'), hit(2).getAttribute('aria-posinset')], ['3', '3']);
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
      ['ArrowDown', 'row 2line 2502'],
      ['End', 'row 3line 3502'],
      ['ArrowDown', 'row 3line 3502'],
      ['ArrowRight', 'gridcell line 3'],
      ['ArrowRight', 'gridcell 502'],
      ['ArrowUp', 'gridcell 502'],
      ['Home', 'gridcell line 2'],
      ['ArrowLeft', 'row 2line 2502'],
      ['Home', 'row 1line 1502'],
      ['ArrowRight', 'gridcell line 1'],
      ['ArrowUp', 'columnheader message'],
      ['ArrowDown', 'gridcell line 1'],
    ] as const) {
      assert.ok(press(key), key);
      assert.equal(focused(), there, key);
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
      assert.deepEqual(page.posted.at(-1), { kind: 'openHit', requestId: page.state().shown?.requestId, row: 1 });
      assert.match(textOf(hit(1).nextElementSibling ?? hit(1)), /Loading document/);
      open();
      assert.equal(hit(1).getAttribute('aria-expanded'), 'false');
      assert.equal(grid().querySelector('.document'), null);
      assert.equal(focused(), 'row 2line 2502');
    });
  }

  it('goes from what is in a hit back to its row by the left arrow, and keeps the focus when it closes', () => {
    const page = openResult();
    click(hit(0));
    page.receive({
      kind: 'hit',
      requestId: page.state().shown?.requestId ?? '',
      row: 0,
      hit: {
        nodes: [{ depth: 0, name: 'a', path: 'a', cell: { kind: 'text', text: 'b' }, inside: 0 }],
        json: '{}',
        isCut: false,
      },
    });
    byRole('button', 'Copy').focus();
    press('ArrowLeft');
    assert.equal(focused(), 'row 1line 1502');
    byRole('treeitem').focus();
    press('ArrowLeft');
    assert.equal(focused(), 'row 1line 1502');
    byRole('treeitem').focus();
    click(hit(0));
    assert.equal(focused(), 'row 1line 1502');
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

  it('puts the focus on the first hit of the next page, where it was on a hit', () => {
    const page = openResult();
    hit(2).focus();
    press('ArrowUp');
    page.receive({ kind: 'press', button: 'next' });
    page.answer({ table: { ...pageOf(0).table, rows: [rowOf(11), rowOf(12)] } });
    assert.equal(focused(), 'row 11line 11502');
  });

  it('leaves the focus where it was, where that was not on a hit', () => {
    const page = openResult();
    byRole('button', 'Next').focus();
    press('Enter');
    page.answer({ table: { ...pageOf(0).table, rows: [rowOf(11)] } });
    assert.equal(focused(), 'button Next');
  });

  it('shows hostile text as text, in cells, in headings and in what is handed to VS Code', () => {
    const hostile = '<img src=x onerror=alert(1)> $(zap) [x](command:y)';
    openResult({
      table: {
        columns: [{ path: hostile }],
        rows: [{ ...rowOf(1, hostile), id: hostile, index: hostile }],
        fields: [],
      },
    });
    assert.equal(document.querySelectorAll('img, a, script').length, 0);
    assert.deepEqual(allByRole('columnheader').map(nameOf), ['#', hostile]);
    assert.deepEqual(allByRole('gridcell', undefined, hit(0)).map(textOf), ['1', hostile]);
    const value = hit(0).querySelector('[data-vscode-context]')?.getAttribute('data-vscode-context') ?? '';
    assert.equal(JSON.parse(value).path, hostile);
  });
});
