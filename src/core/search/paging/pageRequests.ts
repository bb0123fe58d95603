import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { withMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import type { SearchAnswer } from '../wire/searchAnswer';
import { searchPath } from '../wire/searchPath';
import { type AnsweredSearch, EngineRefusal, readHits, replyWithin, searchSender } from './sendSearch';

/** What the first page of a search tells about all of its hits; the later ones do not ask for it. */
const onceMembers = ['aggs', 'aggregations', 'suggest'];

/** How the pages of one search are asked for, with what has proved superfluous or refused left out. */
export interface PageRequests {
  readonly path: string;
  /** Chooses the copies of the shards; undefined once the engine has said that it does not know such a parameter. */
  readonly preference: string | undefined;
  /** The body that shows hits, without `from` and `size`. */
  body(): string;
  /**
   * Searches the index expression.
   *
   * @throws EngineRefusal, RequestFailure
   */
  send(body: string, signal: AbortSignal): Promise<AnsweredSearch>;
  /** Whether the search asks for something that no answer has told so far and one tells for all pages. */
  lacksSummary(): boolean;
  /** Takes what the first answer tells about all hits; later ones change nothing. */
  takeSummary(answer: Pick<SearchAnswer, 'aggregations'>): void;
  /** JSON text, as in the first answer. */
  readonly aggregations: string | undefined;
  /** False once highlighting was left out, because the engine refused it. */
  readonly isHighlighted: boolean;
  /** @returns false where the pages ask for no highlighting (any more) */
  leaveOutHighlight(): boolean;
}

interface RequestOptions {
  readonly preference: string;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number | undefined;
}

/** @throws RequestFailure (`invalid`) where the index expression makes no path */
export function createPageRequests(client: SearchClient, search: EngineSearch, options: RequestOptions): PageRequests {
  const { index, body } = search;
  const path = searchPath(index);
  let preference: string | undefined = options.preference;
  let isHighlighted = true;
  /** What the first answer told. */
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
