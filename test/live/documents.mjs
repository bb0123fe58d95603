/**
 * What the live scripts index: log lines as a shipper would send them, with everything that makes paging hard: few
 * distinct scores, three documents to each timestamp, 63-bit integers, and a writer that adds more at the top.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, windowSize } from './pager.mjs';

const newestTime = Date.parse('2026-11-01T00:00:00Z');
/** Documents a bulk request carries. */
const batchSize = 1000;
/** The number of the first document a writer adds. */
export const firstAdded = 1_000_000;
const words = ['upstream', 'gateway', 'retry', 'router', 'service', 'closed', 'peer', 'slow'];

/** A generator of pseudo-random numbers below 1, the same in each run (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Three documents share each second, going back from newestTime. */
const timeOf = (number) => newestTime - Math.floor(number / 3) * 1000;

/**
 * Document `number`. Each has "timeout" in its message, so a match finds all; the message's length, and with it the
 * score, has eight values. `span` differs from its neighbour by 1 above 2^53.
 */
function documentOf(number, time, random) {
  const filler = words.slice(0, Math.floor(random() * words.length)).join(' ');
  const span = (9_007_199_254_740_993n + BigInt(number)).toString();
  const fields = {
    '@timestamp': new Date(time).toISOString(),
    message: `timeout ${filler}`.trim(),
    request_id: requestIdOf(number),
  };
  return `${JSON.stringify(fields).slice(0, -1)},"serial":${number},"span":${span},"level":"error"}`;
}

/** Unique, and without any order that follows the time. */
function requestIdOf(number) {
  return (Math.imul(number, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
}

const mapping = {
  properties: {
    '@timestamp': { type: 'date' },
    message: { type: 'text' },
    request_id: { type: 'keyword' },
    serial: { type: 'long' },
    span: { type: 'long' },
    level: { type: 'keyword' },
  },
};

/** Bulk-indexes documents; `_id` is the number behind `letter`. */
async function addDocuments(client, index, numbers, { letter, time, random, refresh = false }) {
  const lines = numbers.flatMap((number) => [
    `{"index":{"_id":"${letter}${number}"}}`,
    documentOf(number, time(number), random),
  ]);
  await client.bulk(index, lines, { refresh });
}

const range = (first, count) => Array.from({ length: count }, (_, step) => first + step);

/**
 * Makes the index anew with `count` documents.
 * @param {ReturnType<typeof import('./client.mjs').clientOf>} client
 * @param {string} index
 * @param {{count: number, shards?: number, replicas?: number}} shape
 */
export async function makeIndex(client, index, { count, shards = 3, replicas = 0 }) {
  const settings = { number_of_shards: shards, number_of_replicas: replicas };
  await client.create(index, { settings, mappings: mapping });
  await client.call('GET', `/_cluster/health/${index}?wait_for_status=green&timeout=60s`);
  const random = randomFrom(7);
  const batches = [];
  for (let first = 0; first < count; first += batchSize) batches.push(range(first, Math.min(batchSize, count - first)));
  // Two at a time, as several shippers would: a shard's copies then need not hold the documents in the same order.
  const send = async () => {
    for (let numbers = batches.shift(); numbers !== undefined; numbers = batches.shift()) {
      await addDocuments(client, index, numbers, { letter: 'd', time: timeOf, random });
    }
  };
  await Promise.all([send(), send()]);
  await settle(client, index);
}

/** Between two looks at the segments. */
const settlePauseMs = 300;
/** Far more than the merges of a million documents take. */
const settleLimitMs = 600_000;

/**
 * Makes what was written visible, and waits until the engine has ended its merges of segments. Each moves hits that tie with
 * others, so until then no live page is sure to come back the same, though nothing is written.
 * @param {ReturnType<typeof import('./client.mjs').clientOf>} client
 * @param {string} index
 */
export async function settle(client, index) {
  const end = Date.now() + settleLimitMs;
  let before;
  while (Date.now() < end) {
    await client.call('POST', `/${index}/_refresh`);
    const segments = await segmentsOf(client, index);
    const { merges } = (await client.call('GET', `/${index}/_stats/merge`)).body._all.total;
    if (merges.current === 0 && segments === before) return;
    before = segments;
    await sleep(settlePauseMs);
  }
  throw new Error(`${index} is still being merged`);
}

/** The names of the segments that are searched, copy by copy. */
async function segmentsOf(client, index) {
  const { body } = await client.call('GET', `/${index}/_segments`);
  const copies = Object.values(body.indices[index].shards).flat();
  return JSON.stringify(
    copies.map(({ routing, segments }) => [
      routing.node,
      ...Object.keys(segments)
        .filter((name) => segments[name].search)
        .sort(),
    ]),
  );
}

/**
 * Adds documents, newer than all others and visible at once, until it is stopped: what an access log does to a reader.
 * Their `_id` starts with "w", those of `makeIndex` with "d".
 * @returns {{more: (count: number) => Promise<void>, stop: () => Promise<number>}} `stop` gives how many were added
 */
export function startWriter(client, index, { batch = 20, pauseMs = 25 } = {}) {
  const random = randomFrom(11);
  const time = (number) => newestTime + number * 1000;
  let added = 0;
  let stopped = false;
  const work = (async () => {
    while (!stopped) {
      const numbers = range(firstAdded + added, batch);
      await addDocuments(client, index, numbers, { letter: 'w', time, random, refresh: true });
      added += batch;
      await sleep(pauseMs);
    }
    return added;
  })();
  // A failure is reported where `stop` is awaited; until then it must not end the process.
  work.catch(() => {});
  return {
    /** Waits until `count` more documents have been added. */
    async more(count) {
      const goal = added + count;
      while (added < goal) await Promise.race([sleep(pauseMs), work.then(() => Promise.reject(new Error('stopped')))]);
    },
    stop: () => {
      stopped = true;
      return work;
    },
  };
}

/** All documents of a point in time, by a number that is unique here. */
export async function everythingAt(client, id) {
  const keys = [];
  for (let after = [-1]; after !== undefined; ) {
    const body = { sort: [{ serial: 'asc' }], size: windowSize, search_after: after, _source: false };
    const { hits } = (await client.searchAt(id, body)).body.hits;
    keys.push(...hits.map(keyOf));
    after = hits.at(-1)?.sort;
  }
  return keys;
}
