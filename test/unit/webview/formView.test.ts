/** The form of the search page: its names, what stands in it for each kind of query, its problems, and its completions. */
import assert from 'node:assert/strict';
import type { MessageFromPage } from '../../../src/protocol/pageMessages';
import { passTime, withBrowser } from './browser';
import {
  allByRole,
  byRole,
  choose,
  click,
  focused,
  input,
  nameOf,
  openPage,
  openResult,
  press,
  question,
  tabOrder,
  type,
} from './page';

const hostile = '<img src=x onerror=alert(1)> $(zap) [x](command:y)';

describe('formView: the form', () => {
  withBrowser();

  const shownInputs = () =>
    [...byRole('search', 'Search').querySelectorAll<HTMLElement>('input, select')]
      .filter((one) => one.checkVisibility())
      .map(nameOf);
  const ofKind = <Kind extends MessageFromPage['kind']>(posted: readonly MessageFromPage[], kind: Kind) =>
    posted.filter((message): message is Extract<MessageFromPage, { kind: Kind }> => message.kind === kind);

  it('begins with the focus where a search begins', () => {
    openPage({ index: '', field: '', text: '' });
    assert.equal(focused(), 'combobox Index');
  });

  it('searches for what stands in it, by Enter in any of its inputs and by its button', () => {
    const { posted, answer } = openPage();
    for (const name of ['Index', 'Field', 'Text']) {
      input(name).focus();
      press('Enter');
      answer();
    }
    click(byRole('button', 'Search'));
    assert.deepEqual(
      ofKind(posted, 'search').map((message) => [message.question, message.from]),
      Array.from({ length: 4 }, () => [question, 0]),
    );
  });

  it('says what is missing where it is missing, and goes there', () => {
    const { posted } = openPage({ by: 'exact', index: '', field: '' });
    input('Text').focus();
    press('Enter');
    assert.equal(focused(), 'combobox Index');
    for (const name of ['Index', 'Field']) {
      assert.equal(input(name).getAttribute('aria-invalid'), 'true');
      const problem = document.getElementById(input(name).getAttribute('aria-describedby') ?? '');
      assert.notEqual(problem?.textContent, '');
    }
    assert.deepEqual(ofKind(posted, 'search'), []);
    type('Index', 'logs');
    assert.equal(input('Index').getAttribute('aria-invalid'), 'false');
  });

  for (const [kind, names] of [
    ['Words', ['Endpoint', 'Index', 'Query type', 'Field', 'Text']],
    ['Range', ['Endpoint', 'Index', 'Query type', 'Field', 'From', 'To']],
    ['Exists', ['Endpoint', 'Index', 'Query type', 'Field']],
    ['Document ID', ['Endpoint', 'Index', 'Query type', 'Text']],
  ] as const) {
    it(`has just the inputs that the kind ${kind} asks for`, () => {
      openPage();
      choose('Query type', kind);
      assert.deepEqual(shownInputs(), names);
    });
  }

  it('offers endpoints by their names as text, and says which was chosen', () => {
    const { posted, receive } = openPage();
    receive({
      kind: 'endpoints',
      endpoints: [
        { id: 'e', name: 'logs' },
        { id: 'f', name: hostile },
      ],
    });
    assert.equal(document.querySelectorAll('img').length, 0);
    choose('Endpoint', hostile);
    assert.deepEqual(posted.at(-1), { kind: 'chooseEndpoint', endpointId: 'f' });
  });

  it('keeps what is being typed when the host says something else', () => {
    const { receive } = openPage();
    type('Text', 'half ty');
    input('Text').setSelectionRange(2, 2);
    receive({ kind: 'announce', text: 'Copied' });
    assert.deepEqual([input('Text').value, input('Text').selectionStart], ['half ty', 2]);
  });

  it('goes to the text by /, unless one is typing', () => {
    openPage();
    byRole('button', 'Search').focus();
    assert.ok(press('/'));
    assert.equal(focused(), 'textbox Text');
    assert.ok(!press('/'));
  });

  describe('its keys to somewhere else', () => {
    const endpoints = [
      { id: 'e', name: 'logs' },
      { id: 'f', name: 'other' },
    ];

    it('are i for the index and e for the endpoint, and are said where they go', () => {
      const { receive } = openPage();
      receive({ kind: 'endpoints', endpoints });
      for (const [key, name] of [
        ['i', 'Index'],
        ['e', 'Endpoint'],
      ] as const) {
        byRole('button', 'Search').focus();
        press(key);
        assert.equal(focused(), `combobox ${name}`);
        assert.equal(input(name).title, `${name} (${key.toUpperCase()})`);
      }
    });

    it('do nothing where there is one endpoint, where one is typing, and while a menu is open', () => {
      const { receive } = openPage();
      byRole('button', 'Search').focus();
      press('e');
      assert.equal(focused(), 'button Search');
      receive({ kind: 'endpoints', endpoints });
      input('Text').focus();
      press('e');
      assert.equal(focused(), 'textbox Text');
      click(byRole('button', 'More Actions'));
      press('e');
      assert.match(focused(), /^menuitem /);
    });

    it('search at the endpoint that was chosen, even before the page has gone there', () => {
      const { posted, receive } = openPage();
      receive({ kind: 'endpoints', endpoints });
      choose('Endpoint', 'other');
      input('Endpoint').focus();
      press('Enter');
      assert.deepEqual(ofKind(posted, 'search'), []);
      assert.equal(input('Endpoint').value, 'f');
      receive({ kind: 'init', panelId: 'p', endpointId: 'f', endpoints, question });
      assert.deepEqual(
        ofKind(posted, 'search').map((message) => message.question),
        [question],
      );
      choose('Endpoint', 'logs');
      choose('Endpoint', 'other');
      assert.deepEqual(
        ofKind(posted, 'chooseEndpoint').map(({ endpointId }) => endpointId),
        ['f', 'e', 'f'],
      );
      receive({ kind: 'init', panelId: 'p', endpointId: 'f', endpoints, question });
      assert.equal(ofKind(posted, 'search').length, 1);
    });
  });

  describe('beside a body that is written in an editor', () => {
    it('asks for no words, and goes back to the form without dropping the focus', () => {
      openPage({ body: '{}' });
      assert.deepEqual(shownInputs(), ['Endpoint', 'Index']);
      const back = byRole('button', 'Back to Form');
      back.focus();
      press('Enter');
      assert.deepEqual(shownInputs(), ['Endpoint', 'Index', 'Query type', 'Field', 'Text']);
      assert.equal(focused(), 'textbox Text');
    });
  });

  describe('its filters', () => {
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
      click(byRole('button', 'Disable filter: status: 502'));
      click(byRole('button', 'Enable filter: status: 502'));
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

  describe('its completions', () => {
    const options = () => allByRole('option').map(nameOf);
    /** Types into the index and is answered. */
    function complete(...values: readonly string[]) {
      const page = openPage({ index: '' });
      type('Index', 'lo');
      passTime(1_000);
      const asked =
        ofKind(page.posted, 'complete').find(({ of }) => of === 'index') ?? assert.fail('nothing was asked');
      page.receive({ kind: 'completions', requestId: asked.requestId, items: values.map((value) => ({ value })) });
      return page;
    }

    it('are asked for once typing pauses', () => {
      const { posted } = openPage({ index: '' });
      type('Index', 'l');
      type('Index', 'lo');
      assert.deepEqual(ofKind(posted, 'complete'), []);
      passTime(1_000);
      assert.deepEqual(
        ofKind(posted, 'complete').flatMap(({ of, text }) => (of === 'index' ? [text] : [])),
        ['lo'],
      );
    });

    it('are a list below the input, which keeps the focus while the keys go through them', () => {
      const { posted } = complete('logs', 'logs-old', hostile);
      const index = input('Index');
      assert.deepEqual([index.getAttribute('aria-expanded'), options()], ['true', ['logs', 'logs-old', hostile]]);
      assert.equal(document.querySelectorAll('img').length, 0);
      press('ArrowDown');
      assert.equal(focused(), 'combobox Index');
      const active = document.getElementById(index.getAttribute('aria-activedescendant') ?? '');
      assert.deepEqual([active?.textContent, active?.getAttribute('aria-selected')], ['logs-old', 'true']);
      press('Enter');
      assert.deepEqual([index.value, index.getAttribute('aria-expanded')], ['logs-old', 'false']);
      assert.deepEqual(
        ofKind(posted, 'search').map(({ question: { index } }) => index),
        ['logs-old'],
      );
    });

    it('begin at the first, which Enter takes and searches, a click too, and Tab takes on the way on', () => {
      for (const take of [() => press('Enter'), () => click(byRole('option', 'logs'))]) {
        const { posted } = complete('logs', 'logs-old');
        take();
        assert.equal(ofKind(posted, 'search').at(-1)?.question.index, 'logs');
      }
      const { posted } = complete('logs', 'logs-old');
      press('Tab');
      assert.deepEqual([input('Index').value, ofKind(posted, 'search')], ['logs', []]);
    });

    it('leave Enter to the form where the first is what was typed', () => {
      const { posted } = complete('lo', 'logs');
      press('Enter');
      assert.deepEqual(
        ofKind(posted, 'search').map(({ question: { index } }) => index),
        ['lo'],
      );
    });

    it('are closed by Escape, which then cancels nothing', () => {
      const { posted } = complete('logs', 'logs-old');
      assert.ok(press('Escape'));
      assert.deepEqual([options(), ofKind(posted, 'cancel')], [[], []]);
      assert.equal(input('Index').value, 'lo');
    });

    it('leave what was typed as it is after Escape', () => {
      const { posted } = complete('logs', 'logs-old');
      press('Escape');
      press('Enter');
      assert.equal(ofKind(posted, 'search').at(-1)?.question.index, 'lo');
    });

    it('are told more of while they are open, and the keys stay where they are', () => {
      const page = complete('logs', 'logs-old');
      press('ArrowDown');
      const [asked] = ofKind(page.posted, 'complete');
      const items = ['logs', 'logs-old'].map((value) => ({ value, detail: '7 docs' }));
      page.receive({ kind: 'completions', requestId: asked?.requestId ?? '', items });
      assert.deepEqual(options(), ['logs7 docs', 'logs-old7 docs']);
      const active = document.getElementById(input('Index').getAttribute('aria-activedescendant') ?? '');
      assert.equal(active?.textContent, 'logs-old7 docs');
      press('Escape');
      page.receive({ kind: 'completions', requestId: asked?.requestId ?? '', items: items.slice(0, 1) });
      assert.deepEqual(options(), []);
    });

    it('do not open over another input', () => {
      const page = openPage({ index: '' });
      type('Index', 'lo');
      passTime(1_000);
      const asked =
        ofKind(page.posted, 'complete').find(({ of }) => of === 'index') ?? assert.fail('nothing was asked');
      input('Text').focus();
      page.receive({ kind: 'completions', requestId: asked.requestId, items: [{ value: 'a' }, { value: 'b' }] });
      assert.deepEqual(options(), []);
    });
  });

  describe('its menu', () => {
    const more = () => byRole('button', 'More Actions');

    it('opens with the focus on its first item, goes round by the keys, and gives the focus back at Escape', () => {
      openPage();
      more().focus();
      press('Enter');
      const items = allByRole('menuitem').concat(allByRole('menuitemcheckbox'));
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
      assert.deepEqual([allByRole('menu'), focused()], [[], 'button More Actions']);
    });

    describe('in a narrow window', () => {
      /** As the style of the page hides them there. */
      function narrow(): void {
        const inputs = document.querySelectorAll<HTMLElement>('.foldable, #size');
        for (const one of inputs) one.checkVisibility = () => false;
      }
      const items = () => {
        click(more());
        return [...allByRole('menuitem'), ...allByRole('menuitemcheckbox')].map(nameOf);
      };

      it('has what has no room elsewhere', () => {
        openPage();
        assert.ok(!items().includes('Export Hits'));
        narrow();
        press('Escape');
        assert.deepEqual(items(), [
          ...['Edit as JSON', 'History', 'Export Hits', 'Save Search', 'Go to Page…'],
          ...['Copy as curl', 'Copy as Kibana Console Request'],
          ...['10 Hits per Page', '25 Hits per Page', '50 Hits per Page', '100 Hits per Page'],
          ...['Highlight Matches', 'Best Matches First', 'Fetch Only Displayed Columns', 'Relative Times'],
        ]);
        assert.equal(byRole('menu').querySelectorAll('hr').length, 4);
      });

      it('does by it what the buttons do', () => {
        const page = openResult({}, { size: 50 });
        narrow();
        items();
        assert.equal(byRole('menuitemcheckbox', '50 Hits per Page').getAttribute('aria-checked'), 'true');
        click(byRole('menuitemcheckbox', '25 Hits per Page'));
        assert.equal(ofKind(page.posted, 'search').at(-1)?.question.size, 25);
        page.answer({}, { size: 25 });
        items();
        click(byRole('menuitem', 'Save Search'));
        assert.equal(ofKind(page.posted, 'act').at(-1)?.action, 'save');
        items();
        click(byRole('menuitem', 'Go to Page…'));
        assert.equal(focused(), 'textbox Go to');
        assert.ok(byRole('toolbar', 'Paging').classList.contains('with-go-to'));
        type('Go to', '3');
        press('Enter');
        assert.deepEqual(ofKind(page.posted, 'turnPage').at(-1)?.to, { offset: 20 });
        input('Text').focus();
        assert.ok(!byRole('toolbar', 'Paging').classList.contains('with-go-to'));
      });

      it('has nothing of a form that a body of its own replaces', () => {
        openPage({ body: '{}' });
        narrow();
        assert.ok(!items().includes('Edit as JSON'));
      });
    });

    it('orders by score what is in the order of time, and back', () => {
      const page = openPage({ field: '' });
      click(more());
      click(byRole('menuitemcheckbox', 'Best Matches First'));
      assert.deepEqual(page.state().form.sort, [{ field: '_score', order: 'desc' }]);
      click(more());
      assert.equal(byRole('menuitemcheckbox', 'Best Matches First').getAttribute('aria-checked'), 'true');
      click(byRole('menuitemcheckbox', 'Best Matches First'));
      assert.deepEqual(page.state().form.sort, []);
    });

    it('shows a switch as it stands, and refuses one that is off', () => {
      const page = openPage({ highlight: true });
      click(more());
      assert.equal(byRole('menuitemcheckbox', 'Highlight Matches').getAttribute('aria-checked'), 'true');
      const columns = byRole('menuitemcheckbox', 'Fetch Only Displayed Columns');
      assert.equal(columns.getAttribute('aria-disabled'), 'true');
      click(columns);
      assert.deepEqual(page.state().form.onlyFields, []);
      click(byRole('menuitemcheckbox', 'Highlight Matches'));
      assert.deepEqual([page.state().form.highlight, allByRole('menu')], [false, []]);
    });
  });
});
