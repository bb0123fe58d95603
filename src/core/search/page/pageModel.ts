import type { MessageToPage, PageActions, ReadPageMessage } from '../../../protocol/pageMessages';
import type { NamedEndpoints, PageView } from '../../../protocol/pageView';
import type { SearchQuestion } from '../../../protocol/question';
import { statePatch } from '../../../protocol/statePatch';
import * as follow from './followRequests';
import * as form from './formSteps';
import * as hits from './hitSteps';
import { NumberedRequests } from './numberedRequests';
import { initialState, type PageChange, type PageState } from './pageState';
import * as page from './pageSteps';
import { receiveMessage } from './receiveMessage';
import type { PageReply, PageRequest } from './requestsOfPage';
import * as bars from './timeBarRequests';
import { viewOfPage } from './viewOfPage';

/** What is done to a search: by the user on the page, by commands, and where something else has changed. */
interface PageModelActions extends PageActions {
  /** Puts a question into the form, and searches. */
  readonly ask: SearchQuestion;
  /** The number of hits before the page. */
  readonly goTo: number;
  readonly showValues: string;
  readonly toggleWrap: undefined;
  /** The user selected a hit to compare with, in any panel. */
  readonly selectHit: undefined;
  /** The list of endpoints, or one of their names, has changed. */
  readonly listEndpoints: NamedEndpoints;
}

const changes: { readonly [Name in keyof PageModelActions]: PageChange<[about: PageModelActions[Name]]> } = {
  editForm: form.editForm,
  narrowForm: form.narrowForm,
  changeQuestion: page.changeQuestion,
  sortBy: page.sortBy,
  pressSearch: form.pressSearch,
  pickIndex: form.pickIndex,
  readAddress: form.readAddress,
  restoreForm: form.restoreForm,
  leaveBody: form.leaveBody,
  closePasted: (state) => ({ state: { ...state, pasted: undefined } }),
  switchEndpoint: form.switchEndpoint,
  requestCompletions: (state, { of, text }) => form.requestCompletions(state, of, text),
  closeCompletions: form.closeCompletions,
  requestDates: form.requestDates,
  // What is edited stays while the panel makes a filter of it.
  editFilter: (state, { texts, ...edited }) =>
    form.editFilter(state, texts === undefined ? edited : { ...edited, reply: state.editing?.reply }, texts),
  addFilter: form.addFilter,
  toggleColumn: page.toggleColumn,
  resetColumns: (state) => page.chooseColumns(state, []),
  toggleFetch: page.toggleFetch,
  turnPage: page.turnPage,
  countAllHits: page.countAllHits,
  retry: page.retry,
  cancelRequest: page.cancelRequest,
  showFields: page.showFields,
  listAllFields: page.listAllFields,
  toggleValues: page.toggleValues,
  chooseLayout: page.chooseLayout,
  changeView: (state, to) => ({ state: { ...state, ...to } }),
  setWidth: (state, { title, px }) => page.setWidth(state, title, px),
  actOnSearch: page.actOnSearch,
  actOnHit: (state, { action, place }) => hits.actOnHit(state, action, place),
  toggleHit: hits.toggleHit,
  scrollTo: hits.scrollTo,
  pressFollow: follow.pressFollow,
  followEvery: follow.followEvery,
  takeNewHits: follow.takeNewHits,
  changeBars: bars.changeBars,
  narrowToBars: (state, { from, to }) => bars.narrowToBars(state, from, to),
  widenTime: bars.widenTime,
  ask: form.takeQuestion,
  goTo: form.goToOffset,
  showValues: page.showValues,
  toggleWrap: page.toggleWrap,
  selectHit: (state) => ({ state: { ...state, isHitSelected: true } }),
  listEndpoints: (state, endpoints) => ({ state: { ...state, endpoints } }),
};

/**
 * The state of a search page, which outlives the webview: it changes by what the user does there, by commands, and by the
 * replies of the search. The page is told what has changed in its view.
 */
export class PageModel {
  state: PageState = initialState(undefined);
  private readonly requests: NumberedRequests;
  /** What the page knows; undefined while there is none that listens. */
  private told: PageView | undefined;
  private done = 0;

  /**
   * @param ask sends a request to the search
   * @param tell sends a message to the page
   */
  constructor(
    ask: (request: PageRequest) => void,
    private readonly tell: (message: MessageToPage) => void,
  ) {
    this.requests = new NumberedRequests(ask);
  }

  readonly change = <Args extends readonly unknown[]>(change: PageChange<Args>, ...args: Args): void => {
    const { state, posts = [] } = bars.withTimeBar(change(this.state, ...args));
    this.state = state;
    this.show();
    for (const post of posts) this.requests.send(post);
  };

  /** Carries out what a command does, or what has changed elsewhere. */
  act<Name extends keyof PageModelActions>(
    name: Name,
    ...[about]: undefined extends PageModelActions[Name] ? [] : [about: PageModelActions[Name]]
  ): void {
    this.change(changes[name] as PageChange<[about: typeof about]>, about);
  }

  /** Carries out what the user did on the page. */
  actOnPage({ nth, name, about }: Extract<ReadPageMessage, { kind: 'act' }>): void {
    this.done = nth;
    this.change(changes[name] as PageChange<[about: typeof about]>, about);
  }

  receive(message: PageReply): void {
    const reply = this.requests.receive(message);
    if (reply !== undefined) this.change(receiveMessage, reply);
  }

  /**
   * Tells everything to a page that is new.
   *
   * @param zone the user's time zone
   */
  begin(zone: string): void {
    this.done = 0;
    // Another page has heard these, and carried out the edit of a filter.
    const { announcement: _, focusAsked: __, editing: ___, ...state } = this.state;
    this.state = { ...state, zone };
    this.told = viewOfPage(this.state);
    this.tell({ done: 0, changed: statePatch<Partial<PageView>>({}, this.told), isWhole: true });
  }

  /** Tells no more: the page is hidden, and VS Code will create another one. */
  hide(): void {
    this.told = undefined;
  }

  private show(): void {
    if (this.told === undefined) return;
    const view = viewOfPage(this.state);
    const changed = statePatch(this.told, view);
    this.told = view;
    this.tell({ done: this.done, changed });
  }
}
