import * as l10n from '@vscode/l10n';
import { untilAborted } from '../../core/base/async/untilAborted';
import { type Failure, isRequestFailure } from '../../core/base/errors/failure';
import type { Pager, SearchPage, TurnOptions } from '../../core/search/paging/pager';
import { numberText } from '../../l10n/numbers';
import type { PageTarget } from '../../protocol/hitPlace';
import type { PageFailure } from '../../protocol/pageMessages';
import type { SearchQuestion } from '../../protocol/question';
import { errorInLog } from '../shared/logError';
import { areSamePage, EndpointPager } from './endpointPager';
import type { EndpointSearch, ShownResult } from './endpointSearch';
import { PageDescriptions } from './pageDescriptions';

interface Request {
  readonly kind: 'search' | 'turn' | 'count';
  readonly requestId: string;
  readonly abort: AbortController;
}

/**
 * Answers the requests of a search page to one endpoint, each exactly once. Keeps the current page, because VS Code
 * creates the webview again after its tab was hidden. A late response never replaces a newer one.
 */
export class SearchController {
  /** The failure of the last request, until the next one. */
  failure: PageFailure | undefined;
  private asking: Request | undefined;
  private counting: Request | undefined;
  /** The pager's page while it is described for a request; short documents take no time to describe. */
  private describing: { readonly of: Request; readonly page: SearchPage } | undefined;
  private readonly descriptions: PageDescriptions;
  private readonly pager: EndpointPager;

  constructor(private readonly search: EndpointSearch) {
    const descriptions = new PageDescriptions(search);
    this.descriptions = descriptions;
    this.pager = new EndpointPager(search, (page) => void descriptions.prepare(page));
  }

  /** The request whose reply is pending. */
  get busy(): string | undefined {
    return this.asking?.requestId ?? this.counting?.requestId;
  }

  answerSearch(requestId: string, question: SearchQuestion, from: number): Promise<void> {
    return this.answerWithPage('search', requestId, question, (options) =>
      this.pager.startSearch(question, from, options),
    );
  }

  async answerTurn(requestId: string, to: PageTarget): Promise<void> {
    const { shown, post } = this.search;
    if (shown === undefined) return post({ kind: 'canceled', requestId });
    await this.answerWithPage('turn', requestId, shown.question, (options, previous) => {
      // If the user turns pages faster than they are described, each request goes one further.
      const seenFrom = () =>
        this.describing !== undefined && this.describing.of === previous
          ? this.describing.page
          : this.search.shown?.page;
      return this.pager.openPage(to, seenFrom, options);
    });
  }

  async answerCount(requestId: string): Promise<void> {
    this.counting?.abort.abort();
    const current: Request = { kind: 'count', requestId, abort: new AbortController() };
    const before = this.search.shown;
    const counter = this.counterOf(before);
    if (before === undefined || counter === undefined || this.asking !== undefined) {
      this.search.post({ kind: 'canceled', requestId });
      return;
    }
    this.counting = current;
    try {
      const counted = await this.withTotal(before, counter, current.abort.signal);
      if (this.isUnwanted(current)) throw new Error('Something else is wanted by now.');
      this.search.shown = counted;
      this.postTotal(requestId, counted);
    } catch (error) {
      this.reject(current, error);
    } finally {
      if (this.counting === current) this.counting = undefined;
    }
  }

  /**
   * Counts all hits of the current result for another feature, and sends the number to the page, too. Undefined if no
   * page is shown, and if the engine does not count exactly. Rejects with `RequestFailure`.
   */
  async countShown(signal: AbortSignal): Promise<number | undefined> {
    const before = this.search.shown;
    const counter = this.counterOf(before);
    if (before === undefined || counter === undefined) return undefined;
    const counted = await this.withTotal(before, counter, signal);
    if (this.search.shown === before && this.asking === undefined) {
      this.search.shown = counted;
      this.postTotal(before.requestId, counted);
    }
    const { total } = counted.page;
    return total?.relation === 'eq' ? total.value : undefined;
  }

  cancelRequest(requestId: string): void {
    for (const request of [this.asking, this.counting]) if (request?.requestId === requestId) request.abort.abort();
  }

  /**
   * Makes a followed page the current one, without sending it. Undefined if another one was requested or shown
   * meanwhile.
   */
  async showFollowed(requestId: string, page: SearchPage, signal: AbortSignal): Promise<ShownResult | undefined> {
    const before = this.search.shown?.requestId;
    this.counting?.abort.abort();
    const describe = await this.descriptions.describerOf(page.search.index);
    const described = await describe(page);
    const { shown } = this.search;
    const isWanted =
      this.asking === undefined && before !== undefined && shown?.requestId === before && !signal.aborted;
    if (shown === undefined || !isWanted) return undefined;
    this.search.shown = { requestId, question: shown.question, page, described };
    return this.search.shown;
  }

  /** Sends the page its hits again if they are drawn in another way now. */
  async redrawTable(): Promise<void> {
    const { search } = this;
    if (search.shown === undefined) return;
    const describe = await this.descriptions.describerOf(search.shown.question.index);
    const { requestId, page, described } = search.shown;
    const { table } = await describe(page);
    if (table === described.table || search.shown?.requestId !== requestId) return;
    search.shown = { ...search.shown, described: { ...described, table } };
    search.post({ kind: 'columns', requestId, table });
  }

  /** Cancels all requests, and closes what the engine keeps open, if possible. */
  async close(): Promise<void> {
    this.asking?.abort.abort();
    this.counting?.abort.abort();
    this.descriptions.close();
    const closing = this.pager.close();
    this.search.shown = undefined;
    await closing;
  }

  private async answerWithPage(
    kind: 'search' | 'turn',
    requestId: string,
    question: SearchQuestion,
    askPager: (options: TurnOptions, previous: Request | undefined) => Promise<SearchPage>,
  ): Promise<void> {
    const { search, asking } = this;
    // A Next during a Next goes one page further, so the pager ends the first one itself.
    if (asking?.kind !== 'turn' || kind !== 'turn') asking?.abort.abort();
    this.counting?.abort.abort();
    const current: Request = { kind, requestId, abort: new AbortController() };
    const previous = kind === 'turn' && asking?.kind === 'turn' && !asking.abort.signal.aborted ? asking : undefined;
    this.asking = current;
    this.failure = undefined;
    try {
      const describe = await this.descriptions.describerOf(question.index);
      const page = await askPager(
        {
          signal: current.abort.signal,
          onProgress: (passed, of) =>
            search.post({
              kind: 'progress',
              requestId,
              text: l10n.t('{0} of {1}', numberText(passed), numberText(of)),
            }),
        },
        previous,
      );
      // For short documents, nothing is awaited from here to the reply: pager and panel have the same page.
      let described = describe(page);
      if (described instanceof Promise) {
        this.describing = { of: current, page };
        described = await untilAborted(described, current.abort.signal);
        if (this.isUnwanted(current)) throw new Error('Another page is wanted by now.');
      }
      search.shown = { requestId, question, page, described };
      search.post({ kind: 'page', requestId, question, page: described });
      if (kind === 'search') {
        this.fireOutcome(question);
        void this.learnFields(question.index);
      }
    } catch (error) {
      const known = this.reject(current, error);
      if (kind === 'search' && known !== undefined) this.fireOutcome(question, known);
    } finally {
      if (this.asking === current) this.asking = undefined;
      if (this.describing?.of === current) this.describing = undefined;
    }
  }

  private fireOutcome(question: SearchQuestion, failure?: Failure): void {
    const { searches, endpointId } = this.search;
    searches.answered.fire({ endpointId, question, ...(failure !== undefined && { failure }) });
  }

  /** Whether a request without success was canceled by the user or by a newer request. */
  private isUnwanted(request: Request): boolean {
    return request.abort.signal.aborted || (request !== this.asking && request !== this.counting);
  }

  private reject(request: Request, error: unknown): Failure | undefined {
    const { requestId } = request;
    const { post } = this.search;
    if (this.isUnwanted(request)) {
      post({ kind: 'canceled', requestId });
      return undefined;
    }
    const { failure: known, ...words } = this.pageFailureOf(error);
    this.failure = { ...words, ...(request.kind === 'search' && { isOfSearch: true }) };
    post({ kind: 'failed', requestId, ...this.failure });
    return known;
  }

  /** The page's message about an error, and the failure of a request. Unexpected errors go to the log. */
  private pageFailureOf(error: unknown): PageFailure & { readonly failure?: Failure } {
    if (!isRequestFailure(error)) {
      this.search.searches.log.error('A search failed unexpectedly.', errorInLog(error));
      return {
        sentence: l10n.t('The search failed unexpectedly.'),
        nextStep: l10n.t('See the Proxy Scout log for details.'),
      };
    }
    // Not canceled on the page: the connection was closed.
    if (error.failure.kind === 'canceled') {
      return {
        sentence: l10n.t('The endpoint or a network setting changed during the search.'),
        nextStep: l10n.t('Search again.'),
      };
    }
    const { sentence, nextStep, detail } = error.failure;
    return { sentence, nextStep, ...(detail !== undefined && { detail }), failure: error.failure };
  }

  /** The page does not wait for optional details: they follow. */
  private async learnFields(index: string): Promise<void> {
    try {
      if (await (await this.search.tableOptions()).learn(index)) await this.redrawTable();
    } catch (error) {
      this.search.searches.log.error('The fields of a search cannot be shown.', errorInLog(error));
    }
  }

  /** The pager, if it is on the current page. */
  private counterOf(of: ShownResult | undefined): Pager | undefined {
    const { current } = this.pager;
    return of !== undefined && current?.page !== undefined && areSamePage(current.page, of.page) ? current : undefined;
  }

  private async withTotal(before: ShownResult, counter: Pager, signal: AbortSignal): Promise<ShownResult> {
    const describe = await this.descriptions.describerOf(before.question.index);
    await counter.count(signal);
    const { page } = counter;
    const described = page && (await describe(page));
    if (page === undefined || described?.total === undefined) throw new Error('nothing was counted');
    return { ...before, page, described };
  }

  private postTotal(requestId: string, { described: { range, total } }: ShownResult): void {
    if (total !== undefined) this.search.post({ kind: 'counted', requestId, range, total });
  }
}
