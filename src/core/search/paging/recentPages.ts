import type { SearchPage } from './pager';

/** The latest pages, by the number of hits before them, so that going back needs no request. */
export interface RecentPages {
  get(from: number): SearchPage | undefined;
  keep(page: SearchPage): void;
  readonly all: Iterable<SearchPage>;
  clear(): void;
}

const mostPages = 20;
const mostBytes = 8 * 2 ** 20;
/** Kept at any size: the current page, and the one before or after it. */
const fewestPages = 2;

export function createRecentPages(): RecentPages {
  /** The most recently used come last. */
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
