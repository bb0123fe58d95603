import { type HitColumn, mostPageFields } from '../../src/protocol/resultPage';
import { median } from './measure';
import { inMs, type Row } from './rows';
import { openSearchPage } from './searchPage';
import { describePage } from './shippedCore';

const fieldCount = 10_000;
const rounds = 15;

/** What an index of very many fields costs the page that lists them beside the hits. */
export async function* measure(): AsyncGenerator<Row> {
  const fields = Array.from(
    { length: fieldCount },
    (_, at): HitColumn => ({
      path: `service.part-${at % 97}.attribute-${at}`,
      type: at % 3 === 0 ? 'long' : 'keyword',
    }),
  );
  const shown: number[] = [];
  const filtered: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openSearchPage();
    try {
      await page.show(pageWith(fields.slice(0, mostPageFields)));
      shown.push(await page.listFields(fields));
      for (const text of ['part-7', 'part-7 attribute-9']) filtered.push(await page.filterFields(text));
    } finally {
      await page.close();
    }
  }
  const of = `${fieldCount.toLocaleString('en-US')} fields beside the hits`;
  yield {
    what: `${of}: message to layout, ${inMs(Math.min(...shown))} at best`,
    value: median(shown),
    goal: 50,
    unit: 'ms',
  };
  yield { what: `${of}: a key in their filter to layout`, value: median(filtered), goal: 50, unit: 'ms' };
}

function pageWith(fields: readonly HitColumn[]) {
  const body = '{"query":{"match_all":{}}}';
  const page = describePage(
    {
      search: { index: 'logs', body, from: 0, size: 10 },
      from: 0,
      size: 10,
      asked: 'from/size',
      hits: [{ index: 'logs', id: '1', score: undefined, json: '{"_index":"logs","_id":"1","_source":{"a":1}}' }],
      hasPrevious: false,
      hasNext: false,
      tookMs: 1,
      total: { value: 1, relation: 'eq' },
      partial: [],
      notes: [],
      bytes: 100,
      sent: { method: 'GET', path: '/logs/_search', body },
    },
    { columns: [], fields: [] },
  );
  return { ...page, table: { ...page.table, fields } };
}
