import type { SearchClient } from '../engine/searchClient';
import type { EngineSearch } from '../wire/engineSearch';
import type { Hit, HitTotal } from '../wire/searchAnswer';
import { upToDate } from './assemblePage';
import { exactCount } from './exactCount';
import { createHeldPointInTime, type PendingCloses } from './heldPointInTime';
import { byIdNote } from './pageNotes';
import { createPageRequests } from './pageRequests';
import type { SearchPage } from './pager';
import { createPageWindow } from './pageWindow';
import { createRecentPages } from './recentPages';
import { askPage } from './recoverPage';
import type { ResultState } from './resultState';
import { searchTraits } from './searchTraits';
import type { PageOptions } from './sendSearch';
import { isUnexplained, refusedInSilence } from './whyNoHits';

/** The result of one search: its pages, in any order, requested one at a time. */
export interface SearchResult {
  readonly search: EngineSearch;
  /** The page after the first `from` hits. Rejects with `RequestFailure` only. */
  page(from: number, options: PageOptions): Promise<SearchPage>;
  /** That page, if it was shown recently. */
  seen(from: number): SearchPage | undefined;
  /** Whether a page can be prefetched: it takes one request, which the engine does not refuse. */
  canAskAhead(from: number): boolean;
  /** An earlier page, with the current knowledge about the whole result. */
  upToDate(page: SearchPage): SearchPage;
  count(signal: AbortSignal): Promise<HitTotal>;
  /** Starts to close its point in time. The result stays usable, and opens another when needed. */
  close(): void;
}

interface ResultOptions {
  readonly timeoutMs: number | undefined;
  /** Selects the shard copies, the same for all pages. */
  readonly preference: string;
  readonly pendingCloses: PendingCloses;
}

/** @throws RequestFailure (`invalid`) if the search cannot be sent */
export function openSearchResult(client: SearchClient, search: EngineSearch, asked: ResultOptions): SearchResult {
  const state = beginning(client, search, asked);
  const { requests, recent } = state;
  return {
    search,
    async page(from, options) {
      let page = await askPage(state, from, options);
      if (isRepeated(page, recent.all) && client.suspectCache()) page = await askPage(state, from, options);
      page = await withReasons(state, page, options.signal);
      recent.keep(page);
      return page;
    },
    seen(from) {
      const page = recent.get(from);
      return page === undefined ? undefined : upToDate(state, page);
    },
    canAskAhead: (from) => canAskAhead(state, from),
    upToDate: (page) => upToDate(state, page),
    async count(signal) {
      const { place, traits, timeoutMs } = state;
      state.counted =
        place.kind === 'frozen'
          ? await place.pit.count(signal)
          : await exactCount({ client, path: requests.path, body: search.body, timeoutMs, traits }, signal);
      return state.counted;
    },
    close: () => state.held.close(),
  };
}

function beginning(
  client: SearchClient,
  search: EngineSearch,
  { timeoutMs, preference, pendingCloses }: ResultOptions,
): ResultState {
  const traits = searchTraits(search.body);
  return {
    client,
    search,
    traits,
    isSorted:
      traits.sort.length > 0 && search.isDefaultOrder !== true && traits.onlyFromSize === undefined && search.size > 0,
    timeoutMs,
    requests: createPageRequests(client, search, { preference, timeoutMs }),
    window: createPageWindow(client, search.index),
    held: createHeldPointInTime(client, search.index, pendingCloses),
    recent: createRecentPages(),
    place: { kind: 'live' },
    counted: undefined,
    live: {},
  };
}

function canAskAhead({ place, window, search: { size }, isSorted }: ResultState, from: number): boolean {
  if (size === 0) return false;
  if (place.kind === 'frozen') return place.pit.isNear(from, size);
  if (place.kind === 'stopped') return window.isKnown && from < window.limit;
  return !isSorted && from + size <= window.limit;
}

/** Adds the notes of the search, and, to a page without hits, the reason if the engine reports it. */
async function withReasons(
  { search, requests, traits }: ResultState,
  page: SearchPage,
  signal: AbortSignal,
): Promise<SearchPage> {
  const { notes = [], ifNone } = search;
  const noted = { ...page, notes: [...page.notes, ...(traits.isById ? [byIdNote()] : []), ...notes] };
  if (ifNone === undefined || !isUnexplained(page, page.from)) return noted;
  const partial = await refusedInSilence(
    ifNone,
    (body) => requests.send(body, signal),
    () => signal.aborted,
  );
  return { ...noted, partial: [...new Set([...page.partial, ...partial])], notes: [...noted.notes, ...ifNone.notes] };
}

/** Whether another page has exactly the same hits: then a cache on the way may respond by the URL alone. */
function isRepeated(page: SearchPage, others: Iterable<SearchPage>): boolean {
  if (page.hits.length === 0 || page.hits.some(({ id }) => id === undefined)) return false;
  for (const other of others) {
    const isSame = other.from !== page.from && other.hits.length === page.hits.length;
    if (isSame && other.hits.every((hit, at) => isSameHit(hit, page.hits[at]))) return true;
  }
  return false;
}

const isSameHit = (hit: Hit, other: Hit | undefined): boolean => hit.id === other?.id && hit.index === other?.index;
