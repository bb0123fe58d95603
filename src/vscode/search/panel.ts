import type * as vscode from 'vscode';
import type { FromPage, Place, ToPage } from '../../protocol/panel';
import type { Question } from '../../protocol/question';
import { loadCore } from '../shared/core';
import { errorInLog } from '../shared/errorInLog';
import { type Answering, type Outcome, openAnswering, type PagingSettings } from './answering';
import type { Columns } from './columns';
import { completionsFor } from './completing';
import type { Engine } from './engines';
import { type Looks, openLooks } from './looks';
import { actOn, type PlaceAction, type PlaceDeps, spotOf } from './places';
import { contextOf, perform, type SearchActionDeps, type SearchContext } from './searchActions';
import { tabTitle } from './titles';

/** What the search panels need of the extension around them. */
export interface SearchPanelDeps extends PlaceDeps, SearchActionDeps {
  readonly log: Pick<vscode.LogOutputChannel, 'warn' | 'error'>;
  readonly columns: Columns;
  /** The search endpoints in their order. */
  endpoints(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  engine(endpointId: string): Promise<Engine>;
  /** The field that names a router in the access logs of an index; undefined where nobody said so. */
  routerFieldOf(endpointId: string, index: string): Promise<string | undefined>;
  paging(): Promise<PagingSettings>;
  /** What the form of a new panel begins with. */
  blank(endpointId: string): Promise<Question>;
  /** Told of a search that a person asked for, as it is asked, and of how it ended. */
  onAsked(endpointId: string, question: Question): void;
  onOutcome(endpointId: string, outcome: Outcome): void;
}

/** A search to put into the form. */
export interface Wish {
  readonly question: Question;
  /** Whether it is searched for at once. */
  readonly run: boolean;
}

/** One open search. */
export interface SearchPanel {
  /** Tells the panels of a window from each other, also after a reload. */
  readonly id: string;
  readonly endpointId: string;
  readonly isActive: boolean;
  /** The search that is shown, or else the one asked for; undefined before the first. */
  context(): Promise<SearchContext | undefined>;
  reveal(column: vscode.ViewColumn | undefined, preserveFocus: boolean): void;
  /** Tells the page to do what a key or a command of VS Code is for. */
  tell(message: Extract<ToPage, { kind: 'press' | 'goTo' | 'act' | 'said' | 'hitSelected' }>): void;
  /** Puts a search into the form, as soon as the page is there. */
  ask(wish: Wish): void;
  /** The size of a full page and the number of hits, where they are known; undefined before the first page. */
  readonly reach: { readonly size: number; readonly hits: number | undefined } | undefined;
  act(action: PlaceAction, place: Place): Promise<void>;
  /** Endpoints were added, changed or removed. */
  endpointsChanged(): Promise<void>;
  /** Closes what engines hold open for the panel. */
  close(): Promise<void>;
}

/** Answers the page of a webview panel, new or restored. */
export function attachSearch(
  panel: vscode.WebviewPanel,
  { id, ...given }: { readonly id: string; readonly endpointId: string; readonly wish?: Wish },
  deps: SearchPanelDeps,
): SearchPanel {
  const { webview } = panel;
  let { endpointId, wish } = given;
  let isDisposed = false;
  /** Aborted when the panel is closed: nobody sees any more what comes then. */
  const left = new AbortController();
  /** Whether the page would hear a message: a hidden one hears nothing, and asks for everything again with `ready`. */
  let isListening = false;
  /** The question that the tab's title is about. */
  let asked = wish?.question;

  const post = (message: ToPage): void => {
    if (!isDisposed) void webview.postMessage(message);
  };
  const say = (text: string): void => post({ kind: 'said', text });

  const openOn = (at: string): { readonly answering: Answering; readonly looks: () => Promise<Looks> } => {
    const engine = () => deps.engine(at);
    let opening: Promise<Looks> | undefined;
    const looks = (): Promise<Looks> => {
      opening ??= deps.columns
        .at(at)
        .then((columns) => openLooks({ columns, engine, routerFieldOf: (index) => deps.routerFieldOf(at, index) }));
      return opening;
    };
    const answering = openAnswering({
      log: deps.log,
      engine,
      looks,
      settings: deps.paging,
      post,
      onOutcome: (outcome) => deps.onOutcome(at, outcome),
    });
    return { answering, looks };
  };
  let side = openOn(endpointId);

  const showTitle = (endpoints: readonly { readonly id: string; readonly name: string }[]): void => {
    const name = endpoints.find((one) => one.id === endpointId)?.name ?? 'removed endpoint';
    if (!isDisposed) panel.title = tabTitle(name, asked?.index ?? side.answering.shown?.question.index);
  };

  const initialise = async (): Promise<void> => {
    const [endpoints, blank] = await Promise.all([deps.endpoints(), deps.blank(endpointId)]);
    showTitle(endpoints);
    const { shown, failure, busy } = side.answering;
    post({
      kind: 'init',
      panelId: id,
      endpointId,
      endpoints,
      question: asked ?? blank,
      ...(shown !== undefined && {
        shown: { requestId: shown.requestId, question: shown.question, page: shown.described },
      }),
      ...(failure !== undefined && { failure }),
      ...(busy !== undefined && { busy }),
      ...(deps.comparison.isSelected && { isHitSelected: true }),
    });
    isListening = true;
    deliver();
  };

  const deliver = (): void => {
    if (!isListening || wish === undefined) return;
    post({ kind: 'ask', ...wish });
    wish = undefined;
  };

  const search = async (requestId: string, question: Question, from: number): Promise<void> => {
    asked = question;
    deps.onAsked(endpointId, question);
    const answered = side.answering.search(requestId, question, from);
    showTitle(await deps.endpoints());
    await answered;
  };

  const chooseEndpoint = async (to: string): Promise<void> => {
    if (to === endpointId || !(await deps.endpoints()).some((one) => one.id === to)) return initialise();
    const before = side.answering;
    endpointId = to;
    side = openOn(to);
    await initialise();
    await before.close();
  };

  const act = async (action: PlaceAction, place: Place): Promise<void> => {
    const { shown } = side.answering;
    const { fields } = (await side.looks()).of(shown?.question.index ?? '');
    const spot = spotOf(place, shown, { endpointId, fields, engine: () => deps.engine(endpointId) });
    if (spot === undefined) say('These hits are not shown any more.');
    else await actOn(action, spot, deps, post);
  };

  const openHit = async (requestId: string, row: number): Promise<void> => {
    const { shown } = side.answering;
    const hit = shown?.requestId === requestId ? shown.page.hits[row] : undefined;
    if (shown === undefined || hit === undefined) return post({ kind: 'hit', requestId, row });
    const { describeHitJob, runJob } = await loadCore();
    const { fields } = (await side.looks()).of(shown.question.index);
    const { json } = hit;
    const found = await runJob(describeHitJob, [json, fields], { length: json.length, signal: left.signal });
    post({ kind: 'hit', requestId, row, hit: found });
  };

  const chooseColumns = async (requestId: string, paths: readonly string[]): Promise<void> => {
    const { shown } = side.answering;
    if (shown?.requestId !== requestId) return;
    const columns = await deps.columns.at(endpointId);
    await columns.choose(shown.question.index, paths);
    await side.answering.redraw();
  };

  const scene = () => ({
    endpointId,
    shown: side.answering.shown,
    engine: () => deps.engine(endpointId),
    columnsOf: async (index: string) => (await deps.columns.at(endpointId)).of(index),
    fieldsOf: async (index: string) => (await side.looks()).of(index).fields,
  });

  const hear = (message: FromPage): Promise<void> | void => {
    switch (message.kind) {
      case 'ready':
        return initialise();
      case 'search':
        return search(message.requestId, message.question, message.from);
      case 'turnPage':
        return side.answering.turn(message.requestId, message.to);
      case 'count':
        return side.answering.count(message.requestId);
      case 'cancel':
        return side.answering.cancel(message.requestId);
      case 'complete':
        return completionsFor(message, () => deps.engine(endpointId)).then(post);
      case 'openHit':
        return openHit(message.requestId, message.row);
      case 'place':
        return act(message.action, message.place);
      case 'act':
        return perform(message.action, message.question, scene(), deps, post);
      case 'chooseColumns':
        return chooseColumns(message.requestId, message.paths);
      case 'chooseEndpoint':
        return chooseEndpoint(message.endpointId);
    }
  };

  webview.onDidReceiveMessage(async (received: unknown) => {
    const { isRequestFailure, parseFromPage } = await loadCore();
    try {
      const message = parseFromPage(received);
      if (message === undefined) deps.log.warn('A message of the search page was not understood and ignored.');
      else await hear(message);
    } catch (error) {
      if (isRequestFailure(error)) return say(`${error.failure.sentence} ${error.failure.nextStep}`);
      deps.log.error('A message of the search page could not be followed.', errorInLog(error));
      say('Something went wrong in Proxy Scout. The log has the details.');
    }
  });
  panel.onDidChangeViewState(() => {
    if (!panel.visible) isListening = false;
  });
  panel.onDidDispose(() => {
    isDisposed = true;
    left.abort();
    side.answering.close().catch(() => undefined);
  });

  return {
    id,
    get endpointId() {
      return endpointId;
    },
    get isActive() {
      return panel.active;
    },
    async context() {
      const question = side.answering.shown?.question ?? asked;
      return question === undefined ? undefined : contextOf(question, scene());
    },
    get reach() {
      const page = side.answering.shown?.page;
      if (page === undefined) return undefined;
      return { size: page.search.size, hits: page.total?.relation === 'eq' ? page.total.value : undefined };
    },
    reveal: (column, preserveFocus) => panel.reveal(column, preserveFocus),
    tell: post,
    ask(wanted) {
      wish = wanted;
      deliver();
    },
    act,
    async endpointsChanged() {
      const endpoints = await deps.endpoints();
      showTitle(endpoints);
      if (isListening) post({ kind: 'endpoints', endpoints });
    },
    close: () => side.answering.close(),
  };
}
