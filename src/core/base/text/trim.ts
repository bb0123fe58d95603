/**
 * Without these characters at its end. In place of `/\/+$/` and its like: such an expression is tried at each slash anew, which for a
 * text of slashes that does not end with one takes time by the square of their number.
 *
 * @param characters each a UTF-16 unit of its own
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without these characters at either end (see `withoutTrailing`). */
export function withoutAround(text: string, characters: string): string {
  const rest = withoutTrailing(text, characters);
  let start = 0;
  while (start < rest.length && characters.includes(rest.charAt(start))) start++;
  return rest.slice(start);
}
