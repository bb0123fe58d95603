import type { SearchPage } from '../../core/search/paging/pager';
import { describeAnyPage } from '../../core/search/read/describePage';
import type { TableDescriptionOptions } from '../../core/search/read/describeTable';
import type { HitPage } from '../../protocol/resultPage';
import { errorInLog } from '../shared/logError';
import type { EndpointSearch } from './endpointSearch';
import { areSameTableOptions } from './tableOptions';

/** Describes a page in words and rows: at once if its documents are short. */
type DescribePage = (page: SearchPage) => HitPage | Promise<HitPage>;

interface Description {
  readonly options: TableDescriptionOptions;
  readonly of: SearchPage;
  readonly page: HitPage | Promise<HitPage>;
}

/** The latest descriptions of one endpoint's pages, with those of prefetched pages. */
export class PageDescriptions {
  private readonly descriptions = new WeakMap<SearchPage['hits'], Description>();
  private readonly closed = new AbortController();

  constructor(private readonly search: EndpointSearch) {}

  /** The describer for pages of an index. It describes a page only if its description would change. */
  async describerOf(index: string): Promise<DescribePage> {
    const { descriptions, closed } = this;
    const tables = await this.search.tableOptions();
    return (page) => {
      const options = tables.of(index);
      const before = descriptions.get(page.hits);
      if (before !== undefined && areSameTableOptions(before.options, options) && saysTheSame(before.of, page)) {
        return before.page;
      }
      const described = describeAnyPage(page, options, closed.signal);
      const description = { options, of: page, page: described };
      descriptions.set(page.hits, description);
      if (described instanceof Promise) {
        const forget = (): void => {
          if (descriptions.get(page.hits) === description) descriptions.delete(page.hits);
        };
        described.then((text) => {
          if (descriptions.get(page.hits) === description) descriptions.set(page.hits, { ...description, page: text });
        }, forget);
      }
      return described;
    };
  }

  /** Describes a prefetched page. */
  async prepare(page: SearchPage): Promise<void> {
    try {
      await (await this.describerOf(page.search.index))(page);
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
