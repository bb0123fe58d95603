import type { EntryPoint } from '../model/model';
import { entryPointSchema } from '../wire/apiSchemas';
import { noEntries, tolerantReaderOf } from '../wire/tolerantReader';
import { deniedEscapes } from './encodedCharacters';
import type { ListingSource } from './readListing';

/** The listing of entry points: `GET /api/entrypoints`. */
export const entryPointSource: ListingSource<EntryPoint> = { path: 'entrypoints', read: readEntryPoint };

const readView = tolerantReaderOf(entryPointSchema);

function readEntryPoint(raw: unknown, text: string): EntryPoint | undefined {
  const read = readView(raw);
  if (read === undefined) return undefined;
  const { name, address, asDefault, http, observability } = read.view;
  const middlewares = http?.middlewares ?? noEntries;
  return {
    name,
    address,
    middlewares,
    hasTls: http?.tls !== undefined,
    isDefault: asDefault === true,
    // As in `buildModels` of pkg/server/aggregator.go. `core.defaultRuleSyntax` counts there too, but the API does not
    // report it.
    hasModel:
      middlewares.length > 0 ||
      http?.tls !== undefined ||
      http?.encodedCharacters !== undefined ||
      observability !== undefined,
    cleansPaths: http?.sanitizePath !== false,
    keepsSemicolons: http?.encodeQuerySemicolons === true,
    underscoreHeaders: strategyOf(http?.underscoreHeadersStrategy),
    deniedEscapes: http?.encodedCharacters && deniedEscapes(http.encodedCharacters),
    redirectsTo: http?.redirections?.entryPoint?.to,
    unread: read.unread,
    text,
  };
}

/** Traefik does not start with any other word. */
function strategyOf(word: string | undefined): EntryPoint['underscoreHeaders'] {
  return word === 'delete' || word === 'reject' ? word : 'keep';
}
