import type { PageTarget } from '../../../protocol/hitPlace';
import type { HitPage } from '../../../protocol/resultPage';
import { arrayItems, memberText } from '../../base/json/scan';
import { withMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import type { HitTotal, SearchAnswer } from '../wire/searchAnswer';
import { searchTraits } from './searchTraits';

/** One page of a result, as last received. */
export interface SearchPage extends Omit<SearchAnswer, 'partialReasons'> {
  readonly search: EngineSearch;
  /** The number of hits before it. */
  readonly from: number;
  /** Requested hits: fewer than `search.size` only on the last page of the window. */
  readonly size: number;
  readonly asked: 'from/size' | 'point in time';
  /** Whether it ends behind the window, where engines refuse `from` outside of a point in time. */
  readonly isBehindWindow?: true;
  /** Whether the total was counted by another request than the hits, so that it may count newer ones, too. */
  readonly isTotalLater?: true;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** The pager's notes: where paging ends and why, that the order may differ, that the result moved. */
  readonly notes: readonly string[];
  /** On a page without hits: the documents with any of the words, if there are some. */
  readonly anyWords?: HitTotal;
  /** Whether shards failed because they refuse to highlight. */
  readonly isHighlightRefused?: boolean;
  /** The window of the indices that left out hits because the page ends beyond it. */
  readonly refusedWindow?: number;
  /** Bytes of the response's body. */
  readonly bytes: number;
  /** For a search around a hit: that hit's row, and the number of rows before those of the previous page. */
  readonly around?: { readonly row: number; readonly added: number };
  /** Whether these are the newest hits of a followed search, which may be more than a page has. */
  readonly isFollowed?: true;
  /** The request as it was sent. */
  readonly sent: HitPage['sent'];
}

export interface TurnOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of skipped hits on the way to a distant one, and the number of all to skip. */
  readonly onProgress?: (passed: number, of: number) => void;
}

/** Describes a page before it becomes the pager's page, so that a pager never is at a page that nobody has seen. */
export interface DescribingOptions<Page extends SearchPage> {
  describe(page: SearchPage): Promise<Page>;
}

/**
 * Pages through one result at a time. The position moves only after a successful response: a failure leaves `page`
 * unchanged, except for `hasNext` and a note if paging ends there. A newer `run` or `turn` cancels the older one, which
 * rejects; but a `next` during a `next` goes one page further, as does a `previous` during a `previous`. Aggregations
 * are requested with the first page of a search and shown with all. All calls reject with `RequestFailure` only.
 */
export interface Pager<Page extends SearchPage = SearchPage> {
  /** Undefined before the first page. */
  readonly page: Page | undefined;
  /** Runs a search again, at `search.from` or later. Closes the point in time of the previous search. */
  run(search: EngineSearch, options?: TurnOptions & { readonly from?: number }): Promise<Page>;
  /** Another page of the same result. Previous never goes below the first hit, and never requests a recent page. */
  turn(to: PageTarget, options?: TurnOptions): Promise<Page>;
  /** The exact number of hits; also changes the total of `page`. */
  count(signal?: AbortSignal): Promise<HitTotal>;
  /** Cancels everything, and closes the point in time if possible. */
  close(): Promise<void>;
}

interface StandaloneBody {
  readonly body: string;
  /**
   * What it cannot ask for without the point in time of the page: the hits that sort the same as the one before the
   * page, which only the tie-break tells apart, or the place of the page.
   */
  readonly lacks?: 'equal hits' | 'place';
}

/**
 * The body that requests a page of a search at any later time. The point in time of the page expires, so behind the
 * window, where engines refuse `from`, the body continues after the sort values of the page's request instead.
 *
 * @param page the page; undefined for the first one of another search
 */
export function standaloneBody(
  { body, from, size }: Pick<EngineSearch, 'body' | 'from' | 'size'>,
  page: Pick<SearchPage, 'from' | 'sent' | 'isBehindWindow'> | undefined,
): StandaloneBody {
  const at = (offset: number): string => withMembers(body, { from: String(offset), size: String(size) });
  if (page?.isBehindWindow !== true) return { body: at(page?.from ?? from) };
  const sorted = searchTraits(body).sort.length;
  const after = memberText(page.sent.body, 'search_after');
  // Hits often have equal scores: after one, all of these would be lacking.
  if (sorted === 0 || after === undefined) return { body: at(0), lacks: 'place' };
  const values = `[${arrayItems(after).slice(0, sorted)}]`;
  return {
    body: withMembers(body, { from: undefined, size: String(size), search_after: values }),
    lacks: 'equal hits',
  };
}
