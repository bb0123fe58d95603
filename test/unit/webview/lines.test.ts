/** Hits as lines: what a screen reader says of them, the keys that go through them, and how they are cut. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { initialState, savedState } from '../../../src/core/search/page/pageState';
import { receiveMessage } from '../../../src/core/search/page/receiveMessage';
import type { TableLook } from '../../../src/core/search/read/drawTable';
import type { ReadCell } from '../../../src/core/search/read/hitCell';
import type { LinePart, ReadRow } from '../../../src/core/search/read/readTable';
import { type SavedState, usualLayout } from '../../../src/protocol/savedState';
import { passTime, withBrowser } from './browser';
import {
  allByRole,
  byRole,
  click,
  focused,
  menuContext,
  nameOf,
  type OpenPage,
  openResult,
  pick,
  press,
  rowOf,
  tableOf,
  textOf,
} from './page';

const at = new Date(2026, 10, 20, 14, 3, 12, 5).getTime();
const text = (words: string, more: Partial<ReadCell> = {}): ReadCell => ({ kind: 'text', text: words, ...more });
const time: LinePart = {
  kind: 'time',
  path: '@timestamp',
  cell: { kind: 'date', text: '2026-11-20T13:03:12.005Z', at },
};

/** A page whose hits are these lines. */
function linesOf(...lines: readonly (readonly LinePart[])[]) {
  return { table: linesIn({}, ...lines) };
}

function linesIn(look: TableLook, ...lines: readonly (readonly LinePart[])[]) {
  const rows = lines.map((line, row): ReadRow => ({ ...rowOf(row + 1), line }));
  return tableOf(0, { rows, time: { path: '@timestamp', type: 'date', sortField: '@timestamp' } }, look);
}

const pageIdOf = (page: OpenPage) => page.state().shown?.pageId ?? assert.fail('nothing is shown');

const said = (level: string, message: string, more: Partial<ReadCell> = {}): readonly LinePart[] => [
  time,
  { kind: 'level', path: 'log.level', cell: text(level, { tone: 'red' }) },
  { kind: 'message', path: 'message', cell: text(message, more) },
];
const asked: readonly LinePart[] = [
  time,
  { kind: 'status', path: 'DownstreamStatus', cell: { kind: 'number', text: '502', tone: 'red' } },
  { kind: 'method', path: 'RequestMethod', cell: text('GET') },
  { kind: 'path', path: 'RequestPath', cell: text('/orders') },
  { kind: 'duration', path: 'Duration', cell: { kind: 'number', text: '10510676402', unit: 'ns' } },
];

describe('lines: hits as lines', () => {
  withBrowser();

  const grid = () => byRole('treegrid', 'Hits');
  const headings = () => allByRole('columnheader', undefined, grid()).map(nameOf);
  const cells = (row: HTMLElement) => allByRole('gridcell', undefined, row).map(textOf);

  /** Opens a page with lines, and shows them. */
  function openLines(...lines: readonly (readonly LinePart[])[]) {
    const page = openResult();
    pick('Lines', 'Layout');
    page.receive({ kind: 'columns', pageId: pageIdOf(page), ...linesOf(...lines) });
    return page;
  }

  it('leave room behind a path for what matched there, unless the path has it, too', () => {
    const behind = (path: string, message: string, match: string): readonly LinePart[] => [
      { kind: 'path', path: 'RequestPath', cell: text(path) },
      {
        kind: 'message',
        path: 'message',
        cell: text(message, { marks: [[message.indexOf(match), message.indexOf(match) + match.length]] }),
      },
    ];
    openLines(
      behind(`/orders/${'4/'.repeat(200)}`, 'upstream connection timeout', 'timeout'),
      behind(`/orders/${'4/'.repeat(200)}`, 'not found: Orders', 'Orders'),
    );
    assert.deepEqual(
      allByRole('row', undefined, grid())
        .slice(1)
        .map((row) => row.querySelector('.path')?.classList.contains('shared')),
      [true, false],
    );
  });

  it('are asked for in a menu, where they are on then, and drawn when the host has described them', () => {
    const page = openResult();
    const pageId = pageIdOf(page);
    const entries = () => {
      click(byRole('button', 'Layout'));
      const found = allByRole('menuitemcheckbox').map((one) => [
        nameOf(one),
        one.getAttribute('aria-checked') === 'true',
        one.getAttribute('aria-disabled') === 'true',
      ]);
      press('Escape');
      return found;
    };
    assert.deepEqual(entries(), [
      ['Table', true, false],
      ['Lines', false, false],
      ['Wrap Lines', false, true],
    ]);
    pick('Lines', 'Layout');
    const layout = { kind: 'lines', isWrapped: false, areTimesRelative: false } as const;
    assert.deepEqual(page.posted.at(-1), { kind: 'chooseLayout', layout });
    assert.deepEqual(entries(), [
      ['Table', false, false],
      ['Lines', true, false],
      ['Wrap Lines', false, false],
    ]);
    // Until then it is the table.
    assert.deepEqual(headings(), ['#', 'message', 'status']);
    page.receive({ kind: 'columns', pageId, ...linesOf(said('error', 'no')) });
    assert.deepEqual(headings(), ['#', 'Time', 'Level', 'Message']);
    // The columns that were chosen are those of the table.
    const hasColumns = () => {
      click(byRole('button', 'More Actions'));
      const [entry] = allByRole('menuitem', 'Columns…');
      press('Escape');
      return entry !== undefined;
    };
    assert.equal(hasColumns(), false);
    assert.equal(allByRole('button', 'Remove Column', grid()).length, 0);
    pick('Table', 'Layout');
    assert.deepEqual(page.posted.at(-1), { kind: 'chooseLayout', layout: { ...layout, kind: 'table' } });
    page.receive({ kind: 'columns', pageId, table: tableOf(3) });
    assert.deepEqual(headings(), ['#', 'message', 'status']);
    assert.equal(hasColumns(), true);
  });

  it('have the parts that some of them have, in the order in which they are read', () => {
    const page = openLines(asked, said('error', 'boom'));
    assert.deepEqual(headings(), ['#', 'Time', 'Level', 'Status', 'Method', 'Path', 'Duration']);
    assert.deepEqual(cells(page.row(0)), ['', '2026-11-20 14:03:12.005', '', '502', 'GET', '/orders', '10.5 s']);
    // Beside requests, a message stands where their paths do.
    assert.deepEqual(cells(page.row(1)), ['', '2026-11-20 14:03:12.005', 'error', '', '', 'boom', '']);
    assert.match(nameOf(page.row(1)), /Level: error, Message: boom$/);
  });

  it('leave out the day where all are of today, and tell it on hover', () => {
    const now = mock.method(Date, 'now', () => at + 3_600_000);
    try {
      const page = openLines(said('error', 'boom'));
      assert.deepEqual(cells(page.row(0)), ['', '14:03:12.005', 'error', 'boom']);
      const cell = page.row(0).querySelector<HTMLElement>('.time');
      assert.equal(cell?.title, '2026-11-20 14:03:12.005\n2026-11-20T13:03:12.005Z');
      now.mock.mockImplementation(() => at + 86_400_000);
      assert.equal(cells(openLines(said('error', 'boom')).row(0))[1], '2026-11-20 14:03:12.005');
    } finally {
      now.mock.restore();
    }
  });

  it('are told in a sentence each, with all that a color says', () => {
    const page = openLines(said('error', 'boom'));
    assert.equal(nameOf(page.row(0)), 'Hit 1, Time: 2026-11-20 14:03:12.005, Level: error, Message: boom');
    assert.match(
      nameOf(openLines(said('error', 'boom'), asked).row(1)),
      /^Hit 2, Time: [^,]+, Status: 502, Method: GET, Path: \/orders, Duration: 10\.5 s$/,
    );
  });

  it('say on hover what they do not show', () => {
    const page = openLines(asked);
    const title = (kind: string) => page.row(0).querySelector(`.${kind}`)?.getAttribute('title');
    assert.equal(title('duration'), '10,510,676,402 ns');
    assert.equal(title('time'), '2026-11-20T13:03:12.005Z');
  });

  it('are gone through by the arrow keys, unfolded, and copied, as those of a table', () => {
    const page = openLines(said('error', 'boom'), said('warn', 'bang'));
    page.row(0).focus();
    for (const [key, there] of [
      ['ArrowRight', 'gridcell 2026-11-20 14:03:12.005'],
      ['ArrowRight', 'gridcell error'],
      ['End', 'gridcell boom'],
      ['ArrowUp', 'columnheader Message'],
      ['ArrowDown', 'gridcell boom'],
    ] as const) {
      press(key);
      assert.equal(focused(), there, key);
    }
    document.activeElement?.dispatchEvent(new Event('copy', { bubbles: true, cancelable: true }));
    assert.equal(page.posted.at(-1)?.kind === 'place' && page.posted.at(-1)?.kind, 'place');
    press('Enter');
    assert.equal(page.row(0).getAttribute('aria-expanded'), 'true');
  });

  it('are sorted by their time, and by nothing that is no field of its own', () => {
    const page = openLines(asked);
    click(allByRole('columnheader', 'Time')[0] ?? grid());
    const posted = page.posted.at(-1);
    assert.deepEqual(posted?.kind === 'search' && posted.question.sort, [{ field: '@timestamp', order: 'asc' }]);
    assert.equal(allByRole('columnheader', 'Status')[0]?.hasAttribute('aria-sort'), false);
  });

  it('tell VS Code’s menus which field a part is of', () => {
    const page = openLines([...asked, { kind: 'router', cell: text('web@docker') }]);
    const context = (kind: string) => {
      const { webviewSection, path } = menuContext(page.row(0).querySelector(`.${kind}`) ?? grid());
      return [webviewSection, path];
    };
    assert.deepEqual(context('status'), ['cell', 'DownstreamStatus']);
    // A part of a field: what is done is done with the whole hit.
    assert.deepEqual(context('router'), ['hit', undefined]);
  });

  it('keep the focus where it was when they are wrapped, and break only then', () => {
    const page = openLines(said('error', 'boom\n  at x'), said('error', 'bang'));
    page.row(0).focus();
    press('End', { ctrlKey: true });
    press('ArrowRight');
    press('ArrowRight');
    const message = () => page.row(0).querySelector('.message .value')?.textContent;
    assert.equal(message(), 'boom   at x');
    page.act('toggleWrap');
    assert.equal(message(), 'boom\n  at x');
    assert.ok(grid().classList.contains('wrapped'));
    assert.equal(focused(), 'gridcell error');
    assert.deepEqual(page.state().layout, { kind: 'lines', isWrapped: true, areTimesRelative: false });
    pick('Wrap Lines', 'Layout');
    assert.ok(!grid().classList.contains('wrapped'));
  });

  it('are not wrapped by the key where they are a table', () => {
    const page = openResult();
    const before = page.posted.length;
    page.act('toggleWrap');
    assert.deepEqual([page.state().layout.isWrapped, page.posted.length], [false, before]);
  });

  it('have relative times if a person wants them, which go on by themselves and keep their width', () => {
    const now = mock.method(Date, 'now', () => at + 125_000);
    try {
      const page = openLines(said('error', 'boom'));
      const width = () => grid().style.getPropertyValue('--columns');
      pick('Relative Times');
      const drawn = () => {
        const table = linesIn({ layout: page.state().layout }, said('error', 'boom'));
        page.receive({ kind: 'columns', pageId: pageIdOf(page), table });
      };
      drawn();
      const cell = page.row(0).querySelector<HTMLElement>('.time') ?? assert.fail('there is no time');
      assert.equal(textOf(cell), '2 min. ago');
      assert.equal(cell.title, '2026-11-20 14:03:12.005\n2026-11-20T13:03:12.005Z');
      const before = width();
      now.mock.mockImplementation(() => at + 14 * 86_400_000);
      passTime(1_000);
      assert.deepEqual([textOf(cell), width()], ['14 days ago', before]);
      // The name of the row stays exact.
      assert.match(nameOf(page.row(0)), /Time: 2026-11-20 14:03:12\.005/);
      pick('Relative Times');
      drawn();
      assert.equal(textOf(page.row(0).querySelector('.time') ?? cell), '2026-11-20 14:03:12.005');
      passTime(5_000);
      assert.equal(textOf(page.row(0).querySelector('.time') ?? cell), '2026-11-20 14:03:12.005');
    } finally {
      now.mock.restore();
    }
  });

  it('come on top while a search is followed, and those that are there stay', () => {
    const page = openLines(said('error', 'first'), said('error', 'second'));
    const [first, second] = [page.row(0), page.row(1)];
    click(byRole('button', 'Follow'));
    const requestId = page.requestOf('follow');
    page.receive({ kind: 'followed', requestId, state: 'following', came: 1, replacesPage: false });
    const pageId = page.requestOf('takeNewHits');
    const { question, page: before } = page.state().shown ?? assert.fail('nothing is shown');
    const { table } = linesOf(said('warn', 'new'), said('error', 'first'), said('error', 'second'));
    page.receive({ kind: 'newHits', pageId, question, page: { ...before, table }, fresh: [0], areBarsOld: false });
    assert.ok(page.row(1) === first && page.row(2) === second);
    assert.deepEqual(cells(page.row(0)).slice(-2), ['warn', 'new']);
    assert.match(nameOf(page.row(2)), /^Hit 3, .+ Message: second$/);
  });

  it('say that columns are those of the table', () => {
    const page = openLines(said('error', 'boom'));
    page.act('toggleColumn', 'host');
    assert.match(page.state().announcement?.text ?? '', /Lines do not show them/);
  });

  it('are there from the beginning where a new page is to have them, unless the page saved something else', () => {
    const lines = { kind: 'lines', isWrapped: true, areTimesRelative: false } as const;
    const init = { kind: 'init', panelId: 'p', endpointId: 'e', endpoints: [], layout: lines } as const;
    const opened = (saved: SavedState | undefined) => receiveMessage(initialState(saved), init).state;
    const state = opened(undefined);
    assert.deepEqual(state.layout, lines);
    const saved = savedState({ ...state, layout: usualLayout });
    assert.deepEqual(saved?.layout, usualLayout);
    assert.deepEqual(opened(saved).layout, usualLayout);
  });
});

describe('lines: a line around its match', () => {
  withBrowser();

  const long = `${'GET /orders?page=3 took long, then came: '.repeat(4)}upstream connection timeout of inventory-service`;
  const from = long.indexOf('timeout');

  function drawn(message: string, more: Partial<ReadCell>): Element {
    const page = openResult();
    pick('Lines', 'Layout');
    page.receive({ kind: 'columns', pageId: pageIdOf(page), ...linesOf(said('error', message, more)) });
    return page.row(0).querySelector('.message .value') ?? assert.fail('there is no message');
  }
  const marksIn = (value: Element) => [...value.querySelectorAll('mark')].map(({ textContent }) => textContent);

  it('begins at a word shortly before the match, which is marked', () => {
    const value = drawn(long, { marks: [[from, from + 7]] });
    assert.match(value.textContent ?? '', /^…\w.{0,40} timeout of inventory-service$/);
    assert.ok(long.includes(` ${value.textContent?.slice(1)}`));
    assert.deepEqual(marksIn(value), ['timeout']);
  });

  it('is whole where there is room for it up to the match, and where lines are wrapped', () => {
    const message = `a timeout of something that is long: ${long}`;
    const value = drawn(message, { marks: [[2, 9]] });
    assert.equal(value.textContent, message);
    assert.deepEqual(marksIn(value), ['timeout']);
    const page = openResult();
    pick('Lines', 'Layout');
    const lines = linesOf(said('error', long, { marks: [[from, from + 7]] }));
    page.receive({ kind: 'columns', pageId: pageIdOf(page), ...lines });
    page.act('toggleWrap');
    assert.equal(page.row(0).querySelector('.message .value')?.textContent, long);
  });

  it('keeps the colors of a terminal, and further marks', () => {
    const marks = [
      [from, from + 7],
      [from + 11, from + 20],
    ] as const;
    const styled = [{ from: from - 4, to: from + 3, style: { color: 1 } }];
    const value = drawn(long, { marks, styled });
    assert.deepEqual(
      [...value.querySelectorAll('mark')].map((mark) => [mark.textContent, mark.classList.contains('styled')]),
      [
        ['tim', true],
        ['eout', false],
        ['inventory', false],
      ],
    );
  });

  it('divides no character', () => {
    const text = `${'😀'.repeat(240)}hit`;
    const value = drawn(text, { marks: [[480, 483]] });
    assert.match(value.textContent ?? '', /^…(?:😀)+hit$/u);
  });
});
