import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import type { SearchAnswer } from '../wire/searchAnswer';
import { searchPath } from '../wire/searchPath';
import { type AnsweredSearch, EngineRefusal, readHits, replyWithin, searchSender } from './sendSearch';

/** Members whose results the first response has for all pages; later requests leave them out. */
const onceMembers = ['aggs', 'aggregations', 'suggest'];

/** The page requests of one search. They leave out members that are known or were refused. */
export interface PageRequests {
  readonly path: string;
  /** Selects the shard copies; undefined after the engine has refused the parameter. */
  readonly preference: string | undefined;
  /** The body that shows hits, without `from` and `size`. */
  body(): string;
  /**
   * Searches the index expression.
   *
   * @throws EngineRefusal, RequestFailure
   */
  send(body: string, signal: AbortSignal): Promise<AnsweredSearch>;
  /** Whether the search requests data for all pages that no response has returned yet, such as aggregations. */
  lacksSummary(): boolean;
  /** Keeps the first response's data about all hits; later ones change nothing. */
  takeSummary(answer: Pick<SearchAnswer, 'aggregations'>): void;
  /** JSON text, as in the first response. */
  readonly aggregations: string | undefined;
  /** False after highlighting was left out because the engine refused it. */
  readonly isHighlighted: boolean;
  /** @returns false if the pages do not request highlighting, or no longer do */
  leaveOutHighlight(): boolean;
}

interface RequestOptions {
  readonly preference: string;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number | undefined;
}

/** @throws RequestFailure (`invalid`) if the index expression cannot be a path */
export function createPageRequests(client: SearchClient, search: EngineSearch, options: RequestOptions): PageRequests {
  const { index, body } = search;
  const path = searchPath(index);
  let preference: string | undefined = options.preference;
  let isHighlighted = true;
  /** From the first response. */
  let summary: Pick<SearchAnswer, 'aggregations'> | undefined;

  async function send(text: string, signal: AbortSignal): Promise<AnsweredSearch> {
    const to = preference === undefined ? path : searchPath(index, new URLSearchParams({ preference }));
    try {
      const replied = await replyWithin(client, options.timeoutMs, signal, (either) =>
        searchSender(client, to, text, either),
      );
      return await readHits(client, replied, signal);
    } catch (error) {
      if (preference === undefined || !isUnknownPreference(error)) throw error;
      preference = undefined;
      return send(text, signal);
    }
  }

  return {
    path,
    get preference() {
      return preference;
    },
    body() {
      const changes: Record<string, undefined> = {};
      if (summary !== undefined) for (const name of onceMembers) changes[name] = undefined;
      if (!isHighlighted) changes.highlight = undefined;
      return Object.keys(changes).length === 0 ? body : withMembers(body, changes);
    },
    send,
    lacksSummary: () => summary === undefined && onceMembers.some((name) => memberText(body, name) !== undefined),
    takeSummary(answer) {
      summary ??= { ...(answer.aggregations !== undefined && { aggregations: answer.aggregations }) };
    },
    get aggregations() {
      return summary?.aggregations;
    },
    get isHighlighted() {
      return isHighlighted;
    },
    leaveOutHighlight() {
      if (!isHighlighted || memberText(body, 'highlight') === undefined) return false;
      isHighlighted = false;
      return true;
    },
  };
}

function isUnknownPreference(error: unknown): boolean {
  return error instanceof EngineRefusal && error.error.reason.includes('unrecognized parameter: [preference]');
}
