import { endOfToken, skipSpace } from './slices';

/** Deeper levels stand no further right: a hostile text of brackets only would otherwise grow with the square of its length. */
const DEEPEST_INDENT = 40;

/**
 * Lays out a JSON document for reading, two spaces a level, without touching anything in it: numbers, strings and their
 * escapes, and the order of members stay as received. `JSON.stringify` would round large integers and rewrite escapes.
 *
 * @param text a text that `JSON.parse` has accepted; anything else is laid out somehow and ends all the same
 */
export function indentJson(text: string): string {
  const pieces: string[] = [];
  let depth = 0;
  const newLine = (): void => void pieces.push('\n', '  '.repeat(Math.min(depth, DEEPEST_INDENT)));
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const character = text.charAt(at);
    switch (character) {
      case '{':
      case '[': {
        const next = skipSpace(text, at + 1);
        const closing = text.charAt(next);
        if (closing === '}' || closing === ']') {
          pieces.push(character, closing);
          at = next + 1;
          break;
        }
        pieces.push(character);
        depth++;
        newLine();
        at++;
        break;
      }
      case '}':
      case ']':
        depth = Math.max(0, depth - 1);
        newLine();
        pieces.push(character);
        at++;
        break;
      case ',':
        pieces.push(character);
        newLine();
        at++;
        break;
      case ':':
        pieces.push(': ');
        at++;
        break;
      default: {
        const end = endOfToken(text, at);
        pieces.push(text.slice(at, end));
        at = end;
      }
    }
    at = skipSpace(text, at);
  }
  return pieces.join('');
}
