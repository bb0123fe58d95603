/** An unescaped text, and the place of each of its UTF-16 units in the original. */
export interface UnescapedText {
  readonly text: string;
  /** Where each unit begins, and, as the last entry, the end of the text. */
  readonly starts: readonly number[];
  /** Where the escape of each unit ends. */
  readonly ends: readonly number[];
}

/** A text in which no escapes were removed. */
export function unchangedText(text: string): UnescapedText {
  const starts = Array.from({ length: text.length + 1 }, (_, index) => index);
  return { text, starts, ends: starts.slice(1) };
}

/**
 * Removes one layer of escapes of any kind, anywhere: those of JSON, Go, Python and JavaScript, percent-encoding, and
 * HTML character references. Everything else stays. Takes linear time.
 */
export function unescapeOnce({ text, starts, ends }: UnescapedText): UnescapedText {
  const units: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  while (at < text.length) {
    const next = nextEscape(text, at);
    for (; at < next; at++) {
      units.push(text.charAt(at));
      from.push(starts[at] ?? 0);
      to.push(ends[at] ?? 0);
    }
    if (at >= text.length) break;
    const { means, length } = escapeAt(text, at) ?? { means: text.charAt(at), length: 1 };
    for (let unit = 0; unit < means.length; unit++) {
      units.push(means.charAt(unit));
      from.push(starts[at] ?? 0);
      to.push(ends[at + length - 1] ?? 0);
    }
    at += length;
  }
  from.push(starts[text.length] ?? 0);
  return { text: units.join(''), starts: from, ends: to };
}

interface Escape {
  readonly means: string;
  readonly length: number;
}

function nextEscape(text: string, from: number): number {
  let at = from;
  while (at < text.length && !escapes.includes(text.charAt(at))) at++;
  return at;
}

const escapes = '\\%&';

function escapeAt(text: string, at: number): Escape | undefined {
  switch (text.charAt(at)) {
    case '%':
      return bytesAt(text, at, percent);
    case '&':
      return referenceAt(text, at);
    default:
      return backslashAt(text, at);
  }
}

const percent = /^%([\da-f]{2})/i;
const hexPattern = /^\\x([\da-f]{2})/i;

/** The escaped bytes of one UTF-8 character; a byte that is not part of one counts as Latin-1. */
function bytesAt(text: string, at: number, written: RegExp): Escape | undefined {
  const [whole, hex] = written.exec(text.slice(at, at + longestByte)) ?? [];
  if (whole === undefined || hex === undefined) return undefined;
  const first = Number.parseInt(hex, 16);
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  let point = more === 0 ? first : first & (0x3f >> more);
  let end = at + whole.length;
  for (let byte = 0; byte < more; byte++) {
    const [next = '', digits = ''] = written.exec(text.slice(end, end + longestByte)) ?? [];
    const value = Number.parseInt(digits, 16);
    // Also reached if there is no second byte.
    if (!(value >= 0x80 && value <= 0xbf)) return { means: String.fromCharCode(first), length: whole.length };
    point = (point << 6) | (value & 0x3f);
    end += next.length;
  }
  const means = codePointText(point);
  return means === undefined ? undefined : { means, length: end - at };
}

/** The number of characters of `%41` and `\\x41`. */
const longestByte = 4;

const shortEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', a: '\x07', 0: '\0' }),
);
/** `\u0026`, and the longer forms of Go and JavaScript. The letter determines the number of digits. */
const codePoint = /^\\(?:u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|U([\da-fA-F]{8}))/;

function backslashAt(text: string, at: number): Escape | undefined {
  const ahead = text.slice(at, at + 10);
  const bytes = hexPattern.test(ahead) ? bytesAt(text, at, hexPattern) : undefined;
  if (bytes !== undefined) return bytes;
  const [whole, unit, braced, long] = codePoint.exec(ahead) ?? [];
  if (whole !== undefined) {
    const means = codePointText(Number.parseInt(unit ?? braced ?? long ?? '', 16));
    return means === undefined ? undefined : { means, length: whole.length };
  }
  const next = text.charAt(at + 1);
  if (shortEscapes.has(next)) return { means: shortEscapes.get(next) ?? '', length: 2 };
  return next !== '' && !/[\dA-Za-z]/.test(next) ? { means: next, length: 2 } : undefined;
}

/** A numeric or named reference; a numeric one may lack the semicolon. */
const reference = /^&(?:#(\d{1,7});?|#[xX]([\da-fA-F]{1,6});?|([A-Za-z]{2,8}\d{0,2});)/;

function referenceAt(text: string, at: number): Escape | undefined {
  const [whole, decimal, hex, name] = reference.exec(text.slice(at, at + 12)) ?? [];
  if (whole === undefined) return undefined;
  const means =
    name === undefined
      ? codePointText(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10))
      : namedEntities.get(name);
  return means === undefined ? undefined : { means, length: whole.length };
}

function codePointText(point: number): string | undefined {
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

/** HTML's names for characters of ASCII and Latin-1 (html.spec.whatwg.org, named character references). */
const namedEntities: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ Tab: '\t', NewLine: '\n', excl: '!', quot: '"', QUOT: '"', num: '#', dollar: '$', percnt: '%' }),
  ...Object.entries({
    amp: '&',
    AMP: '&',
    apos: "'",
    lpar: '(',
    rpar: ')',
    ast: '*',
    plus: '+',
    comma: ',',
    period: '.',
  }),
  ...Object.entries({ sol: '/', colon: ':', semi: ';', lt: '<', LT: '<', equals: '=', gt: '>', GT: '>', quest: '?' }),
  ...Object.entries({ commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_' }),
  ...Object.entries({ grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}' }),
  ...'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
    .split(' ')
    .map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
]);
