import type { RulePlace } from './rule';

/** A rule being read, and its current token. Mutable, because thousands of rules have a dozen tokens each. */
export interface RuleReader extends RulePlace {
  readonly rule: string;
  kind: 'name' | 'string' | 'sign' | 'newline' | 'end' | 'bad';
  /** The value of a string; otherwise the token's text. */
  text: string;
  start: number;
  /** The index after the token, where reading continues. */
  end: number;
  /** Whether a line break here would end a line, which is a token of its own. */
  endsLine: boolean;
}

/** Letters of all scripts. ASCII letters are recognized faster. */
const namePattern = /[\p{L}_][\p{L}\p{Nd}_]*/uy;

/** Starts to read a rule and reads its first token. */
export function ruleReaderOf(rule: string): RuleReader {
  return nextToken({ rule, kind: 'end', text: '', start: 0, end: 0, endsLine: false });
}

/**
 * Reads the next token like Go's scanner (go/scanner), for the part of the language that rules use: a line break after
 * a name, a string, or a closing bracket ends the line, and comments are skipped. Written by hand, one token at a time,
 * because the user waits while thousands of rules are read.
 *
 * @returns the same object; its token is `bad` if there is none, and `end` after the last one
 */
export function nextToken(reading: RuleReader): RuleReader {
  const { rule } = reading;
  for (;;) {
    const at = reading.end;
    reading.start = at;
    if (at >= rule.length) return word(reading, 'end', '', at);
    switch (rule.charCodeAt(at)) {
      case 0x20:
      case 0x09:
      case 0x0d:
        reading.end++;
        continue;
      case 0x0a:
        if (reading.endsLine) return word(reading, 'newline', '\n', at + 1);
        reading.end++;
        continue;
      case 0x2f: {
        const end = endOfComment(rule, at);
        if (end === undefined) return bad(reading);
        // A comment that spans lines ends a line like a line break.
        if (reading.endsLine && rule.slice(at, end).includes('\n')) return word(reading, 'newline', '\n', end);
        reading.end = end;
        continue;
      }
      case 0x28:
        return word(reading, 'sign', '(', at + 1);
      case 0x29:
        return word(reading, 'sign', ')', at + 1);
      case 0x2c:
        return word(reading, 'sign', ',', at + 1);
      case 0x21:
        return word(reading, 'sign', '!', at + 1);
      case 0x26:
        return sign(reading, '&&');
      case 0x7c:
        return sign(reading, '||');
      case 0x2e:
        return sign(reading, '...');
      case 0x60: {
        const end = rule.indexOf('`', at + 1);
        // Go drops carriage returns from raw strings.
        return end < 0 ? bad(reading) : word(reading, 'string', withoutReturns(rule.slice(at + 1, end)), end + 1);
      }
      case 0x22: {
        const end = endOfQuoted(rule, at);
        const meant = end === undefined ? undefined : unquoted(rule.slice(at + 1, end - 1));
        return end === undefined || meant === undefined ? bad(reading) : word(reading, 'string', meant, end);
      }
      default: {
        const end = endOfName(rule, at);
        return end === at ? bad(reading) : word(reading, 'name', rule.slice(at, end), end);
      }
    }
  }
}

function word(reading: RuleReader, kind: RuleReader['kind'], text: string, end: number): RuleReader {
  reading.kind = kind;
  reading.text = text;
  reading.end = end;
  reading.endsLine = kind === 'name' || kind === 'string' || text === ')';
  return reading;
}

function sign(reading: RuleReader, text: string): RuleReader {
  const { rule, start } = reading;
  return rule.startsWith(text, start) ? word(reading, 'sign', text, start + text.length) : bad(reading);
}

/** Text that is neither a token nor skipped. */
function bad(reading: RuleReader): RuleReader {
  return word(reading, 'bad', reading.rule.slice(reading.start, reading.start + 1), reading.start + 1);
}

/** Undefined if there is no comment, or if it does not end. */
function endOfComment(rule: string, start: number): number | undefined {
  if (rule.startsWith('//', start)) {
    const end = rule.indexOf('\n', start);
    return end < 0 ? rule.length : end;
  }
  const end = rule.startsWith('/*', start) ? rule.indexOf('*/', start + 2) : -1;
  return end < 0 ? undefined : end + 2;
}

/** Undefined if the string does not end on its line. */
function endOfQuoted(rule: string, start: number): number | undefined {
  for (let at = start + 1; at < rule.length; at++) {
    const code = rule.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) at++;
    if (rule.charCodeAt(at) === 0x0a) return undefined;
  }
  return undefined;
}

/** Returns `start` if no name begins there. */
function endOfName(rule: string, start: number): number {
  let at = start;
  for (; at < rule.length; at++) {
    const code = rule.charCodeAt(at);
    if (code > 0x7f) {
      namePattern.lastIndex = start;
      return namePattern.test(rule) ? namePattern.lastIndex : start;
    }
    const isLetter = ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x5f;
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isLetter && !(isDigit && at > start)) return at;
  }
  return at;
}

function withoutReturns(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r', '') : text;
}

const escapePattern = /\\(?:([abfnrtv\\"])|x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y;
const controls: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Decodes Go's escapes (strconv.Unquote); undefined if one is not valid, or gives a byte that is not a character. */
function unquoted(text: string): string | undefined {
  let slash = text.indexOf('\\');
  if (slash < 0) return text;
  const pieces: string[] = [];
  let end = 0;
  for (; slash >= 0; slash = text.indexOf('\\', end)) {
    escapePattern.lastIndex = slash;
    const found = escapePattern.exec(text);
    const meant = found === null ? undefined : characterOf(found);
    if (meant === undefined) return undefined;
    pieces.push(text.slice(end, slash), meant);
    end = escapePattern.lastIndex;
  }
  return pieces.join('') + text.slice(end);
}

function characterOf([, control, hex, octal, short, long]: RegExpExecArray): string | undefined {
  if (control !== undefined) return controls[control] ?? control;
  const code = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8);
  const isByte = hex !== undefined || octal !== undefined;
  const isCharacter = isByte ? code < 0x80 : code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
