/** A question with a sort of its own: in a point in time from the first page on, while documents are added. */
import { makeIndex, startWriter } from '../documents.mjs';
import { keyOf, pagerOf } from '../pager.mjs';
import { claims, median, missingFrom, repeatsIn, samePage } from './report.mjs';

const indexName = 'sorted';
const documentCount = 30_000;
const hitCount = 12_000;

const sorts = {
  '@timestamp desc': [{ '@timestamp': 'desc' }],
  'level asc (all equal)': [{ level: 'asc' }],
  'span desc (63 bits)': [{ span: 'desc' }],
};

/** @returns {Promise<import('./report.mjs').Report>} */
export async function ownSort(client) {
  const { kind } = client.engine;
  const { broken, expect } = claims();
  const rows = [];
  for (const [name, sort] of Object.entries(sorts)) {
    for (const size of [10, 100]) {
      await makeIndex(client, indexName, { count: documentCount });
      const writer = startWriter(client, indexName);
      const pager = pagerOf(client, { index: indexName, query: { match: { message: 'timeout' } }, sort }, size);
      const pages = [];
      const ids = new Set();
      for (let from = 0; from < hitCount; from += size) {
        const { hits, ms } = await pager.page(from);
        pages.push({ from, ms, keys: hits.map(keyOf), last: hits.at(-1) });
        ids.add(pager.pointInTime());
      }
      let changed = 0;
      const back = [];
      for (const page of pages.toReversed()) {
        const { hits, ms } = await pager.page(page.from);
        back.push(ms);
        if (!samePage(hits.map(keyOf), page.keys)) changed += 1;
      }
      const added = await writer.stop();
      const cursorBytes = median([...pager.anchors.values()].map((cursor) => JSON.stringify(cursor).length));

      // The first 10,000 as from/size gives them in the same point in time.
      const body = { sort: pager.order, size: 10_000, _source: false };
      const answer = await client.searchAt(pager.pointInTime(), body);
      const first = answer.body.hits.hits.map(keyOf);
      const shown = pages.flatMap((page) => page.keys);
      const lost = missingFrom(first, shown);
      await pager.close();
      const where = `${kind}, ${name}, pages of ${size}`;
      expect(shown.length === hitCount && repeatsIn(shown) === 0, `${where}: no hit is shown twice`);
      expect(lost === 0 && samePage(shown.slice(0, first.length), first), `${where}: no hit is lost`);
      expect(changed === 0, `${where}: each page is the same on the way back`);
      rows.push({
        engine: kind,
        sort: name,
        size,
        pages: pages.length,
        'added while walking': added,
        twice: repeatsIn(shown),
        lost,
        'changed on the way back': changed,
        'ms forward': median(pages.map((page) => page.ms)),
        'ms back': median(back),
        'different ids': ids.size,
        'bytes a cursor': cursorBytes,
        'bytes of the id': [...ids][0].length,
      });
    }
  }
  return { title: `A sort of its own: ${hitCount} hits in a point in time while documents are added`, rows, broken };
}
