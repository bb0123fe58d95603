import type * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { runJob } from '../../core/base/worker/runJob';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import { exportedColumns } from '../../core/search/export/exportedColumns';
import { readFieldValues } from '../../core/search/fields/readFieldValues';
import type { SearchPage } from '../../core/search/paging/pager';
import { fieldsAsked, fieldsWithDetails } from '../../core/search/query/fieldsAsked';
import { searchOf } from '../../core/search/query/searchOf';
import { describeHitJob } from '../../core/search/read/describeHit';
import { listFields } from '../../core/search/read/knownFields';
import type { EngineSearch } from '../../core/search/wire/engineSearch';
import type { Hit } from '../../core/search/wire/searchAnswer';
import type { HitPlace } from '../../protocol/hitPlace';
import type { MessageFromPage, MessageToPage } from '../../protocol/pageMessages';
import type { SearchQuestion } from '../../protocol/question';
import type { HitInFull } from '../../protocol/resultPage';
import { answerPastedAddress } from './answerPastedAddress';
import type { PagingSettings } from './endpointPager';
import type { Engine } from './engines';
import { openFollowing, type SearchFollowing } from './following';
import { type FormCompletions, openFormCompletions } from './formCompletions';
import { type NewestDocument, openNewestDocument } from './newestDocument';
import { openSearchController, type SearchController, type SearchOutcome } from './searchController';
import { openTableOptions, type TableOptions, type TableOptionsDeps } from './tableOptions';
import { openTimeBar, type TimeBar } from './timeBar';

/** The parts of the extension that a search of an endpoint uses. */
export interface EndpointSearchDeps extends TableOptionsDeps {
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
  settings(): Promise<PagingSettings>;
  /** Whether the user is at the window. */
  isAttended(): boolean;
  /** Called with the outcome of each new search. */
  onOutcome(outcome: SearchOutcome): void;
}

/** A search for features outside of its panel. */
export interface SearchContext {
  readonly endpointId: string;
  readonly question: SearchQuestion;
  readonly search: EngineSearch;
  /** The current page, if it belongs to this search. */
  readonly page: SearchPage | undefined;
  /** The columns of an exported file; empty if the user chose none: the file then has all fields. */
  readonly columns: readonly string[];
}

/** A hit of the current page, or a value in it, with its context. */
export interface ShownHit {
  readonly endpointId: string;
  readonly hit: Hit;
  /** From 1 up, in the whole result. */
  readonly rank: number;
  readonly path: string | undefined;
  /** The index expression that was searched. */
  readonly searched: string;
  readonly fields: readonly FieldInfo[];
  /** The question of the page. */
  readonly question: SearchQuestion;
  /** The date field with the time of the hits, if there is one. */
  readonly time: string | undefined;
  /** The field with a router's name, if it is known. */
  readonly routerField: string | undefined;
  engine(): Promise<Engine>;
}

/** The search of one endpoint in one panel. A panel that goes to another endpoint opens another one. */
export interface EndpointSearch {
  readonly endpointId: string;
  readonly controller: SearchController;
  readonly timeBar: TimeBar;
  readonly newest: NewestDocument;
  readonly following: SearchFollowing;
  engine(): Promise<Engine>;
  /**
   * The search of a question, or the current one if it has this question. Rejects with `RequestFailure` if not valid.
   */
  contextOf(question: SearchQuestion): Promise<SearchContext>;
  /** The facts about fields that `searchOf` needs. */
  fieldsFor(question: SearchQuestion): Promise<readonly FieldInfo[]>;
  /** Finds a place in the current page; undefined if it belongs to another page. */
  findHit(place: HitPlace): Promise<ShownHit | undefined>;
  /** A hit as a tree and as JSON; undefined if it is not in the current page. */
  describeHit(requestId: string, row: number, signal: AbortSignal): Promise<HitInFull | undefined>;
  /** Chooses the columns for the index of the request, and redraws the page. */
  chooseColumns(requestId: string, paths: readonly string[]): Promise<void>;
  /** All fields of the request's index; none if the engine does not list them. */
  listFields(requestId: string): Promise<MessageToPage>;
  /** Counts the values of a field in the hits of the current search; undefined if a newer count has canceled it. */
  countValues(requestId: string, path: string): Promise<MessageToPage | undefined>;
  /** Cancels all requests, and closes what the engine keeps open. */
  close(): Promise<void>;
  readonly complete: FormCompletions['answer'];
  /** The search of an address of Discover. */
  readAddress(request: Extract<MessageFromPage, { kind: 'readAddress' }>): Promise<MessageToPage>;
}

/**
 * Opens the search of an endpoint. Sends no request before the page does.
 *
 * @param post sends replies to the page
 */
export function openEndpointSearch(
  endpointId: string,
  deps: EndpointSearchDeps,
  post: (message: MessageToPage) => void,
): EndpointSearch {
  const engine = (): Promise<Engine> => deps.engines.of(endpointId);
  let opened: Promise<TableOptions> | undefined;
  const tableOptions = (): Promise<TableOptions> => {
    opened ??= openTableOptions(endpointId, deps);
    return opened;
  };
  const controller = openSearchController({
    log: deps.log,
    engine,
    tableOptions,
    settings: deps.settings,
    post,
    onOutcome: (outcome) => deps.onOutcome({ endpointId, ...outcome }),
  });
  const timeBar = openTimeBar({ log: deps.log, controller, engine, settings: deps.settings, post });
  const { log, settings, isAttended } = deps;
  const newest = openNewestDocument({ log, controller, engine, settings, post });
  const following = openFollowing({ log, controller, timeBar, engine, settings, isAttended, post });
  const completions = openFormCompletions(engine);
  let counting: AbortController | undefined;
  const columnsOf = async (index: string) => (await deps.columns.at(endpointId)).of(index);
  /** The known facts about the fields so far. */
  const fieldsOf = async (index: string) => (await tableOptions()).of(index).fields;
  const fieldsFor = async (question: SearchQuestion): Promise<readonly FieldInfo[]> => {
    const { catalog } = await engine();
    return fieldsAsked(catalog, question, await fieldsOf(question.index));
  };

  return {
    endpointId,
    controller,
    timeBar,
    newest,
    following,
    engine,
    fieldsFor,
    async contextOf(question) {
      const { shown } = controller;
      const time = shown?.question.index === question.index ? shown.described.table.time?.path : undefined;
      const columns = exportedColumns(await columnsOf(question.index), time);
      const isShown = shown !== undefined && JSON.stringify(shown.question) === JSON.stringify(question);
      if (isShown) return { endpointId, question, search: shown.page.search, page: shown.page, columns };
      const search = searchOf(question, 0, new Date(), await fieldsFor(question));
      return { endpointId, question, search, page: undefined, columns };
    },
    async findHit({ requestId, row, path }) {
      const { shown } = controller;
      const { fields, routerField } = (await tableOptions()).of(shown?.question.index ?? '');
      const hit = shown?.requestId === requestId ? shown.page.hits[row] : undefined;
      if (shown === undefined || hit === undefined) return undefined;
      const { question, page, described } = shown;
      const time = described.table.time?.path;
      const about = { question, fields, time, routerField, searched: page.search.index };
      return { endpointId, engine, hit, rank: page.from + row + 1, path, ...about };
    },
    async describeHit(requestId, row, signal) {
      const { shown } = controller;
      const hit = shown?.requestId === requestId ? shown.page.hits[row] : undefined;
      if (shown === undefined || hit === undefined) return undefined;
      const fields = await fieldsOf(shown.question.index);
      return runJob(describeHitJob, [hit.json, fields], { length: hit.json.length, signal });
    },
    async chooseColumns(requestId, paths) {
      const { shown } = controller;
      if (shown?.requestId !== requestId) return;
      const columns = await deps.columns.at(endpointId);
      await columns.choose(shown.question.index, paths);
      await controller.redrawTable();
    },
    async listFields(requestId) {
      const { catalog } = await engine();
      const fields = await catalog.fields(controller.shown?.question.index ?? '').catch(() => []);
      return { kind: 'fields', requestId, items: listFields(fields) };
    },
    async countValues(requestId, path) {
      counting?.abort();
      const { shown } = controller;
      if (shown === undefined) return undefined;
      counting = new AbortController();
      const { signal } = counting;
      try {
        const { catalog, client } = await engine();
        const { index } = shown.question;
        const listed = await catalog.fields(index, signal).catch(() => []);
        const fields = await fieldsWithDetails(catalog, index, path, listed, signal);
        const { timeoutMs } = await deps.settings();
        const values = await readFieldValues(client, shown.page.search, path, fields, { signal, timeoutMs });
        return signal.aborted ? undefined : { kind: 'values', requestId, values };
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!isRequestFailure(error)) throw error;
        const { sentence, nextStep, detail } = error.failure;
        return {
          kind: 'values',
          requestId,
          failure: { sentence, nextStep, ...(detail !== undefined && { detail }) },
        };
      }
    },
    readAddress: (request) => answerPastedAddress(endpointId, request, { columns: deps.columns, engine }),
    close() {
      completions.close();
      counting?.abort();
      following.end();
      timeBar.cancel();
      newest.cancel();
      return controller.close();
    },
    complete: completions.answer,
  };
}
