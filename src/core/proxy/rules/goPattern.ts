/** A regular expression as Go reads it. */
export type GoPattern = NonNullable<ReturnType<typeof compiled>>;

/** UTF-16 units. Compile time is proportional to it, and users do not write longer ones. */
const longestPattern = 10_000;
/** Instructions. Ten thousand characters without repetitions need fewer. */
const largest = 50_000;
/** Instructions of all cached expressions, plus `sizeOfOne` for each. Further expressions are compiled again. */
const mostKept = 1_000_000;
const sizeOfOne = 20;

/** Avoids compiling an expression again for each request. */
const kept = new Map<string, GoPattern | undefined>();
let keptSize = 0;

/**
 * Reads a regular expression of Go, which has the syntax and engine of RE2. JavaScript's syntax differs, and an
 * expression such as `(x+x+)+y` from a server would freeze the extension host. re2js is a port of RE2 and takes linear
 * time.
 *
 * @returns undefined if Go would reject it, or if it is too long to read here
 */
export function compileGoPattern(text: string): GoPattern | undefined {
  if (kept.has(text)) return kept.get(text);
  if (text.length > longestPattern || sizeAtMost(text) > largest) return undefined;
  const made = compiled(text);
  const size = Math.max(sizeOfOne + (made?.size ?? 0), goPatternEffort(text));
  if (keptSize + size > mostKept) {
    kept.clear();
    keptSize = 0;
  }
  kept.set(text, made);
  keptSize += size;
  return made;
}

/** An approximate number of instructions, so that a caller can sum them up before compiling. */
export function goPatternEffort(text: string): number {
  return sizeOfOne + (text.length > longestPattern ? 0 : Math.min(sizeAtMost(text), largest));
}

/** An upper estimate of an expression's instructions. Repetitions may make compiling take a minute. */
function sizeAtMost(text: string): number {
  /** For each open group, the size before it and the size of its content. */
  const open: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token, from = '', to] of text.matchAll(piece)) {
    if (token === '(') {
      open.push(size);
      size = 0;
    } else if (token === ')') {
      last = size + 2;
      size = (open.pop() ?? 0) + last;
    } else if (from !== '' || to !== undefined) {
      const times = Math.max(Number(from), Number(to || 0), 1);
      size += last * (times - 1);
      last *= times;
    } else {
      last = 1 + sizeOfUnicodeClass * (token.match(/\\p/gi)?.length ?? 0);
      size += last;
    }
  }
  return open.reduce((sum, one) => sum + one, size);
}

/** A class such as `\pL` is one instruction that holds hundreds of ranges. */
const sizeOfUnicodeClass = 200;

/** A repetition with a number, an escape, a class, or any other character. */
const piece = /\{(\d+)(?:,(\d*))?\}|\\.|\[\^?\]?(?:\\.|[^\]\\]){0,1000}\]|./gs;

function compiled(text: string) {
  const { RE2JS, RE2JSException } = engine();
  try {
    const pattern = RE2JS.compile(text);
    return {
      /** The number of instructions that it compiles to. */
      size: pattern.programSize(),
      /** Whether it matches anywhere in a text, or in bytes that are not UTF-8 (regexp.MatchString). */
      test: (subject: string | Uint8Array): boolean => pattern.test(subject),
      /** The leftmost match (regexp.FindString); undefined if there is none. */
      find: (subject: string): string | undefined => pattern.exec(subject)?.[0],
      /**
       * Replaces all matches; `$1` and `${name}` in the template are groups, as in Go's regexp.ReplaceAllString.
       * Undefined if the template or the result has more than `longest` UTF-16 units: each `$1` may repeat the whole
       * text.
       */
      replace: (subject: string, template: string, longest: number): string | undefined =>
        expandAll(pattern, subject, template, longest),
    };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Loaded on first use: its Unicode tables are larger than all of our code, and most listings have no pattern. */
function engine(): typeof import('re2js') {
  return require('re2js');
}

type Compiled = ReturnType<typeof import('re2js')['RE2JS']['compile']>;

function expandAll(pattern: Compiled, subject: string, template: string, longest: number): string | undefined {
  if (template.length > longest) return undefined;
  const parts = partsOf(template);
  let result = '';
  let end = 0;
  let isFirst = true;
  for (const match of pattern.matchAll(subject)) {
    const { index: at = end } = match;
    // In Go, an empty match cannot directly follow another match.
    if (match[0] === '' && at === end && !isFirst) continue;
    isFirst = false;
    result += subject.slice(end, at);
    for (const part of parts) {
      result += typeof part === 'string' ? part : groupOf(match, part.group);
      if (result.length > longest) return undefined;
    }
    end = at + match[0].length;
  }
  result += subject.slice(end);
  return result.length > longest ? undefined : result;
}

/** A dollar sign and the rest that Go reads (Regexp.Expand): another one, a name in braces, or the longest name. */
export const groupReference = /\$(?:(\$)|\{(\w+)\}|(\w+))/g;

/** Literal text of a template, or the name of a group. */
type Part = string | { readonly group: string };

function partsOf(template: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of template.matchAll(groupReference)) {
    const [whole, dollar, braced, plain] = found;
    parts.push(template.slice(end, found.index), dollar ?? { group: braced ?? plain ?? '' });
    end = found.index + whole.length;
  }
  return [...parts, template.slice(end)];
}

/** An unknown group is empty. */
function groupOf(match: RegExpMatchArray, name: string): string {
  return (/^\d+$/.test(name) ? match[Number(name)] : match.groups?.[name]) ?? '';
}

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
