/**
 * The smallest pager that goes across the engine's window: the shape described in test/live/README.md, "The shape of the
 * paging machine", on real engines.
 * It keeps no documents, does not prefetch and is not canceled; those are the product's, not what is measured here.
 */
import { cursorAfter, firstCursor, requestAt } from './cursors.mjs';

/** `index.max_result_window` of an index that does not set it. */
export const windowSize = 10_000;

/**
 * The last sort key of a point in time: what each engine has that costs nothing.
 * `_doc` counts in each shard for itself, so hits of different shards can share it.
 */
export const engineTies = Object.freeze({
  elasticsearch: { key: { _shard_doc: 'asc' }, unique: true },
  opensearch: { key: { _doc: 'asc' }, unique: false },
});

/** A hop needs nothing but sort values: five times faster than with `_id`s on Elasticsearch 7.17. */
const withoutDocuments = { _source: false, stored_fields: '_none_' };
const onlySortValues = '?filter_path=hits.hits.sort,pit_id,_shards,error,status';

/** What a question without a sort of its own is ordered by. */
const byScore = { _score: 'desc' };

/**
 * @typedef {object} Question
 * @property {string} index
 * @property {object} query
 * @property {object[]} [sort]   the asked sort; without it the order is by score
 * @property {{key: object, unique: boolean}} [tie]  instead of the engine's own of `engineTies`
 * @property {string} [preference]  for the live pages
 * @property {string} [pointInTimePreference]  for opening the point in time
 * @property {'rank' | 'hit' | 'group'} [crossing]  how the place to go on from is found in the point in time.
 *   `rank`: after the hit that has the number from - 1 there;
 *   `hit`: after the very hit that was shown last, wherever it stands there;
 *   `group`: as `rank` in the order that the engine gives without a sort, leaving out what came before
 */

/** The key of a hit in a result of several indices. */
export const keyOf = (hit) => `${hit._index}\0${hit._id}`;

/**
 * @param {ReturnType<typeof import('./client.mjs').clientOf>} client
 * @param {Question} question
 * @param {number} size  hits a page
 */
export function pagerOf(client, question, size) {
  const { index, query, sort, crossing = 'rank', tie = engineTies[client.engine.kind] } = question;
  const live = question.preference ? `?preference=${encodeURIComponent(question.preference)}` : '';
  const order = [...(sort ?? [byScore]), tie.key];
  /** @type {Map<number, import('./cursors.mjs').Cursor>} by the number of hits before the page they lead to */
  const anchors = new Map([[0, firstCursor]]);
  const cost = { requests: 0, hopMs: [], hopBytes: [] };
  let pointInTime;
  let shards = 1;
  let frozenQuery = query;
  let lastShown;

  const searchAt = async (body, parameters) => {
    cost.requests += 1;
    const whole = { query: frozenQuery, track_total_hits: false, ...body };
    const answer = await client.searchAt(pointInTime, whole, '5m', parameters);
    const { _shards, pit_id } = answer.body;
    if (_shards.successful < _shards.total) throw new Error('a page without all its shards');
    pointInTime = pit_id ?? pointInTime;
    shards = _shards.total;
    return answer;
  };
  const hitsAt = async (body) => (await searchAt(body)).body.hits.hits;

  const finders = {
    async rank(from) {
      // Hits of one shard never share the tie-break, so one more than there are shards shows the last group whole.
      const back = tie.unique ? 1 : Math.min(from, shards + 1);
      const hits = await hitsAt({ sort: order, from: from - back, size: back, _source: false });
      return hits.length < back ? undefined : cursorAfter(firstCursor, hits, tie.unique);
    },
    async hit(from) {
      if (!lastShown) return finders.rank(from);
      const one = { bool: { must: [query], filter: [{ ids: { values: [lastShown._id] } }] } };
      const hits = await hitsAt({ query: one, sort: order, size: 1, _source: false });
      return hits.length > 0 ? cursorAfter(firstCursor, hits, true) : finders.rank(from);
    },
    async group(from) {
      const before = await hitsAt({ size: from, _source: false });
      const score = before.at(-1)?._score;
      const group = before.filter((hit) => hit._score === score);
      const above = before.length - group.length;
      const cursor = above > 0 ? await finders.rank(above) : firstCursor;
      const shown = { ids: { values: group.map((hit) => hit._id) } };
      frozenQuery = { bool: { must: [query], must_not: [shown] } };
      return cursor;
    },
  };

  /** Where to go on after `from` hits: the nearest known place, then hops without documents. Undefined: not so many. */
  const cursorAt = async (from) => {
    let offset = Math.max(...[...anchors.keys()].filter((known) => known <= from));
    if (offset < Math.min(from, windowSize)) {
      offset = Math.min(from, windowSize);
      const found = await (sort ? finders.rank : finders[crossing])(offset);
      if (found === undefined) return undefined;
      anchors.set(offset, found);
    }
    while (offset < from) {
      const cursor = anchors.get(offset);
      const hop = Math.min(windowSize - cursor.skip, from - offset);
      const body = { sort: order, ...requestAt(cursor, hop), ...withoutDocuments };
      const answer = await searchAt(body, onlySortValues);
      const hits = answer.body.hits?.hits ?? [];
      cost.hopMs.push(answer.ms);
      cost.hopBytes.push(answer.bytes);
      if (hits.length < hop + cursor.skip) return undefined;
      offset += hop;
      anchors.set(offset, cursorAfter(cursor, hits, tie.unique));
    }
    return anchors.get(from);
  };

  const livePage = async (from) => {
    const { body, ms } = await client.search(index, { query, from, size, _source: false }, live);
    cost.requests += 1;
    lastShown = body.hits.hits.at(-1);
    return { from, asked: 'from/size', hits: body.hits.hits, ms };
  };

  return {
    anchors,
    cost,
    order,
    pointInTime: () => pointInTime,

    /**
     * The page that starts after `from` hits.
     * @returns {Promise<{from: number, asked: 'from/size' | 'point in time', hits: any[], ms: number}>}
     */
    async page(from) {
      if (!sort && !pointInTime && from + size <= windowSize) return livePage(from);
      pointInTime ??= await client.openPointInTime(index, '5m', question.pointInTimePreference);
      const cursor = await cursorAt(from);
      if (cursor === undefined) return { from, asked: 'point in time', hits: [], ms: 0 };
      const answer = await searchAt({ sort: order, ...requestAt(cursor, size), _source: false });
      const fetched = answer.body.hits.hits;
      const hits = fetched.slice(cursor.skip);
      if (hits.length > 0) anchors.set(from + hits.length, cursorAfter(cursor, fetched, tie.unique));
      return { from, asked: 'point in time', hits, ms: answer.ms };
    },

    /** Three ways to ask for a page below the window after the crossing (which to take: test/live/README.md, "Transitions"). */
    below: {
      live: livePage,
      unsorted: async (from) => ({ hits: await hitsAt({ query, from, size, _source: false }) }),
      sorted: async (from) => ({ hits: await hitsAt({ query, from, size, sort: order, _source: false }) }),
    },

    async close() {
      if (pointInTime) await client.closePointInTime(pointInTime);
      pointInTime = undefined;
    },
  };
}
