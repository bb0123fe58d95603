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

/** The newest hits of a followed search, the newest first; each once, identified by index and ID. */
export class FollowedHits {
  /** The number of new hits so far, also of those that are no longer kept. */
  came = 0;
  /** Whether some are no longer kept. */
  isCut = false;
  private kept: readonly Kept[] = [];
  private known = new Set<string>();
  private unseenKeys = new Set<string>();
  /** Hits before this moment are not among the kept ones. */
  private floor = Number.NEGATIVE_INFINITY;
  /** Hits at the moment of the floor that existed when it was set, and are on no page: old, although never shown. */
  private readonly passed = new Set<string>();
  /** Whether these still have to be found: by the first check after a page with more hits below it. */
  private isPassing = false;
  private isBegun = false;

  /**
   * @param base the initial page, the newest first; counts as shown
   * @param isWhole whether it has all hits of the search, so that late ones may be older than its last
   * @param unit the unit of the digits of their dates, if known
   */
  constructor(
    base: readonly Hit[],
    isWhole: boolean,
    private readonly unit?: DateUnit,
  ) {
    this.isBegun = this.keep(base) !== undefined && base.length > 0;
    if (this.isBegun && !isWhole) this.endAtLast();
  }

  get hits(): readonly Hit[] {
    return this.kept.map(({ hit }) => hit);
  }

  /** The number of hits that the page has not shown yet. */
  get unseen(): number {
    return this.unseenKeys.size;
  }

  /** The rows of the hits that the page has not shown yet; from now on they count as shown. */
  takeUnseen(): number[] {
    const rows = this.kept.flatMap(({ key }, row) => (this.unseenKeys.has(key) ? [row] : []));
    this.unseenKeys = new Set();
    return rows;
  }

  /**
   * The start of the next check for new hits, in milliseconds since 1970: a while before the newest known hit, but not
   * before the last one, below which other hits are not shown. Undefined if no hit has a time.
   *
   * @param now the current time, because a hit from the future must not hide those of the present
   */
  since(now: number): number | undefined {
    const moments = this.kept.map(({ at }) => at).filter(Number.isFinite);
    if (moments.length === 0) return undefined;
    const newest = moments.find((at) => at <= now) ?? now;
    const since = Math.max(newest - overlapMs, this.floor);
    // There are no documents before the first moment of a date, or after the last.
    return Math.min(Math.max(since, -latestMoment), latestMoment);
  }

  /**
   * Adds the new ones, without those below the last.
   *
   * @returns the number of new and of known ones; undefined, and nothing is added, if one has no ID
   */
  add(hits: readonly Hit[]): { readonly fresh: number; readonly known: number } | undefined {
    const came = this.keep(hits);
    if (came === undefined) return undefined;
    this.came += came.length;
    this.unseenKeys = new Set([...this.unseenKeys, ...came.map(({ key }) => key)].filter((key) => this.known.has(key)));
    return { fresh: came.length, known: hits.length - came.length };
  }

  /**
   * Ends one check for new hits.
   *
   * @param isCut whether there were more than requested
   */
  endPoll(isCut: boolean): void {
    if (!this.isBegun) {
      this.isBegun = this.kept.length > 0;
      if (isCut) this.endAtLast();
      return;
    }
    // With so many hits at one moment, old ones cannot be distinguished from new ones.
    if (this.isPassing && isCut) this.floor += 1;
    this.isPassing = false;
  }

  private endAtLast(): void {
    this.floor = Math.max(this.floor, this.kept.at(-1)?.at ?? this.floor);
    this.isPassing = Number.isFinite(this.floor);
  }

  private keep(hits: readonly Hit[]): Kept[] | undefined {
    const came: Kept[] = [];
    const names = new Set<string>();
    for (const hit of hits) {
      const key = keyOf(hit);
      if (key === undefined) return undefined;
      if (this.known.has(key) || this.passed.has(key) || names.has(key)) continue;
      names.add(key);
      const at = momentOf(hit, this.unit);
      if (this.isPassing && at === this.floor) this.passed.add(key);
      else came.push({ key, at, hit: ownText(hit) });
    }
    // Among hits of one moment, later arrivals are above. Keeps the order of the engine.
    const all = [...came, ...this.kept].sort((one, other) => compare(other.at, one.at));
    let length = 0;
    const end = all.findIndex(({ hit }, at) => {
      length += hit.json.length;
      return at === mostFollowed || (length > longestFollowed && at > 0);
    });
    this.kept = end < 0 ? all : all.slice(0, end);
    this.isCut ||= end >= 0;
    // Dropped hits of the same moment would come again.
    if (end >= 0) this.floor = Math.max(this.floor, (this.kept.at(-1)?.at ?? this.floor) + 1);
    this.known = new Set(this.kept.map(({ key }) => key));
    return came;
  }
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
