import { type Failure, type FailureKind, isRequestFailure } from '../../core/base/errors/failure';
import { runJob } from '../../core/base/worker/runJob';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import { exportedColumns } from '../../core/search/export/hitFormat';
import { drawFieldValues } from '../../core/search/fields/drawFieldValues';
import { readFieldValues } from '../../core/search/fields/readFieldValues';
import type { PageReply } from '../../core/search/page/requestsOfPage';
import type { SearchPage } from '../../core/search/paging/pager';
import { fieldsAsked, fieldsWithDetails } from '../../core/search/query/fieldsAsked';
import { searchOf } from '../../core/search/query/searchOf';
import { describeHitJob } from '../../core/search/read/describeHit';
import { listFields } from '../../core/search/read/knownFields';
import { shownCell } from '../../core/search/read/shownCell';
import type { EngineSearch } from '../../core/search/wire/engineSearch';
import type { Hit } from '../../core/search/wire/searchAnswer';
import type { HitPlace } from '../../protocol/hitPlace';
import type { PageFailure } from '../../protocol/pageView';
import type { SearchQuestion } from '../../protocol/question';
import type { HitInFull, HitPage } from '../../protocol/resultPage';
import type { Engine } from './engines';
import type { Searches } from './searches';
import { type PanelLook, TableOptions } from './tableOptions';

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
  readonly hit: Hit;
  /** From 1 up, in the whole result. */
  readonly rank: number;
  readonly path: string | undefined;
  /** Where the value begins in the JSON of the hit, if it is one of several at the path. */
  readonly start: number | undefined;
  /** The index expression that was searched. */
  readonly searched: string;
  readonly fields: readonly FieldInfo[];
  readonly question: SearchQuestion;
  /** The date field with the time of the hits, if there is one. */
  readonly time: string | undefined;
  /** The field with a router's name, if it is known. */
  readonly routerField: string | undefined;
}

/** The page of a result in the latest reply. */
export interface ShownResult {
  readonly pageId: string;
  readonly question: SearchQuestion;
  readonly page: SearchPage;
  readonly described: HitPage;
}

/**
 * The search of one endpoint in one panel: what its parts share. A panel that goes to another endpoint opens another
 * one. Sends no request before it is asked to.
 */
export class EndpointSearch {
  /** The current page. */
  shown: ShownResult | undefined;
  private options: Promise<TableOptions> | undefined;
  private counting: AbortController | undefined;

  /**
   * @param post sends replies to the page
   * @param look how the user wants to see hits
   */
  constructor(
    readonly endpointId: string,
    readonly searches: Searches,
    readonly post: (message: PageReply) => void,
    private readonly look: () => PanelLook,
  ) {}

  engine(): Promise<Engine> {
    return this.searches.engines.of(this.endpointId);
  }

  /** How the tables of the endpoint's indices are drawn. */
  tableOptions(): Promise<TableOptions> {
    const { endpointId, searches, look } = this;
    this.options ??= searches.columns
      .at(endpointId)
      .then((chosen) => new TableOptions(endpointId, searches.logs, chosen, look));
    return this.options;
  }

  /** The facts about fields that `searchOf` needs. */
  async fieldsFor(question: SearchQuestion, signal?: AbortSignal): Promise<readonly FieldInfo[]> {
    const { catalog } = await this.engine();
    const tables = await this.tableOptions();
    const { fields } = tables.of(question.index);
    const asked = await fieldsAsked(catalog, question, fields, signal && { signal });
    // The catalog has them now, so that the first page has its usual columns without another request.
    if (fields.length === 0 && asked.length > 0) await tables.learn(question.index);
    return asked;
  }

  /**
   * The search of a question, or the current one if it has this question. Rejects with `RequestFailure` if not valid.
   */
  async contextOf(question: SearchQuestion): Promise<SearchContext> {
    const { endpointId, shown } = this;
    const time = shown?.question.index === question.index ? shown.described.table.time?.path : undefined;
    const columns = exportedColumns((await this.tableOptions()).of(question.index).columns, time);
    const isShown = shown !== undefined && JSON.stringify(shown.question) === JSON.stringify(question);
    if (isShown) return { endpointId, question, search: shown.page.search, page: shown.page, columns };
    const search = searchOf(question, 0, new Date(), await this.fieldsFor(question));
    return { endpointId, question, search, page: undefined, columns };
  }

  /** Finds a place in the current page; undefined if it belongs to another page. */
  async findHit({ pageId, row, path, start }: HitPlace): Promise<ShownHit | undefined> {
    const { shown } = this;
    const { fields, routerField } = (await this.tableOptions()).of(shown?.question.index ?? '');
    const hit = shown?.pageId === pageId ? shown.page.hits[row] : undefined;
    if (shown === undefined || hit === undefined) return undefined;
    const { question, page, described } = shown;
    const time = described.table.time?.path;
    const { index: searched } = page.search;
    return { hit, rank: page.from + row + 1, path, start, question, fields, time, routerField, searched };
  }

  /** A hit as a tree and as JSON; undefined if it is not in the current page. */
  async describeHit(pageId: string, row: number, signal: AbortSignal): Promise<HitInFull | undefined> {
    const { shown } = this;
    const hit = shown?.pageId === pageId ? shown.page.hits[row] : undefined;
    if (shown === undefined || hit === undefined) return undefined;
    const { fields } = (await this.tableOptions()).of(shown.question.index);
    const { nodes, ...described } = await runJob(describeHitJob, [hit.json, fields], {
      length: hit.json.length,
      signal,
    });
    const { zone } = this.look();
    return { ...described, nodes: nodes.map((node) => ({ ...node, cell: shownCell(node.cell, zone) })) };
  }

  /** All fields of the request's index; none if the engine does not list them. */
  async listFields(requestId: string): Promise<PageReply> {
    const { catalog } = await this.engine();
    const fields = await catalog.fields(this.shown?.question.index ?? '').catch(() => []);
    return { kind: 'fields', requestId, items: listFields(fields) };
  }

  /** Counts the values of a field in the hits of the current search; sends nothing if a newer count has canceled it. */
  async countValues(requestId: string, path: string): Promise<void> {
    this.close();
    const { shown, searches, post } = this;
    if (shown === undefined) return;
    this.counting = new AbortController();
    const { signal } = this.counting;
    try {
      const { catalog, client } = await this.engine();
      const { index } = shown.question;
      const listed = await catalog.fields(index, signal).catch(() => []);
      const fields = await fieldsWithDetails(catalog, index, path, listed, signal);
      const { timeoutMs } = await searches.settings();
      const values = await readFieldValues(client, shown.page.search, path, fields, { signal, timeoutMs });
      if (!signal.aborted) post({ kind: 'values', requestId, values: drawFieldValues(values, this.look().zone) });
    } catch (error) {
      if (signal.aborted) return;
      if (!isRequestFailure(error)) throw error;
      const { sentence, nextStep } = error.failure;
      const none = { path, rows: [], figures: [], notes: [], isFailed: true } as const;
      post({ kind: 'values', requestId, values: { ...none, status: `${sentence} ${nextStep}` } });
    }
  }

  /** Cancels counting values. */
  close(): void {
    this.counting?.abort();
  }
}

/** Failures in how the endpoint is reached, or in who the user is there. */
const ofEndpoint: ReadonlySet<FailureKind> = new Set([
  'refused',
  'hostNotFound',
  'unreachable',
  'tls',
  'proxy',
  'unauthorized',
  'forbidden',
  'redirected',
  'notAnApi',
]);

/** Failures after which the same request may succeed. */
const passing: ReadonlySet<FailureKind> = new Set([
  'refused',
  'hostNotFound',
  'unreachable',
  'reset',
  'timedOut',
  'rateLimited',
  'serverError',
]);

/** The failure of a request as the page shows it, with what may help. */
export function pageFailureOf({ kind, sentence, nextStep, detail }: Failure): PageFailure {
  return {
    sentence,
    nextStep,
    ...(detail !== undefined && { detail }),
    ...(ofEndpoint.has(kind) && { isOfEndpoint: true }),
    ...(passing.has(kind) && { isPassing: true }),
  };
}
