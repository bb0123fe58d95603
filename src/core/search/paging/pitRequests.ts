import { isRecord } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import type { HitTotal, SearchAnswer } from '../wire/searchAnswer';
import { type SearchCursor, startOfResult } from './cursors';
import { pitCountOf } from './exactCount';
import type { PitDialect, PointInTime } from './pointInTime';
import type { SearchTraits } from './searchTraits';
import { type AnsweredSearch, readHits, replyWithin, type SearchReplied } from './sendSearch';

/** Searches in one point in time. The engine counts hits no more often than necessary. */
export interface PitRequests {
  /**
   * Requests hits.
   *
   * @param cursor the place at which `body` continues
   */
  ask(body: string, signal: AbortSignal, cursor?: SearchCursor): Promise<AnsweredSearch>;
  /** Requests hits that are skipped rather than shown, with only the members in `path` of the response. */
  pass(
    body: string,
    signal: AbortSignal,
    filter: { readonly cursor: SearchCursor; readonly path: string },
  ): Promise<SearchReplied>;
  /** Requests all results of `body` except hits, and counts the hits again. */
  askWithoutHits(body: string, signal: AbortSignal): Promise<AnsweredSearch>;
  /** Counts the hits of `body` to the end. */
  count(body: string, signal: AbortSignal): Promise<HitTotal>;
  /** The number of hits, from the first complete response, or else from the latest one. */
  readonly total: HitTotal | undefined;
}

interface PitRequestOptions {
  readonly client: SearchClient;
  readonly pointInTime: PointInTime;
  readonly traits: SearchTraits;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number | undefined;
  /** Whether to count all hits, because they were counted before. */
  readonly isCounted: boolean;
}

export function createPitRequests(options: PitRequestOptions): PitRequests {
  const { client, pointInTime, traits, timeoutMs, isCounted } = options;
  /** The count, and whether all shards took part in it. */
  let counted: { readonly total: HitTotal; readonly isWhole: boolean } | undefined;

  const send = (text: string, signal: AbortSignal, filterPath?: string): Promise<SearchReplied> =>
    replyWithin(client, timeoutMs, signal, (either) =>
      pointInTime.search(text, { signal: either, ...(filterPath !== undefined && { filterPath }) }),
    );

  async function ask(text: string, signal: AbortSignal, cursor: SearchCursor = startOfResult): Promise<AnsweredSearch> {
    const isWhole = counted?.isWhole === true;
    const tracking = isWhole ? uncounted(cursor) : isCounted ? 'true' : counting(cursor, text);
    const asked = tracking === undefined ? text : withMembers(text, { track_total_hits: tracking });
    const answered = await readHits(client, await send(asked, signal), signal);
    // Then the engine counts no further than one.
    if (tracking !== '1') learnTotal(answered.answer);
    return answered;
  }

  /** `track_total_hits` if the hits need not be counted. */
  const uncounted = (cursor: SearchCursor): string => trackingAt(cursor, pointInTime.dialect, traits.sort);

  /** `track_total_hits` if the hits were not counted yet; undefined to leave it as in the body. */
  function counting(cursor: SearchCursor, text: string): string | undefined {
    const needed = uncounted(cursor);
    if (needed === 'false') return undefined;
    return needed === 'true' || memberText(text, 'track_total_hits') === 'false' ? needed : undefined;
  }

  function learnTotal({ total, partial }: SearchAnswer): void {
    if (total === undefined || counted?.isWhole === true) return;
    const isWhole = partial.length === 0;
    // Hits of shards that did not respond are not in the total.
    counted = { total: isWhole ? total : pitCountOf(total, partial), isWhole };
  }

  return {
    ask,
    pass: (body, signal, { cursor, path }) =>
      send(withMembers(body, { track_total_hits: uncounted(cursor) }), signal, path),
    askWithoutHits(body, signal) {
      counted = undefined;
      return ask(withMembers(body, { from: undefined, size: '0', track_total_hits: 'true' }), signal);
    },
    async count(body, signal) {
      const text = withMembers(body, { size: '0', track_total_hits: 'true' });
      const { answer } = await readHits(client, await send(text, signal), signal);
      const total = pitCountOf(answer.total, answer.partial);
      if (answer.total !== undefined) counted = { total, isWhole: answer.partial.length === 0 };
      return total;
    },
    get total() {
      return counted?.total;
    },
  };
}

/** Sorts that are not by a field, for which shards know no minimum and maximum. */
const noFields: readonly string[] = ['_score', '_doc', '_shard_doc', '_geo_distance', '_script'];

/**
 * `track_total_hits` for a search in a point in time whose hits need not be counted again.
 *
 * If it need not count, OpenSearch skips shards and segments whose values of the first sort field all come before the
 * cursor, and with them documents without that field, which sort last (2.19, 3.0: `canMatchSearchAfter`; with keywords
 * it fails). It does the same after counting up to a limit. So it has to count all hits, unless the sort sets the place
 * of documents without the field: then counting one is enough. By a nested field it leaves out documents that lack it,
 * or fails (2.19: status 500), on the first page, too, with any limit of counted hits.
 *
 * @param sort the entries of the sort as JSON texts, without the tie-break
 */
export function trackingAt(
  { after }: Pick<SearchCursor, 'after'>,
  dialect: PitDialect,
  [first]: readonly string[],
): 'false' | '1' | 'true' {
  if (dialect === 'elasticsearch') return 'false';
  const entry: unknown = JSON.parse(first ?? '"_score"');
  const [name, options] = isRecord(entry) ? (Object.entries(entry)[0] ?? ['', undefined]) : [String(entry), undefined];
  const { missing, nested } = isRecord(options) ? options : {};
  if (!isUnset(nested)) return 'true';
  if (after === undefined) return 'false';
  return isUnset(missing) && !noFields.includes(name) ? 'true' : '1';
}

const isUnset = (option: unknown): boolean => option === undefined || option === null;
