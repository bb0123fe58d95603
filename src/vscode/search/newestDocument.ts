import { isRequestFailure } from '../../core/base/errors/failure';
import { askNewest } from '../../core/search/histogram/askNewest';
import type { EngineSearch } from '../../core/search/wire/engineSearch';
import { errorInLog } from '../shared/logError';
import type { EndpointSearch } from './endpointSearch';

/** Sends the time of an index's newest document to a page without hits. */
export class NewestDocument {
  private asking: AbortController | undefined;
  /** By search, because VS Code creates the page again after its tab was hidden. */
  private readonly kept = new WeakMap<EngineSearch, number>();

  constructor(private readonly search: EndpointSearch) {}

  /** Sends it if the current page has no hits. Sends nothing if the time cannot be read, because it is optional. */
  async tell(): Promise<void> {
    this.cancel();
    const { shown, searches, post } = this.search;
    if (shown === undefined) return;
    const { requestId, question, page, described } = shown;
    const isEmpty = page.hits.length === 0 && page.from === 0 && described.aggregations.length === 0;
    if (!isEmpty || page.around !== undefined) return;
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const [{ client, catalog }, { timeoutMs }] = await Promise.all([this.search.engine(), searches.settings()]);
      const { index } = page.search;
      const fields = await catalog.fields(index, signal);
      const request = { index, fields, preferred: question.time?.field, timeoutMs };
      const at = this.kept.get(page.search) ?? (await askNewest(client, request, signal));
      if (at === undefined || signal.aborted) return;
      this.kept.set(page.search, at);
      post({ kind: 'newest', requestId, at });
    } catch (error) {
      if (!isRequestFailure(error)) searches.log.error('The newest document cannot be told.', errorInLog(error));
    }
  }

  /** Cancels the request. */
  cancel(): void {
    this.asking?.abort();
  }
}
