import type { Endpoint } from '../../endpoint';
import type { HttpAnswer, HttpRequest } from '../../http/door';

/** Which of the families with different calls an engine belongs to; `unknown` where it does not say. */
export type EngineFamily = 'elasticsearch' | 'opensearch' | 'unknown';

/** What answers at a search endpoint, as far as it tells. Server text. */
export interface EngineInfo {
  readonly family: EngineFamily;
  /** `8.19.0`; undefined where it is not told (a user without the right to ask `GET /`, a serverless engine). */
  readonly version: string | undefined;
}

/** How searches are sent: with GET as long as bodies arrive, else with POST. */
export type SearchMethod = 'GET' | 'POST';

/** A searching request's answer, and what was really sent. */
export interface SearchReply extends HttpAnswer {
  readonly method: SearchMethod;
}

/**
 * The way of searches to one endpoint's engine: a door that finds out, once, whether the body of a GET arrives, and what
 * answers. Rejects with `RequestFailure` only.
 */
export interface SearchDoor {
  /** As the door opened last has it. */
  readonly endpoint: () => Promise<Endpoint>;
  /** Sends a body to a path that ends with `_search` or `_count`, by GET or POST as found out. */
  search(request: {
    readonly path: string;
    readonly body: string;
    readonly signal?: AbortSignal;
  }): Promise<SearchReply>;
  /** Any other call. */
  request(request: HttpRequest): Promise<HttpAnswer>;
  /** What answers; asked once, and `unknown` where it does not say. */
  engine(signal?: AbortSignal): Promise<EngineInfo>;
  /**
   * To be told when two different pages came with the same hits: something between keeps answers by their address. Searches
   * go by POST from now on. False where they already do, so that asking again would not help.
   */
  suspectCache(): boolean;
}
