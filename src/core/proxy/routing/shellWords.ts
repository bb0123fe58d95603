interface ShellWord {
  readonly text: string;
  /** Whether only the shell knows a part of it: a variable, or the output of another command. */
  readonly isUnknown: boolean;
}

/** The words of the first command in a text. */
interface ShellWords {
  readonly words: readonly ShellWord[];
  /** The character that ends the command, if text follows it: `|`, `&`, `;`, `>`, `<`. */
  readonly endsAt?: string;
  /** Whether a quotation mark is not closed. */
  readonly isOpen: boolean;
}

/**
 * Reads the words of a command that was copied for a shell: POSIX, cmd.exe, or PowerShell. Expands nothing. Reads each
 * character once, in linear time.
 *
 * A single-line input replaces pasted line breaks by spaces, so a space may also follow a character that continues a
 * line.
 */
export function shellWords(text: string): ShellWords {
  if (/\^(?:["\r\n]| +-)/.test(text)) return read(uncareted(text), windowsRules);
  return read(text, /`[\r\n]|` +-/.test(text) ? powerShellRules : posixRules);
}

/** Reads one construct of a shell that starts at a place. Returns the next place, or undefined if it does not apply. */
type Rule = (state: Reading, at: number) => number | undefined;

interface Reading {
  readonly text: string;
  word: string | undefined;
  isUnknown: boolean;
  isOpen: boolean;
  readonly words: ShellWord[];
}

function read(text: string, rules: ReadonlyMap<string, Rule>): ShellWords {
  const state: Reading = { text, word: undefined, isUnknown: false, isOpen: false, words: [] };
  for (let at = 0; at < text.length; ) {
    const sign = text.charAt(at);
    if (/[\r\n]/.test(sign) && state.words.length + (state.word === undefined ? 0 : 1) > 0) {
      finish(state);
      return ended(state, text.slice(at).trim() === '' ? undefined : ';');
    }
    if (/\s/.test(sign)) {
      finish(state);
      at += 1;
    } else if (commandEnds.has(sign)) {
      finish(state);
      return ended(state, sign);
    } else at = rules.get(sign)?.(state, at) ?? add(state, sign, at + 1);
  }
  finish(state);
  return ended(state, undefined);
}

const commandEnds: ReadonlySet<string> = new Set(['|', '&', ';', '>', '<']);

function ended({ words, isOpen }: Reading, sign: string | undefined): ShellWords {
  return { words, isOpen, ...(sign !== undefined && { endsAt: sign }) };
}

function add(state: Reading, text: string, next: number): number {
  state.word = (state.word ?? '') + text;
  return next;
}

function finish(state: Reading): void {
  if (state.word !== undefined) state.words.push({ text: state.word, isUnknown: state.isUnknown });
  state.word = undefined;
  state.isUnknown = false;
}

/** Reads up to the closing character; without it, the quotation is open. */
function quoted(state: Reading, from: number, close: string, inside: Rule): number {
  const { text } = state;
  add(state, '', from);
  for (let at = from; at < text.length; ) {
    const sign = text.charAt(at);
    const after = inside(state, at);
    if (after !== undefined) at = after;
    else if (sign === close) return at + 1;
    else at = add(state, sign, at + 1);
  }
  state.isOpen = true;
  return text.length;
}

/** A character that continues the line, or escapes the next character. */
const escaped: Rule = (state, at) => {
  const next = state.text.charAt(at + 1);
  if (next === '\r' && state.text.charAt(at + 2) === '\n') return at + 3;
  if (next === '\n' || next === '' || (next === ' ' && state.word === undefined)) return at + 2;
  return add(state, next, at + 2);
};

const variable: Rule = (state, at) => {
  if (/[\w{(?@*#!$-]/.test(state.text.charAt(at + 1))) state.isUnknown = true;
  return undefined;
};

const substitution: Rule = (state) => {
  state.isUnknown = true;
  return undefined;
};

const none: Rule = () => undefined;

const inPosixQuotes: Rule = (state, at) => {
  const sign = state.text.charAt(at);
  if (sign === '$') return variable(state, at);
  if (sign === '`') return substitution(state, at);
  const next = state.text.charAt(at + 1);
  if (sign !== '\\' || !/["$`\\\n]/.test(next)) return undefined;
  return next === '\n' ? at + 2 : add(state, next, at + 2);
};

const namedEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
};

/** An escape between `$'` and `'`. */
const inAnsiQuotes: Rule = (state, at) => {
  if (state.text.charAt(at) !== '\\') return undefined;
  const code = /^\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3}))/.exec(
    state.text.slice(at, at + 10),
  );
  if (code !== null) {
    const [all, hex, short, long, octal] = code;
    const point = Number.parseInt(hex ?? short ?? long ?? octal ?? '', octal === undefined ? 16 : 8);
    return add(state, point <= 0x10_ffff ? String.fromCodePoint(point) : '\uFFFD', at + all.length);
  }
  const next = state.text.charAt(at + 1);
  return add(state, namedEscapes[next] ?? next, at + 2);
};

const posixRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['\\', escaped],
  ["'", (state, at) => quoted(state, at + 1, "'", none)],
  ['"', (state, at) => quoted(state, at + 1, '"', inPosixQuotes)],
  [
    '$',
    (state, at) => {
      if (state.text.charAt(at + 1) === "'") return quoted(state, at + 2, "'", inAnsiQuotes);
      return state.text.charAt(at + 1) === '"' ? quoted(state, at + 2, '"', inPosixQuotes) : variable(state, at);
    },
  ],
  ['`', substitution],
]);

const inPowerShellQuotes: Rule = (state, at) => {
  const sign = state.text.charAt(at);
  const next = state.text.charAt(at + 1);
  if (sign === '$') return variable(state, at);
  if (sign === '"' && next === '"') return add(state, '"', at + 2);
  return sign === '`' && next !== '' ? add(state, namedEscapes[next] ?? next, at + 2) : undefined;
};

const powerShellRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['`', escaped],
  [
    "'",
    (state, at) =>
      quoted(state, at + 1, "'", (inner, place) =>
        inner.text.startsWith("''", place) ? add(inner, "'", place + 2) : undefined,
      ),
  ],
  ['"', (state, at) => quoted(state, at + 1, '"', inPowerShellQuotes)],
  ['$', variable],
]);

/** Backslashes before a quotation mark, as in the C runtime of Windows: two are one, an odd one escapes the mark. */
const backslashes: Rule = (state, at) => {
  let end = at;
  while (state.text.charAt(end) === '\\') end += 1;
  const count = end - at;
  if (count === 0) return undefined;
  if (state.text.charAt(end) !== '"') return add(state, '\\'.repeat(count), end);
  add(state, '\\'.repeat(count >> 1), end);
  return count % 2 === 0 ? end : add(state, '"', end + 1);
};

/** Stands for a percent sign that a caret separates from the name after it, so that it is not a variable. */
const escapedPercent = '\uE000';

const inWindowsQuotes: Rule = (state, at) => {
  const sign = state.text.charAt(at);
  if (sign === '\\') return backslashes(state, at);
  if (sign === '%') return percent(state, at);
  return sign === escapedPercent ? add(state, '%', at + 1) : undefined;
};

/** `%NAME%` is a variable of cmd.exe. */
const percent: Rule = (state, at) => {
  if (/^%\w{1,100}%/.test(state.text.slice(at, at + 102))) state.isUnknown = true;
  return undefined;
};

const windowsRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['\\', backslashes],
  ['"', (state, at) => quoted(state, at + 1, '"', inWindowsQuotes)],
  ['%', percent],
  [escapedPercent, (state, at) => add(state, '%', at + 1)],
]);

/** Removes carets like cmd.exe: outside of quotation marks, one escapes the next character. */
function uncareted(text: string): string {
  let isQuoted = false;
  let done = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const next = text.charAt(at + 1);
    if (sign === '^' && !isQuoted) {
      if (next === '\r' || next === '\n') at += next === '\r' && text.charAt(at + 2) === '\n' ? 2 : 1;
      else if (next === '%') {
        done += escapedPercent;
        at += text.charAt(at + 2) === '^' ? 2 : 1;
      } else {
        done += next;
        at += 1;
      }
      if (/[\r\n]/.test(next)) done += ' ';
    } else {
      if (sign === '"') isQuoted = !isQuoted;
      done += sign;
    }
  }
  return done;
}
