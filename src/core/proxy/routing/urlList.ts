import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { numberText } from '../../../l10n/numbers';
import { plainText } from '../../base/text/plainText';
import { trimmedUrl } from './urlTextIn';

interface UrlList {
  /** As written, each once. */
  readonly urls: readonly string[];
  /** Whether it may be one URL with spaces. That is likely if only its start has a scheme. */
  readonly mayBeOne: 'no' | 'unlikely' | 'likely';
  /** Sentences about what was left out. */
  readonly notes: readonly string[];
}

export const mostUrls = 200;
const longestList = 100_000;
/** The most omitted words that a sentence names. */
const mostNamed = 5;

/**
 * Reads URLs with white space between them: an input box replaces pasted line breaks by spaces. Quotation marks,
 * bullets, and commas around them do not matter, nor do other words if at least two URLs have a scheme.
 *
 * @returns undefined if the text is not a list
 */
export function readUrlList(text: string): UrlList | undefined {
  const isCut = text.length > longestList;
  const pieces = text.slice(0, longestList).trim().split(/\s+/);
  // The last word is incomplete, too.
  const words = (isCut ? pieces.slice(0, -1) : pieces)
    .map((piece) => (withIpv6.test(piece) ? piece : trimmedUrl(piece)))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const found = words.filter(isUrlLike);
  const others = words.filter((word) => !isUrlLike(word));
  const hasSchemes = found.filter((word) => withScheme.test(word)).length > 1;
  if (found.length < 2 || (!hasSchemes && others.length > 0)) return undefined;
  const urls = [...new Set(found)];
  const named = [...new Set(others)].map((word) => plainText(word, 40));
  return {
    urls: urls.slice(0, mostUrls),
    mayBeOne: hasSchemes ? 'no' : withScheme.test(words[0] ?? '') ? 'likely' : 'unlikely',
    notes: [
      ...(isCut || urls.length > mostUrls
        ? [l10n.t('Only the first {0} URLs are used.', numberText(Math.min(urls.length, mostUrls)))]
        : []),
      ...(named.length === 0
        ? []
        : [
            l10n.t(
              'Not read, because it is not a URL: {0}.',
              allOf([...named.slice(0, mostNamed), ...(named.length > mostNamed ? ['…'] : [])]),
            ),
          ]),
    ],
  };
}

const withScheme = /^[a-z][a-z\d+.-]*:\/\/./i;
const withIpv6 = /^\[[\da-f:.]+\]:\d/i;
/** A host with a dot or a port. */
const withHost = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)+\.?|[\w-]+(?=:\d))(?::\d{1,5})?(?:[/?#]|$)/i;

function isUrlLike(word: string): boolean {
  return withScheme.test(word) || withHost.test(word);
}
