import type * as vscode from 'vscode';
import type { Failure } from '../../core/base/errors/failure';
import type { SearchDoor } from '../../core/search/engine/searchDoor';
import type { Pager, SearchPage, TurnOptions } from '../../core/search/paging/pager';
import type { Look } from '../../core/search/read/describePage';
import { numberText } from '../../l10n/numbers';
import type { Page, PageFailure, Target, ToPage } from '../../protocol/panel';
import type { Question } from '../../protocol/question';
import { loadCore } from '../shared/core';
import { errorInLog } from '../shared/errorInLog';
import type { Engine } from './engines';
import { isSameLook, type Looks } from './looks';

/** The page of a result that was answered last. */
export interface Result {
  readonly requestId: string;
  readonly question: Question;
  readonly page: SearchPage;
  readonly described: Page;
}

/** How a new search ended: with a page, or with the failure. One that was cancelled has no outcome. */
export interface Outcome {
  readonly question: Question;
  readonly failure?: Failure;
}

/** What a pager is opened with. */
export interface PagingSettings {
  readonly prefetch: boolean;
  /** Milliseconds that a search may take. */
  readonly timeoutMs: number;
}

interface AnsweringDeps {
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
  engine(): Promise<Engine>;
  looks(): Promise<Looks>;
  settings(): Promise<PagingSettings>;
  post(message: ToPage): void;
  onOutcome(outcome: Outcome): void;
}

/**
 * Answers the requests of a search page to one endpoint, each exactly once. What is shown lives here, so that a page which
 * VS Code made anew, as it does each time its tab was hidden, shows the same as the one before. A reply that comes late
 * never takes the place of a newer one's.
 */
export interface Answering {
  readonly shown: Result | undefined;
  /** Why the last request failed, until the next one. */
  readonly failure: PageFailure | undefined;
  /** The request whose reply is yet to come. */
  readonly busy: string | undefined;
  search(requestId: string, question: Question, from: number): Promise<void>;
  turn(requestId: string, to: Target): Promise<void>;
  count(requestId: string): Promise<void>;
  cancel(requestId: string): void;
  /** Tells the page its hits anew where they look different now. */
  redraw(): Promise<void>;
  /** Cancels what is under way, and closes what the engine holds open for the result, as well as it can. */
  close(): Promise<void>;
}

interface Request {
  readonly kind: 'search' | 'turn' | 'count';
  readonly requestId: string;
  readonly abort: AbortController;
}

interface Description {
  readonly look: Look;
  readonly of: SearchPage;
  readonly page: Page | Promise<Page>;
}

interface Paging {
  readonly pager: Pager;
  readonly door: SearchDoor;
  readonly settings: PagingSettings;
}

/** Nobody on the page cancelled: the connection was closed because the endpoint or a setting changed. */
const cutOff: PageFailure = {
  sentence: 'The endpoint or a network setting was changed while the search was under way.',
  nextStep: 'Search again.',
};

const unexpected: PageFailure = {
  sentence: 'The search failed for a reason that Proxy Scout does not know.',
  nextStep: 'See the log of Proxy Scout.',
};

/** Opens the answering side of one endpoint in one panel. Nothing is asked before the page asks. */
export function openAnswering(deps: AnsweringDeps): Answering {
  let paging: Paging | undefined;
  let shown: Result | undefined;
  let failure: PageFailure | undefined;
  let asking: Request | undefined;
  let counting: Request | undefined;
  /** Pages as they were described last, by their hits, those included that were fetched before anyone asked for them. */
  const descriptions = new WeakMap<SearchPage['hits'], Description>();

  /** Ends the descriptions under way, of which nobody sees anything any more. */
  const closed = new AbortController();
  /** A page that the pager is on and that is being described for a request; of short documents it is so at once. */
  let describing: { readonly of: Request; readonly page: SearchPage } | undefined;

  const describer = async (index: string): Promise<(page: SearchPage) => Page | Promise<Page>> => {
    const [{ describeAnyPage }, looks] = await Promise.all([loadCore(), deps.looks()]);
    return (page) => {
      const look = looks.of(index);
      const before = descriptions.get(page.hits);
      if (before !== undefined && isSameLook(before.look, look) && tellsTheSame(before.of, page)) return before.page;
      const described = describeAnyPage(page, look, closed.signal);
      const description = { look, of: page, page: described };
      descriptions.set(page.hits, description);
      if (described instanceof Promise) {
        const forget = (): void => {
          if (descriptions.get(page.hits) === description) descriptions.delete(page.hits);
        };
        described.then((text) => {
          if (descriptions.get(page.hits) === description) descriptions.set(page.hits, { ...description, page: text });
        }, forget);
      }
      return described;
    };
  };

  const open = async (door: SearchDoor): Promise<Pager> => {
    const { openPager } = await loadCore();
    const settings = await deps.settings();
    const onPrefetched = (page: SearchPage): void => {
      describer(page.search.index)
        .then((describe) => describe(page))
        .catch((error: unknown) => {
          if (!closed.signal.aborted) deps.log.error('A page cannot be described ahead.', errorInLog(error));
        });
    };
    if (paging !== undefined) closeQuietly(paging.pager);
    const pager = openPager(door, { prefetch: settings.prefetch, timeoutMs: settings.timeoutMs, onPrefetched });
    paging = { pager, door, settings };
    return pager;
  };

  const run = async (question: Question, from: number, options: TurnOptions): Promise<SearchPage> => {
    const { fieldsAsked, searchOf } = await loadCore();
    const { door, catalogue } = await deps.engine();
    const known = (await deps.looks()).of(question.index).fields;
    const fields = await fieldsAsked(catalogue, question, known, options.signal && { signal: options.signal });
    const search = searchOf(question, from, new Date(), fields);
    const { prefetch, timeoutMs } = await deps.settings();
    const isAsBefore =
      paging?.door === door && paging.settings.prefetch === prefetch && paging.settings.timeoutMs === timeoutMs;
    const pager = paging !== undefined && isAsBefore ? paging.pager : await open(door);
    return pager.run(search, options);
  };

  /** @param previous the turn that this one goes on from, where it is not shown yet */
  const turn = async (to: Target, previous: Request | undefined, options: TurnOptions): Promise<SearchPage> => {
    const { door } = await deps.engine();
    // Where pages are turned faster than they are described, each goes one further.
    const before = describing !== undefined && describing.of === previous ? describing.page : shown?.page;
    if (paging?.door === door) {
      const { page } = paging.pager;
      if (before === undefined || page === undefined || isSamePlace(page, before))
        return paging.pager.turn(to, options);
      // What the pager is on was never shown, because someone canceled it while it was described.
      return page.search === before.search
        ? paging.pager.turn({ offset: offsetOf(before, to) }, options)
        : paging.pager.run(before.search, { ...options, from: offsetOf(before, to) });
    }
    const pager = await open(door);
    // The way to the engine is another one, and with it perhaps the engine: what was open there counts no more.
    return before === undefined
      ? pager.turn(to, options)
      : pager.run(before.search, { ...options, from: offsetOf(before, to) });
  };

  const told = async (error: unknown): Promise<PageFailure & { readonly failure?: Failure }> => {
    const { isRequestFailure } = await loadCore();
    if (!isRequestFailure(error)) {
      deps.log.error('A search failed unexpectedly.', errorInLog(error));
      return unexpected;
    }
    if (error.failure.kind === 'cancelled') return cutOff;
    const { sentence, nextStep, detail } = error.failure;
    return { sentence, nextStep, ...(detail !== undefined && { detail }), failure: error.failure };
  };

  /** Whether a request that did not succeed ended because a person, or a newer request, wanted it to. */
  const isUnwanted = (request: Request): boolean =>
    request.abort.signal.aborted || (request !== asking && request !== counting);

  const reject = async (request: Request, error: unknown): Promise<Failure | undefined> => {
    const { requestId } = request;
    if (isUnwanted(request)) {
      deps.post({ kind: 'cancelled', requestId });
      return undefined;
    }
    const { failure: known, ...words } = await told(error);
    failure = words;
    deps.post({ kind: 'failed', requestId, ...words });
    return known;
  };

  const answer = async (
    kind: 'search' | 'turn',
    requestId: string,
    question: Question,
    ask: (options: TurnOptions, previous: Request | undefined) => Promise<SearchPage>,
  ): Promise<void> => {
    // A Next during a Next goes one page further, so the pager is to end the first one itself.
    if (asking?.kind !== 'turn' || kind !== 'turn') asking?.abort.abort();
    counting?.abort.abort();
    const current: Request = { kind, requestId, abort: new AbortController() };
    const previous = kind === 'turn' && asking?.kind === 'turn' && !asking.abort.signal.aborted ? asking : undefined;
    asking = current;
    failure = undefined;
    try {
      const describe = await describer(question.index);
      const page = await ask(
        {
          signal: current.abort.signal,
          onProgress: (passed, of) =>
            deps.post({ kind: 'progress', requestId, text: `${numberText(passed)} of ${numberText(of)}` }),
        },
        previous,
      );
      // For short documents nothing is awaited from here to the reply: the pager has turned, and the panel with it.
      let described = describe(page);
      if (described instanceof Promise) {
        describing = { of: current, page };
        described = await untilWanted(described, current.abort.signal);
        if (isUnwanted(current)) throw new Error('Another page is wanted by now.');
      }
      shown = { requestId, question, page, described };
      deps.post({ kind: 'page', requestId, question, page: shown.described });
      if (kind === 'search') {
        deps.onOutcome({ question });
        void learn(question.index);
      }
    } catch (error) {
      const known = await reject(current, error);
      if (kind === 'search' && known !== undefined) deps.onOutcome({ question, failure: known });
    } finally {
      if (asking === current) asking = undefined;
      if (describing?.of === current) describing = undefined;
    }
  };

  const redraw = async (): Promise<void> => {
    if (shown === undefined) return;
    const describe = await describer(shown.question.index);
    const { requestId, page, described } = shown;
    const { table } = await describe(page);
    if (table === described.table || shown.requestId !== requestId) return;
    shown = { ...shown, described: { ...described, table } };
    deps.post({ kind: 'columns', requestId, table });
  };

  /** What is only good to know does not keep the page waiting: it comes after it. */
  const learn = async (index: string): Promise<void> => {
    try {
      if (await (await deps.looks()).learn(index)) await redraw();
    } catch (error) {
      deps.log.error('The fields of a search cannot be shown.', errorInLog(error));
    }
  };

  return {
    get shown() {
      return shown;
    },
    get failure() {
      return failure;
    },
    get busy() {
      return asking?.requestId ?? counting?.requestId;
    },
    search: (requestId, question, from) =>
      answer('search', requestId, question, (options) => run(question, from, options)),
    async turn(requestId, to) {
      if (shown === undefined) deps.post({ kind: 'cancelled', requestId });
      else await answer('turn', requestId, shown.question, (options, previous) => turn(to, previous, options));
    },
    async count(requestId) {
      counting?.abort.abort();
      const current: Request = { kind: 'count', requestId, abort: new AbortController() };
      const pager = paging?.pager;
      const before = shown;
      const isShown = before !== undefined && pager?.page !== undefined && isSamePlace(pager.page, before.page);
      if (!isShown || asking !== undefined) {
        deps.post({ kind: 'cancelled', requestId });
        return;
      }
      counting = current;
      try {
        const describe = await describer(before.question.index);
        await pager.count(current.abort.signal);
        const { page } = pager;
        const described = page && (await describe(page));
        if (page === undefined || described?.total === undefined) throw new Error('nothing was counted');
        if (isUnwanted(current)) throw new Error('Something else is wanted by now.');
        shown = { ...before, page, described };
        deps.post({ kind: 'counted', requestId, range: described.range, total: described.total });
      } catch (error) {
        await reject(current, error);
      } finally {
        if (counting === current) counting = undefined;
      }
    },
    cancel(requestId) {
      for (const request of [asking, counting]) if (request?.requestId === requestId) request.abort.abort();
    },
    redraw,
    async close() {
      asking?.abort.abort();
      counting?.abort.abort();
      closed.abort();
      const open = paging;
      paging = undefined;
      shown = undefined;
      await open?.pager.close();
    },
  };
}

/** What the work gives, unless a person cancels before. */
function untilWanted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new Error('canceled'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject);
  });
}

function isSamePlace(one: SearchPage, other: SearchPage): boolean {
  return one.search === other.search && one.from === other.from;
}

/** Hits before the page that a target names, seen from a page. */
function offsetOf({ from, search }: SearchPage, to: Target): number {
  if (to === 'first') return 0;
  if (to === 'next') return from + search.size;
  return to === 'previous' ? Math.max(0, from - search.size) : to.offset;
}

/** Whether a page with the same hits still says the same: what is known of the whole result may have grown. */
function tellsTheSame(one: SearchPage, other: SearchPage): boolean {
  const told = ({ from, total, hasPrevious, hasNext, notes }: SearchPage): string =>
    JSON.stringify([from, total, hasPrevious, hasNext, notes]);
  return told(one) === told(other);
}

/** What an engine holds for a result that nobody looks at goes by itself after some minutes where it cannot be closed. */
function closeQuietly(pager: Pager): void {
  pager.close().catch(() => undefined);
}
