import type { PageTarget } from '../../../protocol/hitPlace';
import type { EngineSearch } from '../wire/engineSearch';
import type { HitTotal, SearchAnswer } from '../wire/searchAnswer';

/** One page of a result, as last answered. */
export interface SearchPage extends SearchAnswer {
  readonly search: EngineSearch;
  /** Hits before it. */
  readonly from: number;
  /** Hits that were asked for: fewer than `search.size` only on the last page of the window. */
  readonly size: number;
  readonly asked: 'from/size' | 'point in time';
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** What the pager has to say of it: where paging ends and why, that the order may differ, that the result moved. */
  readonly notes: readonly string[];
  /** Bytes of the answer's body. */
  readonly bytes: number;
  /** The request as it went to the engine. */
  readonly sent: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: string };
}

export interface TurnOptions {
  readonly signal?: AbortSignal;
  /** Told how many hits were passed on the way to a far one, and how many there are to pass. */
  readonly onProgress?: (passed: number, of: number) => void;
}

/**
 * Pages through one result at a time. The position moves only after a good answer was understood: a failure leaves `page` as
 * it was, but for `hasNext` and a note where it was found out that paging ends there. A newer `run` or `turn` ends the older
 * one, which rejects as cancelled; but a `next` during a `next` goes one page further, as does a `previous` during a
 * `previous`. Aggregations are asked for with the first page of a search, and shown with all. All calls reject with
 * `RequestFailure` only.
 */
export interface Pager {
  /** The page last answered; undefined before the first. */
  readonly page: SearchPage | undefined;
  /** Asks for a search anew, at `search.from` or further on. Closes the point in time of the search before it. */
  run(search: EngineSearch, options?: TurnOptions & { readonly from?: number }): Promise<SearchPage>;
  /** Another page of the same result. Previous never goes below the first hit, and never asks for a page just seen. */
  turn(to: PageTarget, options?: TurnOptions): Promise<SearchPage>;
  /** How many hits there are, exactly; also changes the total of `page`. */
  count(signal?: AbortSignal): Promise<HitTotal>;
  /** Ends what is under way, and closes the point in time as well as it can. */
  close(): Promise<void>;
}
