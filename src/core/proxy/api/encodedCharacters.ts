/** The escapes that an entry point or a middleware allows in paths. An absent one is denied. */
interface AllowedEscapes {
  readonly allowEncodedSlash?: boolean | undefined;
  readonly allowEncodedBackSlash?: boolean | undefined;
  readonly allowEncodedNullCharacter?: boolean | undefined;
  readonly allowEncodedSemicolon?: boolean | undefined;
  readonly allowEncodedPercent?: boolean | undefined;
  readonly allowEncodedQuestionMark?: boolean | undefined;
  readonly allowEncodedHash?: boolean | undefined;
}

/** The denied escapes in upper case: RouterDeniedEncodedPathCharacters.Map in pkg/config/dynamic/http_config.go. */
export function deniedEscapes(allowed: AllowedEscapes): readonly string[] {
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
