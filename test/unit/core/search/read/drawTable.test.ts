import assert from 'node:assert/strict';
import { drawTable, type TableLook } from '../../../../../src/core/search/read/drawTable';
import type { ReadCell } from '../../../../../src/core/search/read/hitCell';
import type { ReadRow, ReadTable } from '../../../../../src/core/search/read/readTable';

const text = (value: string): ReadCell => ({ kind: 'text', text: value });
const number = (value: string): ReadCell => ({ kind: 'number', text: value });
const row = (to: Partial<ReadRow>): ReadRow => ({ rank: 1, cells: [], summary: [], ...to });
const drawn = (to: Partial<ReadTable>, look: TableLook = {}) =>
  drawTable({ columns: [], rows: [], fields: [], ...to }, look);
const headingsOf = (of: Partial<ReadTable>, look?: TableLook) => drawn(of, look).headings;
const kinds = (of: Partial<ReadTable>) => headingsOf(of).map(({ kind }) => kind);

describe('drawTable: how the hits are laid out', () => {
  const dated = { path: 'when', cell: { kind: 'date', text: '1', at: 1 } } as const;
  const time = { path: 'when' };
  const named = { path: 'name', cell: text('x') };

  it('has the chosen columns beside the number, and nothing else', () => {
    const columns = [{ path: 'status', type: 'long', sortField: 'status' }, { path: 'name' }];
    const rows = [row({ id: 'a', score: '1.5', cells: [number('502'), text('x')] })];
    const [, status, name] = headingsOf({ columns, rows });
    assert.deepEqual(kinds({ columns, rows }), ['rank', 'value', 'value']);
    assert.deepEqual(
      [status?.title, status?.type, status?.sortField, status?.isNumber],
      ['status', 'long', 'status', true],
    );
    assert.deepEqual([name?.sortField, name?.isNumber], [undefined, false]);
  });

  it('stands numbers to the right also where some are null or absent, but not among words', () => {
    const columns = [{ path: 'a' }, { path: 'b' }, { path: 'c' }];
    const rows = [
      row({ cells: [number('1'), number('1'), { kind: 'null', text: 'null' }] }),
      row({ cells: [{ kind: 'null', text: 'null' }, text('x'), { kind: 'absent', text: '' }] }),
    ];
    const isNumber = headingsOf({ columns, rows }).map((heading) => heading.isNumber);
    assert.deepEqual(isNumber, [undefined, true, false, false]);
  });

  it('gives a column the room of its longest text, within bounds, and the last one what is left', () => {
    const width = (longest: number) => {
      const rows = [row({ cells: [text('x'.repeat(longest)), text('')] })];
      return headingsOf({ columns: [{ path: 'a' }, { path: 'b' }], rows }).map(({ width }) => width);
    };
    assert.deepEqual(width(20), ['22px', '22ch', 'minmax(8ch, 1fr)']);
    assert.equal(width(0)[1], '8ch');
    assert.equal(width(30_000)[1], '34ch');
    const numbers = { columns: [{ path: 'a' }], rows: [row({ cells: [number('1')] })] };
    assert.equal(headingsOf(numbers)[1]?.width, 'minmax(8ch, 1fr)');
  });

  it('shows without columns the first date and the leading fields, and scores and indices where they tell anything', () => {
    assert.deepEqual(kinds({ rows: [row({ summary: [named] })] }), ['rank', 'summary']);
    const scored = row({ summary: [dated], score: '1.5' });
    assert.deepEqual(kinds({ rows: [row({ id: 'a', summary: [named] }), scored], time }), [
      'rank',
      'time',
      'score',
      'summary',
    ]);
    // What a search without words gives each hit.
    for (const score of ['0.0', '1.0']) assert.deepEqual(kinds({ rows: [row({ score })] }), ['rank', 'summary']);
    assert.deepEqual(kinds({ rows: [row({ index: 'a' }), row({ index: 'b' })] }), ['rank', 'index', 'summary']);
    assert.deepEqual(kinds({ rows: [row({ index: 'a' }), row({ index: 'a' })] }), ['rank', 'summary']);
  });

  it('has the document as a column among the chosen ones, without what has a column of its own', () => {
    const columns = [{ path: 'when' }, { path: '_id' }, { path: '_score' }, { path: 'a' }, { path: '_source' }];
    const one = row({
      cells: [dated.cell, text('x'), { kind: 'absent', text: '' }, text('1'), text('')],
      summary: [dated, named],
    });
    const { headings, rows } = drawn({ columns, rows: [one] });
    assert.deepEqual(
      headings.map(({ title }) => title),
      ['#', 'when', '_id', 'a', 'Document'],
    );
    assert.equal(headings.at(-1)?.width, 'minmax(20ch, 1fr)');
    assert.deepEqual(rows[0]?.cells.at(-1), { kind: 'absent', text: '', parts: [{ ...named.cell, path: 'name' }] });
    assert.deepEqual(rows[0]?.cells[3], { ...text('1'), path: 'a' });
  });

  it('does not write the date a second time, and has its type and order', () => {
    const own = { path: 'when', type: 'date', sortField: 'when' };
    const table = drawn({ rows: [row({ summary: [named, dated] }), row({ summary: [named] })], time: own });
    const { path, type, sortField } = own;
    const heading = table.headings.find(({ kind }) => kind === 'time');
    assert.deepEqual([heading?.column, heading?.type, heading?.sortField], [path, type, sortField]);
    assert.deepEqual(table.rows[0]?.cells.at(-1), {
      kind: 'absent',
      text: '',
      parts: [{ ...named.cell, path: 'name' }],
    });
    assert.deepEqual(table.rows[0]?.cells[1]?.stored, dated.cell.text);
    assert.equal(table.rows[1]?.cells[1]?.kind, 'absent');
  });

  it('gives the number of a far hit the room, where numbers are shown', () => {
    const far = { rows: [row({ rank: 1_234_567 })] };
    assert.equal(headingsOf(far, { layout: { areTimesRelative: false, areRanksShown: true } })[0]?.width, '14ch');
    assert.equal(headingsOf(far)[0]?.width, '22px');
  });

  it('writes no more of a hit than a window can show', () => {
    const summary = Array.from({ length: 12 }, (_, at) => ({ path: `field${at}`, cell: text('x'.repeat(190)) }));
    assert.equal(drawn({ rows: [row({ summary })] }).rows[0]?.cells.at(-1)?.parts?.length, 3);
  });

  it('says which columns it has, and which of them were chosen', () => {
    const columns = [{ path: 'status' }];
    const of = (to: Partial<ReadTable>) => [drawn(to).columns, drawn(to).chosen];
    assert.deepEqual(of({ columns }), [['status'], ['status']]);
    assert.deepEqual(of({ columns, areUsual: true }), [['status'], []]);
    assert.deepEqual(of({ rows: [row({})], time }), [['when', '_source'], []]);
  });

  it('writes times in the zone of a person, and how long ago they were where a person wants that', () => {
    const at = Date.parse('2026-11-20T13:03:12.005Z');
    const when = { path: 'when', cell: { kind: 'date', text: 'stored', at } } as const;
    const shown = (look: TableLook) => drawn({ rows: [row({ summary: [when] })], time }, look).rows[0]?.cells[1];
    assert.deepEqual(shown({ zone: 'Asia/Tokyo' }), {
      kind: 'date',
      text: '2026-11-20 22:03:12.005',
      stored: 'stored',
      path: 'when',
    });
    assert.deepEqual(shown({ zone: 'UTC', layout: { areTimesRelative: true } }), {
      kind: 'date',
      text: '2026-11-20 13:03:12.005',
      stored: '2026-11-20 13:03:12.005\nstored',
      path: 'when',
      at,
    });
    assert.ok(shown({ zone: 'Not/AZone' })?.text.startsWith('2026-11-2'));
  });
});
