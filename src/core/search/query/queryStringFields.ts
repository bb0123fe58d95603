interface QueryStringFields {
  /** The fields before a colon, or after `_exists_:`, each once; includes patterns. */
  readonly named: readonly string[];
  /** Whether the query string has a word without a field. */
  readonly hasOthers: boolean;
}

/** A query string without the clauses that its outermost negations exclude. */
interface OuterNegations {
  /** The clauses that must match, in an equivalent query string; empty if there are only negations. */
  readonly rest: string;
  /** The excluded clauses, without the negations. */
  readonly negated: readonly string[];
}

/** A sign is a modifier before a clause; a suffix boosts it, or makes it fuzzy. */
type TokenKind = 'word' | 'value' | 'operator' | 'sign' | 'suffix' | 'open' | 'close' | 'colon';

interface Token {
  readonly kind: TokenKind;
  /** A word's text without its escapes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const space = /\s/;
/** Characters that end a word. */
const notInWord = /[\s()[\]{}":/^~!]/;
const operators: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', '&&', '||']);
const kinds: Readonly<Record<string, TokenKind>> = { '(': 'open', ')': 'close', ':': 'colon' };

/** Reads a query string by the engines' own grammar; of an invalid one, the valid tokens. Reads the text once. */
function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const behind = (closing: string): number => {
    let end = at + 1;
    while (end < text.length && !closing.includes(text.charAt(end))) end += text.charAt(end) === '\\' ? 2 : 1;
    return Math.min(text.length, end + 1);
  };
  const take = (kind: TokenKind, end: number, word = text.slice(at, end)): void => {
    tokens.push({ kind, text: word, start: at, end });
    at = end;
  };
  while (at < text.length) {
    const sign = text.charAt(at);
    const kind = kinds[sign];
    if (kind !== undefined) take(kind, at + 1);
    // Before a space it is a word.
    else if (sign === '+' || sign === '-' || sign === '!')
      take(space.test(text.charAt(at + 1)) ? 'value' : 'sign', at + (space.test(text.charAt(at + 1)) ? 2 : 1));
    else if (sign === '"' || sign === '/') take('value', behind(sign));
    else if (sign === '[' || sign === '{') take('value', behind(']}'));
    else if (sign === '^' || sign === '~') {
      let end = at + 1;
      while (end < text.length && /[\w.]/.test(text.charAt(end))) end += 1;
      take('suffix', end);
    } else if (notInWord.test(sign)) at += 1;
    else {
      const [word, end] = wordAt(text, at);
      take(operators.has(text.slice(at, end)) ? 'operator' : 'word', end, word);
    }
  }
  return tokens;
}

/** A word without its escapes, and its end. */
function wordAt(text: string, start: number): readonly [word: string, end: number] {
  let word = '';
  let at = start;
  while (at < text.length && !notInWord.test(text.charAt(at))) {
    if (text.charAt(at) === '\\') at += 1;
    word += text.charAt(at);
    at += 1;
  }
  return [word, Math.min(at, text.length)];
}

/** The fields of a query string: `level:error AND (host.name:("a b" OR c) quick)` names two, but none for `quick`. */
export function fieldsOfQueryString(text: string): QueryStringFields {
  const named = new Set<string>();
  /** For each open bracket, whether a field precedes it. */
  const groups: boolean[] = [];
  let hasOthers = false;
  let isNamed = false;
  let isExists = false;
  const tokens = tokensOf(text);
  for (const [at, { kind, text: word }] of tokens.entries()) {
    if (kind === 'open') {
      groups.push(isNamed || groups.at(-1) === true);
      isNamed = false;
    } else if (kind === 'close') {
      groups.pop();
      isNamed = false;
    } else if (kind === 'word' && tokens[at + 1]?.kind === 'colon') {
      isExists = word === '_exists_';
      isNamed = true;
      if (!isExists) named.add(word);
    } else if (kind === 'word' || kind === 'value') {
      if (isExists && kind === 'word') named.add(word);
      if (!isNamed && groups.at(-1) !== true) hasOthers = true;
      isNamed = false;
      isExists = false;
    }
  }
  return { named: [...named], hasOthers };
}

function isNegation({ kind, text }: Token): boolean {
  return kind === 'sign' ? text !== '+' : kind === 'operator' && text === 'NOT';
}

/** Whether a query string has exclusions, also in brackets. */
export function hasNegation(text: string): boolean {
  return tokensOf(text).some(isNegation);
}

interface Clause {
  readonly start: number;
  end: number;
  /** Whether it began with a bare word: engines read several in a row as one text. */
  readonly isWord: boolean;
  hasWords: boolean;
  readonly isNegated: boolean;
  isRequired: boolean;
}

/** Whether a token ends a run of words. */
function endsWords(token: Token | undefined): boolean {
  if (token?.kind === 'operator') return token.text !== 'NOT';
  return token?.kind === 'colon' || token?.kind === 'suffix' || token?.text === '*';
}

/** The clauses outside of brackets; undefined if brackets do not match. */
function clausesOf(text: string): readonly Clause[] | undefined {
  const tokens = tokensOf(text);
  const clauses: Clause[] = [];
  let isAnd = false;
  let modifier: '+' | '-' | undefined;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isNegation(token)) modifier = '-';
    else if (token.kind === 'sign') modifier = '+';
    else if (token.kind === 'operator') isAnd = token.text === 'AND' || token.text === '&&';
    else {
      const previous = tokens[at - 1]?.kind;
      const isWord =
        token.kind === 'word' &&
        !/[*?]/.test(text.slice(token.start, token.end)) &&
        !endsWords(tokens[at + 1]) &&
        previous !== 'operator' &&
        previous !== 'sign';
      const before = clauses.at(-1);
      if (isWord && previous === 'word' && before?.isWord === true) {
        before.end = token.end;
        before.hasWords = true;
        continue;
      }
      if (token.kind === 'word' && tokens[at + 1]?.kind === 'colon') at += 2;
      const last = lastOf(tokens, at);
      if (last === undefined) return undefined;
      at = last;
      if (isAnd && before !== undefined && !before.isNegated) before.isRequired = true;
      const isNegated = modifier === '-';
      clauses.push({
        start: token.start,
        end: tokens[at]?.end ?? token.end,
        isWord,
        hasWords: false,
        isNegated,
        isRequired: !isNegated && (isAnd || modifier === '+'),
      });
      isAnd = false;
      modifier = undefined;
    }
  }
  return clauses;
}

/** The last token of the value that begins at a token, with its suffixes; undefined if the value does not end. */
function lastOf(tokens: readonly Token[], start: number): number | undefined {
  const kind = tokens[start]?.kind;
  if (kind !== 'open' && kind !== 'word' && kind !== 'value') return undefined;
  let at = start;
  for (let depth = kind === 'open' ? 1 : 0; depth > 0; ) {
    at += 1;
    const inner = tokens[at]?.kind;
    if (inner === undefined) return undefined;
    if (inner === 'open') depth += 1;
    else if (inner === 'close') depth -= 1;
  }
  while (tokens[at + 1]?.kind === 'suffix') at += 1;
  return at;
}

/**
 * Removes the outermost negations from a query string, as engines read it: each clause must, should, or must not match,
 * and `AND` makes the clauses at both sides required. `a OR b NOT c:x` has the rest `a OR b`, and excludes `c:x`.
 */
export function outerNegations(text: string): OuterNegations {
  const clauses = clausesOf(text) ?? [];
  const slice = ({ start, end }: Clause) => text.slice(start, end);
  const negated = clauses.filter(({ isNegated }) => isNegated).map(slice);
  if (negated.length === 0) return { rest: text, negated: [] };
  const rest = clauses
    .filter(({ isNegated }) => !isNegated)
    .map((clause) => `${clause.isRequired ? '+' : ''}${clause.hasWords ? `(${slice(clause)})` : slice(clause)}`);
  return { rest: rest.join(' OR '), negated };
}
