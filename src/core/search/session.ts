import type { Endpoint } from '../endpoint';
import { isSuccess, parseJson } from '../http/answers';
import { cancelled } from '../http/describe';
import type { Door, HttpAnswer } from '../http/door';
import { isRequestFailure, RequestFailure } from '../http/failure';
import { readAnswer, type SearchAnswer } from './answer';
import { failureOf, notAnEngine, windowLimit } from './failure';
import { type SearchQuery, searchRequest } from './request';

export type Direction = 'next' | 'previous';

/** One page of a result, as last answered. */
export interface SearchPage extends SearchAnswer {
  /** What this page shows: the query with the page's own `from`. `size` is the size of a full page. */
  readonly query: SearchQuery;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Set where hits follow that the engine does not let anyone page to: the number of hits it stops after. */
  readonly limit: number | undefined;
}

/**
 * Pages through one result at a time with `from` and `size`. The position moves only after a good answer was understood:
 * a failure leaves `page` as it was. A newer call ends the older one, which rejects as cancelled.
 * All calls reject with `RequestFailure` only.
 */
export interface SearchSession {
  /** The page last answered; undefined before the first. */
  readonly page: SearchPage | undefined;
  /** Asks for `query` anew. */
  run(query: SearchQuery, signal?: AbortSignal): Promise<SearchPage>;
  /** Asks for the page behind or before the current one. Previous never goes below the first hit. */
  turn(to: Direction, signal?: AbortSignal): Promise<SearchPage>;
}

/** `index.max_result_window` unless an index sets another. */
const defaultWindow = 10_000;

function parse(answer: HttpAnswer, endpoint: Endpoint): SearchAnswer {
  if (!isSuccess(answer)) throw failureOf(answer, endpoint);
  const read = readAnswer(answer.body, parseJson(answer, endpoint));
  if (read === undefined) throw notAnEngine(answer, endpoint);
  return read;
}

/** Whether hits follow the page, as far as the answer tells. */
function goesOn({ total, hits }: SearchAnswer, { from, size }: SearchQuery): boolean {
  if (hits.length === 0) return false;
  if (total !== undefined && total.value > from + size) return true;
  // An exact total has told; otherwise a full page may be followed by another.
  return total?.relation !== 'eq' && hits.length >= size;
}

/**
 * @param openDoor asked before each request, so that an edited endpoint counts from the next one on
 */
export function searchSession(openDoor: () => Promise<Door>): SearchSession {
  let page: SearchPage | undefined;
  let latest = new AbortController();
  /** Where from + size ends, as far as is known: the engine's own word once it refused or allowed more. */
  let window = defaultWindow;

  /** Asks for `asked.size` hits of `query`, which is fewer than `query.size` only on the last page of the window. */
  async function ask(query: SearchQuery, size: number, signal?: AbortSignal): Promise<SearchPage> {
    latest.abort();
    const current = new AbortController();
    latest = current;
    const either = signal === undefined ? current.signal : AbortSignal.any([signal, current.signal]);
    try {
      const request = { ...searchRequest({ ...query, size }), signal: either };
      const door = await openDoor();
      if (either.aborted) throw cancelled();
      const answer = parse(await door.request(request), door.endpoint);
      if (either.aborted) throw cancelled();
      const end = query.from + size;
      if (end > window) window = Number.POSITIVE_INFINITY;
      const more = goesOn(answer, { ...query, size });
      const limited = more && end >= window;
      page = {
        ...answer,
        query,
        hasPrevious: query.from > 0,
        hasNext: more && !limited,
        limit: limited ? window : undefined,
      };
      return page;
    } catch (error) {
      if (either.aborted) throw cancelled();
      if (isRequestFailure(error)) window = windowLimit(error.failure) ?? window;
      throw error;
    }
  }

  return {
    get page() {
      return page;
    },
    run(query, signal) {
      if (query.index !== page?.query.index) window = defaultWindow;
      return ask(query, query.size, signal);
    },
    async turn(to, signal) {
      const from = page && target(page, to);
      if (page === undefined || from === undefined) throw nowhere(to);
      const query = { ...page.query, from };
      return ask(query, Math.min(query.size, Math.max(1, window - from)), signal);
    },
  };
}

function target({ query, hasNext, hasPrevious }: SearchPage, to: Direction): number | undefined {
  if (to === 'next') return hasNext ? query.from + query.size : undefined;
  return hasPrevious ? Math.max(0, query.from - query.size) : undefined;
}

function nowhere(to: Direction): RequestFailure {
  return new RequestFailure({
    kind: 'invalid',
    sentence: `There is no ${to} page.`,
    nextStep: to === 'next' ? 'This is the end of the result.' : 'This is the beginning of the result.',
  });
}
