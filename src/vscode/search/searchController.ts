import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { untilAborted } from '../../core/base/async/untilAborted';
import type { Failure } from '../../core/base/errors/failure';
import type { Pager, SearchPage, TurnOptions } from '../../core/search/paging/pager';
import { numberText } from '../../l10n/numbers';
import type { PageTarget } from '../../protocol/hitPlace';
import type { MessageToPage, PageFailure } from '../../protocol/pageMessages';
import type { SearchQuestion } from '../../protocol/question';
import type { HitPage } from '../../protocol/resultPage';
import { errorInLog } from '../shared/errorInLog';
import { loadCore } from '../shared/loadCore';
import { areSamePage, openEndpointPager, type PagingSettings } from './endpointPager';
import type { Engine } from './engines';
import { openPageDescriptions } from './pageDescriptions';
import type { TableOptions } from './tableOptions';

/** The page of a result that was answered last. */
interface ShownPage {
  readonly requestId: string;
  readonly question: SearchQuestion;
  readonly page: SearchPage;
  readonly described: HitPage;
}

/** How a new search ended: with a page, or with the failure. One that was canceled has no outcome. */
export interface SearchOutcome {
  readonly endpointId: string;
  readonly question: SearchQuestion;
  readonly failure?: Failure;
}

interface SearchControllerDeps {
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
  engine(): Promise<Engine>;
  tableOptions(): Promise<TableOptions>;
  settings(): Promise<PagingSettings>;
  post(message: MessageToPage): void;
  onOutcome(outcome: Omit<SearchOutcome, 'endpointId'>): void;
}

/**
 * Answers the requests of a search page to one endpoint, each exactly once. What is shown is kept here, because VS Code makes
 * the page anew each time its tab was hidden. A late response never replaces a newer one.
 */
export interface SearchController {
  readonly shown: ShownPage | undefined;
  /** Why the last request failed, until the next one. */
  readonly failure: PageFailure | undefined;
  /** The request whose reply is yet to come. */
  readonly busy: string | undefined;
  answerSearch(requestId: string, question: SearchQuestion, from: number): Promise<void>;
  answerTurn(requestId: string, to: PageTarget): Promise<void>;
  answerCount(requestId: string): Promise<void>;
  /**
   * Counts all hits of the shown result for something else than the page, which is told, too. Undefined where no page is shown, and
   * where the engine does not count exactly. Rejects with `RequestFailure`.
   */
  countShown(signal: AbortSignal): Promise<number | undefined>;
  cancelRequest(requestId: string): void;
  /**
   * Makes a page that was followed the one that is shown, of the same question, without sending it. Undefined where another
   * one is wanted, or was shown meanwhile.
   */
  showFollowed(requestId: string, page: SearchPage, signal: AbortSignal): Promise<ShownPage | undefined>;
  /** Sends the page its hits again where they are drawn differently now. */
  redrawTable(): Promise<void>;
  /** Cancels what is under way, and closes what the engine holds open for the result, as well as it can. */
  close(): Promise<void>;
}

interface Request {
  readonly kind: 'search' | 'turn' | 'count';
  readonly requestId: string;
  readonly abort: AbortController;
}

/** Not canceled on the page: the connection was closed because the endpoint or a setting changed. */
const cutOff = (): PageFailure => ({
  sentence: l10n.t('The endpoint or a network setting changed during the search.'),
  nextStep: l10n.t('Search again.'),
});

const unexpected = (): PageFailure => ({
  sentence: l10n.t('The search failed unexpectedly.'),
  nextStep: l10n.t('See the Proxy Scout log for details.'),
});

/** Opens what answers one panel for one endpoint. Nothing is asked before the page asks. */
export function openSearchController(deps: SearchControllerDeps): SearchController {
  let shown: ShownPage | undefined;
  let failure: PageFailure | undefined;
  let asking: Request | undefined;
  let counting: Request | undefined;
  /** A page that the pager is on and that is being described for a request; short documents take no time to describe. */
  let describing: { readonly of: Request; readonly page: SearchPage } | undefined;
  const descriptions = openPageDescriptions(deps.tableOptions, deps.log);
  const pager = openEndpointPager({ ...deps, onPrefetched: (page) => descriptions.prepare(page) });

  /** Whether a request that did not succeed ended because a person, or a newer request, wanted it to. */
  const isUnwanted = (request: Request): boolean =>
    request.abort.signal.aborted || (request !== asking && request !== counting);

  const reject = async (request: Request, error: unknown): Promise<Failure | undefined> => {
    const { requestId } = request;
    if (isUnwanted(request)) {
      deps.post({ kind: 'canceled', requestId });
      return undefined;
    }
    const { failure: known, ...words } = await pageFailureOf(error, deps.log);
    failure = { ...words, ...(request.kind === 'search' && { isOfSearch: true }) };
    deps.post({ kind: 'failed', requestId, ...failure });
    return known;
  };

  const answerWithPage = async (
    kind: 'search' | 'turn',
    requestId: string,
    question: SearchQuestion,
    askPager: (options: TurnOptions, previous: Request | undefined) => Promise<SearchPage>,
  ): Promise<void> => {
    // A Next during a Next goes one page further, so the pager is to end the first one itself.
    if (asking?.kind !== 'turn' || kind !== 'turn') asking?.abort.abort();
    counting?.abort.abort();
    const current: Request = { kind, requestId, abort: new AbortController() };
    const previous = kind === 'turn' && asking?.kind === 'turn' && !asking.abort.signal.aborted ? asking : undefined;
    asking = current;
    failure = undefined;
    try {
      const describe = await descriptions.describerOf(question.index);
      const page = await askPager(
        {
          signal: current.abort.signal,
          onProgress: (passed, of) =>
            deps.post({ kind: 'progress', requestId, text: l10n.t('{0} of {1}', numberText(passed), numberText(of)) }),
        },
        previous,
      );
      // For short documents nothing is awaited from here to the reply: the pager has turned, and the panel with it.
      let described = describe(page);
      if (described instanceof Promise) {
        describing = { of: current, page };
        described = await untilAborted(described, current.abort.signal);
        if (isUnwanted(current)) throw new Error('Another page is wanted by now.');
      }
      shown = { requestId, question, page, described };
      deps.post({ kind: 'page', requestId, question, page: shown.described });
      if (kind === 'search') {
        deps.onOutcome({ question });
        void learnFields(question.index);
      }
    } catch (error) {
      const known = await reject(current, error);
      if (kind === 'search' && known !== undefined) deps.onOutcome({ question, failure: known });
    } finally {
      if (asking === current) asking = undefined;
      if (describing?.of === current) describing = undefined;
    }
  };

  const redrawTable = async (): Promise<void> => {
    if (shown === undefined) return;
    const describe = await descriptions.describerOf(shown.question.index);
    const { requestId, page, described } = shown;
    const { table } = await describe(page);
    if (table === described.table || shown.requestId !== requestId) return;
    shown = { ...shown, described: { ...described, table } };
    deps.post({ kind: 'columns', requestId, table });
  };

  /** The page does not wait for optional details: they come later. */
  const learnFields = async (index: string): Promise<void> => {
    try {
      if (await (await deps.tableOptions()).learn(index)) await redrawTable();
    } catch (error) {
      deps.log.error('The fields of a search cannot be shown.', errorInLog(error));
    }
  };

  /** The pager, if it is on the page that is shown. */
  const counterOf = (of: ShownPage | undefined): Pager | undefined => {
    const { current } = pager;
    return of !== undefined && current?.page !== undefined && areSamePage(current.page, of.page) ? current : undefined;
  };

  const withTotal = async (before: ShownPage, counter: Pager, signal: AbortSignal): Promise<ShownPage> => {
    const describe = await descriptions.describerOf(before.question.index);
    await counter.count(signal);
    const { page } = counter;
    const described = page && (await describe(page));
    if (page === undefined || described?.total === undefined) throw new Error('nothing was counted');
    return { ...before, page, described };
  };

  const postTotal = (requestId: string, { described: { range, total } }: ShownPage): void => {
    if (total !== undefined) deps.post({ kind: 'counted', requestId, range, total });
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
    answerSearch: (requestId, question, from) =>
      answerWithPage('search', requestId, question, (options) => pager.startSearch(question, from, options)),
    async answerTurn(requestId, to) {
      if (shown === undefined) return deps.post({ kind: 'canceled', requestId });
      await answerWithPage('turn', requestId, shown.question, (options, previous) => {
        // Where pages are turned faster than they are described, each goes one further.
        const seenFrom = () => (describing !== undefined && describing.of === previous ? describing.page : shown?.page);
        return pager.openPage(to, seenFrom, options);
      });
    },
    async answerCount(requestId) {
      counting?.abort.abort();
      const current: Request = { kind: 'count', requestId, abort: new AbortController() };
      const before = shown;
      const counter = counterOf(before);
      if (before === undefined || counter === undefined || asking !== undefined) {
        deps.post({ kind: 'canceled', requestId });
        return;
      }
      counting = current;
      try {
        const counted = await withTotal(before, counter, current.abort.signal);
        if (isUnwanted(current)) throw new Error('Something else is wanted by now.');
        shown = counted;
        postTotal(requestId, counted);
      } catch (error) {
        await reject(current, error);
      } finally {
        if (counting === current) counting = undefined;
      }
    },
    async countShown(signal) {
      const before = shown;
      const counter = counterOf(before);
      if (before === undefined || counter === undefined) return undefined;
      const counted = await withTotal(before, counter, signal);
      if (shown === before && asking === undefined) {
        shown = counted;
        postTotal(before.requestId, counted);
      }
      const { total } = counted.page;
      return total?.relation === 'eq' ? total.value : undefined;
    },
    cancelRequest(requestId) {
      for (const request of [asking, counting]) if (request?.requestId === requestId) request.abort.abort();
    },
    async showFollowed(requestId, page, signal) {
      const before = shown?.requestId;
      counting?.abort.abort();
      const describe = await descriptions.describerOf(page.search.index);
      const described = await describe(page);
      const isWanted = asking === undefined && before !== undefined && shown?.requestId === before && !signal.aborted;
      if (shown === undefined || !isWanted) return undefined;
      shown = { requestId, question: shown.question, page, described };
      return shown;
    },
    redrawTable,
    async close() {
      asking?.abort.abort();
      counting?.abort.abort();
      descriptions.close();
      const closing = pager.close();
      shown = undefined;
      await closing;
    },
  };
}

/** What the page says about an error, and the failure where a request failed. Unexpected errors go to the log. */
async function pageFailureOf(
  error: unknown,
  log: Pick<vscode.LogOutputChannel, 'error'>,
): Promise<PageFailure & { readonly failure?: Failure }> {
  const { isRequestFailure } = await loadCore();
  if (!isRequestFailure(error)) {
    log.error('A search failed unexpectedly.', errorInLog(error));
    return unexpected();
  }
  if (error.failure.kind === 'canceled') return cutOff();
  const { sentence, nextStep, detail } = error.failure;
  return { sentence, nextStep, ...(detail !== undefined && { detail }), failure: error.failure };
}
