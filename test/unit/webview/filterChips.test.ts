/** The filters beside the range: what is said of them, their menu, and their editor; and the order that no heading shows. */
import assert from 'node:assert/strict';
import type { PageRequest } from '../../../src/core/search/page/requestsOfPage';
import { withBrowser } from './browser';
import { allByRole, byRole, click, focused, input, nameOf, openPage, openResult, press, tabOrder, type } from './page';

const hostile = '<img src=x onerror=alert(1)> $(zap) [x](command:y)';

describe('filterChips: filters', () => {
  withBrowser();
  const ofKind = <Kind extends PageRequest['kind']>(posted: readonly PageRequest[], kind: Kind) =>
    posted.filter((message): message is Extract<PageRequest, { kind: Kind }> => message.kind === kind);

  const filters = [
    { label: 'status: 502', clause: '{"term":{"status":502}}', isOut: false },
    { label: `name: ${hostile}`, clause: '{"term":{"name":"x"}}', isOut: true },
  ];

  it('are said with whether they are in or out, hostile ones as text', () => {
    openPage({ filters });
    const list = byRole('list', 'Filters and sort order');
    assert.deepEqual(allByRole('button', /^(?:In|Ex)clude/, list).map(nameOf), [
      'Include: status: 502',
      `Exclude: name: ${hostile}`,
    ]);
    assert.equal(list.querySelectorAll('img, a').length, 0);
  });

  const chip = (name: string) => byRole('button', name);
  const menuOf = (name: string) => {
    chip(name).focus();
    press('Enter');
    return allByRole('menuitem').map(nameOf);
  };
  const pick = (name: string, item: string) => {
    menuOf(name);
    byRole('menuitem', item).focus();
    press('Enter');
  };

  it('open a menu of all that can be done with them, by Enter, Space, and the arrow key', () => {
    openPage({ filters });
    assert.deepEqual(menuOf('Include: status: 502'), ['Edit…', 'Invert', 'Disable', 'Remove']);
    assert.equal(focused(), 'menuitem Edit…');
    press('Escape');
    assert.equal(focused(), 'button Include: status: 502');
    for (const key of [' ', 'ArrowDown']) {
      press(key);
      assert.equal(focused(), 'menuitem Edit…');
      press('Escape');
    }
  });

  it('turn round, are switched off and on, and go, and the focus stays among them as long as there are any', () => {
    const page = openPage({ filters });
    pick('Include: status: 502', 'Invert');
    assert.equal(focused(), 'button Exclude: status: 502');
    pick('Exclude: status: 502', 'Disable');
    assert.equal(focused(), 'button Exclude: status: 502 (disabled)');
    assert.deepEqual(page.state().form.filters[0], { ...filters[0], isOut: true, isOff: true });
    pick('Exclude: status: 502 (disabled)', 'Enable');
    assert.deepEqual(page.state().form.filters[0], { ...filters[0], isOut: true });
    pick('Exclude: status: 502', 'Remove');
    assert.equal(focused(), `button Exclude: name: ${hostile}`);
    press('Delete');
    assert.equal(focused(), 'textbox Text');
    assert.deepEqual(page.state().form.filters, []);
  });

  it('are one stop of the Tab key each, with more for the mouse', () => {
    openPage({ filters });
    const list = byRole('list', 'Filters and sort order');
    assert.equal(tabOrder(list).length, 2);
    click(byRole('button', 'Remove filter: status: 502'));
    assert.equal(tabOrder(list).length, 1);
  });

  it('are edited in a popup, with the focus on the chip afterwards, and searched for at once', () => {
    const page = openResult({}, { filters });
    pick('Include: status: 502', 'Edit…');
    assert.equal(nameOf(byRole('dialog')), 'Edit filter: status: 502');
    assert.equal(focused(), 'textbox Value');
    type('Value', '404');
    assert.ok(press('Enter'));
    assert.equal(focused(), 'button Include: status: 404');
    assert.deepEqual(allByRole('dialog'), []);
    assert.deepEqual(
      ofKind(page.posted, 'search')
        .at(-1)
        ?.question.filters.map(({ clause }) => clause),
      ['{"term":{"status":404}}', '{"term":{"name":"x"}}'],
    );
  });

  it('are left alone by Escape and Cancel, and by the same text again', () => {
    const page = openResult({}, { filters });
    const searches = ofKind(page.posted, 'search').length;
    for (const leave of [() => press('Escape'), () => click(byRole('button', 'Cancel')), () => press('Enter')]) {
      pick('Include: status: 502', 'Edit…');
      leave();
      assert.equal(focused(), 'button Include: status: 502');
    }
    assert.equal(ofKind(page.posted, 'search').length, searches);
    assert.deepEqual(ofKind(page.posted, 'cancel'), []);
  });

  it('tell in the popup what is wrong with an edit, which is not searched for', () => {
    const bool = { label: 'routers', clause: '{"bool":{"should":[]}}', isOut: false };
    const page = openResult({}, { filters: [bool] });
    const searches = ofKind(page.posted, 'search').length;
    pick('Include: routers', 'Edit…');
    type('Query clause as JSON', '{"bool":');
    // A line more, in a text of several.
    assert.ok(!press('Enter'));
    assert.ok(press('Enter', { ctrlKey: true }));
    assert.equal(nameOf(byRole('alert', undefined, byRole('dialog'))), 'This is not valid JSON.');
    assert.deepEqual(
      [focused(), input('Query clause as JSON').getAttribute('aria-invalid')],
      ['textbox Query clause as JSON', 'true'],
    );
    assert.equal(ofKind(page.posted, 'search').length, searches);
    type('Query clause as JSON', '{"term":{"a":1}}');
    click(byRole('button', 'Apply'));
    assert.equal(focused(), 'button Include: a: 1');
  });

  it('are one where an edit makes two the same', () => {
    const other = { label: 'status: 404', clause: '{"term":{"status":404}}', isOut: true };
    const page = openPage({ filters: [other, ...filters] });
    pick('Include: status: 502', 'Edit…');
    type('Value', '404');
    press('Enter');
    assert.equal(focused(), 'button Include: status: 404');
    assert.deepEqual(
      page.state().form.filters.map(({ label, isOut }) => [label, isOut]),
      [
        ['status: 404', false],
        [`name: ${hostile}`, true],
      ],
    );
  });

  it('are counted by a button where there is no room for them, which shows them below it', () => {
    const page = openPage({ filters });
    const folded = byRole('button', '2 filters');
    folded.focus();
    press('Enter');
    const popup = byRole('dialog', 'Filters and sort order');
    assert.equal(focused(), 'button Include: status: 502');
    click(byRole('button', 'Remove filter: status: 502', popup));
    assert.equal(allByRole('listitem', undefined, popup).length, 1);
    assert.deepEqual(page.state().form.filters, filters.slice(1));
    assert.equal(nameOf(folded), '1 filter');
  });

  it('are not there beside a body that is written in an editor', () => {
    openPage({ filters, body: '{}' });
    assert.equal(allByRole('list', 'Filters and sort order').length, 0);
  });

  it('says the order of hits that no heading shows, and takes it back', () => {
    const page = openPage({ sort: [{ field: 'host', order: 'desc' }] });
    const list = byRole('list', 'Filters and sort order');
    assert.deepEqual(allByRole('listitem', undefined, list).map(nameOf), [
      'Sorted by host, descendingStop Sorting by host',
    ]);
    click(byRole('button', 'Stop Sorting by host'));
    assert.deepEqual(page.state().form.sort, []);
  });
});
