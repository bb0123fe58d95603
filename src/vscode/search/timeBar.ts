import type * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { askHistogram } from '../../core/search/histogram/askHistogram';
import type { EngineSearch } from '../../core/search/wire/engineSearch';
import type { Histogram } from '../../protocol/histogram';
import type { MessageFromPage, MessageToPage } from '../../protocol/pageMessages';
import { errorInLog } from '../shared/errorInLog';
import type { PagingSettings } from './endpointPager';
import type { Engine } from './engines';
import type { SearchController } from './searchController';

type Asked = Extract<MessageFromPage, { kind: 'histogram' }>;

/** Sends a search page the bars of the times of its hits. */
export interface TimeBar {
  /**
   * Replies to the page, without bars if there are none or the engine refuses, because the hits matter more. Only the
   * last request counts: a replaced or canceled one gets no reply.
   */
  answer(asked: Asked): Promise<void>;
  /** The time of the last request for the current bars, in milliseconds since 1970; undefined: never. */
  readonly askedAt: number | undefined;
  /** Cancels the request. */
  cancel(): void;
}

interface TimeBarDeps {
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
  readonly controller: Pick<SearchController, 'shown'>;
  engine(): Promise<Engine>;
  settings(): Promise<PagingSettings>;
  post(message: MessageToPage): void;
}

/** Opens the time bar of one endpoint's search. Sends no request before the page does. */
export function openTimeBar({ log, controller, engine, settings, post }: TimeBarDeps): TimeBar {
  let asking: AbortController | undefined;
  let askedAt: number | undefined;
  /** By search, only the last one, because VS Code creates the page again after its tab was hidden. */
  const kept = new WeakMap<EngineSearch, { readonly how: string; readonly histogram: Histogram | undefined }>();

  const histogramFor = async (asked: Asked, signal: AbortSignal): Promise<Histogram | undefined> => {
    const { shown } = controller;
    if (shown?.requestId !== asked.of) return undefined;
    const { search, hits } = shown.page;
    const how = JSON.stringify([asked.field, asked.stack, asked.zone]);
    const before = kept.get(search);
    if (before?.how === how) return before.histogram;
    const [{ client, catalog }, { timeoutMs }] = await Promise.all([engine(), settings()]);
    const fields = await catalog.fields(search.index, signal).catch(() => []);
    const { field, stack, zone } = asked;
    const histogram = await askHistogram(client, { search, field, zone, stack, fields, hits, timeoutMs }, signal);
    kept.set(search, { how, histogram });
    return histogram;
  };

  return {
    get askedAt() {
      return askedAt;
    },
    async answer(asked) {
      asking?.abort();
      askedAt = Date.now();
      const abort = new AbortController();
      asking = abort;
      let histogram: Histogram | undefined;
      try {
        histogram = await histogramFor(asked, abort.signal);
      } catch (error) {
        if (!isRequestFailure(error)) log.error('The time bar of a search cannot be shown.', errorInLog(error));
      }
      if (abort.signal.aborted) return;
      post({ kind: 'histogram', requestId: asked.requestId, ...(histogram !== undefined && { histogram }) });
    },
    cancel: () => asking?.abort(),
  };
}
