import * as l10n from '@vscode/l10n';
import { arrayItems, memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import type { HeldPointInTime } from '../paging/heldPointInTime';
import { isLost, isWithoutTie, type PointInTime } from '../paging/pointInTime';
import { type AnsweredSearch, EngineRefusal, readHits, replyWithin, searchSender } from '../paging/sendSearch';
import { withMembers } from '../query/bodyText';
import { scalarText } from '../query/fieldKinds';
import { momentBound } from '../query/timeOf';
import type { DateUnit, EngineSearch, SearchAnchor } from '../wire/engineSearch';
import { firstSortValue, type Hit } from '../wire/searchAnswer';
import { refuseQuestion, searchPath } from '../wire/searchPath';

/** The direction from a hit: to later ones, or to earlier ones. */
export type SurroundingDirection = 'newer' | 'older';

/** Hits beyond another one, the nearest first. */
export interface HitsBeyond {
  readonly hits: readonly Hit[];
  /** Whether there are more after them. */
  readonly hasMore: boolean;
  readonly answered: AnsweredSearch;
}

/** Requests the hits before and after a hit. All reject with `RequestFailure` only. */
export type SurroundingRequests = ReturnType<typeof createSurroundingRequests>;

interface Options {
  readonly client: SearchClient;
  readonly search: EngineSearch;
  readonly around: SearchAnchor;
  readonly held: HeldPointInTime;
  readonly timeoutMs: number | undefined;
}

/** Hits of several indices may have the same ID. */
const mostOfOneId = 100;
const tieUp = '{"_shard_doc":"asc"}';
const tieDown = '{"_shard_doc":"desc"}';

/**
 * @see https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results (search_after, point in
 * time)
 */
export function createSurroundingRequests({ client, search, around, held, timeoutMs }: Options) {
  const path = searchPath(search.index);
  /** Undefined before the first request, and null if hits are placed by time alone. */
  let pit: PointInTime | null | undefined;
  /** The hits of the current point in time: in another one, the tie-break belongs to another hit. */
  let ownHits = new WeakSet<Hit>();

  async function open(signal: AbortSignal): Promise<void> {
    ownHits = new WeakSet();
    const opened = await held.open(undefined, signal);
    pit = opened.kind === 'open' && opened.tie.isUnique ? opened : null;
    if (pit === null) held.close();
  }

  async function ask(body: string, signal: AbortSignal): Promise<AnsweredSearch> {
    const replied = await replyWithin(client, timeoutMs, signal, (either) =>
      pit ? pit.search(body, { signal: either }) : searchSender(client, path, body, either),
    );
    const answered = await readHits(client, replied, signal);
    for (const hit of answered.answer.hits) ownHits.add(hit);
    return answered;
  }

  /** The sort in a direction, with the tie-break if there is one. */
  function sortOf(direction: SurroundingDirection): string {
    const entries = arrayItems(direction === 'newer' ? around.upward : around.downward);
    return `[${[...entries, ...(pit ? [direction === 'newer' ? tieUp : tieDown] : [])].join()}]`;
  }

  async function find({ index, id }: Pick<Hit, 'index' | 'id'>, signal: AbortSignal): Promise<Hit> {
    const asked = withMembers(search.body, {
      query: JSON.stringify({ ids: { values: [id] } }),
      sort: sortOf('older'),
      highlight: undefined,
      size: String(mostOfOneId),
      track_total_hits: 'false',
    });
    const { answer } = await ask(asked, signal);
    const found = answer.hits.find((hit) => hit.id === id && hit.index === index);
    if (found === undefined || found.sort === undefined) {
      refuseQuestion(
        l10n.t('The hit whose surroundings are shown is no longer in the index.'),
        l10n.t('Search again, and select another hit.'),
      );
    }
    placed(found);
    return found;
  }

  /** Runs it in a point in time if there is one, and without if the engine does not know its tie-break. */
  async function inPointInTime<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    if (pit === undefined) await open(signal);
    try {
      return await run();
    } catch (error) {
      if (!pit || !(error instanceof EngineRefusal) || !isWithoutTie(error.error)) throw error;
      pit = null;
      held.close();
      return run();
    }
  }

  async function afterCursor(
    end: Hit,
    direction: SurroundingDirection,
    size: number,
    shown: readonly Hit[],
    signal: AbortSignal,
    isAgain = false,
  ): Promise<HitsBeyond> {
    try {
      const from = ownHits.has(end) ? end : await find(end, signal);
      placed(from);
      const asked = withMembers(search.body, {
        sort: sortOf(direction),
        search_after: from.sort,
        size: String(size + 1),
        track_total_hits: 'false',
      });
      const answered = await ask(asked, signal);
      const { hits } = answered.answer;
      return { hits: hits.slice(0, size), hasMore: hits.length > size, answered };
    } catch (error) {
      if (isAgain || !(error instanceof EngineRefusal) || !isLost(error.error)) throw error;
      await open(signal);
      return pit
        ? afterCursor(end, direction, size, shown, signal, true)
        : fromMoment(end, direction, size, shown, signal);
    }
  }

  /** By time alone: hits of the moment of `end` come again, and the current ones are left out. */
  async function fromMoment(
    end: Hit,
    direction: SurroundingDirection,
    size: number,
    shown: readonly Hit[],
    signal: AbortSignal,
  ): Promise<HitsBeyond> {
    const moment = placed(end);
    const again = shown.filter((hit) => firstSortValue(hit) === moment).length;
    const range = { [around.field]: rangeFrom(moment, direction, around.unit) };
    const query = memberText(search.body, 'query') ?? '{"match_all":{}}';
    const answered = await ask(
      withMembers(search.body, {
        query: `{"bool":{"must":[${query}],"filter":[${JSON.stringify({ range })}]}}`,
        sort: sortOf(direction),
        size: String(size + 1 + again),
        track_total_hits: 'false',
      }),
      signal,
    );
    const seen = new Set(shown.map(keyOf));
    const fresh = answered.answer.hits.filter((hit) => !seen.has(keyOf(hit)));
    return { hits: fresh.slice(0, size), hasMore: fresh.length > size, answered };
  }

  return {
    /** The hit itself, with its sort values. */
    anchor: (signal: AbortSignal): Promise<Hit> => inPointInTime(signal, () => find(around, signal)),
    /**
     * The next hits beyond `end`.
     *
     * @param shown the hits that must not come again
     */
    beyond(
      end: Hit,
      direction: SurroundingDirection,
      size: number,
      shown: readonly Hit[],
      signal: AbortSignal,
    ): Promise<HitsBeyond> {
      return inPointInTime(signal, () =>
        pit ? afterCursor(end, direction, size, shown, signal) : fromMoment(end, direction, size, shown, signal),
      );
    },
    /** Whether hits of one moment have a certain order: in a point in time with a tie-break. */
    get isExact(): boolean {
      return pit !== null;
    },
  };
}

/** Identifies a hit: without an ID, by its text. */
function keyOf({ index = '', id, json }: Hit): string {
  return id === undefined ? json : JSON.stringify([index, id]);
}

/**
 * The time of a hit, as JSON text.
 *
 * @throws RequestFailure if it is not a moment that can be searched
 */
function placed(hit: Hit): string {
  const moment = firstSortValue(hit);
  if (moment === undefined || isBeyondDates(moment)) {
    refuseQuestion(
      l10n.t(
        'The server sorts this hit by a value that is not a date, so it is not known what came before and after it.',
      ),
      l10n.t('Search in a range of time instead.'),
    );
  }
  return moment;
}

function isBeyondDates(moment: string): boolean {
  return /^\d+$/.test(moment) && BigInt(moment) > mostNanoseconds;
}

/** Nanoseconds are kept in 64 bits. */
const mostNanoseconds = 2n ** 63n - 1n;
/** Larger numbers are nanoseconds if the unit is unknown: no date has as many milliseconds. */
const leastNanoseconds = 8_640_000_000_000_001n;

/** The members of a `range` that begins or ends with a moment. */
function rangeFrom(moment: string, direction: SurroundingDirection, unit: DateUnit | undefined): object {
  const isUp = direction === 'newer';
  const end = isUp ? 'gte' : 'lte';
  if (moment.startsWith('"')) return { [end]: scalarText(moment) };
  if (!/^-?\d+$/.test(moment)) return { [end]: moment, format: 'epoch_millis' };
  const isNanos = isNanoseconds(moment, unit);
  const at = BigInt(moment);
  // If another index has milliseconds, engines round the end down: `gte` would find hits before it, but `gt` does not.
  const isBehind = isNanos && isUp && at > 0n;
  const { value, format } = momentBound(isBehind ? at - 1n : at, isNanos ? 'nanoseconds' : 'milliseconds');
  return { [isBehind ? 'gt' : end]: value, ...format };
}

function isNanoseconds(moment: string, unit: DateUnit | undefined): boolean {
  if (!/^-?\d+$/.test(moment)) return false;
  return unit === undefined ? BigInt(moment) >= leastNanoseconds : unit === 'nanoseconds';
}
