import { isRequestFailure } from '../../base/errors/failure';
import { memberText } from '../../base/json/scan';
import type { SearchDoor } from '../engine/searchDoor';
import { type NoPointInTime, openPointInTime, type PointInTime } from '../paging/pointInTime';
import { traitsOf } from '../paging/traits';
import { withMembers } from '../query/bodyText';
import type { Search } from '../wire/search';
import { pitWalk } from './pitWalk';
import { walkOnWhenRefused } from './refusedWalk';
import { openScroll } from './scrollWalk';
import type { Walk } from './walk';
import { windowWalk } from './windowWalk';

interface WalkOptions {
  /** How many hits are wanted. Where it is all of them, their order is the one that costs the engine least. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** What an export has no use for and would be computed again for each page, and where a page begins. */
const needless = [
  'aggs',
  'aggregations',
  'highlight',
  'suggest',
  'profile',
  'explain',
  'track_total_hits',
  'from',
  'size',
];

const unordered = 'The hits stand in the order of the index, not by score.';

/**
 * Finds the way through a result that its engine has and its user may go: a point in time, a scroll, or the window.
 *
 * @throws RequestFailure
 */
export async function openWalk(door: SearchDoor, { index, body: text }: Search, options: WalkOptions): Promise<Walk> {
  const { limit, signal } = options;
  const { sort, onlyFromSize } = traitsOf(text);
  const body = withMembers(text, Object.fromEntries(needless.map((name) => [name, undefined])));
  const live = (why: string, asked = body, start = 0): Walk =>
    windowWalk(door, index, withMembers(asked, { track_total_hits: 'true' }), why, start);
  if (onlyFromSize !== undefined) return live(`there is no other way for a search with ${onlyFromSize}`);

  const isByIndex = limit === Number.POSITIVE_INFINITY && sort.length === 0;
  const notes = isByIndex && hasScores(memberText(text, 'query')) ? [unordered] : [];
  const ordered = isByIndex ? withMembers(body, { sort: '["_doc"]' }) : body;
  const goOn = (walk: Walk, why: string): Walk =>
    walkOnWhenRefused(
      {
        ...walk,
        // Some come up on the way.
        get notes() {
          return [...walk.notes, ...notes];
        },
      },
      (passed) => live(why, ordered, passed),
    );

  const opened = await open(door, index, signal);
  if (typeof opened !== 'string') {
    const walk = pitWalk(door, opened, withMembers(body, { sort: undefined }), isByIndex ? 'index' : sort);
    return goOn(walk, 'this user may not go on in a point in time');
  }
  const scroll = await openScroll(door, index, ordered, { limit, signal });
  if (typeof scroll === 'string') return live(`${opened}, and ${scroll}`);
  return goOn(scroll, 'this user may not go on in a scroll');
}

const without: Readonly<Record<NoPointInTime['why'], string>> = {
  unavailable: 'this engine has no point in time',
  forbidden: 'this user may not open a point in time',
  empty: 'there is no such index',
};

/** A point in time, or why there is none, in words. */
async function open(door: SearchDoor, index: string, signal: AbortSignal): Promise<PointInTime | string> {
  try {
    // What a cancelled opening leaves behind is closed without being waited for: it never rejects.
    const opened = await openPointInTime(door, index, { signal, onLeft: () => undefined });
    return opened.kind === 'open' ? opened : without[opened.why];
  } catch (error) {
    // OpenSearch has so many for each node, by shards, and Elasticsearch scrolls and points in time together.
    if (isRequestFailure(error) && error.failure.kind === 'rateLimited')
      return 'the engine keeps no more points in time now';
    throw error;
  }
}

/** Whether hits of the query stand in an order of their own: those of no query, and of one that fits all alike, do not. */
function hasScores(query: string | undefined): boolean {
  return query !== undefined && !/^\{\s*"match_all"\s*:\s*\{\s*\}\s*\}$/.test(query);
}
