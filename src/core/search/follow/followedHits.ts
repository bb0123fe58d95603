import { latestMoment } from '../../../protocol/histogram';
import { scalarText } from '../query/fieldKinds';
import { dateOf } from '../read/hitDate';
import type { DateUnit } from '../wire/engineSearch';
import { firstSortValue, type Hit } from '../wire/searchAnswer';

/** The most hits that are kept. */
export const mostFollowed = 1_000;
/** The most UTF-16 units of their JSON. */
const longestFollowed = 32 * 2 ** 20;

/** Milliseconds before the newest hit for which late documents are still requested. */
const overlapMs = 30_000;

interface Kept {
  readonly key: string;
  /** Its time in milliseconds since 1970; -Infinity if it has none. */
  readonly at: number;
  readonly hit: Hit;
}

/** The result of adding hits. */
interface Arrivals {
  /** The number of new hits. */
  readonly fresh: number;
  /** The number of known hits. */
  readonly known: number;
}

/** The newest hits of a followed search, the newest first; each once, identified by index and ID. */
export interface FollowedHits {
  readonly hits: readonly Hit[];
  /**
   * The start of the next check for new hits, in milliseconds since 1970: a while before the newest known hit, but not
   * before the last one, below which other hits are not shown. Undefined if no hit has a time.
   *
   * @param now the current time, because a hit from the future must not hide those of the present
   */
  since(now: number): number | undefined;
  /** Adds the new ones, without those below the last. Undefined, and nothing is added, if one has no ID. */
  add(hits: readonly Hit[]): Arrivals | undefined;
  /**
   * Ends one check for new hits.
   *
   * @param isCut whether there were more than requested
   */
  endPoll(isCut: boolean): void;
  /** The number of hits that the page has not shown yet. */
  readonly unseen: number;
  /** The rows of the hits that the page has not shown yet; from now on they count as shown. */
  takeUnseen(): number[];
}

/**
 * @param base the initial page, the newest first; counts as shown
 * @param isWhole whether it has all hits of the search, so that late ones may be older than its last
 * @param unit the unit of the digits of their dates, if known
 */
export function createFollowedHits(base: readonly Hit[], isWhole: boolean, unit?: DateUnit): FollowedHits {
  let kept: readonly Kept[] = [];
  let known = new Set<string>();
  let unseen = new Set<string>();
  /** Hits before this moment are not among the kept ones. */
  let floor = Number.NEGATIVE_INFINITY;
  /** Hits at the moment of the floor that existed when it was set, and are on no page: old, although never shown. */
  const passed = new Set<string>();
  /** Whether these still have to be found: by the first check after a page with more hits below it. */
  let isPassing = false;
  let isBegun = false;

  const endAt = (moment: number | undefined): void => {
    floor = Math.max(floor, moment ?? floor);
    isPassing = Number.isFinite(floor);
  };

  const add = (hits: readonly Hit[]): Kept[] | undefined => {
    const came: Kept[] = [];
    const names = new Set<string>();
    for (const hit of hits) {
      const key = keyOf(hit);
      if (key === undefined) return undefined;
      if (known.has(key) || passed.has(key) || names.has(key)) continue;
      names.add(key);
      const at = momentOf(hit, unit);
      if (isPassing && at === floor) passed.add(key);
      else came.push({ key, at, hit: ownText(hit) });
    }
    // Among hits of one moment, later arrivals are above. Keeps the order of the engine.
    const all = [...came, ...kept].sort((one, other) => compare(other.at, one.at));
    let length = 0;
    const end = all.findIndex(({ hit }, at) => {
      length += hit.json.length;
      return at === mostFollowed || (length > longestFollowed && at > 0);
    });
    kept = end < 0 ? all : all.slice(0, end);
    // Dropped hits of the same moment would come again.
    if (end >= 0) floor = Math.max(floor, (kept.at(-1)?.at ?? floor) + 1);
    known = new Set(kept.map(({ key }) => key));
    return came;
  };

  const begin = add(base);
  if (begin !== undefined && base.length > 0) {
    isBegun = true;
    if (!isWhole) endAt(kept.at(-1)?.at);
  }

  return {
    get hits() {
      return kept.map(({ hit }) => hit);
    },
    since(now) {
      const moments = kept.map(({ at }) => at).filter(Number.isFinite);
      if (moments.length === 0) return undefined;
      const newest = moments.find((at) => at <= now) ?? now;
      const since = Math.max(newest - overlapMs, floor);
      // There are no documents before the first moment of a date, or after the last.
      return Math.min(Math.max(since, -latestMoment), latestMoment);
    },
    add(hits) {
      const came = add(hits);
      if (came === undefined) return undefined;
      const isKept = ({ key }: Kept): boolean => known.has(key);
      unseen = new Set([...[...unseen].filter((key) => known.has(key)), ...came.filter(isKept).map(({ key }) => key)]);
      return { fresh: came.length, known: hits.length - came.length };
    },
    endPoll(isCut) {
      if (!isBegun) {
        isBegun = kept.length > 0;
        if (isCut) endAt(kept.at(-1)?.at);
        return;
      }
      // With so many hits at one moment, old ones cannot be distinguished from new ones.
      if (isPassing && isCut) floor += 1;
      isPassing = false;
    },
    get unseen() {
      return unseen.size;
    },
    takeUnseen() {
      const rows = kept.flatMap(({ key }, row) => (unseen.has(key) ? [row] : []));
      unseen = new Set();
      return rows;
    },
  };
}

/** Identifies a hit; undefined if it has no ID. */
function keyOf({ index, id }: Hit): string | undefined {
  return index === undefined || id === undefined || id === '' ? undefined : JSON.stringify([index, id]);
}

/**
 * The time of a hit in milliseconds since 1970, by its first sort value; -Infinity if it has none.
 *
 * @param unit the unit of its digits, if known
 */
export function momentOf(hit: Pick<Hit, 'sort'>, unit?: DateUnit): number {
  const value = firstSortValue(hit) ?? 'null';
  const text = scalarText(value);
  const date = dateOf(text, value.startsWith('"') ? undefined : unit);
  return date ?? (isLaterUnit(text) ? dateOf(text) : undefined) ?? Number.NEGATIVE_INFINITY;
}

/** Whether digits are nanoseconds, from an index that was added later: no date has as many milliseconds. */
function isLaterUnit(text: string): boolean {
  return /^\d{17,19}$/.test(text) && text !== '9223372036854775807';
}

/** -Infinity minus itself is not a number. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Copies the parts of a hit, because a part keeps the whole text of the response in memory. */
function ownText(hit: Hit): Hit {
  return {
    index: hit.index,
    id: hit.id,
    score: hit.score === undefined ? undefined : copyOf(hit.score),
    ...(hit.sort !== undefined && { sort: copyOf(hit.sort) }),
    json: copyOf(hit.json),
  };
}

/** As UTF-16, which keeps lone surrogates. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
