import type { SearchClient } from '../engine/searchClient';
import type { EngineSearch, NoHitsExplanation } from '../wire/engineSearch';
import { refusesHighlight } from '../wire/highlight';
import type { Hit, HitTotal, SearchAnswer } from '../wire/searchAnswer';
import { windowLimit } from '../wire/searchFailure';
import { upToDate } from './assemblePage';
import { exactCount } from './exactCount';
import { HeldPointInTime, type PendingCloses } from './heldPointInTime';
import { livePage, stoppedPage } from './livePages';
import { byIdNote, lostFailure, notReopenedNote } from './pageNotes';
import { PageRequests } from './pageRequests';
import type { SearchPage } from './pager';
import { PageWindow } from './pageWindow';
import { freezeAt, frozenPage, reopenAt } from './pitPages';
import { isLost, isWithoutShards } from './pointInTime';
import { RecentPages, type ResultState } from './resultState';
import { searchTraits } from './searchTraits';
import { type AnsweredSearch, EngineRefusal, ForeignAnswer, type PageOptions } from './sendSearch';

/** The result of one search: its pages, in any order, requested one at a time. */
export type SearchResult = ReturnType<typeof openSearchResult>;

interface ResultOptions {
  readonly timeoutMs: number | undefined;
  /** Selects the shard copies, the same for all pages. */
  readonly preference: string;
  readonly pendingCloses: PendingCloses;
}

/** @throws RequestFailure (`invalid`) if the search cannot be sent */
export function openSearchResult(
  client: SearchClient,
  search: EngineSearch,
  { timeoutMs, preference, pendingCloses }: ResultOptions,
) {
  const traits = searchTraits(search.body);
  const requests = new PageRequests(client, search, preference, timeoutMs);
  const recent = new RecentPages();
  const state: ResultState = {
    client,
    search,
    traits,
    isSorted:
      traits.sort.length > 0 && search.isDefaultOrder !== true && traits.onlyFromSize === undefined && search.size > 0,
    timeoutMs,
    requests,
    window: new PageWindow(client, search.index),
    held: new HeldPointInTime(client, search.index, pendingCloses),
    recent,
    place: { kind: 'live' },
    counted: undefined,
    live: {},
  };
  return {
    /** The page after the first `from` hits. Rejects with `RequestFailure` only. */
    async page(from: number, options: PageOptions): Promise<SearchPage> {
      let page = await askPage(state, from, options);
      if (isRepeated(page, recent.all) && client.suspectCache()) page = await askPage(state, from, options);
      page = await withReasons(state, page, options.signal);
      recent.keep(page);
      return page;
    },
    /** That page, if it was shown recently. */
    seen(from: number): SearchPage | undefined {
      const page = recent.get(from);
      return page === undefined ? undefined : upToDate(state, page);
    },
    /** Whether a page can be prefetched: it takes one request, which the engine does not refuse. */
    canAskAhead: (from: number): boolean => canAskAhead(state, from),
    /** An earlier page, with the current knowledge about the whole result. */
    upToDate: (page: SearchPage): SearchPage => upToDate(state, page),
    async count(signal: AbortSignal): Promise<HitTotal> {
      const { place } = state;
      state.counted =
        place.kind === 'frozen'
          ? await place.pit.count(signal)
          : await exactCount({ client, path: requests.path, body: search.body, timeoutMs, traits }, signal);
      return state.counted;
    },
    /** Starts to close its point in time. The result stays usable, and opens another when needed. */
    close: (): void => state.held.close(),
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
  const send = (body: string) => requests.send(body, signal);
  const partial = await refusedInSilence(ifNone, send, () => signal.aborted);
  const anyWords = await countAnyWords(ifNone, send, () => signal.aborted);
  return {
    ...noted,
    ...(anyWords !== undefined && { anyWords }),
    partial: [...new Set([...page.partial, ...partial])],
    notes: [...noted.notes, ...ifNone.notes],
  };
}

/** The documents with any of the words. Undefined if there are none, and if they cannot be counted. */
async function countAnyWords(
  { anyWordsBody }: NoHitsExplanation,
  send: (body: string) => Promise<AnsweredSearch>,
  isAborted: () => boolean,
): Promise<HitTotal | undefined> {
  if (anyWordsBody === undefined) return undefined;
  try {
    const { total } = (await send(anyWordsBody)).answer;
    return total === undefined || total.value === 0 ? undefined : total;
  } catch (error) {
    // The search itself succeeded.
    if (isAborted()) throw error;
    return undefined;
  }
}

/**
 * Whether another page came in exactly the same response: then a cache on the way may respond by the URL alone. The same
 * hits are not enough: they move down by a page if as many documents come.
 */
function isRepeated(page: SearchPage, others: Iterable<SearchPage>): boolean {
  if (page.hits.length === 0 || page.hits.some(({ id }) => id === undefined)) return false;
  for (const other of others) {
    const isSame = other.from !== page.from && other.bytes === page.bytes && other.tookMs === page.tookMs;
    if (isSame && other.hits.every((hit, at) => isSameHit(hit, page.hits[at]))) return true;
  }
  return false;
}

const isSameHit = (hit: Hit, other: Hit | undefined): boolean => hit.id === other?.id && hit.index === other?.index;

/** Requests a page. If the engine refuses an avoidable part, tries again without it, once for each such refusal. */
async function askPage(state: ResultState, from: number, options: PageOptions): Promise<SearchPage> {
  const { client, requests } = state;
  try {
    const page = await pageByPlace(state, from, options);
    if (page.hasLostContexts === true) return await afterLoss(state, page, from, options);
    if (page.refusedWindow !== undefined && state.window.learn(page.refusedWindow))
      return await askPage(state, from, options);
    if (page.isHighlightRefused !== true || !requests.leaveOutHighlight()) return page;
    return await askPage(state, from, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
    if (error instanceof ForeignAnswer && client.suspectCache()) return askPage(state, from, options);
    if (!(error instanceof EngineRefusal)) throw error;
    if (learnsFrom(state, error)) return askPage(state, from, options);
    if (options.isAhead === true) throw error;
    return afterRefusal(state, error, from, options);
  }
}

function pageByPlace(state: ResultState, from: number, options: PageOptions): Promise<SearchPage> {
  const { place, isSorted, search, window } = state;
  if (place.kind === 'frozen') return frozenPage(state, place.pit, from, options);
  if (place.kind === 'stopped') return stoppedPage(state, from, options, place.stop);
  if (search.size === 0 || (!isSorted && from + search.size <= window.limit)) return livePage(state, from, options);
  return freezeAt(state, from, options);
}

/** Whether a refusal contains a fact that makes a retry of the same page useful. */
function learnsFrom({ window, requests }: ResultState, { error, failure }: EngineRefusal): boolean {
  const limit = windowLimit(failure);
  if (limit !== undefined && window.learn(limit)) return true;
  return refusesHighlight(error.reason) && requests.leaveOutHighlight();
}

/** The page from another point in time if the engine refuses to search in this one. */
async function afterRefusal(
  state: ResultState,
  refusal: EngineRefusal,
  from: number,
  options: PageOptions,
): Promise<SearchPage> {
  const { place } = state;
  if (place.kind !== 'frozen') throw refusal;
  if (isLost(refusal.error)) return reopenAt(state, place.pit, from, options);
  if (!isWithoutShards(refusal.error, refusal.failure.status)) throw refusal;
  return reopenAt(state, place.pit, from, options).catch((again) => {
    throw options.signal.aborted ? again : refusal;
  });
}

/** The page from another point in time, if shards lost this one and may respond again; else the page as received. */
async function afterLoss(
  state: ResultState,
  page: SearchPage,
  from: number,
  options: PageOptions,
): Promise<SearchPage> {
  const { place } = state;
  if (place.kind !== 'frozen') return page;
  if (options.isAhead === true) throw lostFailure();
  try {
    return await reopenAt(state, place.pit, from, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
    return { ...page, notes: [...page.notes, notReopenedNote()] };
  }
}

/**
 * The engines' errors about a field that cannot contain the words: a number, a date, a boolean, an IP address, or a
 * field that does not support such a query (all recorded or measured on Elasticsearch 6.8 to 9.1 and OpenSearch 2.19).
 */
const typeRefusals: readonly string[] = [
  'For input string: "',
  'failed to parse date field [',
  "Can't parse boolean value [",
  'is not an IP string literal',
  'Can only use ',
  'does not support ',
  'do not support ',
  'is out of range for ',
  'Cannot search on field [',
];

/** Whether a page has no hits, and not just because it is beyond the end of the result. */
function isUnexplained({ hits, total }: Pick<SearchAnswer, 'hits' | 'total'>, from: number): boolean {
  return hits.length === 0 && (total === undefined || total.value === 0 || from < total.value);
}

/**
 * Finds the reason why a search has no hits, because `lenient` hides refusals of the engine. Returns the sentences of a
 * partial response.
 *
 * @param send searches with a body
 * @throws RequestFailure the refusal of the engine
 */
async function refusedInSilence(
  { strictBody, asksPattern = false }: NoHitsExplanation,
  send: (body: string) => Promise<AnsweredSearch>,
  isAborted: () => boolean,
): Promise<readonly string[]> {
  if (strictBody === undefined) return [];
  const isExcused = (text: string): boolean => asksPattern && typeRefusals.some((words) => text.includes(words));
  try {
    const { answer } = await send(strictBody);
    return answer.partial.filter((_, at) => !(answer.partialReasons?.[at] ?? []).some(isExcused));
  } catch (error) {
    const isRefusal =
      error instanceof EngineRefusal && error.failure.kind === 'rejected' && !isExcused(error.error.reason);
    // Any other failure has no meaning for the search.
    if (isRefusal || isAborted()) throw error;
    return [];
  }
}
