/** Which last sort key makes a walk in a point in time complete, and what it costs. */

import { cursorAfter, firstCursor, requestAt } from '../cursors.mjs';
import { makeIndex } from '../documents.mjs';
import { keyOf } from '../pager.mjs';
import { claims, median, missingFrom, repeatsIn } from './report.mjs';

const indexName = 'ties';
const documentCount = 30_000;
// Not a multiple of three, so that page borders fall inside the groups of equal timestamps.
const pageSize = 500;

/** Sort keys after the asked one. `counted` walks with the cursor of cursors.mjs that counts equal keys. */
const tieFields = {
  none: { keys: [] },
  _shard_doc: { keys: [{ _shard_doc: 'asc' }] },
  _doc: { keys: [{ _doc: 'asc' }] },
  '_doc, counted': { keys: [{ _doc: 'asc' }], counted: true },
  _seq_no: { keys: [{ _seq_no: 'asc' }] },
  '_seq_no, counted': { keys: [{ _seq_no: 'asc' }], counted: true },
  _id: { keys: [{ _id: 'asc' }] },
  'own keyword': { keys: [{ request_id: 'asc' }] },
  'own long': { keys: [{ serial: 'asc' }] },
};

const questions = [
  { order: '@timestamp', query: { match_all: {} }, first: { '@timestamp': 'desc' } },
  { order: '_score, match', query: { match: { message: 'timeout' } }, first: { _score: 'desc' } },
  { order: '_score, all 1.0', query: { match_all: {} }, first: { _score: 'desc' } },
];

async function walkAll(client, id, query, sort, counted = false) {
  const keys = [];
  const times = [];
  let warning;
  let cursor = firstCursor;
  for (;;) {
    const body = { query, sort, ...requestAt(cursor, pageSize), _source: false, track_total_hits: false };
    const answer = await client.searchAt(id, body);
    times.push(answer.ms);
    warning ??= answer.warning;
    const { hits } = answer.body.hits;
    keys.push(...hits.slice(cursor.skip).map(keyOf));
    if (hits.length < pageSize + cursor.skip) return { keys, times, warning };
    if (hits.at(-1).sort === undefined) throw new Error('hits without sort values: no cursor');
    cursor = cursorAfter(cursor, hits, !counted);
  }
}

async function fielddataBytes(client) {
  const { body } = await client.call('GET', `/${indexName}/_stats/fielddata?fielddata_fields=_id`);
  return body._all.total.fielddata.memory_size_in_bytes;
}

/** @returns {Promise<import('./report.mjs').Report>} */
export async function tieBreaks(client) {
  const { broken, expect } = claims();
  const { kind } = client.engine;
  await makeIndex(client, indexName, { count: documentCount });
  const id = await client.openPointInTime(indexName);
  const everything = (await walkAll(client, id, { match_all: {} }, [{ serial: 'asc' }])).keys;
  expect(everything.length === documentCount, `${kind}: an own long alone walks all documents`);
  const rows = [];
  for (const { order, query, first } of questions) {
    for (const [name, { keys, counted }] of Object.entries(tieFields)) {
      const before = await fielddataBytes(client);
      const walked = await walkAll(client, id, query, [first, ...keys], counted).catch((error) => error);
      if (walked instanceof Error) {
        rows.push({
          engine: kind,
          order,
          tie: name,
          lost: walked.message.slice(0, 60),
          twice: '',
          first: '',
          page: '',
          note: '',
        });
        continue;
      }
      const lost = missingFrom(everything, walked.keys);
      const twice = repeatsIn(walked.keys);
      const fielddata = (await fielddataBytes(client)) - before;
      const notes = [
        fielddata > 0 ? `${Math.round(fielddata / 1024)} KiB of fielddata` : '',
        walked.warning ? 'Warning header' : '',
      ];
      rows.push({
        engine: kind,
        order,
        tie: name,
        lost,
        twice,
        first: Math.round(walked.times[0]),
        page: median(walked.times.slice(1)),
        note: notes.filter(Boolean).join(', '),
      });
      const complete = [
        '_doc, counted',
        '_seq_no, counted',
        '_id',
        'own keyword',
        'own long',
        ...(kind === 'elasticsearch' ? ['none', '_shard_doc'] : []),
      ];
      if (complete.includes(name))
        expect(lost + twice === 0, `${kind}: ${order} with ${name} loses and repeats nothing`);
    }
  }
  await client.closePointInTime(id);
  return {
    title: `Tie-breaks: ${documentCount} hits in a point in time, pages of ${pageSize}, 3 shards; times in ms`,
    rows,
    broken,
  };
}
