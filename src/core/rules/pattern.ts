/** A regular expression as Go reads it. */
export interface Pattern {
  /** How many instructions it is compiled to. */
  readonly size: number;
  /** Whether it matches anywhere in the text (regexp.MatchString). */
  test(text: string): boolean;
  /** The same of bytes that are no UTF-8. */
  testBytes(bytes: Uint8Array): boolean;
  /** The leftmost match (regexp.FindString); undefined where there is none. */
  find(text: string): string | undefined;
  /** Replaces all matches; `$1` and `${name}` in the template mean groups, as in Go's regexp.ReplaceAllString. */
  replace(text: string, template: string): string;
}

/** UTF-16 units. Compiling takes time in proportion, and nobody writes a longer one. */
const LONGEST = 10_000;
/** A listing of 10,000 routers may have as many; more are compiled again. */
const MOST_KEPT = 20_000;

const kept = new Map<string, Pattern | undefined>();

/**
 * Reads a regular expression of Go, whose engine and syntax are those of RE2. JavaScript's are neither: another syntax, and an expression such as
 * `(x+x+)+y` from a server would hang the extension host. re2js is a port of RE2 and takes time in proportion to the text.
 *
 * @returns undefined where Go would refuse it, or where it is too long to be read here
 */
export function compilePattern(text: string): Pattern | undefined {
  if (kept.has(text)) return kept.get(text);
  if (kept.size >= MOST_KEPT) kept.clear();
  const made = text.length > LONGEST ? undefined : compiled(text);
  kept.set(text, made);
  return made;
}

function compiled(text: string): Pattern | undefined {
  const { RE2JS, RE2JSException } = engine();
  try {
    const pattern = RE2JS.compile(text);
    return {
      size: pattern.programSize(),
      test: (subject) => pattern.test(subject),
      testBytes: (bytes) => pattern.test(bytes),
      find: (subject) => pattern.exec(subject)?.[0],
      replace: (subject, template) => expandAll(pattern, subject, template),
    };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Loaded on first use: its tables of Unicode are larger than all else of ours, and most listings have no pattern. */
function engine(): typeof import('re2js') {
  return require('re2js');
}

type Compiled = ReturnType<typeof import('re2js')['RE2JS']['compile']>;

function expandAll(pattern: Compiled, subject: string, template: string): string {
  let result = '';
  let end = 0;
  let isFirst = true;
  for (const match of pattern.matchAll(subject)) {
    const { index: at = end } = match;
    // Go has no empty match right behind another one.
    if (match[0] === '' && at === end && !isFirst) continue;
    isFirst = false;
    result += subject.slice(end, at) + expanded(template, match);
    end = at + match[0].length;
  }
  return result + subject.slice(end);
}

/** `$$`, `${name}`, and `$name` with the longest name that can be read (regexp.Expand); a group that is not there is empty. */
const REFERENCE = /\$(?:(\$)|\{(\w+)\}|(\w+))/g;

function expanded(template: string, match: RegExpMatchArray): string {
  return template.replace(REFERENCE, (_, dollar, braced, plain) => {
    if (dollar !== undefined) return '$';
    const name = String(braced ?? plain);
    return (/^\d+$/.test(name) ? match[Number(name)] : match.groups?.[name]) ?? '';
  });
}
