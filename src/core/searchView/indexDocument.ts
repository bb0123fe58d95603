import { isSuccess } from '../base/http/responseFailures';
import type { SearchClient } from '../search/engine/searchClient';
import { failureOf } from '../search/wire/searchFailure';
import { searchPath } from '../search/wire/searchPath';

/** The documents about an index that an engine returns as JSON. */
export type IndexDocumentKind = 'mapping' | 'settings';

/** Settings by their full names, as in the documentation: `index.number_of_replicas`. */
const ends: Readonly<Record<IndexDocumentKind, string>> = {
  mapping: '_mapping',
  settings: '_settings?flat_settings=true',
};

/**
 * The mapping or settings of an index, or of each one behind a data stream or alias, as the engine's JSON.
 *
 * @throws RequestFailure, also if the user may not read them
 */
export async function askIndexDocument(
  client: Pick<SearchClient, 'request' | 'endpoint'>,
  kind: IndexDocumentKind,
  index: string,
  signal?: AbortSignal,
): Promise<string> {
  const path = searchPath(index).replace(/_search$/, ends[kind]);
  const answer = await client.request({ method: 'GET', path, ...(signal !== undefined && { signal }) });
  if (!isSuccess(answer)) throw failureOf(answer, await client.endpoint());
  return answer.body;
}
