import type { Connections } from '../shared/connections';
import { findSubject } from '../shared/findSubject';
import { JSON_SCHEME } from '../shared/ids';
import { uriOf } from '../shared/uris';
import { openDocument } from './openDetails';

/** Opens the same as a JSON document: as the API gave it, digit for digit, only indented and with its secrets masked. */
export async function openAsJson(connections: Connections, argument: unknown): Promise<void> {
  const found = await findSubject(connections, argument);
  if (found !== undefined) await openDocument(uriOf(JSON_SCHEME, found.ref), argument);
}
