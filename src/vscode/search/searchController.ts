import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { untilAborted } from '../../core/base/async/untilAborted';
import { type Failure, isRequestFailure } from '../../core/base/errors/failure';
import type { Pager, SearchPage, TurnOptions } from '../../core/search/paging/pager';
import { numberText } from '../../l10n/numbers';
import type { PageTarget } from '../../protocol/hitPlace';
import type { MessageToPage, PageFailure } from '../../protocol/pageMessages';
import type { SearchQuestion } from '../../protocol/question';
import type { HitPage } from '../../protocol/resultPage';
import { errorInLog } from '../shared/errorInLog';
import { areSamePage, openEndpointPager, type PagingSettings } from './endpointPager';
import type { Engine } from './engines';
import { openPageDescriptions } from './pageDescriptions';
import type { TableOptions } from './tableOptions';

/** The page of a result in the latest reply. */
interface ShownPage {
  readonly requestId: string;
  readonly question: SearchQuestion;
  readonly page: SearchPage;
  readonly described: HitPage;
}

/** The outcome of a new search: a page, or a failure. A canceled one has no outcome. */
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
 * Answers the requests of a search page to one endpoint, each exactly once. Keeps the current page, because VS Code
 * creates the webview again after its tab was hidden. A late response never replaces a newer one.
 */
export interface SearchController {
  readonly shown: ShownPage | undefined;
  /** The failure of the last request, until the next one. */
  readonly failure: PageFailure | undefined;
  /** The request whose reply is pending. */
  readonly busy: string | undefined;
  answerSearch(requestId: string, question: SearchQuestion, from: number): Promise<void>;
  answerTurn(requestId: string, to: PageTarget): Promise<void>;
  answerCount(requestId: string): Promise<void>;
  /**
   * Counts all hits of the current result for another feature, and sends the number to the page, too. Undefined if no
   * page is shown, and if the engine does not count exactly. Rejects with `RequestFailure`.
   */
  countShown(signal: AbortSignal): Promise<number | undefined>;
  cancelRequest(requestId: string): void;
  /**
   * Makes a followed page the current one, without sending it. Undefined if another one was requested or shown
   * meanwhile.
   */
  showFollowed(requestId: string, page: SearchPage, signal: AbortSignal): Promise<ShownPage | undefined>;
  /** Sends the page its hits again if they are drawn in another way now. */
  redrawTable(): Promise<void>;
  /** Cancels all requests, and closes what the engine keeps open, if possible. */
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

/** Opens the controller of one panel for one endpoint. Sends no request before the page does. */
export function openSearchController(deps: SearchControllerDeps): SearchController {
  let shown: ShownPage | undefined;
  let failure: PageFailure | undefined;
  let asking: Request | undefined;
  let counting: Request | undefined;
  /** The pager's page while it is described for a request; short documents take no time to describe. */
  let describing: { readonly of: Request; readonly page: SearchPage } | undefined;
  const descriptions = openPageDescriptions(deps.tableOptions, deps.log);
  const pager = openEndpointPager({ ...deps, onPrefetched: (page) => descriptions.prepare(page) });

  /** Whether a request without success was canceled by the user or by a newer request. */
  const isUnwanted = (request: Request): boolean =>
    request.abort.signal.aborted || (request !== asking && request !== counting);

  const reject = (request: Request, error: unknown): Failure | undefined => {
    const { requestId } = request;
    if (isUnwanted(request)) {
      deps.post({ kind: 'canceled', requestId });
      return undefined;
    }
    const { failure: known, ...words } = pageFailureOf(error, deps.log);
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
    // A Next during a Next goes one page further, so the pager ends the first one itself.
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
      // For short documents, nothing is awaited from here to the reply: pager and panel have the same page.
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
      const known = reject(current, error);
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

  /** The page does not wait for optional details: they follow. */
  const learnFields = async (index: string): Promise<void> => {
    try {
      if (await (await deps.tableOptions()).learn(index)) await redrawTable();
    } catch (error) {
      deps.log.error('The fields of a search cannot be shown.', errorInLog(error));
    }
  };

  /** The pager, if it is on the current page. */
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
        // If the user turns pages faster than they are described, each request goes one further.
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
        reject(current, error);
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

/** The page's message about an error, and the failure of a request. Unexpected errors go to the log. */
function pageFailureOf(
  error: unknown,
  log: Pick<vscode.LogOutputChannel, 'error'>,
): PageFailure & { readonly failure?: Failure } {
  if (!isRequestFailure(error)) {
    log.error('A search failed unexpectedly.', errorInLog(error));
    return unexpected();
  }
  if (error.failure.kind === 'canceled') return cutOff();
  const { sentence, nextStep, detail } = error.failure;
  return { sentence, nextStep, ...(detail !== undefined && { detail }), failure: error.failure };
}
