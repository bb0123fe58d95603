import { plainText } from '../../core/base/text/plainText';

const longestName = 60;
const longestIndex = 40;

/** The title of a search's tab. */
export function tabTitle(endpoint: string, index: string | undefined): string {
  const about = plainText(index ?? '', longestIndex);
  return `Search: ${plainText(endpoint, longestName)}${about === '' ? '' : ` · ${about}`}`;
}
