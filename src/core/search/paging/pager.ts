import type { PageTarget } from '../../../protocol/hitPlace';
import type { EngineSearch } from '../wire/engineSearch';
import type { HitTotal, SearchAnswer } from '../wire/searchAnswer';

/** One page of a result, as last received. */
export interface SearchPage extends Omit<SearchAnswer, 'partialReasons'> {
  readonly search: EngineSearch;
  /** Hits before it. */
  readonly from: number;
  /** Requested hits: fewer than `search.size` only on the last page of the window. */
  readonly size: number;
  readonly asked: 'from/size' | 'point in time';
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** The pager's notes: where paging ends and why, that the order may differ, that the result moved. */
  readonly notes: readonly string[];
  /** Whether shards failed because they refuse to highlight. */
  readonly isHighlightRefused?: boolean;
  /** The window of the indices that left hits out because the page ends beyond it. */
  readonly refusedWindow?: number;
  /** Bytes of the response's body. */
  readonly bytes: number;
  /** Where it surrounds a hit: in which row that is, and how many rows stand before those of the page before. */
  readonly around?: { readonly row: number; readonly added: number };
  /** Whether these are the newest hits of a search that is followed: as many as came, however many a page has. */
  readonly isFollowed?: true;
  /** The request as it went to the engine. */
  readonly sent: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: string };
}

export interface TurnOptions {
  readonly signal?: AbortSignal;
  /** Told how many hits were skipped on the way to a distant one, and how many there are to skip. */
  readonly onProgress?: (passed: number, of: number) => void;
}

/**
 * Pages through one result at a time. The position moves only after a successful response: a failure leaves `page` as it was,
 * except for `hasNext` and a note where paging turned out to end there. A newer `run` or `turn` cancels the older one, which
 * rejects; but a `next` during a `next` goes one page further, as does a `previous` during a `previous`. Aggregations are
 * requested with the first page of a search and shown with all. All calls reject with `RequestFailure` only.
 */
export interface Pager {
  /** The page last received; undefined before the first. */
  readonly page: SearchPage | undefined;
  /** Runs a search anew, at `search.from` or further on. Closes the point in time of the search before it. */
  run(search: EngineSearch, options?: TurnOptions & { readonly from?: number }): Promise<SearchPage>;
  /** Another page of the same result. Previous never goes below the first hit, and never requests a page just seen. */
  turn(to: PageTarget, options?: TurnOptions): Promise<SearchPage>;
  /** How many hits there are, exactly; also changes the total of `page`. */
  count(signal?: AbortSignal): Promise<HitTotal>;
  /** Cancels everything, and closes the point in time if possible. */
  close(): Promise<void>;
}
