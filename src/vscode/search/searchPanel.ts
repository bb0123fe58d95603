import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { plainText } from '../../core/base/text/plainText';
import { type MessageFromPage, type MessageToPage, parseFromPage } from '../../protocol/pageMessages';
import type { SearchQuestion } from '../../protocol/question';
import type { HitLayout } from '../../protocol/savedState';
import { errorInLog } from '../shared/logError';
import { EndpointSearch } from './endpointSearch';
import { SearchFollowing } from './following';
import { NewestDocument, TimeBar } from './hitTimes';
import { hitCommandIds, searchCommandIds } from './pageCommands';
import { SearchController } from './searchController';
import type { Searches } from './searches';
import { answerPastedAddress, FormCompletions } from './searchForm';

interface NamedEndpoint {
  readonly id: string;
  readonly name: string;
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

/** The search of one endpoint with the parts that answer its page. */
function openParts(search: EndpointSearch) {
  const controller = new SearchController(search);
  const timeBar = new TimeBar(search);
  const newest = new NewestDocument(search);
  const following = new SearchFollowing(search, controller, timeBar);
  return { search, controller, timeBar, newest, following, completions: new FormCompletions(search) };
}

/** Cancels all requests, and closes what the engine keeps open. */
function closeParts({ search, controller, timeBar, newest, following, completions }: ReturnType<typeof openParts>) {
  completions.close();
  search.close();
  following.end();
  timeBar.cancel();
  newest.cancel();
  return controller.close();
}

/** One open search: answers the page of a webview panel. */
export class SearchPanel {
  /** Identifies the panel in a window, also after a reload. */
  readonly id: string;
  parts: ReturnType<typeof openParts>;
  private pending: PendingQuery | undefined;
  private isDisposed = false;
  /** Aborts when the panel is closed, because nothing is shown after that. */
  private readonly left = new AbortController();
  /** Whether the page receives messages: a hidden page does not, and requests all data again with `ready`. */
  private isListening = false;
  /** The question in the tab's title. */
  private asked: SearchQuestion | undefined;
  /** The page's layout of hits; undefined until the page is ready. */
  private layout: HitLayout | undefined;

  readonly post = (message: MessageToPage): void => {
    if (!this.isDisposed) void this.panel.webview.postMessage(message);
  };

  constructor(
    private readonly panel: vscode.WebviewPanel,
    { id, endpointId, pending, question }: NewSearchPanel,
    private readonly searches: Searches,
  ) {
    this.id = id;
    this.pending = pending;
    this.asked = pending?.question ?? question;
    this.parts = this.open(endpointId);
    panel.webview.onDidReceiveMessage((received: unknown) =>
      this.attempt(async () => {
        const message = parseFromPage(received);
        if (message !== undefined) await this.follow(message);
        else searches.log.warn('A message of the search page was not understood and ignored.');
      }),
    );
    panel.onDidChangeViewState(() => {
      if (panel.visible) return;
      this.isListening = false;
      this.parts.following.pause(l10n.t('The tab was hidden.'));
    });
    panel.onDidDispose(() => {
      this.isDisposed = true;
      this.left.abort();
      this.close().catch(() => undefined);
    });
  }

  get isActive(): boolean {
    return this.panel.active;
  }

  get search(): EndpointSearch {
    return this.parts.search;
  }

  /** The current question, or else the requested one; undefined before the first. */
  get question(): SearchQuestion | undefined {
    return this.search.shown?.question ?? this.asked;
  }

  /** The size of a full page and the number of hits, if known; undefined before the first page. */
  get reach(): { readonly size: number; readonly hits: number | undefined } | undefined {
    const page = this.search.shown?.page;
    return page && { size: page.search.size, hits: page.total?.relation === 'eq' ? page.total.value : undefined };
  }

  reveal(column: vscode.ViewColumn | undefined, preserveFocus: boolean): void {
    this.panel.reveal(column, preserveFocus);
  }

  /** Carries out a request of the page. The page shows errors. */
  async attempt(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isRequestFailure(error)) {
        return this.post({ kind: 'announce', text: `${error.failure.sentence} ${error.failure.nextStep}` });
      }
      this.searches.log.error('A message of the search page could not be followed.', errorInLog(error));
      this.post({ kind: 'announce', text: l10n.t('Something went wrong in Proxy Scout. See the log for details.') });
    }
  }

  /** Puts a search into the form, as soon as the page is ready. */
  fillForm(wanted: PendingQuery): void {
    this.pending = wanted;
    this.deliverPending();
  }

  /** Call when endpoints were added, changed or removed. */
  async endpointsChanged(): Promise<void> {
    const endpoints = await this.searches.endpoints();
    this.showTitle(endpoints);
    if (this.isListening) this.post({ kind: 'endpoints', endpoints });
  }

  /** Closes what engines keep open for the panel. */
  close(): Promise<void> {
    return closeParts(this.parts);
  }

  private open(endpointId: string): ReturnType<typeof openParts> {
    return openParts(new EndpointSearch(endpointId, this.searches, this.post, () => this.layout?.kind === 'lines'));
  }

  private showTitle(endpoints: readonly NamedEndpoint[]): void {
    if (this.isDisposed) return;
    this.panel.title = searchTabTitle(endpoints, this.search.endpointId, this.asked ?? this.search.shown?.question);
  }

  private async initialize(): Promise<void> {
    const { id, searches } = this;
    const { endpointId } = this.search;
    const [endpoints, blank, remembered] = await Promise.all([
      searches.endpoints(),
      searches.settings().then((settings) => searches.last.begin(endpointId, settings)),
      searches.layout.last(),
    ]);
    this.layout ??= remembered;
    this.showTitle(endpoints);
    // The page may have chosen another endpoint meanwhile.
    const { search, controller, following, newest } = this.parts;
    const { shown } = search;
    const { failure, busy } = controller;
    const { state: followed } = following;
    this.post({
      kind: 'init',
      panelId: id,
      endpointId: search.endpointId,
      endpoints,
      question: this.asked ?? blank,
      layout: this.layout,
      ...(shown !== undefined && {
        shown: { requestId: shown.requestId, question: shown.question, page: shown.described },
      }),
      ...(failure !== undefined && { failure }),
      ...(busy !== undefined && { busy }),
      ...(searches.comparison.isSelected && { isHitSelected: true }),
      ...(followed !== undefined && { follow: followed }),
    });
    this.isListening = true;
    this.deliverPending();
    void newest.tell();
    // A page that was created again may have another layout than its description.
    const [first] = shown?.described.table.rows ?? [];
    if (first !== undefined && (first.line !== undefined) !== (this.layout.kind === 'lines')) {
      await controller.redrawTable();
    }
  }

  private deliverPending(): void {
    if (!this.isListening || this.pending === undefined) return;
    this.post({ kind: 'ask', ...this.pending });
    this.pending = undefined;
  }

  private async startSearch(requestId: string, question: SearchQuestion, from: number): Promise<void> {
    const { searches } = this;
    const { search, controller, timeBar, newest, following } = this.parts;
    this.asked = question;
    timeBar.cancel();
    newest.cancel();
    following.end();
    searches.last
      .note(search.endpointId, question)
      .catch((error: unknown) => searches.log.error('A search is not remembered.', errorInLog(error)));
    const answered = controller.answerSearch(requestId, question, from);
    this.showTitle(await searches.endpoints());
    await answered;
    if (search.shown?.requestId === requestId) await newest.tell();
  }

  private async chooseEndpoint(to: string): Promise<void> {
    const isOther = to !== this.search.endpointId && (await this.searches.endpoints()).some(({ id }) => id === to);
    if (!isOther) return this.initialize();
    const before = this.parts;
    this.parts = this.open(to);
    await this.initialize();
    await closeParts(before);
  }

  private async chooseLayout(to: HitLayout): Promise<void> {
    const { searches, layout: before } = this;
    this.layout = to;
    searches.layout
      .remember(to)
      .catch((error: unknown) => searches.log.error('A layout is not remembered.', errorInLog(error)));
    if (to.kind !== before?.kind) await this.parts.controller.redrawTable();
  }

  /** Chooses the columns for the index of the request, and redraws the page. */
  private async chooseColumns(requestId: string, paths: readonly string[]): Promise<void> {
    const { search, controller } = this.parts;
    const { shown } = search;
    if (shown?.requestId !== requestId) return;
    const columns = await this.searches.columns.at(search.endpointId);
    await columns.choose(shown.question.index, paths);
    await controller.redrawTable();
  }

  private async sendHit(requestId: string, row: number): Promise<void> {
    const hit = await this.search.describeHit(requestId, row, this.left.signal);
    this.post({ kind: 'hit', requestId, row, ...(hit !== undefined && { hit }) });
  }

  private async follow(message: MessageFromPage): Promise<void> {
    const { id, post, searches } = this;
    const { search, controller, timeBar, following, completions } = this.parts;
    switch (message.kind) {
      case 'ready':
        this.layout = message.layout ?? this.layout;
        return this.initialize();
      case 'search':
        return this.startSearch(message.requestId, message.question, message.from);
      case 'turnPage':
        following.end();
        return controller.answerTurn(message.requestId, message.to);
      case 'count':
        return controller.answerCount(message.requestId);
      case 'cancel':
        return controller.cancelRequest(message.requestId);
      case 'complete':
        return completions.answer(message, post);
      case 'readAddress':
        return post(await answerPastedAddress(search, message));
      case 'listFields':
        return post(await search.listFields(message.requestId));
      case 'countValues':
        return search.countValues(message.requestId, message.path);
      case 'openHit':
        return this.sendHit(message.requestId, message.row);
      case 'place':
        await searches.runCommand(hitCommandIds[message.action], { ...message.place, panelId: id });
        return;
      case 'act':
        await searches.runCommand(searchCommandIds[message.action], { question: message.question, panelId: id });
        return;
      case 'histogram':
        return timeBar.answer(message);
      case 'chooseLayout':
        return this.chooseLayout(message.layout);
      case 'chooseColumns':
        return this.chooseColumns(message.requestId, message.paths);
      case 'follow':
        return following.begin(message);
      case 'steerFollow':
        return following.steer(message.to);
      case 'followEvery':
        return following.setInterval(message.seconds);
      case 'takeNewHits':
        return following.take(message.requestId);
      case 'chooseEndpoint':
        return this.chooseEndpoint(message.endpointId);
    }
  }
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
