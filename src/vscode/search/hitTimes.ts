import { isRequestFailure } from '../../core/base/errors/failure';
import { askHistogram, askNewest } from '../../core/search/histogram/askHistogram';
import type { PageRequest } from '../../core/search/page/requestsOfPage';
import type { Histogram } from '../../protocol/histogram';
import { errorInLog } from '../shared/logError';
import type { EndpointSearch } from './endpointSearch';

type Asked = Extract<PageRequest, { kind: 'histogram' }>;

/** Sends a search page the bars of the times of its hits. Sends no request before the page does. */
export class TimeBar {
  /** The time of the last request for the current bars, in milliseconds since 1970; undefined: never. */
  askedAt: number | undefined;
  private asking: AbortController | undefined;

  constructor(private readonly search: EndpointSearch) {}

  /**
   * Replies to the page, without bars if there are none or the engine refuses, because the hits matter more. Only the
   * last request counts: a replaced or canceled one gets no reply.
   */
  async answer(asked: Asked): Promise<void> {
    const { searches, post } = this.search;
    this.cancel();
    this.askedAt = Date.now();
    this.asking = new AbortController();
    const { signal } = this.asking;
    let histogram: Histogram | undefined;
    try {
      histogram = await this.histogramFor(asked, signal);
    } catch (error) {
      if (!isRequestFailure(error)) searches.log.error('The time bar of a search cannot be shown.', errorInLog(error));
    }
    if (signal.aborted) return;
    post({ kind: 'histogram', requestId: asked.requestId, ...(histogram !== undefined && { histogram }) });
  }

  cancel(): void {
    this.asking?.abort();
  }

  private async histogramFor(asked: Asked, signal: AbortSignal): Promise<Histogram | undefined> {
    const { shown, searches } = this.search;
    if (shown?.pageId !== asked.pageId) return undefined;
    const { search, hits } = shown.page;
    const { field, stack, zone } = asked;
    const [{ client, catalog }, { timeoutMs }] = await Promise.all([this.search.engine(), searches.settings()]);
    const fields = await catalog.fields(search.index, signal).catch(() => []);
    return askHistogram(client, { search, field, zone, stack, fields, hits, timeoutMs }, signal);
  }
}

/** Sends the time of an index's newest document to a page without hits. */
export class NewestDocument {
  private asking: AbortController | undefined;

  constructor(private readonly search: EndpointSearch) {}

  /** Sends it if the current page has no hits. Sends nothing if the time cannot be read, because it is optional. */
  async tell(): Promise<void> {
    this.cancel();
    const { shown, searches, post } = this.search;
    if (shown === undefined) return;
    const { pageId, question, page, described } = shown;
    const isEmpty = page.hits.length === 0 && page.from === 0 && described.aggregations.length === 0;
    if (!isEmpty || page.around !== undefined) return;
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const [{ client, catalog }, { timeoutMs }] = await Promise.all([this.search.engine(), searches.settings()]);
      const { index } = page.search;
      const fields = await catalog.fields(index, signal);
      const request = { index, fields, preferred: question.time?.field, timeoutMs };
      const at = await askNewest(client, request, signal);
      if (at === undefined || signal.aborted) return;
      post({ kind: 'newest', pageId, at });
    } catch (error) {
      if (!isRequestFailure(error)) searches.log.error('The newest document cannot be told.', errorInLog(error));
    }
  }

  cancel(): void {
    this.asking?.abort();
  }
}
