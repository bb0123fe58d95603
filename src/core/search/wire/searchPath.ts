import { RequestFailure } from '../../base/errors/failure';

/**
 * The most characters of a path. Engines refuse a request line over 4,096 bytes and drop the connection
 * (recorded: long-url); what is left is for the endpoint's own base path.
 */
const longestPath = 3_500;

/**
 * The path that searches an index expression, with all of it as one percent-encoded segment: `idx/_doc` must not reach the
 * engine as a path, where it would write a document (surprise 2; recorded: typed-path).
 *
 * @param parameters the query of the address; engines refuse those that they do not know
 * @throws RequestFailure `invalid` for an expression that would name something other than indices, or makes too long an address
 */
export function searchPath(expression: string, parameters?: URLSearchParams): string {
  // No name has blank space at its ends; people put it behind commas. Engines take a comma alone for all indices.
  const index = expression
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join();
  if (index === '') refuseQuestion('The search names no index.', 'Enter an index name; * stands for all indices.');
  if (index === '.' || index === '..') {
    refuseQuestion('This is a path, not an index name.', 'Enter an index name; * stands for all indices.');
  }
  if (index.startsWith('_') && index !== '_all') {
    refuseQuestion('Index names do not start with an underscore.', 'Enter an index name; * stands for all indices.');
  }
  const query = parameters === undefined || parameters.size === 0 ? '' : `?${parameters}`;
  const path = `/${encodeSegment(index)}/_search${query}`;
  if (path.length > longestPath) {
    refuseQuestion('The index expression is too long for an address.', 'Shorten it with wildcards or an alias.');
  }
  return path;
}

function encodeSegment(index: string): string {
  try {
    return encodeURIComponent(index);
  } catch {
    // A lone surrogate, which UTF-8 cannot carry.
    return refuseQuestion('The index name holds half of a character.', 'Type the index name again.');
  }
}

/** Refuses a question before it is sent. Both are plain sentences for a person. */
export function refuseQuestion(sentence: string, nextStep: string): never {
  throw new RequestFailure({ kind: 'invalid', sentence, nextStep });
}
