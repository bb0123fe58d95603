import * as l10n from '@vscode/l10n';
import { plainText } from './plainText';

/** Code points of a quote, and names in a list: enough for the user to find them in the file. */
const longestQuote = 100;
const mostListed = 10;

/** A text of a file or a proxy as messages quote it: one visible line of at most 100 characters. */
export function quoted(text: string): string {
  return plainText(text, longestQuote);
}

/** Names as messages list them: the first ten, and the number of the others. */
export function quotedList(names: readonly string[]): string {
  const listed = names.slice(0, mostListed).map(quoted).join(', ');
  const more = names.length - mostListed;
  return more > 0 ? l10n.t('{0}, and {1} more', listed, more) : listed;
}

/** The path of a file as messages quote it: its end, which is the most specific part. */
export function quotedPath(path: string): string {
  return path.length <= longestQuote ? quoted(path) : `…${quoted(path.slice(1 - longestQuote))}`;
}
