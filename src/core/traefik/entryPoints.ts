import type * as z from 'zod/mini';
import type { Source } from './listing';
import type { EntryPoint } from './model';
import { NONE, readerOf } from './tolerant';
import { entryPointSchema } from './wire';

/** The listing of entry points: `GET /api/entrypoints`. */
export const entryPointSource: Source<EntryPoint> = {
  path: 'entrypoints',
  what: 'the entry points',
  read: (raw, texts, index) => readEntryPoint(raw, texts.at(index)),
};

const readView = readerOf(entryPointSchema);

/**
 * Makes an entry point of what the listing holds.
 *
 * @param raw the parsed JSON, whatever it is
 * @param text the same JSON as received
 * @returns undefined where there is no name to call it by
 */
export function readEntryPoint(raw: unknown, text: string): EntryPoint | undefined {
  const read = readView(raw);
  if (read === undefined) return undefined;
  const { name, address, asDefault, http, observability } = read.view;
  const middlewares = http?.middlewares ?? NONE;
  return {
    name,
    address,
    middlewares,
    hasTls: http?.tls !== undefined,
    isDefault: asDefault === true,
    // As buildModels of pkg/server/aggregator.go has it; core.defaultRuleSyntax also counts there, and is told nowhere.
    hasModel:
      middlewares.length > 0 ||
      http?.tls !== undefined ||
      http?.encodedCharacters !== undefined ||
      observability !== undefined,
    cleansPaths: http?.sanitizePath !== false,
    keepsSemicolons: http?.encodeQuerySemicolons === true,
    underscoreHeaders: strategyOf(http?.underscoreHeadersStrategy),
    deniedEscapes: deniedBy(http?.encodedCharacters),
    redirectsTo: http?.redirections?.entryPoint?.to,
    unread: read.unread,
    text,
  };
}

type Settings = NonNullable<z.infer<typeof entryPointSchema>['http']>['encodedCharacters'];

/** RouterDeniedEncodedPathCharacters.Map in pkg/config/dynamic/http_config.go: what is not allowed is denied, once the setting is there. */
function deniedBy(allowed: Settings): readonly string[] {
  if (allowed === undefined) return NONE;
  const escapes: readonly (readonly [text: string, isAllowed: boolean | undefined])[] = [
    ['%2F', allowed.allowEncodedSlash],
    ['%5C', allowed.allowEncodedBackSlash],
    ['%00', allowed.allowEncodedNullCharacter],
    ['%3B', allowed.allowEncodedSemicolon],
    ['%25', allowed.allowEncodedPercent],
    ['%3F', allowed.allowEncodedQuestionMark],
    ['%23', allowed.allowEncodedHash],
  ];
  return escapes.flatMap(([text, isAllowed]) => (isAllowed === true ? [] : [text]));
}

/** Traefik starts with no other word than these. */
function strategyOf(word: string | undefined): EntryPoint['underscoreHeaders'] {
  return word === 'delete' || word === 'reject' ? word : 'keep';
}
