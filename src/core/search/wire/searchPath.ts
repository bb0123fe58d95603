import * as l10n from '@vscode/l10n';
import { RequestFailure } from '../../base/errors/failure';

/**
 * Engines refuse a request line over 4,096 bytes and drop the connection (docs/engines.md, "Long requests"); the
 * difference is for the endpoint's own base path.
 */
const longestPath = 3_500;

/**
 * The path that searches an index expression, with all of it as one percent-encoded segment: `idx/_doc` must not reach
 * the engine as a path, where it would write a document (docs/engines.md, "Document paths").
 *
 * @param parameters the query of the URL; engines refuse those that they do not know
 * @throws RequestFailure `invalid` if the expression would name anything but indices, or the URL is too long
 */
export function searchPath(expression: string, parameters?: URLSearchParams): string {
  // Users type spaces after commas. Engines read a comma alone as all indices.
  const index = expression
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join();
  if (index === '') refuseQuestion(l10n.t('No index entered.'), enterIndex());
  if (index === '.' || index === '..') {
    refuseQuestion(l10n.t('This is a path, not an index name.'), enterIndex());
  }
  if (index.startsWith('_') && index !== '_all') {
    refuseQuestion(l10n.t('Index names cannot start with an underscore.'), enterIndex());
  }
  const query = parameters === undefined || parameters.size === 0 ? '' : `?${parameters}`;
  const path = `/${encodeSegment(index)}/_search${query}`;
  if (path.length > longestPath) {
    refuseQuestion(
      l10n.t('The index expression is too long for a URL.'),
      l10n.t('Shorten it with wildcards or an alias.'),
    );
  }
  return path;
}

const enterIndex = (): string => l10n.t('Enter an index name, or * for all indices.');

function encodeSegment(index: string): string {
  try {
    return encodeURIComponent(index);
  } catch {
    // A lone surrogate, which UTF-8 cannot represent.
    return refuseQuestion(
      l10n.t('The index name contains an invalid character.'),
      l10n.t('Enter the index name again.'),
    );
  }
}

/** Refuses a question before it is sent. Both are translated sentences. */
export function refuseQuestion(sentence: string, nextStep: string): never {
  throw new RequestFailure({ kind: 'invalid', sentence, nextStep });
}
