/**
 * The most levels of braces and brackets of a request body. Some engines crash at 1,500 (docs/engines.md, "Nesting");
 * readable queries have far fewer.
 */
export const deepestBody = 100;

/**
 * The index of the brace or bracket at which a JSON text becomes too deep. Reads character by character, because a
 * parser may overflow its own stack before it can report the depth. The text may not be JSON: a string then ends with
 * its line, as for the parser that reads it next.
 */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = lastOfString(text, at);
    else if (character === '{' || character === '[') {
      depth++;
      if (depth > deepestBody) return at;
    } else if (character === '}' || character === ']') depth--;
  }
  return undefined;
}

function lastOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === '\n' || character === '\r') return at;
    if (character === '\\') at++;
  }
  return text.length;
}
