import type { SearchPage } from './pager';

/** Pages seen last, by the hits before them: spares asking the engine again when somebody goes back. */
export interface RecentPages {
  get(from: number): SearchPage | undefined;
  keep(page: SearchPage): void;
  readonly all: Iterable<SearchPage>;
  clear(): void;
}

const mostPages = 20;
const mostBytes = 8 * 2 ** 20;
/** Kept whatever they weigh: the page that is shown, and the one before or ahead of it. */
const fewestPages = 2;

export function createRecentPages(): RecentPages {
  /** Those used last are last. */
  const pages = new Map<number, SearchPage>();
  let bytes = 0;

  function forget(from: number): void {
    bytes -= pages.get(from)?.bytes ?? 0;
    pages.delete(from);
  }

  return {
    get(from) {
      const page = pages.get(from);
      if (page === undefined) return undefined;
      pages.delete(from);
      pages.set(from, page);
      return page;
    },
    keep(page) {
      forget(page.from);
      pages.set(page.from, page);
      bytes += page.bytes;
      for (const from of [...pages.keys()]) {
        if (pages.size <= fewestPages || (pages.size <= mostPages && bytes <= mostBytes)) return;
        forget(from);
      }
    },
    get all() {
      return pages.values();
    },
    clear() {
      pages.clear();
      bytes = 0;
    },
  };
}
