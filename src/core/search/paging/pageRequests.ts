import { memberText } from '../../base/json/scan';
import type { SearchClient } from '../engine/searchClient';
import { withoutMembers } from '../query/bodyText';
import type { EngineSearch } from '../wire/engineSearch';
import type { SearchAnswer } from '../wire/searchAnswer';
import { searchPath } from '../wire/searchPath';
import { type AnsweredSearch, askHits, EngineRefusal } from './sendSearch';

/** Members whose results the first response has for all pages; later requests leave them out. */
const onceMembers = ['aggs', 'aggregations', 'suggest'];

/** The page requests of one search. They leave out members that are known or were refused. */
export class PageRequests {
  readonly path: string;
  /** False after highlighting was left out because the engine refused it. */
  isHighlighted = true;
  /** From the first response. */
  private summary: { readonly aggregations: string | undefined } | undefined;

  /**
   * @param preference selects the shard copies; undefined after the engine has refused the parameter
   * @param timeoutMs milliseconds that one request may take
   * @throws RequestFailure (`invalid`) if the index expression cannot be a path
   */
  constructor(
    private readonly client: SearchClient,
    private readonly search: EngineSearch,
    public preference: string | undefined,
    private readonly timeoutMs: number | undefined,
  ) {
    this.path = searchPath(search.index);
  }

  /** The body that shows hits, without `from` and `size`. */
  body(): string {
    const without = [...(this.summary === undefined ? [] : onceMembers), ...(this.isHighlighted ? [] : ['highlight'])];
    return without.length === 0 ? this.search.body : withoutMembers(this.search.body, without);
  }

  /**
   * Searches the index expression.
   *
   * @throws EngineRefusal, RequestFailure
   */
  async send(body: string, signal: AbortSignal): Promise<AnsweredSearch> {
    const { client, path, preference, timeoutMs } = this;
    const to = preference === undefined ? path : searchPath(this.search.index, new URLSearchParams({ preference }));
    try {
      return await askHits(client, to, body, { timeoutMs, signal });
    } catch (error) {
      if (preference === undefined || !isUnknownPreference(error)) throw error;
      this.preference = undefined;
      return this.send(body, signal);
    }
  }

  /** Whether the search requests data for all pages that no response has returned yet, such as aggregations. */
  lacksSummary(): boolean {
    return this.summary === undefined && onceMembers.some((name) => memberText(this.search.body, name) !== undefined);
  }

  /** Keeps the first response's data about all hits; later ones change nothing. */
  takeSummary({ aggregations }: SearchAnswer): void {
    this.summary ??= { aggregations };
  }

  /** JSON text, as in the first response. */
  get aggregations(): string | undefined {
    return this.summary?.aggregations;
  }

  /** @returns false if the pages do not request highlighting, or no longer do */
  leaveOutHighlight(): boolean {
    if (!this.isHighlighted || memberText(this.search.body, 'highlight') === undefined) return false;
    this.isHighlighted = false;
    return true;
  }
}

function isUnknownPreference(error: unknown): boolean {
  return error instanceof EngineRefusal && error.error.reason.includes('unrecognized parameter: [preference]');
}
