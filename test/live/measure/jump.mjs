/** Pages far away: what a jump costs in hops without documents, and what a page costs at each depth. */
import { makeIndex } from '../documents.mjs';
import { keyOf, pagerOf, WINDOW } from '../pager.mjs';
import { claims, median, samePage } from './report.mjs';

const INDEX = 'deep';
const COUNT = 200_000;
const TARGET = 150_000;
const RUNS = 5;
const SIZE = 10;

const query = { match: { message: 'timeout' } };
const SORTS = { '@timestamp desc': [{ '@timestamp': 'desc' }], 'by score': undefined };

/** @returns {Promise<import('./report.mjs').Report>} */
export async function jump(client) {
  const { kind } = client.engine;
  const { broken, expect } = claims();
  await makeIndex(client, INDEX, { count: COUNT });
  const rows = [];
  for (const [name, sort] of Object.entries(SORTS)) {
    const totals = [];
    const hops = [];
    const bytes = [];
    const back = [];
    let requests = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const pager = pagerOf(client, { index: INDEX, query, sort }, SIZE);
      if (!sort) await pager.page(0);
      const start = performance.now();
      const there = await pager.page(TARGET);
      totals.push(performance.now() - start);
      hops.push(...pager.cost.hopMs);
      bytes.push(...pager.cost.hopBytes);
      requests = pager.cost.requests;

      // Previous after a jump: no cursor leads there yet, so the hop from the anchor before is walked again.
      const asked = performance.now();
      const previous = await pager.page(TARGET - SIZE);
      back.push(performance.now() - asked);
      const again = await pager.page(TARGET);
      const where = `${kind}, ${name}`;
      expect(there.hits.length === SIZE && previous.hits.length === SIZE, `${where}: a jump reaches its page`);
      expect(
        samePage(again.hits.map(keyOf), there.hits.map(keyOf)),
        `${where}: the page after Previous and Next is the same`,
      );
      await pager.close();
    }
    rows.push({
      engine: kind,
      sort: name,
      jump: `to ${TARGET}: ${requests} requests`,
      ms: Math.round(median(totals)),
      'ms a hop of 10,000': median(hops),
      'KiB a hop': Math.round(median(bytes) / 1024),
      'Previous after it, ms': median(back),
    });
  }
  rows.push(...(await hopForms(client)));
  return { title: `Jumps: ${COUNT} hits, 3 shards, pages of ${SIZE}; medians of ${RUNS}`, rows, broken };
}

/** The same 150,000 hits walked in hops of another form. */
async function hopForms(client) {
  const forms = {
    'hops of 1,000': { size: 1000, extra: { _source: false } },
    'hops of 5,000': { size: 5000, extra: { _source: false } },
    'hops of 10,000': { size: WINDOW, extra: { _source: false } },
    'hops of 10,000, without _id': { size: WINDOW, extra: { stored_fields: '_none_', _source: false } },
    'hops of 10,000, only sort in the answer': {
      size: WINDOW,
      extra: { stored_fields: '_none_', _source: false },
      filter: '?filter_path=hits.hits.sort,pit_id,_shards',
    },
    'hops of 10,000 with documents': { size: WINDOW, extra: {} },
  };
  const order = pagerOf(client, { index: INDEX, query, sort: SORTS['@timestamp desc'] }, SIZE).order;
  const id = await client.openPointInTime(INDEX);
  const rows = [];
  for (const [name, { size, extra, filter }] of Object.entries(forms)) {
    const totals = [];
    const hops = [];
    const bytes = [];
    for (let run = 0; run < 3; run += 1) {
      const start = performance.now();
      for (let offset = 0, after; offset < TARGET; offset += size) {
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
      'ms a hop of 10,000': median(hops.map((ms) => (ms * WINDOW) / size)),
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
  await makeIndex(client, INDEX, { count: COUNT });
  const rows = [];
  for (const [name, sort] of Object.entries(SORTS)) {
    for (const from of [0, 1000, 5000, 9990, 20_000, TARGET]) {
      const live = [];
      const frozen = [];
      const pager = pagerOf(client, { index: INDEX, query, sort: sort ?? [{ _score: 'desc' }] }, SIZE);
      await pager.page(from);
      for (let run = 0; run < 30; run += 1) {
        frozen.push((await pager.page(from)).ms);
        if (from + SIZE > WINDOW) continue;
        const body = { query, from, size: SIZE, _source: false, ...(sort ? { sort } : {}) };
        live.push((await client.search(INDEX, body)).ms);
      }
      const entry = [];
      for (let run = 0; run < 9; run += 1) {
        const rank = { query, from: Math.min(from, WINDOW) - 1, size: 1, sort: pager.order, _source: false };
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
  return { title: `Depth: a page of ${SIZE} of ${COUNT} hits, medians of 30`, rows, broken: [] };
}
