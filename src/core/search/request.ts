import type { HttpRequest } from '../http/door';
import { RequestFailure } from '../http/failure';

/** One search as a person states it: match `text` in `field` of the indices, and show `size` hits after skipping `from`. */
export interface SearchQuery {
  /** An index expression: names, aliases, `*`, a comma list, `cluster:index`, date math. */
  readonly index: string;
  readonly field: string;
  readonly text: string;
  /** Hits skipped, from 0 up. */
  readonly from: number;
  /** Hits asked for, from 1 up. */
  readonly size: number;
}

/**
 * The most characters of a path. Engines refuse a request line over 4,096 bytes and drop the connection
 * (recorded: long-url); what is left is for the endpoint's own base path.
 */
const longestPath = 3_500;

function refuse(sentence: string, nextStep: string): never {
  throw new RequestFailure({ kind: 'invalid', sentence, nextStep });
}

/**
 * The path that searches an index expression, with all of it as one percent-encoded segment: `idx/_doc` must not reach the
 * engine as a path, where it would write a document (surprise 2; recorded: typed-path).
 *
 * @param parameters the query of the address; engines refuse those that they do not know
 * @throws RequestFailure `invalid` for an expression that would name something other than indices, or makes too long an address
 */
export function searchPath(expression: string, parameters?: URLSearchParams): string {
  // No name has blank space at its ends; people put it behind commas.
  const index = expression
    .split(',')
    .map((name) => name.trim())
    .join();
  if (index === '') refuse('The search names no index.', 'Enter an index name; * stands for all indices.');
  if (index === '.' || index === '..') {
    refuse('This is a path, not an index name.', 'Enter an index name; * stands for all indices.');
  }
  if (index.startsWith('_') && index !== '_all') {
    refuse('Index names do not start with an underscore.', 'Enter an index name; * stands for all indices.');
  }
  const query = parameters === undefined || parameters.size === 0 ? '' : `?${parameters}`;
  const path = `/${encodeSegment(index)}/_search${query}`;
  if (path.length > longestPath) {
    refuse('The index expression is too long for an address.', 'Shorten it with wildcards or an alias.');
  }
  return path;
}

function encodeSegment(index: string): string {
  try {
    return encodeURIComponent(index);
  } catch {
    // A lone surrogate, which UTF-8 cannot carry.
    return refuse('The index name holds half of a character.', 'Type the index name again.');
  }
}

/** The body of a search for which nothing else is set: exactly query, from and size. */
export function searchBody({ field, text, from, size }: SearchQuery): string {
  if (field.trim() === '') refuse('The search names no field.', 'Enter the field to match.');
  // The computed key makes an own property even of `__proto__`, which is a legal field name.
  return JSON.stringify({ query: { match: { [field]: text } }, from, size });
}

/** The call for `query`. Throws `RequestFailure` (`invalid`) where index or field cannot be asked. */
export function searchRequest(query: SearchQuery): HttpRequest {
  return { method: 'GET', path: searchPath(query.index), body: searchBody(query) };
}
