import { isRequestFailure } from '../../core/base/errors/failure';
import { askHistogram } from '../../core/search/histogram/askHistogram';
import type { EngineSearch } from '../../core/search/wire/engineSearch';
import type { Histogram } from '../../protocol/histogram';
import type { MessageFromPage } from '../../protocol/pageMessages';
import { errorInLog } from '../shared/logError';
import type { EndpointSearch } from './endpointSearch';

type Asked = Extract<MessageFromPage, { kind: 'histogram' }>;

/** Sends a search page the bars of the times of its hits. Sends no request before the page does. */
export class TimeBar {
  /** The time of the last request for the current bars, in milliseconds since 1970; undefined: never. */
  askedAt: number | undefined;
  private asking: AbortController | undefined;
  /** By search, only the last one, because VS Code creates the page again after its tab was hidden. */
  private readonly kept = new WeakMap<
    EngineSearch,
    { readonly how: string; readonly histogram: Histogram | undefined }
  >();

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

  /** Cancels the request. */
  cancel(): void {
    this.asking?.abort();
  }

  private async histogramFor(asked: Asked, signal: AbortSignal): Promise<Histogram | undefined> {
    const { shown, searches } = this.search;
    if (shown?.requestId !== asked.of) return undefined;
    const { search, hits } = shown.page;
    const { field, stack, zone } = asked;
    const how = JSON.stringify([field, stack, zone]);
    const before = this.kept.get(search);
    if (before?.how === how) return before.histogram;
    const [{ client, catalog }, { timeoutMs }] = await Promise.all([this.search.engine(), searches.settings()]);
    const fields = await catalog.fields(search.index, signal).catch(() => []);
    const histogram = await askHistogram(client, { search, field, zone, stack, fields, hits, timeoutMs }, signal);
    this.kept.set(search, { how, histogram });
    return histogram;
  }
}
