import { latestMoment } from '../../../protocol/histogram';
import { scalarText } from '../query/fieldKinds';
import { dateOf } from '../read/hitDate';
import type { DateUnit } from '../wire/engineSearch';
import { firstSortValue } from '../wire/firstSortValue';
import type { Hit } from '../wire/searchAnswer';

/** The most hits that are kept. */
export const mostFollowed = 1_000;
/** The most UTF-16 units of their JSON. */
const longestFollowed = 32 * 2 ** 20;

/** Milliseconds before the newest hit in which documents are still looked for that arrive late. */
const overlapMs = 30_000;

interface Kept {
  readonly key: string;
  /** When it was, in milliseconds since 1970; -Infinity where it does not say. */
  readonly at: number;
  readonly hit: Hit;
}

/** What one look for new hits has brought. */
interface Arrivals {
  /** How many hits were not known. */
  readonly fresh: number;
  /** How many were known. */
  readonly known: number;
}

/** The newest hits of a search that is followed, the newest first; each once, told from others by index and ID. */
export interface FollowedHits {
  readonly hits: readonly Hit[];
  /**
   * From when on new hits are looked for, in milliseconds since 1970: a while before the newest hit that is known, but not
   * before the last one, below which there are others that nobody sees. Undefined where no hit says when it was.
   *
   * @param now a hit from the future is no reason not to see those of the present
   */
  since(now: number): number | undefined;
  /** Adds those that are not known, and leaves out those that are only unseen. Undefined, and nothing is added, where one of them has no ID. */
  add(hits: readonly Hit[]): Arrivals | undefined;
  /**
   * Ends one look for new hits.
   *
   * @param isCut whether there were more than were asked for
   */
  endPoll(isCut: boolean): void;
  /** How many hits nobody has seen yet. */
  readonly unseen: number;
  /** The rows of the hits that nobody has seen yet; from now on they are seen. */
  takeUnseen(): number[];
}

/**
 * @param base the page to begin with, the newest first; seen
 * @param isWhole whether it has all hits of the search, so that late ones may be older than its last
 * @param unit what the digits of their dates count, where that is known
 */
export function createFollowedHits(base: readonly Hit[], isWhole: boolean, unit?: DateUnit): FollowedHits {
  let kept: readonly Kept[] = [];
  let known = new Set<string>();
  let unseen = new Set<string>();
  /** Hits before that moment are others than those that are kept. */
  let floor = Number.NEGATIVE_INFINITY;
  /** The hits of the moment of the floor that were there when it was set, and are on no page: old, though nobody has seen them. */
  const passed = new Set<string>();
  /** Whether these are still to be found: by the first look behind a page that ends amid others. */
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
    // Of one moment, those that came later stand above. The order of the engine is kept.
    const all = [...came, ...kept].sort((one, other) => compare(other.at, one.at));
    let length = 0;
    const end = all.findIndex(({ hit }, at) => {
      length += hit.json.length;
      return at === mostFollowed || (length > longestFollowed && at > 0);
    });
    kept = end < 0 ? all : all.slice(0, end);
    // Those of the same moment that were let go would come again.
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
      // Before the first moment that a date has, and behind the last one, there is nothing to look for.
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
      // Of so many of one moment, the old ones cannot be told from new ones.
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

/** What tells a hit from others; undefined where nothing does. */
function keyOf({ index, id }: Hit): string | undefined {
  return index === undefined || id === undefined || id === '' ? undefined : JSON.stringify([index, id]);
}

/**
 * When a hit was, in milliseconds since 1970, by its first sort value; -Infinity where it does not say.
 *
 * @param unit what its digits count, where that is known
 */
export function momentOf(hit: Pick<Hit, 'sort'>, unit?: DateUnit): number {
  const value = firstSortValue(hit) ?? 'null';
  const text = scalarText(value);
  const date = dateOf(text, value.startsWith('"') ? undefined : unit);
  return date ?? (isLaterUnit(text) ? dateOf(text) : undefined) ?? Number.NEGATIVE_INFINITY;
}

/** Whether an index that came later has nanoseconds: no date has as many milliseconds. The greatest long is none of both. */
function isLaterUnit(text: string): boolean {
  return /^\d{17,19}$/.test(text) && text !== '9223372036854775807';
}

/** -Infinity has no difference to itself. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** A part of a text keeps the whole text in memory, here a response with hits that are long known: so the parts are copied. */
function ownText(hit: Hit): Hit {
  return {
    index: hit.index,
    id: hit.id,
    score: hit.score === undefined ? undefined : copyOf(hit.score),
    ...(hit.sort !== undefined && { sort: copyOf(hit.sort) }),
    json: copyOf(hit.json),
  };
}

/** As UTF-16, so that lone surrogates stay. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
