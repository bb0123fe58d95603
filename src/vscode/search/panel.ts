import type * as vscode from 'vscode';
import type { Door } from '../../core/http/door';
import type { SearchPage, SearchSession } from '../../core/search/session';
import type { FromPage, PageFailure, Shown, ToPage } from '../../protocol/search';
import { loadCore } from '../core';
import type { HitDocuments } from './hitDocuments';

/** What the search panels need of the extension around them. */
export interface SearchPanelDeps {
  readonly log: Pick<vscode.LogOutputChannel, 'warn' | 'error'>;
  /** The endpoint as it is now; undefined where it was removed or cannot be read. */
  endpoint(id: string): Promise<{ readonly id: string; readonly name: string } | undefined>;
  /** The endpoint's way to the network. Rejects with `RequestFailure` where it has none. */
  door(id: string): Promise<Door>;
  /** Tells ids of endpoints that were changed or removed, in any window. */
  onDidChange(listener: (ids: readonly string[]) => void): { dispose(): unknown };
}

/** A button of the page that a key of VS Code presses. */
export type Button = Extract<ToPage, { kind: 'press' }>['button'];

/** One open search. */
export interface SearchPanel {
  readonly endpointId: string;
  readonly isActive: boolean;
  reveal(): void;
  press(button: Button): void;
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

/**
 * Answers the page of a webview panel, new or restored. The session lives here, so that a page which VS Code made anew, as it
 * does each time the tab was hidden, shows the same as the one before.
 */
export function attachSearch(
  panel: vscode.WebviewPanel,
  endpointId: string,
  deps: SearchPanelDeps,
  documents: HitDocuments,
): SearchPanel {
  const { webview } = panel;
  let opening: Promise<SearchSession> | undefined;
  let shown: (Shown & { readonly hits: SearchPage['hits'] }) | undefined;
  let failure: PageFailure | undefined;
  let isDisposed = false;
  let busy: { readonly requestId: string; readonly abort: AbortController } | undefined;

  const session = (): Promise<SearchSession> => {
    opening ??= loadCore().then(({ searchSession }) => searchSession(() => deps.door(endpointId)));
    return opening;
  };

  const post = (message: ToPage): void => {
    if (isDisposed) return;
    // A hidden page hears nothing; it asks for everything again with `ready`.
    void webview.postMessage(message);
  };

  const showTitle = async (): Promise<void> => {
    const name = (await deps.endpoint(endpointId))?.name ?? 'removed endpoint';
    if (!isDisposed) panel.title = `Search: ${name}`;
  };

  const initialise = async (): Promise<void> => {
    await showTitle();
    if (isDisposed) return;
    post({
      kind: 'init',
      endpointId,
      ...(shown !== undefined && { shown: { requestId: shown.requestId, query: shown.query, page: shown.page } }),
      ...(failure !== undefined && { failure }),
      ...(busy !== undefined && { busy: busy.requestId }),
    });
  };

  const answer = async (
    requestId: string,
    ask: (session: SearchSession, signal: AbortSignal) => Promise<SearchPage>,
  ): Promise<void> => {
    busy?.abort.abort();
    const current = { requestId, abort: new AbortController() };
    busy = current;
    failure = undefined;
    const { describePage, isRequestFailure } = await loadCore();
    try {
      const result = await ask(await session(), current.abort.signal);
      const next = { requestId, query: result.query, page: describePage(result) };
      if (busy === current) {
        shown = { ...next, hits: result.hits };
        failure = undefined;
      }
      post({ kind: 'page', ...next });
    } catch (error) {
      if (current.abort.signal.aborted) {
        post({ kind: 'cancelled', requestId });
      } else {
        const told = !isRequestFailure(error)
          ? unexpected
          : error.failure.kind === 'cancelled'
            ? cutOff
            : error.failure;
        if (told === unexpected) deps.log.error('A search failed unexpectedly.', error);
        const { sentence, nextStep, detail } = told;
        const words = { sentence, nextStep, ...(detail !== undefined && { detail }) };
        if (busy === current) failure = words;
        post({ kind: 'failed', requestId, ...words });
      }
    } finally {
      if (busy === current) busy = undefined;
    }
  };

  const openDocument = async (requestId: string, row: number): Promise<void> => {
    const hit = shown?.requestId === requestId ? shown.hits[row] : undefined;
    if (shown === undefined || hit === undefined) return;
    await documents.open(hit.json, shown.query.from + row + 1);
  };

  const hear = (message: FromPage): Promise<void> | undefined => {
    switch (message.kind) {
      case 'ready':
        return initialise();
      case 'search':
        return answer(message.requestId, (open, signal) => open.run(message.query, signal));
      case 'turnPage':
        return answer(message.requestId, (open, signal) => open.turn(message.to, signal));
      case 'cancel':
        if (busy?.requestId === message.requestId) busy.abort.abort();
        return undefined;
      case 'openDocument':
        return openDocument(message.requestId, message.row);
    }
  };

  webview.onDidReceiveMessage(async (received: unknown) => {
    try {
      const { parseFromPage } = await loadCore();
      const message = parseFromPage(received);
      if (message === undefined) deps.log.warn('A message of the search page was not understood and ignored.');
      else await hear(message);
    } catch (error) {
      deps.log.error('A message of the search page could not be followed.', error);
    }
  });
  const subscription = deps.onDidChange((ids) => {
    if (!ids.includes(endpointId)) return;
    showTitle().catch((error: unknown) => deps.log.error('The title of a search cannot be changed.', error));
  });
  panel.onDidDispose(() => {
    isDisposed = true;
    subscription.dispose();
    busy?.abort.abort();
  });

  return {
    endpointId,
    get isActive() {
      return panel.active;
    },
    reveal: () => panel.reveal(),
    press: (button) => post({ kind: 'press', button }),
  };
}
