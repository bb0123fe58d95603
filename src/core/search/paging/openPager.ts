import type { Target } from '../../../protocol/panel';
import { untilAborted } from '../../base/async/untilAborted';
import { cancelled, RequestFailure } from '../../base/errors/failure';
import type { SearchDoor } from '../engine/searchDoor';
import { createClosings } from './closings';
import type { Pager, SearchPage, TurnOptions } from './pager';
import { openResult, type Result } from './result';

export interface PagerOptions {
  /** Whether the next page is asked for before it is wanted. Default true. */
  readonly prefetch?: boolean;
  /** Milliseconds that a page is shown until the next one is prefetched, before the first Next. Default 500. */
  readonly idleMs?: number;
  /** Milliseconds that one request may take; without it only the limits of the door hold. */
  readonly timeoutMs?: number;
  readonly onPrefetched?: (page: SearchPage) => void;
}

/** A page larger than this is not asked for before it is wanted: bytes of the page before it. */
const mostAhead = 8 * 2 ** 20;

/** What is under way for somebody. */
interface Move {
  readonly result: Result;
  /** For Next and Previous: the page that comes of it, told also when nobody waits for it any more. */
  readonly step: 'next' | 'previous' | undefined;
  readonly work: Promise<SearchPage>;
  readonly abort: AbortController;
  /** Aborted when another move takes the place of this one. */
  readonly replaced: AbortController;
}

interface Ahead {
  readonly from: number;
  readonly work: Promise<SearchPage>;
  readonly abort: AbortController;
}

type Job = (signal: AbortSignal) => Promise<SearchPage>;

/** Pages through the results of searches, as the contract in `pager.ts` has it. */
export function openPager(door: SearchDoor, options: PagerOptions = {}): Pager {
  const { prefetch = true, idleMs = 500, timeoutMs, onPrefetched } = options;
  let result: Result | undefined;
  let page: SearchPage | undefined;
  let move: Move | undefined;
  let ahead: Ahead | undefined;
  let idle: NodeJS.Timeout | undefined;
  let hasTurned = false;
  let counting = new AbortController();
  const closings = createClosings();

  function stopAhead(): void {
    clearTimeout(idle);
    ahead?.abort.abort();
    ahead = undefined;
  }

  /** Runs `job` as what is under way now, and shows its page. */
  async function go(of: Result, step: Move['step'], job: Job, { signal }: TurnOptions): Promise<SearchPage> {
    if (signal?.aborted) throw cancelled();
    const abort = new AbortController();
    const replaced = new AbortController();
    const cancel = () => {
      replaced.abort();
      // What took its place may still wait for its answer.
      if (move === undefined || move.abort === abort) abort.abort();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const mine: Move = { result: of, step, abort, replaced, work: job(abort.signal) };
    mine.work.catch(() => undefined);
    move = mine;
    try {
      const shown = await untilAborted(mine.work, replaced.signal);
      if (replaced.signal.aborted) throw cancelled();
      page = shown;
      result = of;
      return shown;
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (move === mine) move = undefined;
    }
  }

  /** Ends what is under way; or, where the next move goes on from it, only its showing. */
  function replaceMove(keepsWork: boolean): Move | undefined {
    const old = move;
    move = undefined;
    old?.replaced.abort();
    if (!keepsWork) old?.abort.abort();
    // At once, so that whatever opens next waits for it.
    if (old?.result !== result) old?.result.close();
    return old;
  }

  /** Ends everything, and begins to close what the results hold. */
  function stopAll(): void {
    replaceMove(false);
    stopAhead();
    counting.abort();
    result?.close();
  }

  function askAhead(of: Result, from: number): void {
    if (of !== result || move !== undefined || ahead?.from === from) return;
    stopAhead();
    if (of.seen(from) !== undefined || !of.canAskAhead(from)) return;
    const abort = new AbortController();
    const mine: Ahead = { from, abort, work: of.page(from, { signal: abort.signal, isAhead: true }) };
    ahead = mine;
    mine.work
      .then(
        (next) => {
          if (!abort.signal.aborted) onPrefetched?.(next);
        },
        // Whoever wants the page asks again, and is told then.
        () => undefined,
      )
      .finally(() => {
        if (ahead === mine) ahead = undefined;
      });
  }

  function planAhead(of: Result, shown: SearchPage): void {
    clearTimeout(idle);
    if (!prefetch || of !== result || !shown.hasNext || shown.bytes > mostAhead) return;
    const next = shown.from + shown.search.size;
    if (hasTurned) askAhead(of, next);
    else idle = setTimeout(() => askAhead(of, next), idleMs).unref();
  }

  /** A page, from what was seen or is on its way, or else from the engine. */
  async function pageAt(of: Result, from: number, signal: AbortSignal, turn: TurnOptions): Promise<SearchPage> {
    const seen = of.seen(from);
    if (seen !== undefined) return seen;
    const coming = ahead?.from === from ? ahead : undefined;
    if (coming === undefined) stopAhead();
    else {
      signal.addEventListener('abort', () => coming.abort.abort(), { once: true });
      const came = await coming.work.catch(() => undefined);
      if (signal.aborted) throw cancelled();
      if (came !== undefined) return of.upToDate(came);
    }
    return of.page(from, { signal, onProgress: turn.onProgress });
  }

  /** Where a page further on, from the one that is on its way. */
  function further(of: Result, old: Move, step: 'next' | 'previous', turn: TurnOptions): Job {
    return async (signal) => {
      signal.addEventListener('abort', () => old.abort.abort(), { once: true });
      const between = await old.work;
      if (signal.aborted) throw cancelled();
      const from = targetOf(between, step);
      return from === undefined ? between : pageAt(of, from, signal, turn);
    };
  }

  return {
    get page() {
      return page;
    },
    async run(search, turn = {}) {
      const next = openResult(door, search, {
        timeoutMs,
        preference: crypto.randomUUID(),
        closings,
      });
      stopAll();
      hasTurned = false;
      const from = turn.from ?? search.from;
      const job: Job = (signal) => next.page(from, { signal, onProgress: turn.onProgress });
      try {
        const shown = await go(next, undefined, job, turn);
        planAhead(next, shown);
        return shown;
      } catch (error) {
        next.close();
        throw error;
      }
    },
    async turn(to, turn = {}) {
      const of = result;
      if (of === undefined || page === undefined) throw nowhere(to);
      const step = to === 'next' || to === 'previous' ? to : undefined;
      const goesFurther = step !== undefined && move?.step === step && move.result === of;
      const from = targetOf(page, to);
      if (from === undefined && !goesFurther) throw nowhere(to);
      clearTimeout(idle);
      const old = replaceMove(goesFurther);
      if (step === 'next') hasTurned = true;
      const job: Job =
        goesFurther && old !== undefined
          ? further(of, old, step, turn)
          : (signal) => pageAt(of, from ?? 0, signal, turn);
      try {
        const shown = await go(of, step, job, turn);
        planAhead(of, shown);
        return shown;
      } catch (error) {
        // That paging ends here may have been found out just now.
        if (of === result && page !== undefined) page = of.upToDate(page);
        throw error;
      }
    },
    async count(signal) {
      const of = result;
      if (of === undefined) {
        throw new RequestFailure({
          kind: 'invalid',
          sentence: 'There is nothing to count yet.',
          nextStep: 'Run a search first.',
        });
      }
      counting.abort();
      counting = new AbortController();
      const { signal: mine } = counting;
      const total = await of.count(signal === undefined ? mine : AbortSignal.any([signal, mine]));
      if (of === result && page !== undefined) page = of.upToDate(page);
      return total;
    },
    async close() {
      const works = [move?.work, ahead?.work];
      stopAll();
      result = undefined;
      page = undefined;
      // What they were about to open is closed, too.
      await Promise.allSettled(works);
      await closings.settled();
    },
  };
}

/** Hits before the page to go to; undefined where there is none. */
function targetOf(page: SearchPage, to: Target): number | undefined {
  const { from, hasNext, hasPrevious, search, hits, total } = page;
  if (typeof to === 'object') return to.offset;
  if (to === 'first') return 0;
  if (to === 'next') return hasNext ? from + page.size : undefined;
  if (!hasPrevious) return undefined;
  // From behind the end to the last page, by whole pages.
  const behind = hits.length === 0 && total?.relation === 'eq' && search.size > 0 ? from - total.value + 1 : 1;
  return Math.max(0, from - Math.max(1, Math.ceil(behind / Math.max(1, search.size))) * search.size);
}

function nowhere(to: Target): RequestFailure {
  const place = typeof to === 'object' ? 'page to turn' : `${to} page`;
  return new RequestFailure({
    kind: 'invalid',
    sentence: `There is no ${place}.`,
    nextStep:
      to === 'next'
        ? 'This is the end of the result.'
        : to === 'previous'
          ? 'This is the beginning of the result.'
          : 'Run a search first.',
  });
}
