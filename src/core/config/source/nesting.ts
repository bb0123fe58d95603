/** Real configurations have fewer levels, and more overflow the stack of parsers. */
const deepest = 100;
/** Units of a line that may be indentation. */
const widest = 2_000;
/** Consecutive keys in a line, as in `a: b: c:`: invalid YAML, and the parser's time grows with their square. */
const mostKeys = 300;

/**
 * Whether a text opens more brackets, or is indented further, than a parser could follow. One pass over the text that
 * ignores quotes and comments: a text that passes may still be invalid.
 */
export function isTooDeeplyNested(text: string): boolean {
  let open = 0;
  let indent = 0;
  let isIndent = true;
  let dashes = 0;
  let keys = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d) {
      isIndent = true;
      indent = 0;
      dashes = 0;
      keys = 0;
    } else if (code === 0x3a && !isIndent && text.charCodeAt(at + 1) === 0x20) {
      if (++keys > mostKeys) return true;
    } else if (code === 0x2c || code === 0x22 || code === 0x27) {
      isIndent = false;
      keys = 0;
    } else if (code === 0x5b || code === 0x7b) {
      isIndent = false;
      if (++open > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) {
      isIndent = false;
      if (open > 0) open--;
    } else if (isIndent) {
      if (code === 0x20 || code === 0x09) indent++;
      else if (code === 0x2d || code === 0x3f || code === 0x3a) dashes++;
      else isIndent = false;
      if (indent > widest || dashes > deepest) return true;
    }
  }
  return false;
}
