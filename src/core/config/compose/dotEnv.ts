import { unknownPart } from '../source/placedText';
import { largestEnv } from './composeFiles';
import { interpolate, interpolatedText, type KnownVariables, longestValue } from './interpolate';

/** Of all values: some that repeat others can grow to any length. */
const mostText = 500_000;

const spaces = '[\\t\\v\\f\\r \\x85\\xA0]*';
/** The name of a variable and its sign; one at the end of a line has the value of the environment. */
const namePattern = new RegExp(
  `(?:export(?=[\\t\\v\\f\\r \\x85\\xA0])${spaces})?([\\p{L}\\p{N}_.\\-[\\]]*)${spaces}([=:\\n]|$)${spaces}`,
  'yu',
);
/** A last line without a sign and without an end, which Compose accepts. */
const unended = /^[\p{L}\p{N}_.\-[\]\t\v\f\r \x85\xA0]*$/u;
const otherSpace = /^[^\n=:]*[\t\v\f\r\x85\xA0]/;
const blank = /\s*(?:#[^\n]*\n?\s*)*/y;
const plain = /[^\n]*/y;
/** A comment after a value without quotes. */
const comment = / #/;
const inQuotes = { "'": /'((?:[^'\\]|\\[\s\S])*)'/y, '"': /"((?:[^"\\]|\\[\s\S])*)"/y } as const;
const escapePattern = /\\(?:([abfnrtv$"\\])|0\d{0,3})/g;
const escaped: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
/** A password hash of htpasswd: its dollar signs are not meant as variables. */
const passwordHash = /\$(?:apr1|2[abxy]|[156])\$/;

/**
 * The variables of a `.env` file as Docker Compose reads them: it replaces variables in values without quotes and in
 * double quotes, with those above and with the environment, which is unknown.
 *
 * @returns only the line if Compose would refuse the file; undefined if it is too large, or if a refusal is uncertain
 * @see https://github.com/compose-spec/compose-go/blob/v2.4.0/dotenv/parser.go
 */
export function readDotEnv(written: string): KnownVariables | undefined {
  const text = written.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (text.length > largestEnv) return undefined;
  const values = new Map<string, string>();
  const damaged = new Set<string>();
  const known: KnownVariables = { values, areAll: false, damaged };
  let room = mostText;
  let at = endOf(blank, text, 0) ?? 0;
  while (at < text.length) {
    namePattern.lastIndex = at;
    const [found, name = '', sign] = namePattern.exec(text) ?? [];
    if (found === undefined || sign === '') {
      if (unended.test(text.slice(at))) break;
      // Compose takes other white space than a space for a part of the name.
      return otherSpace.test(text.slice(at)) ? undefined : refusedAt(text, at);
    }
    at += found.length;
    if (sign !== '\n') {
      const value = valueAt(text, at);
      if (value === undefined || isRefused(value)) return refusedAt(text, at);
      at = value.end;
      const isExpanded = value.isExpanded && value.text.includes('$');
      const made = isExpanded ? (room > 0 ? interpolatedText(value.text, known) : unknownPart) : value.text;
      room -= made.length;
      values.set(name, made.length > longestValue ? unknownPart : made);
      if (isExpanded && passwordHash.test(value.text) && made.includes(unknownPart)) damaged.add(name);
      else damaged.delete(name);
    } else if (name !== '') values.delete(name);
    at = endOf(blank, text, at) ?? at;
  }
  return known;
}

function refusedAt(text: string, at: number): KnownVariables {
  return { values: new Map(), areAll: false, refusedLine: text.slice(0, at).split('\n').length };
}

/** Whether it has a variable without a name or an end for Compose, such as `${1}`. */
function isRefused({ text, isExpanded }: Value): boolean {
  if (!isExpanded || !text.includes('${')) return false;
  const place = { value: text, file: { path: '', text: '' }, start: 0, end: 0, places: 'none' } as const;
  return interpolate(place, undefined).faults.some(({ kind }) => kind === 'invalid');
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

interface Value {
  readonly text: string;
  readonly end: number;
  /** Whether Compose replaces variables in it. */
  readonly isExpanded: boolean;
}

/** Undefined if its quotes do not end. */
function valueAt(text: string, at: number): Value | undefined {
  const quote = text[at];
  if (quote !== "'" && quote !== '"') {
    const end = endOf(plain, text, at) ?? at;
    const [value = ''] = text.slice(at, end).split(comment, 1);
    return { text: value.trimEnd(), end, isExpanded: true };
  }
  const pattern = inQuotes[quote];
  pattern.lastIndex = at;
  const [found, inside = ''] = pattern.exec(text) ?? [];
  if (found === undefined) return undefined;
  const end = at + found.length;
  // Compose removes the sign before the quote that it escapes, in both kinds of quotes.
  const value = inside.replaceAll(`\\${quote}`, quote);
  return quote === "'"
    ? { text: value, end, isExpanded: false }
    : { text: withoutEscapes(value), end, isExpanded: true };
}

/** Converts an escaped dollar sign to the pair that stands for one. */
function withoutEscapes(value: string): string {
  return value.replace(escapePattern, (found, letter: string | undefined) => {
    if (letter === undefined) {
      const code = Number.parseInt(found.slice(2), 8);
      return found.length === 5 && code < 256 ? String.fromCharCode(code) : found;
    }
    return letter === '$' ? '$$' : (escaped[letter] ?? letter);
  });
}
