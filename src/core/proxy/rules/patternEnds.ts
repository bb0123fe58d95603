/** The beginning and end of every match of a regular expression, if it is anchored to the ends of the text. */
interface PatternEnds {
  /** ASCII; in lower case if case does not matter. */
  readonly start: string;
  readonly end: string;
  readonly ignoresCase: boolean;
}

const unknown: PatternEnds = { start: '', end: '', ignoresCase: false };

/** A quantifier: `+`, `*?`, `{2,3}`. */
const quantifier = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;
/** A class with its brackets; a `]` at its beginning is part of it. */
const classPattern = /\[\^?\]?(?:\\[^pPxQ]|\[:\^?[a-z]+:\]|[^\\\]])*\]/y;
/** Escapes that stand for a class of characters or for a position between them. */
const classEscapes = 'dDwWsSbB';

/**
 * The texts with which a matching text must begin and end, found without compiling the expression. They rule out most
 * of thousands of expressions, such as `^[a-z]+\.example\.com$` by its end. An expression that is not simple has no
 * known ends.
 *
 * Compiling is slow and uses up `PatternEffort`, which limits hostile expressions, so that findings would stop
 * comparing earlier.
 *
 * @param pattern a regular expression that Go accepts; for others, the result is meaningless
 */
export function endsOf(pattern: string): PatternEnds {
  const ignoresCase = pattern.startsWith('(?i)');
  const items = itemsOf(ignoresCase ? pattern.slice(4) : pattern);
  if (items === undefined) return unknown;
  const plain = (item: string | undefined): boolean => item !== undefined && item.length === 1;
  let start = '';
  if (items[0] === '^^') for (let at = 1; plain(items[at]); at++) start += items[at];
  let end = '';
  if (items.at(-1) === '$$') for (let at = items.length - 2; plain(items[at]); at--) end = `${items[at]}${end}`;
  return ignoresCase
    ? { start: start.toLowerCase(), end: end.toLowerCase(), ignoresCase }
    : { start, end, ignoresCase };
}

/** Whether a text, as bytes, may match, judged by its ends. */
export function mayMatch({ start, end, ignoresCase }: PatternEnds, bytes: string): boolean {
  if (start === '' && end === '') return true;
  if (!ignoresCase) return bytes.startsWith(start) && bytes.endsWith(end);
  // Some characters outside ASCII are case variants of ASCII characters.
  if (/[^ -~]/.test(bytes)) return true;
  const small = bytes.toLowerCase();
  return small.startsWith(start) && small.endsWith(end);
}

/** The parts of an expression in order: a literal character, `^^` and `$$` for the ends, `??` for all other parts. */
function itemsOf(pattern: string): readonly string[] | undefined {
  const items: string[] = [];
  let at = 0;
  while (at < pattern.length) {
    const found = itemAt(pattern, at);
    if (found === undefined) return undefined;
    const { end } = found;
    quantifier.lastIndex = end;
    const isRepeated = quantifier.test(pattern);
    items.push(isRepeated ? '??' : found.item);
    at = isRepeated ? quantifier.lastIndex : end;
    // Go does not allow a repetition of a repetition.
    if (isRepeated && '*+?{'.includes(pattern.charAt(at) || ' ')) return undefined;
  }
  return items;
}

function itemAt(pattern: string, at: number): { readonly item: string; readonly end: number } | undefined {
  const char = pattern.charAt(at);
  switch (char) {
    case '^':
      return { item: '^^', end: at + 1 };
    case '$':
      return { item: '$$', end: at + 1 };
    case '.':
      return { item: '??', end: at + 1 };
    case '[': {
      classPattern.lastIndex = at;
      return classPattern.test(pattern) ? { item: '??', end: classPattern.lastIndex } : undefined;
    }
    case '(': {
      const end = endOfGroup(pattern, at);
      return end === undefined ? undefined : { item: '??', end };
    }
    case '\\': {
      const escaped = pattern.charAt(at + 1);
      if (classEscapes.includes(escaped || ' ')) return { item: '??', end: at + 2 };
      return /^[!-/:-@[-`{-~]$/.test(escaped) ? { item: escaped, end: at + 2 } : undefined;
    }
    case '|':
    case ')':
    case '*':
    case '+':
    case '?':
    case '{':
      return undefined;
    default:
      return char >= ' ' && char <= '~' ? { item: char, end: at + 1 } : undefined;
  }
}

/** The index after the closing bracket of a group; undefined if that is not clear, or if the group sets flags. */
function endOfGroup(pattern: string, start: number): number | undefined {
  let depth = 0;
  let at = start;
  while (at < pattern.length) {
    const char = pattern.charAt(at);
    if (char === '(') {
      if (pattern.charAt(at + 1) === '?' && !/^\(\?(?::|P?<\w+>)/.test(pattern.slice(at, at + 100))) return undefined;
      depth++;
      at++;
    } else if (char === ')') {
      depth--;
      at++;
      if (depth === 0) return at;
    } else if (char === '[') {
      classPattern.lastIndex = at;
      if (!classPattern.test(pattern)) return undefined;
      at = classPattern.lastIndex;
    } else if (char === '\\') {
      if (pattern.charAt(at + 1) === 'Q') return undefined;
      at += 2;
    } else at++;
  }
  return undefined;
}
