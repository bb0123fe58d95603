/** What a reader sees where pages of the live index end and the point in time begins, forwards and backwards. */
import { everythingAt, makeIndex, startWriter } from '../documents.mjs';
import { keyOf, pagerOf, windowSize } from '../pager.mjs';
import { claims, median, missingFrom, repeatsIn, samePage } from './report.mjs';

const indexName = 'seam';
const documentCount = 30_000;
const hitCount = 12_000;
// Does not divide the window, so that a page lies across its end.
const pageSize = 70;
const runCount = 3;
/** Documents that are added between the last live page and the first one of the point in time. */
const pauseCount = 300;

const queries = {
  match: { match: { message: 'timeout' } },
  'all 1.0': { constant_score: { filter: { term: { level: 'error' } } } },
};

/** Whether a document was there before the writer began. */
const isOld = (key) => key.includes('\0d');

/**
 * Walks 12,000 hits, all the way back, and then on to the end of the point in time, so that what was never shown can
 * be told. All results are numbers of hits, but those in `changed`, which are numbers of pages.
 */
async function walk(client, query, crossing, writing) {
  await makeIndex(client, indexName, { count: documentCount });
  const writer = writing ? startWriter(client, indexName) : undefined;
  const pager = pagerOf(client, { index: indexName, query, crossing }, pageSize);
  const pageAt = async (from) => {
    const { asked, hits, ms } = await pager.page(from);
    return { from, asked, ms, keys: hits.map(keyOf) };
  };
  const forward = [];
  for (let from = 0; from < hitCount; from += pageSize) {
    // The reader stays on the last live page for a while.
    if (from <= windowSize && from + pageSize > windowSize) await writer?.more(pauseCount);
    forward.push(await pageAt(from));
  }
  const live = forward.filter((page) => page.asked === 'from/size');
  const frozen = forward.filter((page) => page.asked === 'point in time');

  const pages = { frozen: frozen.length, live: live.length };
  const changed = { frozen: 0, live: 0, unsorted: 0, sorted: 0 };
  const compare = async (way, page, ask) => {
    const { hits } = await ask(page.from);
    if (!samePage(hits.map(keyOf), page.keys)) changed[way] += 1;
  };
  for (const page of frozen.toReversed()) await compare('frozen', page, pager.page);
  for (const page of live.toReversed()) {
    for (const way of ['live', 'unsorted', 'sorted']) await compare(way, page, pager.below[way]);
  }
  const added = (await writer?.stop()) ?? 0;

  for (let from = forward.length * pageSize; ; from += pageSize) {
    const page = await pageAt(from);
    if (page.keys.length === 0) break;
    frozen.push(page);
  }
  const everything = await everythingAt(client, pager.pointInTime());
  await pager.close();

  const shownLive = live.flatMap((page) => page.keys);
  const shownFrozen = frozen.flatMap((page) => page.keys);
  const shown = [...shownLive, ...shownFrozen];
  const missing = missingFrom(everything, shown);
  const missingOld = missingFrom(everything.filter(isOld), shown);
  return {
    added,
    twiceLive: repeatsIn(shownLive),
    twiceSeam: shownFrozen.length - missingFrom(shownFrozen, shownLive),
    twiceFrozen: repeatsIn(shownFrozen),
    lostOld: missingOld,
    lostNew: missing - missingOld,
    changed,
    pages,
    msLive: median(live.map((page) => page.ms)),
    msDeepest: median(live.slice(-10).map((page) => page.ms)),
    msFrozen: median(frozen.map((page) => page.ms)),
  };
}

/** @returns {Promise<import('./report.mjs').Report>} */
export async function seam(client) {
  const { kind } = client.engine;
  const { broken, expect } = claims();
  const rows = [];
  for (const [name, query] of Object.entries(queries)) {
    for (const writing of [false, true]) {
      for (const crossing of ['rank', 'hit', 'group']) {
        const walks = [];
        for (let run = 0; run < (writing ? runCount : 1); run += 1)
          walks.push(await walk(client, query, crossing, writing));
        const middle = (value) => median(walks.map(value));
        const pages = walks[0]?.pages;
        const where = `${kind}, ${name}, crossing by ${crossing}, ${writing ? 'writing' : 'quiet'}`;
        for (const one of walks) {
          expect(one.twiceFrozen === 0, `${where}: the point in time shows no hit twice`);
          expect(one.changed.frozen === 0, `${where}: each page of the point in time is the same on the way back`);
          if (!writing) {
            expect(
              one.twiceLive + one.changed.live === 0,
              `${where}: live pages repeat nothing and come back the same`,
            );
            expect(one.changed.unsorted === 0, `${where}: the point in time without a sort has the live order`);
          }
          if (!writing && (kind === 'elasticsearch' || crossing === 'group')) {
            expect(one.twiceSeam + one.lostOld === 0, `${where}: nothing is lost or repeated at the seam`);
          }
        }
        rows.push({
          engine: kind,
          scores: name,
          crossing,
          'added while walking': middle((one) => one.added),
          'twice, live pages': middle((one) => one.twiceLive),
          'twice, at the seam': middle((one) => one.twiceSeam),
          'never shown, old': middle((one) => one.lostOld),
          'never shown, new': middle((one) => one.lostNew),
          [`changed of ${pages?.frozen} frozen`]: middle((one) => one.changed.frozen),
          [`of ${pages?.live} live pages: live`]: middle((one) => one.changed.live),
          'frozen, no sort': middle((one) => one.changed.unsorted),
          'frozen, sorted': middle((one) => one.changed.sorted),
          'ms live / deepest / frozen': [
            middle((one) => one.msLive),
            middle((one) => one.msDeepest),
            middle((one) => one.msFrozen),
          ].join(' / '),
        });
      }
    }
  }
  return {
    title: `The seam: ${documentCount} hits, 3 shards, pages of ${pageSize}; median of ${runCount} walks where a writer adds documents, ${pauseCount} of them at the seam`,
    rows,
    broken,
  };
}
