import { withMembers } from '../query/bodyText';
import type { Hit, HitTotal } from '../wire/searchAnswer';
import { CursorCache, cursorAfter, inAnotherPointInTime, type SearchCursor, startOfResult } from './cursors';
import type { PageWindow } from './pageWindow';
import { type PitRequestOptions, PitRequests } from './pitRequests';
import { checkPlace, type FrozenState, sortedBody, withTieBreak } from './pitState';
import { hitsOnly } from './searchTraits';
import type { AnsweredSearch, PageOptions } from './sendSearch';
import { keepCursor, skipAhead, skipToBoundary, withSkipped } from './skipAhead';

interface FrozenOptions extends PitRequestOptions {
  /** The body that shows hits, without `from` and `size`. */
  body(): string;
  /** The limit of `from + size`, as far as known. */
  readonly window: Pick<PageWindow, 'limit'>;
}

/** A constant result: the hits of a point in time, in its order. */
export type PitResult = ReturnType<typeof openPitResult>;

/** @param start the place to continue at in this point in time, besides its beginning */
export function openPitResult(options: FrozenOptions, start: readonly (readonly [number, SearchCursor])[] = []) {
  const { client, pointInTime, traits, body, window } = options;
  const hasSort = traits.sort.length > 0;
  const requests = new PitRequests(options);
  const cursorCache = new CursorCache(hasSort ? [[0, startOfResult], ...start] : []);
  const state: FrozenState = {
    client,
    pointInTime,
    traits,
    requests,
    window,
    cursorCache,
    body,
    tie: pointInTime.tie,
    isUnsteady: false,
    boundary: undefined,
  };
  return {
    /**
     * The hits after the first `from`, as responses in order: usually one. A response without hits if the result has
     * fewer. Rejects if the engine refuses, with `isLost` if the point in time is gone.
     */
    page: (from: number, size: number, options: PageOptions) => pageOf(state, from, size, options),
    /** Makes `from` the boundary between the hits by `from` and `size`, which have no sort, and those by cursor. */
    async beginAt(from: number, signal: AbortSignal): Promise<void> {
      state.boundary = { from, group: undefined };
      const { cursor } = await withTieBreak(state, () => skipToBoundary(state, from, signal));
      if (cursor !== undefined) cursorCache.set(from, cursor);
    },
    /** All results of the body except hits, and the number of hits. */
    withoutHits: (signal: AbortSignal) => requests.askWithoutHits(body(), signal),
    /** The hits of a search without a sort at this place. */
    async unsorted(from: number, size: number, signal: AbortSignal): Promise<readonly Hit[]> {
      const text = withMembers(hitsOnly(body()), { _source: 'false', from: String(from), size: String(size) });
      return (await requests.ask(text, signal)).answer.hits;
    },
    /** Whether a page takes only one request. */
    isNear(from: number, size: number): boolean {
      const { boundary } = state;
      if (boundary !== undefined && from < boundary.from) return from + size <= boundary.from;
      return cursorCache.get(from) !== undefined;
    },
    /** Whether hits were passed in an earlier point in time, so that the number of hits before a page is not exact. */
    isShifted: start.length > 0,
    get isUnsteady(): boolean {
      return state.isUnsteady;
    },
    get total(): HitTotal | undefined {
      return requests.total;
    },
    count: (signal: AbortSignal) => requests.count(hitsOnly(body()), signal),
    /** The nearest place at or before `from` for a later point in time; undefined if the order is by score. */
    placeFor(from: number): readonly [offset: number, cursor: SearchCursor] | undefined {
      if (!hasSort) return undefined;
      const [offset, cursor] = cursorCache.atOrBelow(from) ?? [0, startOfResult];
      return [offset, inAnotherPointInTime(cursor)];
    },
  };
}

/** A page, which may begin before the boundary and end after it. */
async function pageOf(
  state: FrozenState,
  from: number,
  size: number,
  options: PageOptions,
): Promise<readonly AnsweredSearch[]> {
  const { boundary, requests, body } = state;
  const byCursor = (at: number, many: number) => withTieBreak(state, () => pageByCursor(state, at, many, options));
  if (boundary === undefined || from >= boundary.from) return byCursor(from, size);
  const many = Math.min(size, boundary.from - from);
  const text = withMembers(body(), { from: String(from), size: String(many) });
  const above = await requests.ask(text, options.signal);
  const rest = from + size - boundary.from;
  if (rest <= 0 || above.answer.hits.length < many) return [above];
  return [above, ...(await byCursor(boundary.from, rest))];
}

async function pageByCursor(
  state: FrozenState,
  from: number,
  size: number,
  options: PageOptions,
): Promise<readonly AnsweredSearch[]> {
  const { requests, window, body } = state;
  const start = await skipAhead(state, from, options);
  if (start.cursor === undefined) return [withSkipped(start, await requests.askWithoutHits(body(), options.signal))];
  const parts: AnsweredSearch[] = [];
  let { cursor } = start;
  let passed = 0;
  while (passed < size) {
    // The window also limits the hits of one request.
    const wanted = Math.min(size - passed, window.limit - cursor.skip);
    const part = await requests.ask(sortedBody(state, body(), cursor, wanted), options.signal, cursor);
    const { hits, partial } = part.answer;
    const sorts = hits.flatMap(({ sort }) => sort ?? []);
    checkPlace(state, cursor, sorts, wanted);
    const shown = hits.slice(cursor.skip);
    parts.push(withSkipped(start, { ...part, answer: { ...part.answer, hits: shown } }));
    passed += shown.length;
    if (shown.length === 0 || sorts.length < hits.length) break;
    cursor = cursorAfter(cursor, sorts, state.tie.isUnique);
    keepCursor(state, from + passed, { cursor, partial });
    if (shown.length < wanted || partial.length > 0) break;
  }
  return parts;
}
