import type { FieldInfo } from '../engine/fieldList';
import type { SearchClient } from '../engine/searchClient';
import { answerTo } from '../paging/answerTo';
import { dateOfDocuments } from '../query/sortOf';
import { boundsBody } from './histogramBody';
import { readTimeBounds } from './readHistogram';

/** The place of the newest document. */
interface NewestRequest {
  /** An index expression. */
  readonly index: string;
  /** The fields of the index. */
  readonly fields: readonly FieldInfo[];
  /** The date field that the user chose. */
  readonly preferred: string | undefined;
  readonly timeoutMs: number | undefined;
}

/**
 * The time of an index's newest document, in milliseconds since 1970, independent of any search: one request, which
 * engines answer from the ends of the date's index. Undefined if no document has a date, or if parts of the index did
 * not respond.
 *
 * @throws RequestFailure if the engine refuses
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
