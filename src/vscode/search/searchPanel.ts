import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { plainText } from '../../core/base/text/plainText';
import { PageModel } from '../../core/search/page/pageModel';
import { initialState } from '../../core/search/page/pageState';
import { isBlank, trimmedQuestion } from '../../core/search/page/questionForm';
import type { PageReply, PageRequest } from '../../core/search/page/requestsOfPage';
import { filterEdit } from '../../core/search/query/filterEdit';
import { isIndexQuestion } from '../../core/searchView/indexQuestion';
import { parseFromPage } from '../../protocol/pageMessages';
import { emptyQuestion, isAboutWords, type SearchQuestion } from '../../protocol/question';
import type { HitLayout, SavedState } from '../../protocol/savedState';
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

/** The start of a search panel, new or with what VS Code kept of its page. */
export interface NewSearchPanel {
  readonly id: string;
  readonly endpointId: string;
  /** The form of a restored panel, and the question of its hits. */
  readonly restored?: SavedState;
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
  /** The state of the page. */
  readonly model: PageModel;
  parts: ReturnType<typeof openParts>;
  /** The question to put into the form as soon as the endpoint is known. */
  private pending: SearchQuestion | undefined;
  private isDisposed = false;
  /** Aborts when the panel is closed, because nothing is shown after that. */
  private readonly left = new AbortController();
  /** Whether the page has had its first message, or searched before that. Until then, it gets its hits with `init`. */
  private isPageThere = false;
  /** Resolves when the first search of a new panel is under way. */
  private beginning: Promise<void> | undefined;
  /** The question in the tab's title. */
  private asked: SearchQuestion | undefined;
  /** What the host put into the form. */
  private given: SearchQuestion | undefined;
  /** The page's layout of hits; undefined until the page is ready. */
  private layout: HitLayout | undefined;
  /** The person's time zone, which is another one than the host's if that is remote. */
  private zone: string | undefined;

  readonly post = (message: PageReply): void => {
    if (this.isDisposed || (message.kind === 'page' && !this.isPageThere)) return;
    this.model.receive(message);
  };

  constructor(
    private readonly panel: vscode.WebviewPanel,
    { id, endpointId, restored }: NewSearchPanel,
    private readonly searches: Searches,
  ) {
    this.id = id;
    // A handwritten body is not written in the page, but given to it by an editor.
    if (restored?.form.body !== undefined) this.given = restored.form;
    this.asked = restored?.shown?.question;
    this.parts = this.open(endpointId);
    this.model = new PageModel(
      (request) => void this.attempt(() => this.answer(request)),
      (message) => void panel.webview.postMessage(message),
    );
    this.model.state = initialState(restored);
    this.layout = restored?.layout;
    panel.webview.onDidReceiveMessage((received: unknown) => {
      const message = parseFromPage(received);
      if (message === undefined) {
        searches.log.warn('A message of the search page was not understood and ignored.');
        return;
      }
      void this.attempt(() => {
        if (message.kind === 'act') return this.model.actOnPage(message);
        this.model.begin(message.zone);
        return this.answer(message);
      });
    });
    panel.onDidChangeViewState(() => {
      if (panel.visible) return;
      this.model.hide();
      this.pauseIfHidden();
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

  /** Undefined until VS Code has told it. */
  get column(): vscode.ViewColumn | undefined {
    return this.panel.viewColumn;
  }

  get search(): EndpointSearch {
    return this.parts.search;
  }

  /** The current question, or else the requested one; undefined before the first. */
  get question(): SearchQuestion | undefined {
    return this.search.shown?.question ?? this.asked;
  }

  /** The question in the form: what commands of VS Code are about. Undefined if nothing is known of it yet. */
  get form(): SearchQuestion | undefined {
    if (this.pending !== undefined) return this.pending;
    const { endpointId, form } = this.model.state;
    return endpointId === undefined && isBlank(form) ? (this.given ?? this.asked) : trimmedQuestion(form);
  }

  /** Whether the user has put nothing into the form but an index, so that nothing is lost if another search replaces it. */
  get isUntouched(): boolean {
    const { form, given } = this;
    if (form === undefined || isIndexQuestion(form)) return true;
    return given !== undefined && isDeepStrictEqual(typedIn(form), typedIn(given));
  }

  /** The size of a full page and the number of hits, if known. */
  get reach(): { readonly size: number; readonly hits: number | undefined } {
    const page = this.search.shown?.page;
    if (page === undefined) return { size: (this.form ?? emptyQuestion).size, hits: undefined };
    return { size: page.search.size, hits: page.total?.relation === 'eq' ? page.total.value : undefined };
  }

  reveal(column: vscode.ViewColumn | undefined, preserveFocus: boolean): void {
    this.panel.reveal(column, preserveFocus);
  }

  /** Does what a command is for, unless the panel was closed meanwhile. */
  readonly act: PageModel['act'] = (name, ...about) => {
    if (!this.isDisposed) this.model.act(name, ...about);
  };

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

  /**
   * Begins a new panel with this question, or with all documents of the endpoint's last index. The search does not wait
   * for the page, which takes longer to start than an engine to answer.
   */
  begin(question: SearchQuestion | undefined): void {
    this.beginning = this.attempt(async () => {
      const [asked, layout] = await Promise.all([question ?? this.blank(), this.searches.layout.last()]);
      this.layout ??= layout;
      if (question === undefined && this.isPageThere) return;
      this.given = asked;
      this.asked = question;
      if (asked.index === '') return;
      void this.attempt(() => this.startSearch(randomUUID(), question ?? withoutInput(asked), 0, asked));
    });
  }

  /** Puts a search into the form and runs it. */
  ask(question: SearchQuestion): void {
    this.given = question;
    if (this.model.state.endpointId === undefined) this.pending = question;
    else this.act('ask', question);
  }

  /** Call when endpoints were added, changed or removed. */
  async endpointsChanged(): Promise<void> {
    const endpoints = await this.searches.endpoints();
    this.showTitle(endpoints);
    this.act('listEndpoints', endpoints);
  }

  /** Closes what engines keep open for the panel. */
  close(): Promise<void> {
    return closeParts(this.parts);
  }

  private open(endpointId: string): ReturnType<typeof openParts> {
    return openParts(
      new EndpointSearch(endpointId, this.searches, this.post, () => ({ layout: this.layout, zone: this.zone })),
    );
  }

  private showTitle(endpoints: readonly NamedEndpoint[]): void {
    if (this.isDisposed) return;
    this.panel.title = searchTabTitle(endpoints, this.search.endpointId, this.asked ?? this.search.shown?.question);
  }

  /** The form of a new search. */
  private async blank(): Promise<SearchQuestion> {
    const { searches, search } = this;
    return searches.last.begin(search.endpointId, await searches.settings());
  }

  private async initialize(): Promise<void> {
    const { id, searches } = this;
    const [endpoints, blank, remembered] = await Promise.all([
      searches.endpoints(),
      this.blank(),
      searches.layout.last(),
      this.beginning,
    ]);
    this.layout ??= remembered;
    this.showTitle(endpoints);
    if (this.form === undefined) this.given = blank;
    // A page that was created again may have another look than its description.
    await this.parts.controller.describeAgain();
    // The page may have chosen another endpoint meanwhile.
    const { search, controller, newest } = this.parts;
    const { shown } = search;
    const { failure, busy, searched } = controller;
    this.post({
      kind: 'init',
      panelId: id,
      endpointId: search.endpointId,
      endpoints,
      question: this.asked ?? blank,
      layout: this.layout,
      ...(shown !== undefined && {
        shown: { pageId: shown.pageId, question: shown.question, page: shown.described },
      }),
      ...(failure !== undefined && { failure }),
      ...(busy !== undefined && { busy }),
      ...(searched !== undefined && { searched }),
      ...(searches.comparison.isSelected && { isHitSelected: true }),
    });
    this.isPageThere = true;
    if (this.pending !== undefined) this.act('ask', this.pending);
    this.pending = undefined;
    // A page that was created again has it.
    if (this.model.state.newest?.pageId !== shown?.pageId) void newest.tell();
  }

  private pauseIfHidden(): void {
    if (!this.panel.visible) this.parts.following.pause(l10n.t('The tab was hidden.'));
  }

  /** @param form the question in the form, if another one is searched than that */
  private async startSearch(requestId: string, question: SearchQuestion, from: number, form = question): Promise<void> {
    const { searches } = this;
    const { search, controller, timeBar, newest, following } = this.parts;
    this.asked = form;
    timeBar.cancel();
    newest.cancel();
    following.end();
    searches.last
      .note(search.endpointId, form)
      .catch((error: unknown) => searches.log.error('A search is not remembered.', errorInLog(error)));
    const answered = controller.answerSearch(requestId, question, from);
    this.showTitle(await searches.endpoints());
    await answered;
    // Without a page, its hits and this come with `init`.
    if (this.isPageThere && search.shown?.pageId === requestId) await newest.tell();
  }

  private async chooseEndpoint(to: string): Promise<void> {
    const endpoints = await this.searches.endpoints();
    // Another one may have been chosen meanwhile.
    const isOther = to !== this.search.endpointId && endpoints.some(({ id }) => id === to);
    if (!isOther) return this.initialize();
    const before = this.parts;
    this.parts = this.open(to);
    await this.initialize();
    await closeParts(before);
  }

  private async chooseLayout(to: HitLayout): Promise<void> {
    const { searches } = this;
    this.layout = to;
    searches.layout
      .remember(to)
      .catch((error: unknown) => searches.log.error('A layout is not remembered.', errorInLog(error)));
    await this.parts.controller.redrawTable();
  }

  /** Chooses the columns for the index of the page, and redraws it. */
  private async chooseColumns(pageId: string, paths: readonly string[]): Promise<void> {
    const { search, controller } = this.parts;
    const { shown } = search;
    if (shown?.pageId !== pageId) return;
    const columns = await this.searches.columns.at(search.endpointId);
    await columns.choose(shown.question.index, paths);
    await controller.redrawTable();
  }

  private async sendHit(pageId: string, row: number): Promise<void> {
    const hit = await this.search.describeHit(pageId, row, this.left.signal);
    this.post({ kind: 'hit', pageId, row, ...(hit !== undefined && { hit }) });
  }

  /** Carries out a request of the page, which gets the replies. */
  async answer(message: PageRequest): Promise<void> {
    const { id, post, searches } = this;
    this.isPageThere ||= message.kind === 'search';
    const { search, controller, timeBar, following, completions } = this.parts;
    switch (message.kind) {
      case 'ready': {
        this.zone = message.zone;
        return this.initialize();
      }
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
        return post({ ...(await answerPastedAddress(search, message)), requestId: message.requestId });
      case 'editFilter':
        return post({ kind: 'filterEdit', requestId: message.requestId, ...filterEdit(message.filter, message.texts) });
      case 'listFields':
        return post(await search.listFields(message.requestId));
      case 'countValues':
        return search.countValues(message.requestId, message.path);
      case 'openHit':
        return this.sendHit(message.pageId, message.row);
      case 'place':
        await searches.runCommand(hitCommandIds[message.action], { ...message.place, panelId: id });
        return;
      case 'act':
        await searches.runCommand(searchCommandIds[message.action], { panelId: id, endpointId: search.endpointId });
        return;
      case 'histogram':
        return timeBar.answer(message);
      case 'chooseLayout':
        return this.chooseLayout(message.layout);
      case 'chooseColumns':
        return this.chooseColumns(message.pageId, message.paths);
      case 'follow':
        await following.begin(message);
        // Its hits may have come after the tab was hidden.
        return this.pauseIfHidden();
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

/** A question that asks for all documents where one of its kind needs a value. */
function withoutInput(question: SearchQuestion): SearchQuestion {
  return isAboutWords(question.by) || question.by === 'exists' ? question : { ...question, by: 'words', field: '' };
}

/** What a user would lose with a form. Beside a handwritten body, only the index counts. */
function typedIn({ index, size: _, highlight, sort, ...rest }: SearchQuestion) {
  return rest.body === undefined ? { index, ...rest } : { index, body: rest.body };
}

const longestName = 60;
const longestIndex = 40;

/** The title of a search's tab: the index, and the endpoint if there are others or it is gone. */
export function searchTabTitle(
  endpoints: readonly NamedEndpoint[],
  endpointId: string,
  question: SearchQuestion | undefined,
): string {
  const index = plainText(question?.index ?? '', longestIndex);
  if (index === '') return l10n.t('Search');
  const name = endpoints.find(({ id }) => id === endpointId)?.name;
  if (name !== undefined && endpoints.length === 1) return index;
  return `${index} · ${plainText(name ?? l10n.t('Removed endpoint'), longestName)}`;
}
