/** A word or text of KQL, split at its wildcards: one part has none, and `*` alone is two empty parts. */
export interface KqlLiteral {
  readonly parts: readonly string[];
  readonly isQuoted: boolean;
}

export type KqlNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly KqlPart[] }
  | { readonly kind: 'not'; readonly node: KqlNode }
  /** Without `field`: in any field. */
  | { readonly kind: 'is'; readonly field?: KqlLiteral; readonly value: KqlLiteral }
  /** `field: (a or b)`: the conditions below have no field of their own. */
  | { readonly kind: 'values'; readonly field: KqlLiteral; readonly node: KqlNode }
  | { readonly kind: 'range'; readonly field: KqlLiteral; readonly operator: KqlOperator; readonly value: KqlLiteral }
  /** `path: { … }`. */
  | { readonly kind: 'nested' };
export type KqlOperator = '<' | '<=' | '>' | '>=';

interface KqlPart {
  readonly node: KqlNode;
  readonly text: string;
}

/** Real queries are less deep. */
const deepest = 50;

const space = /[ \t\r\n\u00a0]/;
const special = /[\\():<>"*{}]/;
const unicode = /^u[\da-f]{4}$/i;
const operators = ['and', 'or', 'not'] as const;
const comparisons: readonly KqlOperator[] = ['<=', '>=', '<', '>'];
const escapedSpace: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n' };

const noKql = new Error('no KQL');

/**
 * Reads a text in Kibana's query language, which OpenSearch Dashboards calls DQL, by Kibana's grammar: operators in any
 * case and between spaces, words with spaces in them, `\` before a special character. Reads the text once.
 *
 * @returns the conditions that must all hold, none for an empty text; undefined if the text is not KQL
 */
export function readKql(text: string): readonly KqlPart[] | undefined {
  const reader = openReader(text);
  try {
    return reader.isAtEnd() ? [] : reader.whole();
  } catch (error) {
    if (error === noKql) return undefined;
    throw error;
  }
}

/** The position in a text, and functions that read from it. */
function openCursor(text: string) {
  let at = 0;
  const cursor = {
    get at() {
      return at;
    },
    get isAtEnd() {
      return at === text.length;
    },
    get next() {
      return text.charAt(at);
    },
    goBack(to: number): void {
      at = to;
    },
    since: (from: number): string => text.slice(from, at),
    takeNext: (): string => text.charAt(at++),
    takes(sign: string): boolean {
      if (!text.startsWith(sign, at)) return false;
      at += sign.length;
      return true;
    },
    skipSpaces(): boolean {
      const from = at;
      while (at < text.length && space.test(text.charAt(at))) at += 1;
      return at > from;
    },
    /** Whether this keyword is here, with a space after it. */
    isAtKeyword: (word: string): boolean =>
      text.slice(at, at + word.length).toLowerCase() === word && space.test(text.charAt(at + word.length)),
    /** Reads a keyword with a space after it, and the spaces. */
    takesKeyword(word: string): boolean {
      if (!cursor.isAtKeyword(word)) return false;
      at += word.length;
      cursor.skipSpaces();
      return true;
    },
    /** Reads this many characters if they match, in any case. */
    takesMatch(expression: RegExp, length: number): string | undefined {
      const found = text.slice(at, at + length);
      if (!expression.test(found)) return undefined;
      at += length;
      return found;
    },
  };
  return cursor;
}
type Cursor = ReturnType<typeof openCursor>;

/** Reads a word, words, or a quoted text. */
function takeLiteral(cursor: Cursor): KqlLiteral {
  return cursor.takes('"') ? takeQuoted(cursor) : takeUnquoted(cursor);
}

function takeQuoted(cursor: Cursor): KqlLiteral {
  let word = '';
  while (!cursor.isAtEnd) {
    if (cursor.takes('"')) return { parts: [word], isQuoted: true };
    // A `\` that escapes no character is a backslash.
    word += cursor.takes('\\') ? (takeEscaped(cursor, '\\"') ?? '\\') : cursor.takeNext();
  }
  throw noKql;
}

/** Reads up to a special character or an operator, with spaces in between. */
function takeUnquoted(cursor: Cursor): KqlLiteral {
  const parts: string[] = [];
  const from = cursor.at;
  let word = '';
  let end = from;
  while (!cursor.isAtEnd) {
    const isBehindSpace = cursor.skipSpaces();
    // Like in Kibana, `not` needs no space before it: Kibana refuses `msg: not found` and `cannot open`.
    if (operators.some((operator) => (isBehindSpace || operator === 'not') && cursor.isAtKeyword(operator))) break;
    const spaces = cursor.since(end);
    if (cursor.takes('*')) {
      parts.push(word + spaces);
      word = '';
    } else if (cursor.takes('\\')) {
      const sign = takeEscaped(cursor, '\\():<>"*{}') ?? takeEscapedKeyword(cursor);
      if (sign === undefined) throw noKql;
      word += spaces + sign;
    } else if (cursor.isAtEnd || special.test(cursor.next)) break;
    else word += spaces + cursor.takeNext();
    end = cursor.at;
  }
  if (end === from) throw noKql;
  cursor.goBack(end);
  return { parts: [...parts, word], isQuoted: false };
}

/** Reads the text after a `\`, and returns its meaning; undefined, and nothing is read, if it is not an escape. */
function takeEscaped(cursor: Cursor, signs: string): string | undefined {
  const digits = cursor.takesMatch(unicode, 5);
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits.slice(1), 16));
  const sign = cursor.next;
  const meant = sign !== '' && signs.includes(sign) ? sign : escapedSpace[sign];
  if (meant !== undefined) cursor.takeNext();
  return meant;
}

function takeEscapedKeyword(cursor: Cursor): string | undefined {
  return cursor.takesMatch(/^or$/i, 2) ?? cursor.takesMatch(/^(?:and|not)$/i, 3);
}

function openReader(text: string) {
  const cursor = openCursor(text);
  let depth = 0;

  const expect = (sign: string): void => {
    cursor.skipSpaces();
    if (!cursor.takes(sign)) throw noKql;
  };
  /** Reads an operator between spaces. */
  const takesOperator = (word: 'and' | 'or'): boolean => {
    const from = cursor.at;
    if (cursor.skipSpaces() && cursor.takesKeyword(word)) return true;
    cursor.goBack(from);
    return false;
  };

  /** @param operand reads one condition; for values in brackets, only a value */
  function any(operand: () => KqlNode): KqlNode {
    return joined('or', () => joined('and', () => negated(operand)));
  }

  function joined(kind: 'and' | 'or', operand: () => KqlNode): KqlNode {
    const nodes: KqlPart[] = [];
    do {
      const from = cursor.at;
      const node = operand();
      nodes.push({ node, text: cursor.since(from) });
    } while (takesOperator(kind));
    const [first] = nodes;
    return nodes.length === 1 && first !== undefined ? first.node : { kind, nodes };
  }

  function negated(operand: () => KqlNode): KqlNode {
    return cursor.takesKeyword('not') ? { kind: 'not', node: operand() } : operand();
  }

  /** Reads the text after an opening bracket. */
  function enclosed(operand: () => KqlNode, closing: string): KqlNode {
    depth += 1;
    if (depth > deepest) throw noKql;
    cursor.skipSpaces();
    const node = any(operand);
    expect(closing);
    depth -= 1;
    return node;
  }

  function condition(): KqlNode {
    return cursor.takes('(') ? enclosed(condition, ')') : expression();
  }

  function expression(): KqlNode {
    const first = takeLiteral(cursor);
    const behind = cursor.at;
    cursor.skipSpaces();
    const operator = comparisons.find((sign) => cursor.takes(sign));
    if (operator !== undefined) {
      cursor.skipSpaces();
      return { kind: 'range', field: first, operator, value: takeLiteral(cursor) };
    }
    if (!cursor.takes(':')) {
      cursor.goBack(behind);
      return { kind: 'is', value: first };
    }
    cursor.skipSpaces();
    if (cursor.takes('{')) {
      enclosed(condition, '}');
      return { kind: 'nested' };
    }
    if (cursor.takes('(')) return { kind: 'values', field: first, node: enclosed(value, ')') };
    return { kind: 'is', field: first, value: takeLiteral(cursor) };
  }

  function value(): KqlNode {
    return cursor.takes('(') ? enclosed(value, ')') : { kind: 'is', value: takeLiteral(cursor) };
  }

  return {
    isAtEnd: (): boolean => {
      cursor.skipSpaces();
      return cursor.isAtEnd;
    },
    whole: (): readonly KqlPart[] => {
      const from = cursor.at;
      const node = any(condition);
      const part = { node, text: cursor.since(from) };
      cursor.skipSpaces();
      if (!cursor.isAtEnd) throw noKql;
      return node.kind === 'and' ? node.nodes : [part];
    },
  };
}
