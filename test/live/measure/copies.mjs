/** Two nodes, each shard with a replica: do pages without a point in time agree, with and without a preference? */
import { everythingAt, makeIndex, startWriter } from '../documents.mjs';
import { keyOf, pagerOf, windowSize } from '../pager.mjs';
import { claims, missingFrom, repeatsIn, samePage } from './report.mjs';

const indexName = 'copies';
const documentCount = 12_000;
const pageSize = 100;

const queries = {
  match: { match: { message: 'timeout' } },
  'all 1.0': { constant_score: { filter: { term: { level: 'error' } } } },
};

const sessionPreference = 'proxy-scout-7f3a';
const seams = {
  'none, none': {},
  'session, none': { preference: sessionPreference },
  'session, session': { preference: sessionPreference, pointInTimePreference: sessionPreference },
};

/** Walks across the window to the end: how many hits come twice, how many never. */
async function acrossTheSeam(client, query, preferences) {
  const crossing = client.engine.kind === 'elasticsearch' ? 'rank' : 'group';
  const pager = pagerOf(client, { index: indexName, query, crossing, ...preferences }, pageSize);
  const live = [];
  const frozen = [];
  for (let from = 0; ; from += pageSize) {
    const { asked, hits } = await pager.page(from);
    (asked === 'from/size' ? live : frozen).push(...hits.map(keyOf));
    if (hits.length < pageSize) break;
  }
  const everything = await everythingAt(client, pager.pointInTime());
  await pager.close();
  return {
    seam: frozen.length - missingFrom(frozen, live),
    twice: repeatsIn([...live, ...frozen]),
    lost: missingFrom(everything, [...live, ...frozen]),
  };
}

/** @returns {Promise<import('./report.mjs').Report>} */
export async function seamOverCopies(client) {
  const { kind } = client.engine;
  const { broken, expect } = claims();
  await makeUnevenCopies(client);
  const rows = [];
  for (const [name, query] of Object.entries(queries)) {
    for (const [preference, preferences] of Object.entries(seams)) {
      const { seam, twice, lost } = await acrossTheSeam(client, query, preferences);
      const both = preference === 'session, session';
      if (both) expect(twice + lost === 0, `${kind}, ${name}: one preference on both sides makes the seam exact`);
      rows.push({
        engine: kind,
        scores: name,
        'preference of live pages, point in time': preference,
        'twice, at the seam': seam,
        'twice, in all': twice,
        'never shown': lost,
      });
    }
  }
  return { title: 'The seam over copies: the same index, walked from 0 to its end', rows, broken };
}

/**
 * An index of 14,000 documents in all that is not written to any more. The last ones came in many small segments, which
 * each copy merges for itself, so that the copies hold documents in different orders.
 */
async function makeUnevenCopies(client) {
  await makeIndex(client, indexName, { count: documentCount, replicas: 1 });
  const writer = startWriter(client, indexName);
  await writer.more(2000);
  await writer.stop();
  await client.call('POST', `/${indexName}/_refresh`);
}

/** @returns {Promise<import('./report.mjs').Report>} */
export async function copies(client) {
  const { kind } = client.engine;
  const { broken, expect } = claims();
  await makeUnevenCopies(client);
  const rows = [];
  for (const [name, query] of Object.entries(queries)) {
    for (const [preference, parameter] of [
      ['none', ''],
      ['one string for the session', `?preference=${sessionPreference}`],
    ]) {
      const pages = [];
      let changed = 0;
      for (let from = 0; from < windowSize; from += pageSize) {
        const ask = async () => {
          const answer = await client.search(indexName, { query, from, size: pageSize, _source: false }, parameter);
          return answer.body.hits.hits.map(keyOf);
        };
        const page = await ask();
        pages.push(page);
        const others = [await ask(), await ask(), await ask()];
        if (others.some((other) => !samePage(other, page))) changed += 1;
      }
      const shown = pages.flat();
      const body = { query, size: windowSize, _source: false };
      const atOnce = (await client.search(indexName, body, parameter)).body.hits.hits.map(keyOf);
      if (parameter !== '') {
        expect(
          changed + repeatsIn(shown) === 0,
          `${kind}: with a preference ${name} pages are stable on a quiet index`,
        );
      }
      rows.push({
        engine: kind,
        scores: name,
        preference,
        'pages that changed when asked again': `${changed} of ${pages.length}`,
        twice: repeatsIn(shown),
        'never shown of the first 10,000': missingFrom(atOnce, shown),
      });
    }
    const pager = pagerOf(client, { index: indexName, query, sort: [{ _score: 'desc' }] }, pageSize);
    const forward = [];
    for (let from = 0; from < documentCount; from += pageSize) forward.push((await pager.page(from)).hits.map(keyOf));
    let changed = 0;
    for (const [number, page] of forward.entries()) {
      if (!samePage((await pager.page(number * pageSize)).hits.map(keyOf), page)) changed += 1;
    }
    await pager.close();
    expect(changed + repeatsIn(forward.flat()) === 0, `${kind}: a point in time is stable over copies, ${name}`);
    rows.push({
      engine: kind,
      scores: name,
      preference: 'point in time',
      'pages that changed when asked again': `${changed} of ${forward.length}`,
      twice: repeatsIn(forward.flat()),
      'never shown of the first 10,000': 0,
    });
  }
  return { title: 'Copies: a quiet index of 14,000 hits, 3 shards with a replica each on two nodes', rows, broken };
}
