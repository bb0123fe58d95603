import type { Place } from './rule';

/** A word of a rule. `text` of a string is what it means, of all others what is written. */
export interface Token extends Place {
  readonly kind: 'name' | 'string' | 'sign' | 'newline' | 'end' | 'bad';
  readonly text: string;
}

const SPACE = /[ \t\r]+/y;
const NAME = /[\p{L}_][\p{L}\p{Nd}_]*/uy;
const RAW = /`([^`]*)`/y;
const QUOTED = /"((?:[^"\\\n]|\\[^\n])*)"/y;
const SIGN = /&&|\|\||\.\.\.|[!(),]/y;
const LINE_COMMENT = /\/\/[^\n]*/y;
const COMMENT = /\/\*[\s\S]*?\*\//y;

/**
 * Splits a rule into words as Go's scanner does (go/scanner), as far as rules use its language: a line that ends behind a name, a
 * string or a closing bracket ends there, wherever it is, and comments are skipped.
 *
 * @returns the last one is of the kind `end` or `bad`
 */
export function tokensOf(rule: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let endsLine = false;
  const add = (kind: Token['kind'], text: string, length: number): void => {
    tokens.push({ kind, text, start: at, end: at + length });
    at += length;
    endsLine = kind === 'name' || kind === 'string' || (kind === 'sign' && text === ')');
  };
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(rule);
  };

  while (at < rule.length) {
    const space = matched(SPACE);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    if (rule[at] === '\n') {
      if (endsLine) add('newline', '\n', 1);
      else at += 1;
      continue;
    }
    const comment = matched(LINE_COMMENT) ?? matched(COMMENT);
    if (comment !== null) {
      // One that spans lines ends a line as its line breaks would.
      if (endsLine && comment[0].includes('\n')) add('newline', '\n', comment[0].length);
      else at += comment[0].length;
      continue;
    }
    const sign = matched(SIGN);
    if (sign !== null) {
      add('sign', sign[0], sign[0].length);
      continue;
    }
    const raw = matched(RAW);
    if (raw !== null) {
      // Go drops carriage returns from raw strings.
      add('string', (raw[1] ?? '').replaceAll('\r', ''), raw[0].length);
      continue;
    }
    const quoted = matched(QUOTED);
    const meant = quoted === null ? undefined : unquoted(quoted[1] ?? '');
    if (quoted !== null && meant !== undefined) {
      add('string', meant, quoted[0].length);
      continue;
    }
    const name = matched(NAME);
    if (name !== null) {
      add('name', name[0], name[0].length);
      continue;
    }
    add('bad', rule.slice(at, at + 1), 1);
    return tokens;
  }
  add('end', '', 0);
  return tokens;
}

const ESCAPE = /\\(?:([abfnrtv\\"])|x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|)/g;
const CONTROLS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** What Go's escapes mean (strconv.Unquote); undefined where one is wrong, or makes a byte that is no character. */
function unquoted(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  let isBad = false;
  const meant = text.replace(ESCAPE, (_, control, hex, octal, short, long) => {
    if (control !== undefined) return CONTROLS[control] ?? control;
    const code = Number.parseInt(
      hex ?? octal ?? short ?? long ?? '',
      hex === undefined && octal !== undefined ? 8 : 16,
    );
    const isByte = hex !== undefined || octal !== undefined;
    const isCharacter = isByte ? code < 0x80 : code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (!isCharacter) isBad = true;
    return isCharacter ? String.fromCodePoint(code) : '';
  });
  return isBad ? undefined : meant;
}
