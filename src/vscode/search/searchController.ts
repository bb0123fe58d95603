import * as l10n from '@vscode/l10n';
import { type Failure, isRequestFailure } from '../../core/base/errors/failure';
import { exactCount } from '../../core/search/paging/exactCount';
import type { Pager, SearchPage, TurnOptions } from '../../core/search/paging/pager';
import { searchTraits } from '../../core/search/paging/searchTraits';
import type { EngineSearch } from '../../core/search/wire/engineSearch';
import type { HitTotal } from '../../core/search/wire/searchAnswer';
import { searchPath } from '../../core/search/wire/searchPath';
import { isIndexQuestion } from '../../core/searchView/indexQuestion';
import { numberText } from '../../l10n/numbers';
import type { PageTarget } from '../../protocol/hitPlace';
import type { PageFailure } from '../../protocol/pageView';
import type { SearchQuestion } from '../../protocol/question';
import type { HitTable } from '../../protocol/resultPage';
import { errorInLog } from '../shared/logError';
import { EndpointPager } from './endpointPager';
import { type EndpointSearch, pageFailureOf, type ShownResult } from './endpointSearch';
import { type DescribedPage, PageDescriptions } from './pageDescriptions';

/** Milliseconds that the new hits of a followed search wait for their total. */
const mostCountingMs = 1_000;

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
  /** The question of the last search, also of one that failed. */
  searched: SearchQuestion | undefined;
  private asking: Request | undefined;
  private counting: Request | undefined;
  /** Counting that nobody asked for. */
  private countingAhead = new AbortController();
  private readonly descriptions: PageDescriptions;
  private readonly pager: EndpointPager;

  constructor(private readonly search: EndpointSearch) {
    const descriptions = new PageDescriptions(search);
    this.descriptions = descriptions;
    this.pager = new EndpointPager(search, descriptions);
  }

  /** The request whose reply is pending. */
  get busy(): string | undefined {
    return this.asking?.requestId ?? this.counting?.requestId;
  }

  answerSearch(requestId: string, question: SearchQuestion, from: number): Promise<void> {
    this.searched = question;
    return this.answerWithPage('search', requestId, question, (options) =>
      this.pager.startSearch(question, from, options),
    );
  }

  async answerTurn(requestId: string, to: PageTarget): Promise<void> {
    const { shown, post } = this.search;
    if (shown === undefined) return post({ kind: 'canceled', requestId });
    await this.answerWithPage('turn', requestId, shown.question, (options) => this.pager.openPage(to, options));
  }

  async answerCount(requestId: string): Promise<void> {
    this.stopCounting();
    const current: Request = { kind: 'count', requestId, abort: new AbortController() };
    const before = this.search.shown;
    const counter = this.counterOf(before);
    if (before === undefined || counter === undefined || this.asking !== undefined) {
      this.search.post({ kind: 'canceled', requestId });
      return;
    }
    this.counting = current;
    this.failure = undefined;
    try {
      const counted = await this.withTotal(before, counter, current.abort.signal);
      if (this.isUnwanted(current)) throw new Error('Something else is wanted by now.');
      this.search.shown = counted;
      this.postTotal(counted, requestId);
    } catch (error) {
      this.reject(current, error);
    } finally {
      if (this.counting === current) this.counting = undefined;
    }
  }

  /**
   * Counts all hits of the current result for another feature, and sends the number to the page, too. Undefined if no
   * page is shown, if it has the hits around one, and if the engine does not count exactly. Rejects with `RequestFailure`.
   */
  async countShown(signal: AbortSignal): Promise<number | undefined> {
    const before = this.search.shown;
    const counter = this.counterOf(before);
    if (before === undefined || counter === undefined || before.page.around !== undefined) return undefined;
    const counted = await this.withTotal(before, counter, signal);
    if (this.search.shown?.pageId === before.pageId && this.asking === undefined && !signal.aborted) {
      this.search.shown = counted;
      this.postTotal(counted);
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
  async showFollowed(pageId: string, page: SearchPage, signal: AbortSignal): Promise<ShownResult | undefined> {
    const before = this.search.shown;
    this.stopCounting();
    const total = (before && (await this.cheapTotal(before.question, page.search, signal))) ?? page.total;
    const counted = total === undefined ? page : { ...page, total };
    const described = await this.descriptions.describe(counted);
    const { shown } = this.search;
    const isWanted = this.asking === undefined && shown?.pageId === before?.pageId && !signal.aborted;
    if (shown === undefined || !isWanted) return undefined;
    this.search.shown = { pageId, question: shown.question, page: counted, described };
    return this.search.shown;
  }

  /** Sends the page its hits again if they are drawn in another way now. */
  async redrawTable(): Promise<void> {
    const redrawn = await this.describeAgain();
    if (redrawn !== undefined) this.search.post({ kind: 'columns', ...redrawn });
  }

  /** Describes the hits again; undefined if they are drawn as before. */
  async describeAgain(): Promise<{ readonly pageId: string; readonly table: HitTable } | undefined> {
    const { search } = this;
    if (search.shown === undefined) return undefined;
    const { pageId, page } = search.shown;
    const { table } = await this.descriptions.describe(page);
    const { shown } = search;
    if (shown?.pageId !== pageId || shown.described.table === table) return undefined;
    search.shown = { ...shown, described: { ...shown.described, table } };
    return { pageId, table };
  }

  /** Cancels all requests, and closes what the engine keeps open, if possible. */
  async close(): Promise<void> {
    this.asking?.abort.abort();
    this.stopCounting();
    this.descriptions.close();
    const closing = this.pager.close();
    this.search.shown = undefined;
    await closing;
  }

  private async answerWithPage(
    kind: 'search' | 'turn',
    requestId: string,
    question: SearchQuestion,
    askPager: (options: TurnOptions) => Promise<DescribedPage>,
  ): Promise<void> {
    const { search, asking } = this;
    // A Next during a Next goes one page further, so the pager ends the first one itself.
    if (asking?.kind !== 'turn' || kind !== 'turn') asking?.abort.abort();
    this.stopCounting();
    const current: Request = { kind, requestId, abort: new AbortController() };
    this.asking = current;
    this.failure = undefined;
    try {
      const { described, ...page } = await askPager({
        signal: current.abort.signal,
        onProgress: (passed, of) =>
          search.post({ kind: 'progress', requestId, text: l10n.t('{0} of {1}', numberText(passed), numberText(of)) }),
      });
      // It may have come while it was being canceled.
      if (this.isUnwanted(current)) throw new Error('Something else is wanted by now.');
      search.shown = { pageId: requestId, question, page, described };
      search.post({ kind: 'page', pageId: requestId, question, page: described });
      if (kind === 'search') {
        this.fireOutcome(question);
        void this.learnFields(question.index);
        void this.countAhead(question, page);
      }
    } catch (error) {
      const known = this.reject(current, error);
      if (kind === 'search' && known !== undefined) this.fireOutcome(question, known);
    } finally {
      if (this.asking === current) this.asking = undefined;
    }
    if (this.search.shown?.pageId === requestId) await this.redrawIfOld();
  }

  /** Redraws hits whose columns or layout were chosen while they were described. Never rejects. */
  async redrawIfOld(): Promise<void> {
    try {
      await this.redrawTable();
    } catch (error) {
      if (isRequestFailure(error)) return;
      this.search.searches.log.error('Hits cannot be drawn in another way.', errorInLog(error));
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
    const { failure: known, ...words } = this.wordsOf(error);
    this.failure = { ...words, ...(request.kind === 'search' && { isOfSearch: true }) };
    post({ kind: 'failed', requestId, ...this.failure });
    return known;
  }

  /** The page's message about an error, and the failure of a request. Unexpected errors go to the log. */
  private wordsOf(error: unknown): PageFailure & { readonly failure?: Failure } {
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
        isPassing: true,
      };
    }
    return { ...pageFailureOf(error.failure), failure: error.failure };
  }

  /** The page does not wait for optional details: they follow. */
  private async learnFields(index: string): Promise<void> {
    try {
      if (await (await this.search.tableOptions()).learn(index)) await this.redrawTable();
    } catch (error) {
      this.search.searches.log.error('The fields of a search cannot be shown.', errorInLog(error));
    }
  }

  /** Counts the hits of a search whose exact number an engine has at hand, unless the page has it already. */
  private async countAhead(question: SearchQuestion, { total }: SearchPage): Promise<void> {
    if (total === undefined || total.relation === 'eq' || !isIndexQuestion(question)) return;
    this.countingAhead = new AbortController();
    const { signal } = this.countingAhead;
    // The page has a lower bound, and can still ask for more.
    await this.countShown(signal).catch((error: unknown) => this.logUnexpected(error));
  }

  /** The exact number of a followed search's hits, where an engine has it at hand; else undefined. Never rejects. */
  private async cheapTotal(
    question: SearchQuestion,
    { index, body }: EngineSearch,
    signal: AbortSignal,
  ): Promise<HitTotal | undefined> {
    if (!isIndexQuestion(question)) return undefined;
    try {
      const { client } = await this.search.engine();
      const how = { client, path: searchPath(index), body, timeoutMs: mostCountingMs, traits: searchTraits(body) };
      const total = await exactCount(how, signal);
      return total.relation === 'eq' ? total : undefined;
    } catch (error) {
      this.logUnexpected(error);
      return undefined;
    }
  }

  private logUnexpected(error: unknown): void {
    if (!isRequestFailure(error)) this.search.searches.log.error('Hits cannot be counted.', errorInLog(error));
  }

  private stopCounting(): void {
    this.counting?.abort.abort();
    this.countingAhead.abort();
  }

  /** The pager, if it is on the current page. */
  private counterOf(of: ShownResult | undefined): Pager | undefined {
    const { current } = this.pager;
    return of !== undefined && current?.page?.search === of.page.search ? current : undefined;
  }

  private async withTotal(before: ShownResult, counter: Pager, signal: AbortSignal): Promise<ShownResult> {
    await counter.count(signal);
    const { page } = counter;
    const described = page && (await this.descriptions.describe(page));
    if (page === undefined || described?.total === undefined) throw new Error('nothing was counted');
    return { ...before, page, described };
  }

  /** @param requestId the request that it answers; undefined if another feature counted */
  private postTotal({ pageId, described: { range, total } }: ShownResult, requestId?: string): void {
    if (total === undefined) return;
    this.search.post({ kind: 'counted', ...(requestId !== undefined && { requestId }), pageId, range, total });
  }
}
