import type { Failure } from '../../base/errors/failure';
import type { NoHitsExplanation } from '../wire/engineSearch';
import type { SearchAnswer } from '../wire/searchAnswer';
import { type AnsweredSearch, EngineRefusal } from './sendSearch';

/**
 * The engines' errors about a field that cannot contain the words: a number, a date, a boolean, an IP address, or a
 * field that does not support such a query (all recorded or measured on Elasticsearch 6.8 to 9.1 and OpenSearch 2.19).
 */
const typeRefusals: readonly string[] = [
  'For input string: "',
  'failed to parse date field [',
  "Can't parse boolean value [",
  'is not an IP string literal',
  'Can only use ',
  'does not support ',
  'do not support ',
  'is out of range for ',
  'Cannot search on field [',
];

/** Whether a page has no hits, and not just because it is beyond the end of the result. */
export function isUnexplained({ hits, total }: Pick<SearchAnswer, 'hits' | 'total'>, from: number): boolean {
  return hits.length === 0 && (total === undefined || total.value === 0 || from < total.value);
}

/**
 * Finds the reason why a search has no hits, because `lenient` hides refusals of the engine. Returns the sentences of a
 * partial response.
 *
 * @param send searches with a body
 * @throws RequestFailure the refusal of the engine
 */
export async function refusedInSilence(
  { strictBody, asksPattern = false }: NoHitsExplanation,
  send: (body: string) => Promise<AnsweredSearch>,
  isAborted: () => boolean,
): Promise<readonly string[]> {
  if (strictBody === undefined) return [];
  const isExcused = (text: string): boolean => asksPattern && typeRefusals.some((words) => text.includes(words));
  try {
    const { answer } = await send(strictBody);
    return answer.partial.filter((_, at) => !(answer.partialReasons?.[at] ?? []).some(isExcused));
  } catch (error) {
    const isRefusal = error instanceof EngineRefusal && isOfQuery(error.failure) && !isExcused(error.error.reason);
    // Any other failure has no meaning for the search.
    if (isRefusal || isAborted()) throw error;
    return [];
  }
}

function isOfQuery({ kind }: Failure): boolean {
  return kind === 'rejected';
}
