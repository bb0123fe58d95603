import { jsonOrNothing } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';

/**
 * The fields of which a hit says itself that the engine keeps a value in no index: too long a keyword, a word in a number
 * (`_ignored`; OpenSearch names the latter only).
 *
 * @param hit a hit as JSON text
 */
export function ignoredIn(hit: string): readonly string[] {
  const named = jsonOrNothing(memberText(hit, '_ignored') ?? '[]');
  return Array.isArray(named) ? named.filter((name) => typeof name === 'string') : [];
}
