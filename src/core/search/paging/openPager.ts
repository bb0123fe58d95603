import * as l10n from '@vscode/l10n';
import type { PageTarget } from '../../../protocol/hitPlace';
import { untilAborted } from '../../base/async/untilAborted';
import { canceledFailure, RequestFailure } from '../../base/errors/failure';
import type { SearchClient } from '../engine/searchClient';
import { PendingCloses } from './heldPointInTime';
import type { DescribingOptions, Pager, SearchPage, TurnOptions } from './pager';
import { openSearchResult, type SearchResult } from './searchResult';

export interface PagerOptions extends PrefetchOptions {
  /** Milliseconds that one request may take; by default, only the limits of the client apply. */
  readonly timeoutMs?: number;
}

/** A page request in progress. */
interface Move {
  readonly result: SearchResult;
  /** For Next and Previous: the direction, even if no caller waits for the page any more. */
  readonly step: 'next' | 'previous' | undefined;
  readonly work: Promise<SearchPage>;
  readonly abort: AbortController;
  /** Aborted when another move replaces this one. */
  readonly replaced: AbortController;
}

type Job = (signal: AbortSignal) => Promise<SearchPage>;

/** Pages through the results of searches, as `pager.ts` describes. */
export function openPager(client: SearchClient, options?: PagerOptions): Pager;
export function openPager<Page extends SearchPage>(
  client: SearchClient,
  options: PagerOptions & DescribingOptions<Page>,
): Pager<Page>;
export function openPager(
  client: SearchClient,
  options: PagerOptions & Partial<DescribingOptions<SearchPage>> = {},
): Pager {
  /** The page last received. */
  let shown: { readonly result: SearchResult; readonly page: SearchPage } | undefined;
  let move: Move | undefined;
  let counting = new AbortController();
  const pendingCloses = new PendingCloses();
  const prefetch = new Prefetch(options, (of) => of === shown?.result && move === undefined);

  /** Runs `job` as the current move and shows its page. */
  async function go(result: SearchResult, step: Move['step'], job: Job, { signal }: TurnOptions): Promise<SearchPage> {
    if (signal?.aborted) throw canceledFailure();
    const abort = new AbortController();
    const replaced = new AbortController();
    const cancel = () => {
      replaced.abort();
      // The move that replaced this one may still wait for its page.
      if (move === undefined || move.abort === abort) abort.abort();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const mine: Move = { result, step, abort, replaced, work: job(abort.signal) };
    mine.work.catch(() => undefined);
    move = mine;
    try {
      // A move further does not wait for the description.
      const described = options.describe === undefined ? mine.work : mine.work.then(options.describe);
      const page = await untilAborted(described, replaced.signal);
      if (replaced.signal.aborted) throw canceledFailure();
      shown = { result, page };
      return page;
    } finally {
      signal?.removeEventListener('abort', cancel);
      if (move === mine) move = undefined;
    }
  }

  /** Cancels the current move. If the next move continues from its page, only drops the page. */
  function replaceMove(keepsWork: boolean): Move | undefined {
    const old = move;
    move = undefined;
    old?.replaced.abort();
    if (!keepsWork) old?.abort.abort();
    // At once, so that the next opening waits for it.
    if (old?.result !== shown?.result) old?.result.close();
    return old;
  }

  /** Cancels everything, and starts closing the point in time. */
  function stopAll(): void {
    replaceMove(false);
    prefetch.stop();
    counting.abort();
    shown?.result.close();
  }

  /** Updates the page with facts that were learned about the result meanwhile. */
  function update(of: SearchResult): void {
    if (of === shown?.result) shown = { result: of, page: of.upToDate(shown.page) };
  }

  /** A page that was shown recently or is being prefetched, or else from the engine. */
  async function pageAt(of: SearchResult, from: number, signal: AbortSignal, turn: TurnOptions): Promise<SearchPage> {
    const seen = of.seen(from);
    if (seen !== undefined) return seen;
    const coming = prefetch.coming?.from === from ? prefetch.coming : undefined;
    if (coming === undefined) prefetch.stop();
    else {
      signal.addEventListener('abort', () => coming.abort.abort(), { once: true });
      const came = await coming.work.catch(() => undefined);
      if (signal.aborted) throw canceledFailure();
      if (came !== undefined) return of.upToDate(came);
    }
    return of.page(from, { signal, onProgress: turn.onProgress });
  }

  /** The page after (or before) the requested one. */
  function further(of: SearchResult, old: Move, step: 'next' | 'previous', turn: TurnOptions): Job {
    return async (signal) => {
      signal.addEventListener('abort', () => old.abort.abort(), { once: true });
      const between = await old.work;
      if (signal.aborted) throw canceledFailure();
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
      prefetch.isForward = false;
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
      if (step === 'next') prefetch.isForward = true;
      const job: Job =
        goesFurther && old !== undefined
          ? further(of, old, step, turn)
          : (signal) => pageAt(of, from ?? 0, signal, turn);
      try {
        const turned = await go(of, step, job, turn);
        if (of === shown?.result) prefetch.plan(of, turned);
        return turned;
      } catch (error) {
        // The request may just have found that paging ends here.
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
      // This also closes points in time that they were about to open.
      await Promise.allSettled(works);
      await pendingCloses.settled();
    },
  };
}

/** A page that is being prefetched. */
interface ComingPage {
  readonly from: number;
  readonly work: Promise<SearchPage>;
  readonly abort: AbortController;
}

interface PrefetchOptions {
  /** Whether to request the next page ahead of time. Default true. */
  readonly prefetch?: boolean;
  /** Milliseconds before prefetching the next page until the first use of Next. Default 500. */
  readonly idleMs?: number;
  readonly onPrefetched?: (page: SearchPage) => void;
}

/** Bytes: after a page larger than this, the next one is not prefetched. */
const mostBytes = 8 * 2 ** 20;

/** Prefetches the next page: at once while the user pages forward, otherwise after a moment. */
class Prefetch {
  coming: ComingPage | undefined;
  /** Whether the user pages forward. */
  isForward = false;
  private idle: NodeJS.Timeout | undefined;

  /** @param isFree whether that result is shown and no page is being requested */
  constructor(
    private readonly options: PrefetchOptions,
    private readonly isFree: (of: SearchResult) => boolean,
  ) {}

  /** Prefetches the page after the current one. */
  plan(of: SearchResult, shown: SearchPage): void {
    const { prefetch = true, idleMs = 500 } = this.options;
    this.hold();
    if (!prefetch || !shown.hasNext || shown.bytes > mostBytes) return;
    const next = shown.from + shown.search.size;
    if (this.isForward) this.ask(of, next);
    else this.idle = setTimeout(() => this.ask(of, next), idleMs).unref();
  }

  /** Cancels the delayed prefetch, because the user turns the page. */
  hold(): void {
    clearTimeout(this.idle);
  }

  /** Cancels the current and the delayed prefetch. */
  stop(): void {
    this.hold();
    this.coming?.abort.abort();
    this.coming = undefined;
  }

  private ask(of: SearchResult, from: number): void {
    if (!this.isFree(of) || this.coming?.from === from) return;
    this.stop();
    if (of.seen(from) !== undefined || !of.canAskAhead(from)) return;
    const abort = new AbortController();
    const mine: ComingPage = { from, abort, work: of.page(from, { signal: abort.signal, isAhead: true }) };
    this.coming = mine;
    mine.work
      .then(
        (next) => {
          if (!abort.signal.aborted) this.options.onPrefetched?.(next);
        },
        // A later request for the page reports its own failure.
        () => undefined,
      )
      .finally(() => {
        if (this.coming === mine) this.coming = undefined;
      });
  }
}

/** The number of hits before the target page; undefined if there is no such page. */
function targetOf(page: SearchPage, to: PageTarget): number | undefined {
  const { from, hasNext, hasPrevious, search, hits, total } = page;
  if (typeof to === 'object') return to.offset;
  if (to === 'first') return 0;
  if (to === 'next') return hasNext ? from + page.size : undefined;
  if (!hasPrevious) return undefined;
  // From beyond the end to the last page, by whole pages.
  const behind = hits.length === 0 && total?.relation === 'eq' && search.size > 0 ? from - total.value + 1 : 1;
  return Math.max(0, from - Math.max(1, Math.ceil(behind / Math.max(1, search.size))) * search.size);
}

/** The failure for a page that does not exist. */
export function noTarget(to: PageTarget): RequestFailure {
  const [sentence, nextStep] =
    to === 'next'
      ? [l10n.t('There is no next page.'), l10n.t('This is the end of the result.')]
      : to === 'previous'
        ? [l10n.t('There is no previous page.'), l10n.t('This is the beginning of the result.')]
        : [l10n.t('There are no pages yet.'), l10n.t('Run a search first.')];
  return new RequestFailure({ kind: 'invalid', sentence, nextStep });
}
