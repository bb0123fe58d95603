/** A point in time that ends under the reader: what the engine says, and what each way to go on loses or repeats. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, isLostPointInTime } from '../client.mjs';
import { makeIndex, startWriter } from '../documents.mjs';
import { engineTies, keyOf, pagerOf } from '../pager.mjs';
import { claims, missingFrom, repeatsIn } from './report.mjs';

const indexName = 'lost';
const documentCount = 20_000;
const pageSize = 100;
const lostAt = 11_000;
const addedCount = 1000;

const ownTie = { key: { serial: 'asc' }, unique: true };
const cases = [
  { order: '@timestamp', tie: 'engine', sort: [{ '@timestamp': 'desc' }] },
  { order: '@timestamp', tie: 'own long', sort: [{ '@timestamp': 'desc' }] },
  { order: '_score', tie: 'engine', sort: [{ _score: 'desc' }] },
  { order: '_score', tie: 'own long', sort: [{ _score: 'desc' }] },
];

/** Walks to the place, loses the point in time there, and walks to the end in a new one. */
async function resume(client, { tie, sort }, way, writing) {
  const { expect, broken } = claims();
  await makeIndex(client, indexName, { count: documentCount });
  const question = {
    index: indexName,
    query: { match: { message: 'timeout' } },
    sort,
    tie: tie === 'engine' ? engineTies[client.engine.kind] : ownTie,
  };
  const before = pagerOf(client, question, pageSize);
  const shown = [];
  for (let from = 0; from < lostAt; from += pageSize) shown.push(...(await before.page(from)).hits.map(keyOf));
  const cursor = before.anchors.get(lostAt);
  if (writing) {
    const writer = startWriter(client, indexName);
    await writer.more(addedCount);
    await writer.stop();
    await client.call('POST', `/${indexName}/_forcemerge?max_num_segments=1`);
    await client.call('POST', `/${indexName}/_refresh`);
  }
  await client.closePointInTime(before.pointInTime());
  const error = await before.page(lostAt).catch((caught) => caught);
  expect(error instanceof EngineError && error.status === 404, 'the next page of a closed point in time is 404');
  expect(isLostPointInTime(error), 'its type is search_context_missing_exception');

  const after = pagerOf(client, question, pageSize);
  // Elasticsearch adds a _shard_doc of its own behind a tie-break of ours; it means nothing in another point in time.
  if (way === 'cursor') after.anchors.set(lostAt, { ...cursor, after: cursor.after.slice(0, after.order.length) });
  const rest = [];
  for (let from = lostAt; ; from += pageSize) {
    const { hits } = await after.page(from);
    rest.push(...hits.map(keyOf));
    if (hits.length < pageSize) break;
  }
  await after.close();
  const old = Array.from({ length: documentCount }, (_, number) => `${indexName}\0d${number}`);
  return { twice: repeatsIn([...shown, ...rest]), lost: missingFrom(old, [...shown, ...rest]), broken };
}

/** @returns {Promise<import('./report.mjs').Report>} */
export async function lostPointInTime(client) {
  const { kind } = client.engine;
  const { broken, expect } = claims();
  const rows = [];
  for (const one of cases) {
    for (const writing of [false, true]) {
      for (const way of ['cursor', 'rank']) {
        const { twice, lost, broken: inside } = await resume(client, one, way, writing);
        broken.push(...inside.map((sentence) => `${kind}: ${sentence}`));
        if (one.tie === 'own long' && one.order === '@timestamp' && way === 'cursor') {
          expect(twice + lost === 0, `${kind}: sort and tie-break of fields go on without loss in a new point in time`);
        }
        const between = writing ? `${addedCount} documents, merge` : 'nothing';
        rows.push({ engine: kind, order: one.order, tie: one.tie, between, 'go on by': way, twice, 'lost, old': lost });
      }
    }
  }
  return { title: `A lost point in time: at hit ${lostAt} of ${documentCount}, gone on in a new one`, rows, broken };
}

/** @returns {Promise<import('./report.mjs').Report>} */
export async function expiry(client) {
  const { kind } = client.engine;
  const { broken, expect } = claims();
  await makeIndex(client, indexName, { count: 1000 });
  const isAlive = async (id) => {
    const answer = await client.ask('GET', '/_search', { size: 1, pit: { id } });
    return answer.status === 200 ? 'alive' : `${answer.status} ${answer.body.error.root_cause[0]?.type}`;
  };
  const row = (what, after) => async () => ({ engine: kind, what, answer: await after() });
  const unattended = (keepAlive, seconds) =>
    row(`keep_alive ${keepAlive}, asked once after ${seconds} s`, async () => {
      const id = await client.openPointInTime(indexName, keepAlive);
      await sleep(seconds * 1000);
      return isAlive(id);
    });
  const renewed = row('keep_alive 2s, renewed each second for 75 s', async () => {
    const id = await client.openPointInTime(indexName, '2s');
    for (let second = 0; second < 75; second += 1) {
      await sleep(1000);
      await client.searchAt(id, { size: 1 }, '2s');
    }
    return isAlive(id);
  });
  const shortened = row('keep_alive 5m, then a page with 1s, asked after 75 s', async () => {
    const id = await client.openPointInTime(indexName, '5m');
    await client.searchAt(id, { size: 1 }, '1s');
    await sleep(75_000);
    return isAlive(id);
  });
  const waits = [2, 5, 10, 30, 75].map((seconds) => unattended('1s', seconds));
  const rows = await Promise.all([...waits, renewed, shortened].map((measure) => measure()));
  expect(rows[4]?.answer.startsWith('404'), `${kind}: a point in time of one second is gone after 75 s`);
  expect(rows[5]?.answer === 'alive', `${kind}: a page renews the point in time`);

  const open = [];
  let refusal;
  while (refusal === undefined && open.length < 1100) {
    const id = await client.openPointInTime(indexName, '1m').catch((error) => {
      refusal = `${error.status} ${error.types.at(-1)}: ${error.message.slice(5, 200)}`;
    });
    if (id !== undefined) open.push(id);
  }
  for (const id of open) await client.closePointInTime(id);
  rows.push({ engine: kind, what: `open at the same time: ${open.length}`, answer: refusal ?? 'never refused' });
  return { title: 'How long a point in time lives (search.keep_alive_interval 1s), and how many', rows, broken };
}
