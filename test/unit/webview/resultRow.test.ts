/** The result on one line: going through the pages, Count and Cancel, and its menu; and what a screen reader is told. */
import assert from 'node:assert/strict';
import { withBrowser } from './browser';
import { allByRole, byRole, click, focused, menuItem, nameOf, openPage, openResult, pick, press, textOf } from './page';

describe('resultRow: the result on one line', () => {
  withBrowser();

  const isOff = (name: string) => byRole('button', name).getAttribute('aria-disabled') === 'true';
  const said = () => [...document.querySelectorAll('[role="status"]')].map(textOf).filter((text) => text !== '');

  it('goes only where there are pages, and a button that is off keeps the focus', () => {
    const page = openResult();
    assert.deepEqual(['Previous', 'Next'].map(isOff), [true, false]);
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
      const requestId = page.pending();
      cancel();
      assert.deepEqual(page.posted.at(-1), { kind: 'cancel', requestId });
      page.receive({ kind: 'canceled', requestId });
      assert.equal(focused(), 'button Next');
      assert.equal(textOf(document.querySelector('.results') ?? document.body).includes('line 1'), true);
    });
  }

  it('counts on demand, and keeps the focus when that is done', () => {
    const page = openResult();
    pick('Count All Hits');
    const requestId = page.pending();
    assert.deepEqual(page.posted.at(-1), { kind: 'count', requestId });
    const pageId = page.state().shown?.pageId ?? '';
    byRole('button', 'Cancel').focus();
    page.receive({ kind: 'counted', requestId, pageId, range: '1–3 of 61', total: { hits: 61, isExact: true } });
    assert.deepEqual([focused(), said()], ['button Next', ['1–3 of 61']]);
    click(byRole('button', 'More Actions'));
    assert.equal(allByRole('menuitem', 'Count All Hits').length, 0);
  });

  it('goes to a page or a hit that the host asks a person for', () => {
    const page = openResult({ total: { hits: 57, isExact: true } });
    pick('Go to Page…');
    assert.deepEqual(page.posted.at(-1), { kind: 'act', action: 'goToPage' });
    page.act('goTo', 20);
    assert.deepEqual(page.posted.at(-1), { kind: 'turnPage', requestId: page.pending(), to: { offset: 20 } });
  });

  it('goes back to the first page by the menu, where there is one before', () => {
    const page = openResult();
    const before = page.posted.length;
    click(byRole('button', 'More Actions'));
    assert.equal(menuItem('First Page').getAttribute('aria-disabled'), 'true');
    click(menuItem('First Page'));
    assert.equal(page.posted.length, before);
    press('Escape');
    click(byRole('button', 'Next'));
    page.answer({ from: 10, hasPrevious: true });
    pick('First Page');
    assert.deepEqual(page.posted.at(-1), { kind: 'turnPage', requestId: page.pending(), to: 'first' });
  });

  it('asks anew for pages of another size, from the hits that are shown on', () => {
    const page = openResult({ from: 30, hasPrevious: true });
    click(byRole('button', 'More Actions'));
    const sizes = allByRole('menuitemradio', undefined, byRole('group', 'Hits per page'));
    assert.deepEqual(
      sizes.map((size) => [nameOf(size), size.getAttribute('aria-checked')]),
      [
        ['10', 'false'],
        ['25', 'false'],
        ['50', 'true'],
        ['100', 'false'],
      ],
    );
    click(menuItem('25'));
    const asked = page.posted.at(-1);
    assert.ok(asked?.kind === 'search');
    assert.deepEqual([asked.question.size, asked.from], [25, 25]);
  });

  it('says the size of a page that a body asks for itself, and refuses another', () => {
    const page = openResult({ size: 7 }, { body: '{"size":7}' });
    const before = page.posted.length;
    click(byRole('button', 'More Actions'));
    assert.equal(allByRole('menuitemradio', undefined, byRole('group', 'Hits per page')).length, 1);
    click(menuItem('7'));
    assert.equal(page.posted.length, before);
  });

  it('says on hover what the page has cost', () => {
    openResult({ tookMs: 12, bytes: 2_048, asked: 'point in time' });
    const range = document.querySelector<HTMLElement>('.range') ?? assert.fail('there is no range');
    assert.equal(range.textContent, '1–3 of 57');
    assert.match(range.title, /^12 ms · 2\.05 KB\nTime on the server/);
  });

  it('shows the request as it was sent, as text, and hides it', () => {
    const page = openResult({ sent: { method: 'POST', path: '/<b>logs</b>/_search', body: '{"a":"<img src=x>"}' } });
    pick('Show Request');
    const shown = byRole('region', 'Request');
    assert.match(shown.textContent ?? '', /POST \/<b>logs<\/b>\/_search.*\{"a":"<img src=x>"\}/);
    assert.equal(document.querySelectorAll('img, b').length, 0);
    for (const [name, action] of [
      ['Copy as curl', 'copyAsCurl'],
      ['Copy as Kibana Console Request', 'copyAsDevTools'],
    ] as const) {
      click(byRole('button', name, shown));
      assert.deepEqual(page.posted.at(-1), { kind: 'act', action });
    }
    click(byRole('button', 'More Actions'));
    assert.equal(menuItem('Show Request').getAttribute('aria-checked'), 'true');
    press('Escape');
    byRole('button', 'Hide').focus();
    press('Enter');
    assert.equal(allByRole('region', 'Request').length, 0);
    assert.notEqual(focused(), 'nothing');
  });
});

describe('resultRow: its menu', () => {
  withBrowser();
  const more = () => byRole('button', 'More Actions');
  const names = () => {
    const found = byRole('menu').querySelectorAll<HTMLElement>('[role^="menuitem"]:not([role="menuitemradio"])');
    return [...found].map((one) => nameOf(one).replace(/\s*Alt.*$/, ''));
  };

  it('opens with the focus on its first item, goes round by the keys, and gives the focus back at Escape', () => {
    openPage();
    more().focus();
    press('Enter');
    const items = [...byRole('menu').querySelectorAll<HTMLElement>('[role^="menuitem"]')];
    const spoken = (at: number) => `${items.at(at)?.getAttribute('role')} ${nameOf(items.at(at) ?? document.body)}`;
    assert.equal(focused(), spoken(0));
    press('ArrowUp');
    assert.equal(focused(), spoken(-1));
    press('ArrowDown');
    press('ArrowDown');
    assert.equal(focused(), spoken(1));
    press('End');
    press('Home');
    assert.equal(focused(), spoken(0));
    press('Escape');
    assert.deepEqual([allByRole('menu').length, focused()], [0, 'button More Actions']);
  });

  it('has all that a search has besides what is in sight, in groups', () => {
    openPage();
    click(more());
    const searches = ['Edit as JSON', 'Search History…', 'Save Search…', 'Export Hits…'];
    const copies = ['Copy as curl', 'Copy as Kibana Console Request'];
    const view = ['Relative Times', 'Highlight Matches', 'Best Matches First', 'Fetch Only Displayed Columns'];
    assert.deepEqual(names(), [...['First Page', 'Go to Page…'], ...searches, ...copies, ...view, 'Hits over Time']);
    assert.deepEqual(allByRole('group', undefined, byRole('menu')).map(nameOf), ['Hits per page', 'Follow every']);
    assert.equal(byRole('menu').querySelectorAll('hr').length, 3);
    press('Escape');
    openResult();
    click(more());
    assert.deepEqual(names(), [
      ...['First Page', 'Go to Page…', 'Count All Hits'],
      ...searches,
      'Show Request',
      ...copies,
      'Columns…',
      ...view,
      'Hits over Time',
    ]);
  });

  it('asks the host for what an editor, a list, or a file is needed for', () => {
    const page = openPage();
    for (const [name, action] of [
      ['Edit as JSON', 'editAsJson'],
      ['Search History…', 'history'],
      ['Save Search…', 'save'],
      ['Export Hits…', 'export'],
      ['Copy as curl', 'copyAsCurl'],
      ['Copy as Kibana Console Request', 'copyAsDevTools'],
    ] as const) {
      pick(name);
      assert.deepEqual(page.posted.at(-1), { kind: 'act', action });
      assert.equal(focused(), 'button More Actions');
    }
  });

  it('has nothing of a form that a body of its own replaces', () => {
    openPage({ body: '{}' });
    click(more());
    assert.ok(!names().includes('Edit as JSON'));
    for (const name of ['Highlight Matches', 'Best Matches First', 'Fetch Only Displayed Columns']) {
      assert.equal(menuItem(name).getAttribute('aria-disabled'), 'true', name);
    }
  });

  it('orders by score what is in the order of time, and back', () => {
    const page = openPage({ field: '' });
    pick('Best Matches First');
    assert.deepEqual(page.state().form.sort, [{ field: '_score', order: 'desc' }]);
    click(more());
    assert.equal(menuItem('Best Matches First').getAttribute('aria-checked'), 'true');
    click(menuItem('Best Matches First'));
    assert.deepEqual(page.state().form.sort, []);
  });

  it('shows a switch as it stands, and refuses one that is off', () => {
    const page = openPage({ highlight: true });
    click(more());
    assert.equal(menuItem('Highlight Matches').getAttribute('aria-checked'), 'true');
    const columns = menuItem('Fetch Only Displayed Columns');
    assert.equal(columns.getAttribute('aria-disabled'), 'true');
    click(columns);
    assert.deepEqual(page.state().form.onlyFields, []);
    click(menuItem('Highlight Matches'));
    assert.deepEqual([page.state().form.highlight, allByRole('menu').length], [false, 0]);
  });
});
