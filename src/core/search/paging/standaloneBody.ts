import { arrayItems, memberText } from '../../base/json/scan';
import { withMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import type { SearchPage } from './pager';
import { searchTraits } from './searchTraits';

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
