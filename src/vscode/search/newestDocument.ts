import type * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { askNewest } from '../../core/search/histogram/askNewest';
import type { EngineSearch } from '../../core/search/wire/engineSearch';
import type { MessageToPage } from '../../protocol/pageMessages';
import { errorInLog } from '../shared/errorInLog';
import type { PagingSettings } from './endpointPager';
import type { Engine } from './engines';
import type { SearchController } from './searchController';

/** Sends the time of an index's newest document to a page without hits. */
export interface NewestDocument {
  /** Sends it if the current page has no hits. Sends nothing if the time cannot be read, because it is optional. */
  tell(): Promise<void>;
  /** Cancels the request. */
  cancel(): void;
}

interface NewestDocumentDeps {
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
  readonly controller: Pick<SearchController, 'shown'>;
  engine(): Promise<Engine>;
  settings(): Promise<PagingSettings>;
  post(message: MessageToPage): void;
}

/** Opens it for one endpoint's search. Sends no request before a page without hits is shown. */
export function openNewestDocument({ log, controller, engine, settings, post }: NewestDocumentDeps): NewestDocument {
  let asking: AbortController | undefined;
  /** By search, because VS Code creates the page again after its tab was hidden. */
  const kept = new WeakMap<EngineSearch, number>();

  return {
    async tell() {
      asking?.abort();
      const { shown } = controller;
      if (shown === undefined) return;
      const { requestId, question, page, described } = shown;
      const isEmpty = page.hits.length === 0 && page.from === 0 && described.aggregations.length === 0;
      if (!isEmpty || page.around !== undefined) return;
      const abort = new AbortController();
      const { signal } = abort;
      asking = abort;
      try {
        const [{ client, catalog }, { timeoutMs }] = await Promise.all([engine(), settings()]);
        const { index } = page.search;
        const fields = await catalog.fields(index, signal);
        const request = { index, fields, preferred: question.time?.field, timeoutMs };
        const at = kept.get(page.search) ?? (await askNewest(client, request, signal));
        if (at === undefined || signal.aborted) return;
        kept.set(page.search, at);
        post({ kind: 'newest', requestId, at });
      } catch (error) {
        if (!isRequestFailure(error)) log.error('The newest document cannot be told.', errorInLog(error));
      }
    },
    cancel: () => asking?.abort(),
  };
}
