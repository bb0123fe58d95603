import type { FieldInfo } from '../engine/fieldList';
import type { SearchClient } from '../engine/searchClient';
import { answerTo } from '../paging/answerTo';
import { dateOfDocuments } from '../query/sortOf';
import { boundsBody } from './histogramBody';
import { readTimeBounds } from './readHistogram';

/** Where to look for the newest document. */
interface NewestRequest {
  /** An index expression. */
  readonly index: string;
  /** Those of the index. */
  readonly fields: readonly FieldInfo[];
  /** The date field that a person chose. */
  readonly preferred: string | undefined;
  readonly timeoutMs: number | undefined;
}

/**
 * When the newest document of an index was, in milliseconds since 1970, whatever a search asks for: one request, which engines
 * answer from the ends of the date's index. Undefined where no document has a date, and where parts of the index did not answer.
 *
 * @throws RequestFailure where the engine does not tell
 */
export async function askNewest(
  client: SearchClient,
  { index, fields, preferred, timeoutMs }: NewestRequest,
  signal: AbortSignal,
): Promise<number | undefined> {
  const date = dateOfDocuments(fields, preferred);
  const body = date === undefined ? undefined : boundsBody('{}', date);
  if (body === undefined) return undefined;
  const { answer } = await answerTo(client, index, body, { timeoutMs, signal });
  const { aggregations, partial } = answer;
  return partial.length > 0 ? undefined : readTimeBounds(aggregations)?.to;
}
