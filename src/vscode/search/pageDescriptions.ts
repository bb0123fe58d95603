import type * as vscode from 'vscode';
import type { SearchPage } from '../../core/search/paging/pager';
import { describeAnyPage, type TableDescriptionOptions } from '../../core/search/read/describePage';
import type { HitPage } from '../../protocol/resultPage';
import { errorInLog } from '../shared/errorInLog';
import { areSameTableOptions, type TableOptions } from './tableOptions';

/** Describes a page in words and rows: at once if its documents are short. */
type DescribePage = (page: SearchPage) => HitPage | Promise<HitPage>;

/** The latest descriptions of one endpoint's pages, with those of prefetched pages. */
interface PageDescriptions {
  /** The describer for pages of an index. It describes a page only if its description would change. */
  describerOf(index: string): Promise<DescribePage>;
  /** Describes a prefetched page. */
  prepare(page: SearchPage): void;
  /** Cancels the descriptions in progress: no panel shows them any more. */
  close(): void;
}

interface Description {
  readonly options: TableDescriptionOptions;
  readonly of: SearchPage;
  readonly page: HitPage | Promise<HitPage>;
}

export function openPageDescriptions(
  tableOptions: () => Promise<TableOptions>,
  log: Pick<vscode.LogOutputChannel, 'error'>,
): PageDescriptions {
  const descriptions = new WeakMap<SearchPage['hits'], Description>();
  const closed = new AbortController();

  const describerOf = async (index: string): Promise<DescribePage> => {
    const tables = await tableOptions();
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
  };

  return {
    describerOf,
    prepare(page) {
      describerOf(page.search.index)
        .then((describe) => describe(page))
        .catch((error: unknown) => {
          if (!closed.signal.aborted) log.error('A page cannot be described ahead.', errorInLog(error));
        });
    },
    close: () => closed.abort(),
  };
}

/** Whether a page with the same hits has the same description: more may be known about the whole result. */
function saysTheSame(one: SearchPage, other: SearchPage): boolean {
  const keyOf = ({ from, total, hasPrevious, hasNext, notes }: SearchPage): string =>
    JSON.stringify([from, total, hasPrevious, hasNext, notes]);
  return keyOf(one) === keyOf(other);
}
