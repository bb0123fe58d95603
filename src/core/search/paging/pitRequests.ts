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

export interface PitRequestOptions {
  readonly client: SearchClient;
  readonly pointInTime: PointInTime;
  readonly traits: SearchTraits;
  readonly timeoutMs: number | undefined;
  /** Whether to count all hits, because they were counted before. */
  readonly isCounted: boolean;
}

/** Searches in one point in time. The engine counts hits no more often than necessary. */
export class PitRequests {
  /** The count, and whether all shards took part in it. */
  private counted: { readonly total: HitTotal; readonly isWhole: boolean } | undefined;

  constructor(private readonly options: PitRequestOptions) {}

  /** The number of hits, from the first complete response, or else from the latest one. */
  get total(): HitTotal | undefined {
    return this.counted?.total;
  }

  /**
   * Requests hits.
   *
   * @param cursor the place at which `body` continues
   */
  async ask(body: string, signal: AbortSignal, cursor: SearchCursor = startOfResult): Promise<AnsweredSearch> {
    const isWhole = this.counted?.isWhole === true;
    const tracking = isWhole ? this.uncounted(cursor) : this.options.isCounted ? 'true' : this.counting(cursor, body);
    const asked = tracking === undefined ? body : withMembers(body, { track_total_hits: tracking });
    const answered = await readHits(this.options.client, await this.send(asked, signal), signal);
    // Then the engine counts no further than one.
    if (tracking !== '1') this.learnTotal(answered.answer);
    return answered;
  }

  /** Requests hits that are skipped rather than shown, with only the members in `path` of the response. */
  pass(body: string, signal: AbortSignal, cursor: SearchCursor, path: string): Promise<SearchReplied> {
    return this.send(withMembers(body, { track_total_hits: this.uncounted(cursor) }), signal, path);
  }

  /** Requests all results of `body` except hits, and counts the hits again. */
  askWithoutHits(body: string, signal: AbortSignal): Promise<AnsweredSearch> {
    this.counted = undefined;
    return this.ask(withMembers(body, { from: undefined, size: '0', track_total_hits: 'true' }), signal);
  }

  /** Counts the hits of `body` to the end. */
  async count(body: string, signal: AbortSignal): Promise<HitTotal> {
    const text = withMembers(body, { size: '0', track_total_hits: 'true' });
    const { answer } = await readHits(this.options.client, await this.send(text, signal), signal);
    const total = pitCountOf(answer.total, answer.partial);
    if (answer.total !== undefined) this.counted = { total, isWhole: answer.partial.length === 0 };
    return total;
  }

  private send(body: string, signal: AbortSignal, filterPath?: string): Promise<SearchReplied> {
    const { client, pointInTime, timeoutMs } = this.options;
    return replyWithin(client, timeoutMs, signal, (either) => pointInTime.search(body, { signal: either, filterPath }));
  }

  /** `track_total_hits` if the hits need not be counted. */
  private uncounted(cursor: SearchCursor): string {
    return trackingAt(cursor, this.options.pointInTime.dialect, this.options.traits.sort);
  }

  /** `track_total_hits` if the hits were not counted yet; undefined to leave it as in the body. */
  private counting(cursor: SearchCursor, body: string): string | undefined {
    const needed = this.uncounted(cursor);
    if (needed === 'false') return undefined;
    return needed === 'true' || memberText(body, 'track_total_hits') === 'false' ? needed : undefined;
  }

  private learnTotal({ total, partial }: SearchAnswer): void {
    if (total === undefined || this.counted?.isWhole === true) return;
    const isWhole = partial.length === 0;
    // Hits of shards that did not respond are not in the total.
    this.counted = { total: isWhole ? total : pitCountOf(total, partial), isWhole };
  }
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
