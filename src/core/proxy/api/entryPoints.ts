import type { EntryPoint } from '../model/model';
import { entryPointSchema } from '../wire/apiSchemas';
import { noEntries, tolerantReaderOf } from '../wire/tolerantReader';
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

/** What Traefik can deny, in upper case: RouterDeniedEncodedPathCharacters.Map in pkg/config/dynamic/http_config.go. */
const escapes = [
  ['%2F', 'allowEncodedSlash'],
  ['%5C', 'allowEncodedBackSlash'],
  ['%00', 'allowEncodedNullCharacter'],
  ['%3B', 'allowEncodedSemicolon'],
  ['%25', 'allowEncodedPercent'],
  ['%3F', 'allowEncodedQuestionMark'],
  ['%23', 'allowEncodedHash'],
] as const;

/** The escapes that are denied in paths if an entry point or a middleware allows these only. */
export function deniedEscapes(
  allowed: Partial<Readonly<Record<(typeof escapes)[number][1], boolean | undefined>>>,
): readonly string[] {
  return escapes.flatMap(([text, option]) => (allowed[option] === true ? [] : [text]));
}
