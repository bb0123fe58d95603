/** Pages far away: what a jump costs in hops without documents, and what a page costs at each depth. */
import { makeIndex } from '../documents.mjs';
import { keyOf, pagerOf, windowSize } from '../pager.mjs';
import { claims, median, samePage } from './report.mjs';

const indexName = 'deep';
const documentCount = 200_000;
const targetOffset = 150_000;
const runCount = 5;
const pageSize = 10;

const query = { match: { message: 'timeout' } };
const sorts = { '@timestamp desc': [{ '@timestamp': 'desc' }], 'by score': undefined };

/** @returns {Promise<import('./report.mjs').Report>} */
export async function jump(client) {
  const { kind } = client.engine;
  const { broken, expect } = claims();
  await makeIndex(client, indexName, { count: documentCount });
  const rows = [];
  for (const [name, sort] of Object.entries(sorts)) {
    const totals = [];
    const hops = [];
    const bytes = [];
    const back = [];
    let requests = 0;
    for (let run = 0; run < runCount; run += 1) {
      const pager = pagerOf(client, { index: indexName, query, sort }, pageSize);
      if (!sort) await pager.page(0);
      const start = performance.now();
      const there = await pager.page(targetOffset);
      totals.push(performance.now() - start);
      hops.push(...pager.cost.hopMs);
      bytes.push(...pager.cost.hopBytes);
      requests = pager.cost.requests;

      // Previous after a jump: no cursor leads there yet, so the hop from the anchor before is walked again.
      const asked = performance.now();
      const previous = await pager.page(targetOffset - pageSize);
      back.push(performance.now() - asked);
      const again = await pager.page(targetOffset);
      const where = `${kind}, ${name}`;
      expect(there.hits.length === pageSize && previous.hits.length === pageSize, `${where}: a jump reaches its page`);
      expect(
        samePage(again.hits.map(keyOf), there.hits.map(keyOf)),
        `${where}: the page after Previous and Next is the same`,
      );
      await pager.close();
    }
    rows.push({
      engine: kind,
      sort: name,
      jump: `to ${targetOffset}: ${requests} requests`,
      ms: Math.round(median(totals)),
      'ms a hop of 10,000': median(hops),
      'KiB a hop': Math.round(median(bytes) / 1024),
      'Previous after it, ms': median(back),
    });
  }
  rows.push(...(await hopForms(client)));
  return {
    title: `Jumps: ${documentCount} hits, 3 shards, pages of ${pageSize}; medians of ${runCount}`,
    rows,
    broken,
  };
}

/** The same 150,000 hits walked in hops of another form. */
async function hopForms(client) {
  const forms = {
    'hops of 1,000': { size: 1000, extra: { _source: false } },
    'hops of 5,000': { size: 5000, extra: { _source: false } },
    'hops of 10,000': { size: windowSize, extra: { _source: false } },
    'hops of 10,000, without _id': { size: windowSize, extra: { stored_fields: '_none_', _source: false } },
    'hops of 10,000, only sort in the answer': {
      size: windowSize,
      extra: { stored_fields: '_none_', _source: false },
      filter: '?filter_path=hits.hits.sort,pit_id,_shards',
    },
    'hops of 10,000 with documents': { size: windowSize, extra: {} },
  };
  const order = pagerOf(client, { index: indexName, query, sort: sorts['@timestamp desc'] }, pageSize).order;
  const id = await client.openPointInTime(indexName);
  const rows = [];
  for (const [name, { size, extra, filter }] of Object.entries(forms)) {
    const totals = [];
    const hops = [];
    const bytes = [];
    for (let run = 0; run < 3; run += 1) {
      const start = performance.now();
      for (let offset = 0, after; offset < targetOffset; offset += size) {
        const body = { query, sort: order, size, track_total_hits: false, ...extra };
        const answer = await client.searchAt(id, after ? { ...body, search_after: after } : body, '5m', filter);
        after = answer.body.hits.hits.at(-1).sort;
        hops.push(answer.ms);
        bytes.push(answer.bytes);
      }
      totals.push(performance.now() - start);
    }
    rows.push({
      engine: client.engine.kind,
      sort: '@timestamp desc',
      jump: name,
      ms: Math.round(median(totals)),
      'ms a hop of 10,000': median(hops.map((ms) => (ms * windowSize) / size)),
      'KiB a hop': Math.round(median(bytes) / 1024),
      'Previous after it, ms': '',
    });
  }
  await client.closePointInTime(id);
  return rows;
}

/** @returns {Promise<import('./report.mjs').Report>} */
export async function depth(client) {
  const { kind } = client.engine;
  await makeIndex(client, indexName, { count: documentCount });
  const rows = [];
  for (const [name, sort] of Object.entries(sorts)) {
    for (const from of [0, 1000, 5000, 9990, 20_000, targetOffset]) {
      const live = [];
      const frozen = [];
      const pager = pagerOf(client, { index: indexName, query, sort: sort ?? [{ _score: 'desc' }] }, pageSize);
      await pager.page(from);
      for (let run = 0; run < 30; run += 1) {
        frozen.push((await pager.page(from)).ms);
        if (from + pageSize > windowSize) continue;
        const body = { query, from, size: pageSize, _source: false, ...(sort ? { sort } : {}) };
        live.push((await client.search(indexName, body)).ms);
      }
      const entry = [];
      for (let run = 0; run < 9; run += 1) {
        const rank = { query, from: Math.min(from, windowSize) - 1, size: 1, sort: pager.order, _source: false };
        if (from > 0) entry.push((await client.searchAt(pager.pointInTime(), { ...rank, track_total_hits: false })).ms);
      }
      await pager.close();
      rows.push({
        engine: kind,
        sort: name,
        'hits before the page': from,
        'ms by from/size': live.length > 0 ? median(live) : 'refused',
        'ms by search_after': median(frozen),
        'ms for the cursor by rank': entry.length > 0 ? median(entry) : '',
      });
    }
  }
  return { title: `Depth: a page of ${pageSize} of ${documentCount} hits, medians of 30`, rows, broken: [] };
}
