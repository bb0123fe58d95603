import { jsonOrNothing } from '../../base/json/parse';
import { memberText } from '../../base/json/scan';

/**
 * The fields of a hit with a value that the engine did not index, such as a keyword that is too long or a word in a
 * number field (`_ignored`; OpenSearch lists only the latter).
 *
 * @param hit a hit as JSON text
 */
export function ignoredIn(hit: string): readonly string[] {
  const named = jsonOrNothing(memberText(hit, '_ignored') ?? '[]');
  return Array.isArray(named) ? named.filter((name) => typeof name === 'string') : [];
}
