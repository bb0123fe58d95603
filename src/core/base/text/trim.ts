/**
 * Removes these characters from the end. A regular expression such as `/\/+$/` would try again at each slash, which
 * takes quadratic time for a text of slashes that does not end with one.
 *
 * @param characters each a single UTF-16 unit
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Removes these characters from both ends (see `withoutTrailing`). */
export function withoutAround(text: string, characters: string): string {
  const rest = withoutTrailing(text, characters);
  let start = 0;
  while (start < rest.length && characters.includes(rest.charAt(start))) start++;
  return rest.slice(start);
}
