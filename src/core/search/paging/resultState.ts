import type { SearchClient } from '../engine/searchClient';
import type { EngineSearch } from '../wire/engineSearch';
import type { HitTotal } from '../wire/searchAnswer';
import type { HeldPointInTime } from './heldPointInTime';
import type { PagingStop } from './pageNotes';
import type { PageRequests } from './pageRequests';
import type { SearchPage } from './pager';
import type { PageWindow } from './pageWindow';
import type { PitResult } from './pitResult';
import type { PointInTime } from './pointInTime';
import type { SearchTraits } from './searchTraits';

/**
 * How a result requests its next page. It starts as `live` and changes when a page needs it:
 *
 *     live ──a sorted page, or one behind the window──▶ frozen ──the engine lost it──▶ frozen, in another point in time
 *       └──no point in time can be had──▶ stopped ◀──no other point in time can be had──┘
 */
type Place =
  /** By `from` and `size`, in the current state of the index at each request. */
  | { readonly kind: 'live' }
  /** By cursors, in a point in time. */
  | { readonly kind: 'frozen'; readonly pointInTime: PointInTime; readonly pit: PitResult }
  /** By `from` and `size`, only up to the window. */
  | { readonly kind: 'stopped'; readonly stop: PagingStop };

export interface ResultState {
  readonly client: SearchClient;
  readonly search: EngineSearch;
  readonly traits: SearchTraits;
  /** Whether it has an explicit sort, whose order a point in time keeps stable from the first page on. */
  readonly isSorted: boolean;
  readonly timeoutMs: number | undefined;
  readonly requests: PageRequests;
  readonly window: PageWindow;
  readonly held: HeldPointInTime;
  readonly recent: RecentPages;
  place: Place;
  /** The number of hits of the first complete page by `from` and `size`, and the page at which it first changed. */
  live: { readonly total?: number; readonly changedAt?: number };
  /** The exact number of hits, if requested. */
  counted: HitTotal | undefined;
}

const mostPages = 20;
const mostBytes = 8 * 2 ** 20;
/** Kept at any size: the current page, and the one before or after it. */
const fewestPages = 2;

/** The latest pages, by the number of hits before them, so that going back needs no request. */
export class RecentPages {
  /** The most recently used come last. */
  private readonly pages = new Map<number, SearchPage>();
  private bytes = 0;

  get all(): Iterable<SearchPage> {
    return this.pages.values();
  }

  get(from: number): SearchPage | undefined {
    const page = this.pages.get(from);
    if (page === undefined) return undefined;
    this.pages.delete(from);
    this.pages.set(from, page);
    return page;
  }

  keep(page: SearchPage): void {
    const { pages } = this;
    this.forget(page.from);
    pages.set(page.from, page);
    this.bytes += page.bytes;
    for (const from of [...pages.keys()]) {
      if (pages.size <= fewestPages || (pages.size <= mostPages && this.bytes <= mostBytes)) return;
      this.forget(from);
    }
  }

  clear(): void {
    this.pages.clear();
    this.bytes = 0;
  }

  private forget(from: number): void {
    this.bytes -= this.pages.get(from)?.bytes ?? 0;
    this.pages.delete(from);
  }
}
