import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { plainText } from '../../core/base/text/plainText';
import type { SearchSettings } from '../../core/search/remembered/settings';
import type { HitLayout } from '../../protocol/hitLayout';
import { type MessageFromPage, type MessageToPage, parseFromPage } from '../../protocol/pageMessages';
import type { SearchQuestion } from '../../protocol/question';
import { errorInLog } from '../shared/errorInLog';
import { type EndpointSearch, type EndpointSearchDeps, openEndpointSearch } from './endpointSearch';
import type { HitComparison } from './hitComparison';
import { hitCommandIds, searchCommandIds } from './pageCommands';
import type { RememberedLayout } from './rememberedLayout';
import type { RememberedSearches } from './storedLastSearches';

/** A search endpoint, as a choice. */
interface NamedEndpoint {
  readonly id: string;
  readonly name: string;
}

/** The parts of the extension that the search panels use. */
export interface SearchPanelDeps extends Omit<EndpointSearchDeps, 'areLinesShown'> {
  readonly log: Pick<vscode.LogOutputChannel, 'warn' | 'error'>;
  readonly last: Pick<RememberedSearches, 'begin' | 'note'>;
  readonly layout: RememberedLayout;
  readonly comparison: Pick<HitComparison, 'isSelected'>;
  /** The search endpoints in their order. */
  endpoints(): Promise<readonly NamedEndpoint[]>;
  settings(): Promise<SearchSettings>;
  /** Runs a command of VS Code. */
  runCommand(id: string, argument: unknown): Thenable<unknown>;
}

/** A search to put into the form. */
export interface PendingQuery {
  readonly question: SearchQuestion;
  /** Whether the search runs at once. */
  readonly run: boolean;
}

/** The start of a search panel, new or restored. */
export interface NewSearchPanel {
  readonly id: string;
  readonly endpointId: string;
  readonly pending?: PendingQuery;
  /** The question of a restored panel. */
  readonly question?: SearchQuestion;
}

/** One open search. */
export interface SearchPanel {
  /** Identifies the panel in a window, also after a reload. */
  readonly id: string;
  readonly isActive: boolean;
  /** The search of the panel's endpoint. */
  readonly search: EndpointSearch;
  /** The current question, or else the requested one; undefined before the first. */
  readonly question: SearchQuestion | undefined;
  reveal(column: vscode.ViewColumn | undefined, preserveFocus: boolean): void;
  /** Sends the page a message for a key or a command of VS Code. */
  tell(
    message: Extract<
      MessageToPage,
      { kind: 'press' | 'goTo' | 'act' | 'ask' | 'addFilter' | 'toggleColumn' | 'showValues' | 'said' | 'hitSelected' }
    >,
  ): void;
  /** Carries out a request of the page. The page shows errors. */
  attempt(work: () => Promise<void> | void): Promise<void>;
  /** Puts a search into the form, as soon as the page is ready. */
  fillForm(pending: PendingQuery): void;
  /** The size of a full page and the number of hits, if known; undefined before the first page. */
  readonly reach: { readonly size: number; readonly hits: number | undefined } | undefined;
  /** Call when endpoints were added, changed or removed. */
  endpointsChanged(): Promise<void>;
  /** Closes what engines keep open for the panel. */
  close(): Promise<void>;
}

/** Answers the page of a webview panel. */
export function attachSearchPanel(
  panel: vscode.WebviewPanel,
  { id, endpointId, pending: given, question }: NewSearchPanel,
  deps: SearchPanelDeps,
): SearchPanel {
  let pending = given;
  let isDisposed = false;
  /** Aborts when the panel is closed, because nothing is shown after that. */
  const left = new AbortController();
  /** Whether the page receives messages: a hidden page does not, and requests all data again with `ready`. */
  let isListening = false;
  /** The question in the tab's title. */
  let asked = pending?.question ?? question;

  const post = (message: MessageToPage): void => {
    if (!isDisposed) void panel.webview.postMessage(message);
  };
  /** The page's layout of hits; undefined until the page is ready. */
  let layout: HitLayout | undefined;
  const searchDeps = { ...deps, areLinesShown: () => layout?.kind === 'lines' };
  let search = openEndpointSearch(endpointId, searchDeps, post);

  const showTitle = (endpoints: readonly NamedEndpoint[]): void => {
    if (isDisposed) return;
    panel.title = searchTabTitle(endpoints, search.endpointId, asked ?? search.controller.shown?.question);
  };

  const initialize = async (): Promise<void> => {
    const { endpointId: at } = search;
    const [endpoints, blank, remembered] = await Promise.all([
      deps.endpoints(),
      deps.settings().then((settings) => deps.last.begin(at, settings)),
      deps.layout.last(),
    ]);
    layout ??= remembered;
    showTitle(endpoints);
    const { shown, failure, busy } = search.controller;
    const { state: followed } = search.following;
    post({
      kind: 'init',
      panelId: id,
      endpointId: search.endpointId,
      endpoints,
      question: asked ?? blank,
      layout,
      ...(shown !== undefined && {
        shown: { requestId: shown.requestId, question: shown.question, page: shown.described },
      }),
      ...(failure !== undefined && { failure }),
      ...(busy !== undefined && { busy }),
      ...(deps.comparison.isSelected && { isHitSelected: true }),
      ...(followed !== undefined && { follow: followed }),
    });
    isListening = true;
    deliverPending();
    void search.newest.tell();
    // A page that was created again may have another layout than its description.
    const [first] = shown?.described.table.rows ?? [];
    if (first !== undefined && (first.line !== undefined) !== (layout.kind === 'lines')) {
      await search.controller.redrawTable();
    }
  };

  const deliverPending = (): void => {
    if (!isListening || pending === undefined) return;
    post({ kind: 'ask', ...pending });
    pending = undefined;
  };

  const startSearch = async (requestId: string, question: SearchQuestion, from: number): Promise<void> => {
    asked = question;
    const { controller, newest } = search;
    search.timeBar.cancel();
    newest.cancel();
    search.following.end();
    deps.last
      .note(search.endpointId, question)
      .catch((error: unknown) => deps.log.error('A search is not remembered.', errorInLog(error)));
    const answered = controller.answerSearch(requestId, question, from);
    showTitle(await deps.endpoints());
    await answered;
    if (controller.shown?.requestId === requestId) await newest.tell();
  };

  const chooseEndpoint = async (to: string): Promise<void> => {
    if (to === search.endpointId || !(await deps.endpoints()).some((one) => one.id === to)) return initialize();
    const before = search;
    search = openEndpointSearch(to, searchDeps, post);
    await initialize();
    await before.close();
  };

  const chooseLayout = async (to: HitLayout): Promise<void> => {
    const before = layout;
    layout = to;
    deps.layout
      .remember(to)
      .catch((error: unknown) => deps.log.error('A layout is not remembered.', errorInLog(error)));
    if (to.kind !== before?.kind) await search.controller.redrawTable();
  };

  const sendHit = async (requestId: string, row: number): Promise<void> => {
    const hit = await search.describeHit(requestId, row, left.signal);
    post({ kind: 'hit', requestId, row, ...(hit !== undefined && { hit }) });
  };

  const sendValues = async (requestId: string, path: string): Promise<void> => {
    const reply = await search.countValues(requestId, path);
    if (reply !== undefined) post(reply);
  };

  const follow = async (message: MessageFromPage): Promise<void> => {
    switch (message.kind) {
      case 'ready':
        layout = message.layout ?? layout;
        return initialize();
      case 'search':
        return startSearch(message.requestId, message.question, message.from);
      case 'turnPage':
        search.following.end();
        return search.controller.answerTurn(message.requestId, message.to);
      case 'count':
        return search.controller.answerCount(message.requestId);
      case 'cancel':
        return search.controller.cancelRequest(message.requestId);
      case 'complete':
        return search.complete(message, post);
      case 'readAddress':
        return post(await search.readAddress(message));
      case 'listFields':
        return post(await search.listFields(message.requestId));
      case 'countValues':
        return sendValues(message.requestId, message.path);
      case 'openHit':
        return sendHit(message.requestId, message.row);
      case 'place':
        await deps.runCommand(hitCommandIds[message.action], { ...message.place, panelId: id });
        return;
      case 'act':
        await deps.runCommand(searchCommandIds[message.action], { question: message.question, panelId: id });
        return;
      case 'histogram':
        return search.timeBar.answer(message);
      case 'chooseLayout':
        return chooseLayout(message.layout);
      case 'chooseColumns':
        return search.chooseColumns(message.requestId, message.paths);
      case 'follow':
        return search.following.begin(message);
      case 'steerFollow':
        return search.following.steer(message.to);
      case 'followEvery':
        return search.following.setInterval(message.seconds);
      case 'takeNewHits':
        return search.following.take(message.requestId);
      case 'chooseEndpoint':
        return chooseEndpoint(message.endpointId);
    }
  };

  const attempt = async (work: () => Promise<void> | void): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (isRequestFailure(error)) {
        return post({ kind: 'said', text: `${error.failure.sentence} ${error.failure.nextStep}` });
      }
      deps.log.error('A message of the search page could not be followed.', errorInLog(error));
      post({ kind: 'said', text: l10n.t('Something went wrong in Proxy Scout. See the log for details.') });
    }
  };

  panel.webview.onDidReceiveMessage((received: unknown) =>
    attempt(async () => {
      const message = parseFromPage(received);
      if (message === undefined) deps.log.warn('A message of the search page was not understood and ignored.');
      else await follow(message);
    }),
  );
  panel.onDidChangeViewState(() => {
    if (panel.visible) return;
    isListening = false;
    search.following.pause(l10n.t('The tab was hidden.'));
  });
  panel.onDidDispose(() => {
    isDisposed = true;
    left.abort();
    search.close().catch(() => undefined);
  });

  return {
    id,
    attempt,
    get isActive() {
      return panel.active;
    },
    get search() {
      return search;
    },
    get question() {
      return search.controller.shown?.question ?? asked;
    },
    get reach() {
      const page = search.controller.shown?.page;
      if (page === undefined) return undefined;
      return { size: page.search.size, hits: page.total?.relation === 'eq' ? page.total.value : undefined };
    },
    reveal: (column, preserveFocus) => panel.reveal(column, preserveFocus),
    tell: post,
    fillForm(wanted) {
      pending = wanted;
      deliverPending();
    },
    async endpointsChanged() {
      const endpoints = await deps.endpoints();
      showTitle(endpoints);
      if (isListening) post({ kind: 'endpoints', endpoints });
    },
    close: () => search.close(),
  };
}

const longestName = 60;
const longestIndex = 40;

/** The title of a search's tab: the endpoint, and the index. */
export function searchTabTitle(
  endpoints: readonly NamedEndpoint[],
  endpointId: string,
  question: SearchQuestion | undefined,
): string {
  const name = endpoints.find(({ id }) => id === endpointId)?.name ?? l10n.t('Removed endpoint');
  const index = plainText(question?.index ?? '', longestIndex);
  return l10n.t('Search: {0}', `${plainText(name, longestName)}${index === '' ? '' : ` · ${index}`}`);
}
