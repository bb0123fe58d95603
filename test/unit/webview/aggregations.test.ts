/** The aggregations beside the hits. */
import assert from 'node:assert/strict';
import { withBrowser } from './browser';
import { byRole, openResult } from './page';

describe('aggregations: an aggregation', () => {
  withBrowser();
  const columns = ['key', 'doc_count', 'took.value'];
  const open = (rows: readonly (readonly string[])[]) =>
    openResult({ aggregations: [{ name: 'by host', json: '{}', isCut: false, table: { columns, rows } }] });
  const cells = () => [...byRole('table').querySelectorAll('tbody td')].map((cell) => cell.textContent);
  const bars = () => [...byRole('table').querySelectorAll<HTMLElement>('.share-bar')].map(({ style }) => style.width);

  it('has counts that can be read, every digit of them, over bars of their shares', () => {
    open([
      ['h1', '12427', '12427.5'],
      ['h2', '6213', '7'],
      ['h3', '0', ''],
    ]);
    assert.deepEqual(cells(), ['h1', '12,427', '12427.5', 'h2', '6,213', '7', 'h3', '0', '']);
    assert.deepEqual(bars().map(Number.parseFloat).map(Math.round), [100, 50, 0]);
    for (const bar of document.querySelectorAll('.share-bar')) assert.equal(bar.getAttribute('aria-hidden'), 'true');
  });

  it('keeps counts that a number cannot hold, and has none in its notes', () => {
    open([
      ['h1', '9007199254740993', ''],
      ['2 documents are in other buckets', '', ''],
    ]);
    assert.deepEqual(cells().slice(0, 2), ['h1', '9,007,199,254,740,993']);
    assert.equal(bars().length, 1);
  });

  it('of no documents has no bars of any width', () => {
    open([['h1', '0', '']]);
    assert.deepEqual(bars(), ['0%']);
  });
});
