/** The search on one line: its names, what stands in it for each kind of query, its problems, its popups, and its keys. */
import assert from 'node:assert/strict';
import type { PageRequest } from '../../../src/core/search/page/requestsOfPage';
import { localTime } from '../../../src/protocol/localTime';
import type { SearchQuestion } from '../../../src/protocol/question';
import { passTime, withBrowser } from './browser';
import {
  allByRole,
  byRole,
  choose,
  click,
  focused,
  input,
  nameOf,
  type OpenPage,
  openPage,
  openQueryOptions,
  openResult,
  press,
  question,
  type,
} from './page';

const hostile = '<img src=x onerror=alert(1)> $(zap) [x](command:y)';
const endpoints = [
  { id: 'e', name: 'logs' },
  { id: 'f', name: 'other' },
];

const ofKind = <Kind extends PageRequest['kind']>(posted: readonly PageRequest[], kind: Kind) =>
  posted.filter((message): message is Extract<PageRequest, { kind: Kind }> => message.kind === kind);
const shownInputs = () =>
  [...byRole('search', 'Search').querySelectorAll<HTMLElement>('input, select')]
    .filter((one) => one.checkVisibility())
    .map(nameOf);

describe('searchRow: the search on one line', () => {
  withBrowser();

  it('begins with the focus where a search begins', () => {
    openPage({ index: '', field: '', text: '' });
    assert.equal(focused(), 'combobox Index');
  });

  it('searches for what stands in it, by Enter in any of its inputs and by its button', () => {
    const { posted, answer } = openPage();
    for (const name of ['Index', 'Text', 'Field']) {
      if (name === 'Field') openQueryOptions();
      input(name).focus();
      press('Enter');
      answer();
    }
    assert.equal(allByRole('dialog').length, 0);
    click(byRole('button', 'Search'));
    assert.deepEqual(
      ofKind(posted, 'search').map((message) => [message.question, message.from]),
      Array.from({ length: 4 }, () => [question, 0]),
    );
  });

  it('says what is missing where it is missing, and goes there, in a popup, too', () => {
    const { posted } = openPage({ by: 'exact', index: '', field: '' });
    const isInvalid = (name: string) => input(name).getAttribute('aria-invalid') === 'true';
    const problemOf = (name: string) =>
      document.getElementById(input(name).getAttribute('aria-describedby') ?? '')?.textContent;
    input('Text').focus();
    press('Enter');
    assert.equal(focused(), 'combobox Index');
    assert.ok(isInvalid('Index'));
    assert.notEqual(problemOf('Index'), '');
    type('Index', 'logs');
    assert.ok(!isInvalid('Index'));
    for (let time = 0; time < 2; time++) {
      press('Enter');
      assert.equal(focused(), 'combobox Field');
      assert.ok(isInvalid('Field'));
      assert.notEqual(problemOf('Field'), '');
      press('Escape');
      input('Text').focus();
    }
    assert.deepEqual(ofKind(posted, 'search'), []);
    openQueryOptions();
    type('Field', 'status');
    press('Enter');
    assert.deepEqual(
      ofKind(posted, 'search').map((message) => message.question.field),
      ['status'],
    );
  });

  for (const [kind, names, field] of [
    ['Words', ['Index', 'Text', 'Time range'], true],
    ['Any of the words', ['Index', 'Text', 'Time range'], true],
    ['Range', ['Index', 'From', 'To', 'Time range'], true],
    ['Exists', ['Index', 'Time range'], true],
    ['Document ID', ['Index', 'Text', 'Time range'], false],
  ] as const) {
    it(`has just the inputs that the kind ${kind} asks for`, () => {
      openPage();
      openQueryOptions();
      assert.equal(focused(), 'combobox Query type');
      choose('Query type', kind);
      assert.deepEqual(
        shownInputs().filter((name) => name === 'Query type' || name === 'Field'),
        field ? ['Query type', 'Field'] : ['Query type'],
      );
      press('Escape');
      assert.equal(focused(), 'button Query Options');
      assert.deepEqual(shownInputs(), names);
    });
  }

  it('says before the text what is not as usual: the kind of the query, and its field', () => {
    openPage({ field: '' });
    const said = () => document.querySelector('.asked')?.textContent;
    assert.equal(said(), undefined);
    openQueryOptions();
    choose('Query type', 'Phrase');
    assert.equal(said(), 'Phrase');
    type('Field', hostile);
    assert.equal(said(), `Phrase${hostile}`);
    choose('Query type', 'Words');
    assert.equal(said(), hostile);
    assert.equal(document.querySelectorAll('img').length, 0);
  });

  it('keeps what is being typed when the host says something else', () => {
    const { receive } = openPage();
    type('Text', 'half ty');
    input('Text').setSelectionRange(2, 2);
    receive({ kind: 'announce', text: 'Copied' });
    assert.deepEqual([input('Text').value, input('Text').selectionStart], ['half ty', 2]);
  });

  it('tells the host what stands in it, before what is done with it', () => {
    const page = openPage();
    type('Text', 'half ty');
    assert.equal(page.state().form.text, 'half ty');
  });

  it('goes to the text by /, unless one is typing', () => {
    openPage();
    byRole('button', 'Search').focus();
    assert.ok(press('/'));
    assert.equal(focused(), 'textbox Text');
    assert.ok(!press('/'));
  });

  it('asks for no words beside a body that is written in an editor, and goes back without dropping the focus', () => {
    const page = openPage({ body: '{}' });
    assert.deepEqual(shownInputs(), ['Index']);
    click(byRole('button', 'Edit'));
    assert.deepEqual(page.posted.at(-1), { kind: 'act', action: 'editAsJson' });
    const back = byRole('button', 'Back to Form');
    back.focus();
    press('Enter');
    assert.deepEqual(shownInputs(), ['Index', 'Text', 'Time range']);
    assert.equal(focused(), 'textbox Text');
  });
});

describe('searchRow: where it searches', () => {
  withBrowser();
  const options = () => allByRole('option').map(nameOf);
  const active = () => document.getElementById(input('Index').getAttribute('aria-activedescendant') ?? '')?.textContent;
  /** What the host suggests for the latest text. */
  const suggest = (page: OpenPage, ...values: readonly string[]) =>
    page.receive({
      kind: 'completions',
      requestId: page.requestOf('complete'),
      items: values.map((value) => ({ value })),
    });

  it('says the endpoint where there are several, as text', () => {
    const page = openPage();
    const said = () => document.querySelector('.endpoint')?.textContent;
    assert.equal(said(), undefined);
    page.act('listEndpoints', [{ id: 'e', name: hostile }, ...endpoints.slice(1)]);
    assert.equal(said(), hostile);
    assert.equal(document.querySelectorAll('img').length, 0);
  });

  it('is reached by i and e, which are said where they go', () => {
    const page = openPage();
    page.act('listEndpoints', endpoints);
    byRole('button', 'Search').focus();
    press('i');
    assert.deepEqual([focused(), input('Index').title, options()], ['combobox Index', 'Index (I)', []]);
    assert.equal(document.querySelector<HTMLElement>('.endpoint')?.title, 'Endpoint: logs (E)');
    byRole('button', 'Search').focus();
    press('e');
    assert.deepEqual([focused(), options(), active()], ['combobox Index', ['other'], 'other']);
  });

  it('does not move by e where there is one endpoint, where one is typing, and while a menu is open', () => {
    const { act } = openPage();
    byRole('button', 'Search').focus();
    press('e');
    assert.equal(focused(), 'button Search');
    act('listEndpoints', endpoints);
    input('Text').focus();
    press('e');
    assert.equal(focused(), 'textbox Text');
    click(byRole('button', 'More Actions'));
    press('e');
    assert.match(focused(), /^menuitem/);
  });

  it('opens by a click in it, with the indices and then the other endpoints, as text', () => {
    const page = openPage();
    page.act('listEndpoints', [...endpoints, { id: 'g', name: hostile }]);
    click(input('Index'));
    assert.equal(ofKind(page.posted, 'complete').at(-1)?.text, '');
    suggest(page, 'logs', 'metrics');
    assert.deepEqual(options(), ['logs', 'metrics', 'other', hostile]);
    assert.equal(document.querySelectorAll('img').length, 0);
    const group = byRole('group', 'Other endpoints');
    assert.deepEqual(allByRole('option', undefined, group).map(nameOf), ['other', hostile]);
    click(byRole('option', hostile));
    assert.deepEqual(page.posted.at(-1), { kind: 'chooseEndpoint', endpointId: 'g' });
    assert.equal(input('Index').getAttribute('aria-expanded'), 'false');
  });

  it('opens by a click on the name of the endpoint, too', () => {
    const page = openPage();
    page.act('listEndpoints', endpoints);
    click(document.querySelector('.endpoint') ?? assert.fail('there is no name'));
    suggest(page, 'logs', 'metrics');
    assert.deepEqual([focused(), options()], ['combobox Index', ['logs', 'metrics', 'other']]);
  });

  it('keeps the endpoint that e goes to when the indices come, and closes by Escape', () => {
    const page = openPage();
    page.act('listEndpoints', endpoints);
    byRole('button', 'Search').focus();
    press('e');
    suggest(page, 'logs', 'metrics');
    assert.deepEqual([options(), active()], [['logs', 'metrics', 'other'], 'other']);
    press('ArrowUp');
    assert.equal(active(), 'metrics');
    press('Escape');
    assert.deepEqual([options(), ofKind(page.posted, 'chooseEndpoint')], [[], []]);
  });

  it('searches at the endpoint that was chosen, even before the page has gone there', () => {
    const page = openPage();
    const { act, posted } = page;
    const goTo = () => {
      byRole('button', 'Search').focus();
      press('e');
      press('Enter');
    };
    act('listEndpoints', endpoints);
    goTo();
    assert.equal(document.querySelector('.endpoint')?.textContent, 'other');
    assert.deepEqual(ofKind(posted, 'search'), []);
    input('Text').focus();
    press('Enter');
    assert.deepEqual(ofKind(posted, 'search'), []);
    page.receive({ kind: 'init', panelId: 'p', endpointId: 'f', endpoints, question });
    assert.deepEqual(
      ofKind(posted, 'search').map((message) => message.question),
      [question],
    );
    goTo();
    goTo();
    assert.deepEqual(
      ofKind(posted, 'chooseEndpoint').map(({ endpointId }) => endpointId),
      ['f', 'e', 'f'],
    );
    page.receive({ kind: 'init', panelId: 'p', endpointId: 'f', endpoints, question });
    assert.equal(ofKind(posted, 'search').length, 1);
  });
});

describe('searchRow: when', () => {
  withBrowser();
  const time = { field: '@timestamp', span: 'own', from: '', to: '' } as const;
  const choices = () => [...(input('Time range') as unknown as HTMLSelectElement).options].map(({ text }) => text);
  const spans = ['Any time', 'Last 15 minutes', 'Last hour', 'Last 24 hours', 'Last 7 days'];

  /** A page with hits, of an index with these date fields. */
  function openDated(fields: readonly string[] = ['@timestamp', 'born'], form: Partial<SearchQuestion> = {}): OpenPage {
    const page = openResult({}, form);
    passTime(1_000);
    assert.equal(ofKind(page.posted, 'complete').at(-1)?.of, 'dateField');
    const items = fields.map((value) => ({ value }));
    page.receive({ kind: 'completions', requestId: page.requestOf('complete'), items });
    return page;
  }
  const times = (page: OpenPage) => ofKind(page.posted, 'search').map((message) => message.question.time);

  it('searches at once in a range that is chosen, of the likely field, and in any time again', () => {
    const page = openDated();
    assert.deepEqual(choices(), [...spans, 'Custom range…']);
    choose('Time range', 'Last hour');
    assert.deepEqual(times(page).at(-1), { ...time, span: '1h' });
    choose('Time range', 'Any time');
    assert.equal(times(page).at(-1), undefined);
  });

  it('cannot be chosen where the index is not known to have dates', () => {
    openPage();
    assert.equal(input('Time range').disabled, true);
  });

  it('has a range of one’s own in a popup, which searches by Enter and by its button', () => {
    const page = openDated();
    const before = times(page).length;
    choose('Time range', 'Custom range…');
    assert.equal(focused(), 'textbox Start time');
    byRole('dialog', 'Custom Time Range');
    assert.equal(times(page).length, before);
    type('Start time', 'now-2d');
    press('Enter');
    assert.equal(allByRole('dialog').length, 0);
    assert.deepEqual(times(page).at(-1), { ...time, from: 'now-2d' });
    assert.deepEqual(choices(), [...spans, 'now-2d – …', 'Custom range…']);
    assert.equal(input('Time range').value, 'own');
    page.answer({}, { time: { ...time, from: 'now-2d' } });
    choose('Time range', 'Custom range…');
    assert.equal(input('Start time').value, 'now-2d');
    type('End time', 'now');
    click(byRole('button', 'Apply'));
    assert.deepEqual(times(page).at(-1), { ...time, from: 'now-2d', to: 'now' });
  });

  it('asks for an end of it where none was entered, each time', () => {
    const page = openDated();
    choose('Time range', 'Custom range…');
    type('Start time', 'now-2d');
    type('Start time', '');
    const before = times(page).length;
    for (let pressed = 0; pressed < 2; pressed++) {
      press('Enter');
      assert.equal(focused(), 'textbox Start time');
      assert.equal(input('Start time').getAttribute('aria-invalid'), 'true');
      assert.notEqual(document.getElementById('time-problem')?.textContent, '');
      press('Escape');
      input('Text').focus();
    }
    assert.equal(times(page).length, before);
  });

  it('has the field of the time where the index has several', () => {
    const page = openDated();
    choose('Time range', 'Custom range…');
    type('Start time', 'now-2d');
    choose('Time field', 'born');
    assert.deepEqual(times(page).at(-1), { ...time, field: 'born', from: 'now-2d' });
    press('Escape');
    openDated(['@timestamp']);
    choose('Time range', 'Custom range…');
    assert.ok(!shownInputs().includes('Time field'));
  });

  it('stays as it was where none was entered, and has the field that was chosen there', () => {
    const page = openDated();
    choose('Time range', 'Last hour');
    const before = times(page).length;
    choose('Time range', 'Custom range…');
    press('Escape');
    assert.equal(input('Time range').value, '1h');
    assert.equal(times(page).length, before);
    choose('Time range', 'Custom range…');
    choose('Time field', 'born');
    assert.deepEqual(times(page).at(-1), { ...time, field: 'born', span: '1h' });
    press('Escape');
    choose('Time range', 'Any time');
    choose('Time range', 'Custom range…');
    choose('Time field', '@timestamp');
    press('Escape');
    assert.deepEqual([input('Time range').value, times(page).at(-1)], ['', undefined]);
    choose('Time range', 'Last 7 days');
    assert.deepEqual(times(page).at(-1), { ...time, span: '7d' });
  });

  it('says a range of one’s own as one reads it, and goes by a button', () => {
    const start = new Date(2026, 10, 1, 13, 30).getTime();
    const [from = '', to = ''] = [start, start + 100 * 60_000].map((at) => new Date(at).toISOString());
    assert.equal(localTime(start)?.slice(0, 16), '2026-11-01 13:30');
    const page = openDated(['@timestamp'], { time: { ...time, from, to } });
    assert.ok(choices().includes('11-01 13:30 – 15:10'), choices().join());
    click(byRole('button', 'Any Time'));
    assert.equal(times(page).at(-1), undefined);
    assert.equal(allByRole('button', 'Any Time').length, 0);
    assert.notEqual(focused(), 'nothing');
  });

  it('says a range as it was typed where it has no time zone: engines read it in UTC', () => {
    openDated(['@timestamp'], { time: { ...time, from: '2026-11-01T13:30', to: '2026-11-01T15:10:00' } });
    assert.ok(choices().includes('2026-11-01T13:30 – 2026-11-01T15:10:00'), choices().join());
  });
});
