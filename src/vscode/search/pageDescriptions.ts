import type { SearchPage } from '../../core/search/paging/pager';
import { describeAnyPage } from '../../core/search/read/describePage';
import type { DrawnTableOptions } from '../../core/search/read/drawTable';
import type { HitPage } from '../../protocol/resultPage';
import { errorInLog } from '../shared/logError';
import type { EndpointSearch } from './endpointSearch';
import { areSameTableOptions } from './tableOptions';

/** A page with its description in words and rows. */
export interface DescribedPage extends SearchPage {
  readonly described: HitPage;
}

interface Description {
  readonly options: DrawnTableOptions;
  readonly of: SearchPage;
  readonly page: HitPage | Promise<HitPage>;
}

/** The latest descriptions of one endpoint's pages, with those of prefetched pages. */
export class PageDescriptions {
  private readonly descriptions = new WeakMap<SearchPage['hits'], Description>();
  private readonly closed = new AbortController();

  constructor(private readonly search: EndpointSearch) {}

  /** Describes a page, unless its last description still says the same. */
  async describe(page: SearchPage): Promise<HitPage> {
    const { descriptions, closed } = this;
    const options = (await this.search.tableOptions()).of(page.search.index);
    const before = descriptions.get(page.hits);
    if (before !== undefined && areSameTableOptions(before.options, options) && saysTheSame(before.of, page)) {
      return before.page;
    }
    const description = { options, of: page, page: describeAnyPage(page, options, closed.signal) };
    descriptions.set(page.hits, description);
    try {
      return await description.page;
    } catch (error) {
      if (descriptions.get(page.hits) === description) descriptions.delete(page.hits);
      throw error;
    }
  }

  /** Describes a prefetched page. */
  async prepare(page: SearchPage): Promise<void> {
    try {
      await this.describe(page);
    } catch (error) {
      if (this.closed.signal.aborted) return;
      this.search.searches.log.error('A page cannot be described ahead.', errorInLog(error));
    }
  }

  /** Cancels the descriptions in progress: no panel shows them any more. */
  close(): void {
    this.closed.abort();
  }
}

/** Whether a page with the same hits has the same description: more may be known about the whole result. */
function saysTheSame(one: SearchPage, other: SearchPage): boolean {
  const keyOf = ({ from, total, hasPrevious, hasNext, notes }: SearchPage): string =>
    JSON.stringify([from, total, hasPrevious, hasNext, notes]);
  return keyOf(one) === keyOf(other);
}
