/** Cursors beyond 2^53: with their digits, and as JavaScript rounds them. */
import { clientOf } from '../client.mjs';
import { makeIndex } from '../documents.mjs';
import { keyOf } from '../pager.mjs';
import { claims, missingFrom, repeatsIn } from './report.mjs';

const indexName = 'digits';
const documentCount = 12_000;
// Odd, so that every second page ends with a number that JavaScript rounds.
const pageSize = 99;

async function walk(client, sort) {
  const id = await client.openPointInTime(indexName);
  const keys = [];
  for (let after; ; ) {
    const body = { sort, size: pageSize, _source: false, track_total_hits: false };
    const answer = await client.searchAt(id, after ? { ...body, search_after: after } : body);
    const { hits } = answer.body.hits;
    keys.push(...hits.map(keyOf));
    after = hits.at(-1)?.sort;
    if (hits.length < pageSize || keys.length > 2 * documentCount) break;
  }
  await client.closePointInTime(id);
  return keys;
}

/** @returns {Promise<import('./report.mjs').Report>} */
export async function digits(client) {
  const { kind } = client.engine;
  const { broken, expect } = claims();
  await makeIndex(client, indexName, { count: documentCount });
  const rounding = clientOf(client.engine, { parse: JSON.parse });
  const all = Array.from({ length: documentCount }, (_, number) => `${indexName}\0d${number}`);
  const rows = [];
  for (const direction of ['asc', 'desc']) {
    for (const [parser, asking] of [
      ['digits kept as strings', client],
      ['JSON.parse', rounding],
    ]) {
      const keys = await walk(asking, [{ span: direction }]);
      const lost = missingFrom(all, keys);
      const twice = repeatsIn(keys);
      if (asking === client) expect(lost + twice === 0, `${kind}: digits kept as strings lose and repeat nothing`);
      else expect(lost + twice > 0, `${kind}: rounded digits lose or repeat hits`);
      rows.push({ engine: kind, sort: `span ${direction}`, parser, lost, twice });
    }
  }
  rounding.end();
  return {
    title: `64-bit cursors: ${documentCount} hits, pages of ${pageSize}, a unique long above 2^53`,
    rows,
    broken,
  };
}
