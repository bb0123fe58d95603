import { isRequestFailure } from '../../http/failure';
import { memberText } from '../../json/slices';
import { withMembers } from '../ask/bodyText';
import type { SearchDoor } from '../engine/searchDoor';
import { type NoPointInTime, openPointInTime, type PointInTime } from '../paging/pointInTime';
import { traitsOf } from '../paging/traits';
import type { Search } from '../search';
import { pitWalk } from './pitWalk';
import { cannotScroll, openScroll } from './scrollWalk';
import type { Walk } from './walk';
import { windowWalk } from './windowWalk';

interface WalkOptions {
  /** Whether all hits are wanted: then their order is the one that costs the engine least. */
  readonly isWhole: boolean;
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
  const { isWhole, signal } = options;
  const { sort, onlyFromSize } = traitsOf(text);
  const body = withMembers(text, Object.fromEntries(needless.map((name) => [name, undefined])));
  const live = (why: string): Walk => windowWalk(door, index, withMembers(body, { track_total_hits: 'true' }), why);
  if (onlyFromSize !== undefined) return live(`there is no other way for a search with ${onlyFromSize}`);

  const isByIndex = isWhole && sort.length === 0;
  const notes = isByIndex && hasScores(memberText(text, 'query')) ? [unordered] : [];
  const opened = await open(door, index, signal);
  if (typeof opened !== 'string') {
    const way = pitWalk(door, opened, withMembers(body, { sort: undefined }), isByIndex ? 'index' : sort);
    return { ...way, notes: [...way.notes, ...notes] };
  }
  try {
    const scrolled = isByIndex ? withMembers(body, { sort: '["_doc"]' }) : body;
    return { ...(await openScroll(door, index, scrolled, signal)), notes };
  } catch (error) {
    const why = cannotScroll(error);
    if (why === undefined) throw error;
    return live(`${opened}, and ${why}`);
  }
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
