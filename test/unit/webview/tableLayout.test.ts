import assert from 'node:assert/strict';
import type { HitCell, HitRow, HitTable } from '../../../src/protocol/resultPage';
import { headingsOf, hitSummary, orderUnder, valueUnder } from '../../../src/webview/tableLayout';

const text = (value: string): HitCell => ({ kind: 'text', text: value });
const number = (value: string): HitCell => ({ kind: 'number', text: value });
const row = (to: Partial<HitRow>): HitRow => ({ rank: 1, cells: [], summary: [], ...to });
const table = (to: Partial<HitTable>): HitTable => ({ columns: [], rows: [], fields: [], ...to });
const kinds = (of: HitTable, withScores = true) => headingsOf(of, withScores).map(({ kind }) => kind);

describe('tableLayout: how the hits are laid out', () => {
  const dated = { path: 'when', cell: { kind: 'date', text: '1', at: 1 } } as const;
  const time = { path: 'when' };
  const named = { path: 'name', cell: text('x') };

  it('has the chosen columns beside the number, and nothing else', () => {
    const columns = [{ path: 'status', type: 'long', sortField: 'status' }, { path: 'name' }];
    const rows = [row({ id: 'a', score: '1.5', cells: [number('502'), text('x')] })];
    const [, status, name] = headingsOf(table({ columns, rows }), true);
    assert.deepEqual(kinds(table({ columns, rows })), ['rank', 'value', 'value']);
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
    const isNumber = headingsOf(table({ columns, rows }), true).map((heading) => heading.isNumber);
    assert.deepEqual(isNumber, [undefined, true, false, false]);
  });

  it('gives a column the room of its longest text, within bounds, and the last one what is left', () => {
    const width = (longest: number) => {
      const rows = [row({ cells: [text('x'.repeat(longest)), text('')] })];
      return headingsOf(table({ columns: [{ path: 'a' }, { path: 'b' }], rows }), true).map(({ width }) => width);
    };
    assert.deepEqual(width(20), ['22px', '22ch', 'minmax(8ch, 1fr)']);
    assert.equal(width(0)[1], '8ch');
    assert.equal(width(30_000)[1], '34ch');
    const numbers = { columns: [{ path: 'a' }], rows: [row({ cells: [number('1')] })] };
    assert.equal(headingsOf(table(numbers), true)[1]?.width, 'minmax(8ch, 1fr)');
  });

  it('shows without columns the first date and the leading fields, and scores and indices where they tell anything', () => {
    assert.deepEqual(kinds(table({ rows: [row({ summary: [named] })] })), ['rank', 'summary']);
    assert.deepEqual(
      kinds(table({ rows: [row({ id: 'a', summary: [named] }), row({ summary: [dated], score: '1' })], time })),
      ['rank', 'time', 'score', 'summary'],
    );
    assert.deepEqual(kinds(table({ rows: [row({ score: '1.0', summary: [named] })] }), false), ['rank', 'summary']);
    assert.deepEqual(kinds(table({ rows: [row({ index: 'a' }), row({ index: 'b' })] })), ['rank', 'index', 'summary']);
    assert.deepEqual(kinds(table({ rows: [row({ index: 'a' }), row({ index: 'a' })] })), ['rank', 'summary']);
  });

  it('has the document as a column among the chosen ones, without what has a column of its own', () => {
    const columns = [{ path: 'when' }, { path: '_id' }, { path: '_score' }, { path: 'a' }, { path: '_source' }];
    const one = row({
      cells: [dated.cell, text('x'), { kind: 'absent', text: '' }, text('1'), text('')],
      summary: [dated, named],
    });
    const headings = headingsOf(table({ columns, rows: [one] }), true);
    assert.deepEqual(
      headings.map(({ title }) => title),
      ['#', 'when', '_id', 'a', 'Document'],
    );
    assert.equal(headings.at(-1)?.width, 'minmax(20ch, 1fr)');
    assert.deepEqual(hitSummary(one, headings), [named]);
    const a = headings.find(({ title }) => title === 'a');
    assert.deepEqual(a && valueUnder(a, one), text('1'));
  });

  it('does not write the date a second time, and has its type and order', () => {
    const time = { path: 'when', type: 'date', sortField: 'when' };
    const one = row({ summary: [named, dated] });
    const headings = headingsOf(table({ rows: [one], time }), true);
    const heading = headings.find(({ kind }) => kind === 'time');
    assert.deepEqual([heading?.path, heading?.type, heading?.sortField], ['when', 'date', 'when']);
    assert.deepEqual(hitSummary(one, headings), [named]);
    assert.deepEqual(heading && valueUnder(heading, one), dated.cell);
    assert.equal(heading && valueUnder(heading, row({ summary: [named] }))?.kind, 'absent');
    assert.deepEqual(heading && orderUnder(heading, [{ field: 'when', order: 'desc' }]), 'desc');
    assert.equal(orderUnder({ kind: 'summary', title: '', width: '' }, [{ field: 'when', order: 'desc' }]), undefined);
  });

  it('gives the number of a far hit the room, where numbers are shown', () => {
    const far = table({ rows: [row({ rank: 1_234_567 })] });
    assert.equal(headingsOf(far, true, true)[0]?.width, '14ch');
    assert.equal(headingsOf(far, true)[0]?.width, '22px');
  });

  it('writes no more of a hit than a window can show', () => {
    const summary = Array.from({ length: 12 }, (_, at) => ({ path: `field${at}`, cell: text('x'.repeat(190)) }));
    assert.equal(hitSummary(row({ summary }), []).length, 3);
  });
});
