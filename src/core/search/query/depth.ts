/**
 * The most levels of braces and brackets of a request body. Some engines die of 1,500 (docs/engines.md, "Nesting"); no
 * query that a person reads comes near this.
 */
export const deepestBody = 100;

/**
 * Where a JSON text goes deeper than that: the index of the brace or bracket that is one too many. Read character by
 * character, because a parser may be at the end of its own stack before it can say so. The text may be no JSON: a string
 * then ends with its line, as for the parser that looks at it next.
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
