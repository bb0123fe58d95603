/** Maximum length of an expression, and of the text made from it. */
const longest = 500;

/**
 * A text that a regular expression probably matches: the first alternative of each choice, one of each repetition. The
 * caller has to test this guess. Undefined if the expression uses syntax that is not supported here.
 */
export function exampleMatch(pattern: string): string | undefined {
  if (pattern.length > longest) return undefined;
  const reader: Reader = { text: pattern, at: 0 };
  const example = alternatives(reader);
  return example === undefined || reader.at < pattern.length ? undefined : example.slice(0, longest);
}

interface Reader {
  readonly text: string;
  at: number;
}

/** The first alternative; the others are skipped. */
function alternatives(reader: Reader): string | undefined {
  const first = sequence(reader);
  while (first !== undefined && reader.text[reader.at] === '|') {
    reader.at++;
    if (sequence(reader) === undefined) return undefined;
  }
  return first;
}

function sequence(reader: Reader): string | undefined {
  let made = '';
  while (reader.at < reader.text.length && reader.text[reader.at] !== '|' && reader.text[reader.at] !== ')') {
    const part = one(reader);
    if (part === undefined) return undefined;
    // Nested repetitions multiply.
    const fitting = Math.ceil(longest / Math.max(1, part.length));
    made = (made + part.repeat(Math.min(times(reader), fitting))).slice(0, longest);
  }
  return made;
}

function one(reader: Reader): string | undefined {
  const sign = reader.text[reader.at++] ?? '';
  switch (sign) {
    case '^':
    case '$':
      return '';
    case '.':
      return 'a';
    case '(':
      return group(reader);
    case '[':
      return ofClass(reader);
    case '\\':
      return escaped(reader.text[reader.at++] ?? '');
    default:
      return sign;
  }
}

function group(reader: Reader): string | undefined {
  const [opening = ''] = /^\?(?:[a-zA-Z]*[:)]|P?<\w+>)/.exec(reader.text.slice(reader.at)) ?? [];
  if (opening === '' && reader.text[reader.at] === '?') return undefined;
  reader.at += opening.length;
  // Flags for the rest of the expression.
  if (opening.endsWith(')')) return '';
  const made = alternatives(reader);
  if (made === undefined || reader.text[reader.at] !== ')') return undefined;
  reader.at++;
  return made;
}

function ofClass(reader: Reader): string | undefined {
  const [whole, negation, first] = /^(\^?)(\\?[^\]]|\])[^\]]*\]/.exec(reader.text.slice(reader.at)) ?? [];
  if (whole === undefined || first === undefined || first.startsWith('[')) return undefined;
  reader.at += whole.length;
  if (negation === '^') return whole.includes('a') ? '0' : 'a';
  return first.startsWith('\\') ? escaped(first.slice(1)) : first;
}

function escaped(sign: string): string | undefined {
  const known = classes[sign];
  if (known !== undefined) return known;
  return /[A-Za-z0-9]/.test(sign) ? undefined : sign;
}

const classes: Readonly<Record<string, string>> = { d: '0', D: 'a', w: 'a', W: '-', S: 'a', b: '', A: '', z: '' };

/** The minimum number of repetitions, but at least one. */
function times(reader: Reader): number {
  const [whole = '', count] = /^(?:[*+?]|\{(\d{1,3})(?:,\d*)?\})\??/.exec(reader.text.slice(reader.at)) ?? [];
  reader.at += whole.length;
  return Math.max(1, Number(count ?? 1));
}
