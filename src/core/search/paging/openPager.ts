import * as l10n from '@vscode/l10n';
import { untilAborted } from '../../base/async/untilAborted';
import { cancelled, RequestFailure } from '../../base/errors/failure';
import type { SearchClient } from '../engine/searchClient';
import { createPendingCloses } from './heldPointInTime';
import type { Pager, SearchPage, TurnOptions } from './pager';
import { createPrefetch, type PrefetchOptions } from './prefetch';
import { openSearchResult, type SearchResult } from './searchResult';
import { noTarget, targetOf } from './targets';

export interface PagerOptions extends PrefetchOptions {
  /** Milliseconds that one request may take; without it only the limits of the client hold. */
  readonly timeoutMs?: number;
}

/** What is under way for somebody. */
interface Move {
  readonly result: SearchResult;
  /** For Next and Previous: the direction, also when nobody waits for the page any more. */
  readonly step: 'next' | 'previous' | undefined;
  readonly work: Promise<SearchPage>;
  readonly abort: AbortController;
  /** Aborted when another move takes the place of this one. */
  readonly replaced: AbortController;
}

type Job = (signal: AbortSignal) => Promise<SearchPage>;

/** Pages through the results of searches, as `pager.ts` describes. */
export function openPager(client: SearchClient, options: PagerOptions = {}): Pager {
  /** What was answered last. */
  let shown: { readonly result: SearchResult; readonly page: SearchPage } | undefined;
  let move: Move | undefined;
  let counting = new AbortController();
  const pendingCloses = createPendingCloses();
  const prefetch = createPrefetch(options, (of) => of === shown?.result && move === undefined);

  /** Runs `job` as what is under way now, and shows its page. */
  async function go(result: SearchResult, step: Move['step'], job: Job, { signal }: TurnOptions): Promise<SearchPage> {
    if (signal?.aborted) throw cancelled();
    const abort = new AbortController();
    const replaced = new AbortController();
    const cancel = () => {
      replaced.abort();
      // What took its place may still wait for its answer.
      if (move === undefined || move.abort === abort) abort.abort();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const mine: Move = { result, step, abort, replaced, work: job(abort.signal) };
    mine.work.catch(() => undefined);
    move = mine;
    try {
      const page = await untilAborted(mine.work, replaced.signal);
      if (replaced.signal.aborted) throw cancelled();
      shown = { result, page };
      return page;
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
    if (old?.result !== shown?.result) old?.result.close();
    return old;
  }

  /** Ends everything, and begins to close what the results hold. */
  function stopAll(): void {
    replaceMove(false);
    prefetch.stop();
    counting.abort();
    shown?.result.close();
  }

  /** What was found out of the result in the meantime shows on its page. */
  function update(of: SearchResult): void {
    if (of === shown?.result) shown = { result: of, page: of.upToDate(shown.page) };
  }

  /** A page, from what was seen or is on its way, or else from the engine. */
  async function pageAt(of: SearchResult, from: number, signal: AbortSignal, turn: TurnOptions): Promise<SearchPage> {
    const seen = of.seen(from);
    if (seen !== undefined) return seen;
    const coming = prefetch.coming?.from === from ? prefetch.coming : undefined;
    if (coming === undefined) prefetch.stop();
    else {
      signal.addEventListener('abort', () => coming.abort.abort(), { once: true });
      const came = await coming.work.catch(() => undefined);
      if (signal.aborted) throw cancelled();
      if (came !== undefined) return of.upToDate(came);
    }
    return of.page(from, { signal, onProgress: turn.onProgress });
  }

  /** One page further on from the one that is on its way. */
  function further(of: SearchResult, old: Move, step: 'next' | 'previous', turn: TurnOptions): Job {
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
      return shown?.page;
    },
    async run(search, turn = {}) {
      const next = openSearchResult(client, search, {
        timeoutMs: options.timeoutMs,
        preference: crypto.randomUUID(),
        pendingCloses,
      });
      stopAll();
      prefetch.setForward(false);
      const from = turn.from ?? search.from;
      const job: Job = (signal) => next.page(from, { signal, onProgress: turn.onProgress });
      try {
        const page = await go(next, undefined, job, turn);
        if (next === shown?.result) prefetch.plan(next, page);
        return page;
      } catch (error) {
        next.close();
        throw error;
      }
    },
    async turn(to, turn = {}) {
      if (shown === undefined) throw noTarget(to);
      const { result: of, page } = shown;
      const step = to === 'next' || to === 'previous' ? to : undefined;
      const goesFurther = step !== undefined && move?.step === step && move.result === of;
      const from = targetOf(page, to);
      if (from === undefined && !goesFurther) throw noTarget(to);
      prefetch.hold();
      const old = replaceMove(goesFurther);
      if (step === 'next') prefetch.setForward(true);
      const job: Job =
        goesFurther && old !== undefined
          ? further(of, old, step, turn)
          : (signal) => pageAt(of, from ?? 0, signal, turn);
      try {
        const turned = await go(of, step, job, turn);
        if (of === shown?.result) prefetch.plan(of, turned);
        return turned;
      } catch (error) {
        // That paging ends here may have been found out just now.
        update(of);
        throw error;
      }
    },
    async count(signal) {
      if (shown === undefined) {
        throw new RequestFailure({
          kind: 'invalid',
          sentence: l10n.t('There are no hits to count yet.'),
          nextStep: l10n.t('Run a search first.'),
        });
      }
      const { result: of } = shown;
      counting.abort();
      counting = new AbortController();
      const { signal: mine } = counting;
      const total = await of.count(signal === undefined ? mine : AbortSignal.any([signal, mine]));
      update(of);
      return total;
    },
    async close() {
      const works = [move?.work, prefetch.coming?.work];
      stopAll();
      shown = undefined;
      // What they were about to open is closed, too.
      await Promise.allSettled(works);
      await pendingCloses.settled();
    },
  };
}
