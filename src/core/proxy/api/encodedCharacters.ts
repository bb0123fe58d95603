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
