import { isRequestFailure } from '../../base/errors/failure';
import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { type NoPointInTime, openPointInTime, type PointInTime } from '../paging/pointInTime';
import { searchTraits } from '../paging/searchTraits';
import { withMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import type { HitScan } from './hitScan';
import { pitScan } from './pitScan';
import { scanOnWhenRefused } from './scanOnWhenRefused';
import { openScroll } from './scrollScan';
import { windowScan } from './windowScan';

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
export async function openHitScan(
  client: SearchClient,
  { index, body: text }: EngineSearch,
  options: WalkOptions,
): Promise<HitScan> {
  const { limit, signal } = options;
  const { sort, onlyFromSize } = searchTraits(text);
  const body = withMembers(text, Object.fromEntries(needless.map((name) => [name, undefined])));
  const live = (why: string, asked = body, start = 0): HitScan =>
    windowScan(client, index, withMembers(asked, { track_total_hits: 'true' }), why, start);
  if (onlyFromSize !== undefined) return live(`there is no other way for a search with ${onlyFromSize}`);

  const isByIndex = limit === Number.POSITIVE_INFINITY && sort.length === 0;
  const notes = isByIndex && hasScores(memberText(text, 'query')) ? [unordered] : [];
  const ordered = isByIndex ? withMembers(body, { sort: '["_doc"]' }) : body;
  const goOn = (scan: HitScan, why: string): HitScan =>
    scanOnWhenRefused(
      {
        ...scan,
        // Some come up on the way.
        get notes() {
          return [...scan.notes, ...notes];
        },
      },
      (passed) => live(why, ordered, passed),
    );

  const opened = await open(client, index, signal);
  if (typeof opened !== 'string') {
    const walk = pitScan(client, opened, withMembers(body, { sort: undefined }), isByIndex ? 'index' : sort);
    return goOn(walk, 'this user may not go on in a point in time');
  }
  const scroll = await openScroll(client, index, ordered, { limit, signal });
  if (typeof scroll === 'string') return live(`${opened}, and ${scroll}`);
  return goOn(scroll, 'this user may not go on in a scroll');
}

const without: Readonly<Record<NoPointInTime['why'], string>> = {
  unavailable: 'this engine has no point in time',
  forbidden: 'this user may not open a point in time',
  empty: 'there is no such index',
};

/** A point in time, or why there is none, in words. */
async function open(client: SearchClient, index: string, signal: AbortSignal): Promise<PointInTime | string> {
  try {
    // What a cancelled opening leaves behind is closed without being waited for: it never rejects.
    const opened = await openPointInTime(client, index, { signal, onLeft: () => undefined });
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
