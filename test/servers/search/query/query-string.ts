import type { Scalar } from '../store/document';
import type { Operator, Query } from './query';

/** A piece of a query string. */
type Piece =
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'plus' | 'minus' }
  | { readonly kind: 'phrase' | 'word'; readonly field: string | undefined; readonly text: string }
  | {
      readonly kind: 'range';
      readonly field: string | undefined;
      readonly from: string;
      readonly to: string;
      readonly withFrom: boolean;
      readonly withTo: boolean;
    };

const piecePattern =
  /\s*(?:(\()|(\))|(AND|&&)(?=[\s(]|$)|(OR|\|\|)(?=[\s(]|$)|(NOT|!)(?=[\s(]|$)|(\+)|(-)|(?:((?:[^\s:()"[\]{}\\+-]|\\.)(?:[^\s:()"[\]{}\\]|\\.)*):)?(?:"((?:[^"\\]|\\.)*)"|([[{])\s*(\S+)\s+TO\s+(\S+?)\s*([\]}])|((?:[^\s:()"[\]{}\\]|\\.)+)))/y;

function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  piecePattern.lastIndex = 0;
  for (;;) {
    const piece = piecePattern.exec(text);
    if (piece === null) return found;
    const [, open, close, and, or, not, plus, minus, field, quoted, bracket, from, to, endBracket, word] = piece;
    if (open !== undefined) found.push({ kind: 'open' });
    else if (close !== undefined) found.push({ kind: 'close' });
    else if (and !== undefined) found.push({ kind: 'and' });
    else if (or !== undefined) found.push({ kind: 'or' });
    else if (not !== undefined) found.push({ kind: 'not' });
    else if (plus !== undefined) found.push({ kind: 'plus' });
    else if (minus !== undefined) found.push({ kind: 'minus' });
    else if (quoted !== undefined) found.push({ kind: 'phrase', field, text: quoted });
    else if (from !== undefined && to !== undefined) {
      found.push({ kind: 'range', field, from, to, withFrom: bracket === '[', withTo: endBracket === ']' });
    } else if (word !== undefined) found.push({ kind: 'word', field, text: word.replace(/\\(.)/g, '$1') });
  }
}

/** What Lucene's parser was prepared to read at the end of the text, in its own words. */
const expectedAfterOperator = [
  '<NOT>',
  '"+"',
  '"-"',
  '<BAREOPER>',
  '"("',
  '"*"',
  '<QUOTED>',
  '<TERM>',
  '<PREFIXTERM>',
  '<WILDTERM>',
  '<REGEXPTERM>',
  '"["',
  '"{"',
  '<NUMBER>',
  '<TERM>',
];
const expectedAfterWord = [
  '<AND>',
  '<OR>',
  '<NOT>',
  '"+"',
  '"-"',
  '<BAREOPER>',
  '"("',
  '")"',
  '"*"',
  '"^"',
  '<QUOTED>',
  '<TERM>',
  '<FUZZY_SLOP>',
  '<PREFIXTERM>',
  '<WILDTERM>',
  '<REGEXPTERM>',
  '"["',
  '"{"',
  '<NUMBER>',
];

class Unreadable extends Error {}

function endOfText(text: string, previous: Piece | undefined): Unreadable {
  const isWord = previous?.kind === 'word' || previous?.kind === 'phrase';
  const expected = isWord ? expectedAfterWord : expectedAfterOperator;
  const lines = expected.map((each) => `    ${each} ...\n`).join('');
  return new Unreadable(`Encountered "<EOF>" at line 1, column ${text.length}.\nWas expecting one of:\n${lines}    `);
}

const comparison = /^(>=|<=|>|<)(.+)$/;

/** How the words of a text are looked for. */
export interface Asking {
  /** Where no field is named; none: everywhere. */
  readonly fields: readonly string[];
  readonly operator: Operator;
  /** A word that a field's type cannot hold matches nothing instead of being an error. */
  readonly lenient: boolean;
}

function rangeOf(field: string, text: string, lenient: boolean): Query | undefined {
  const [, sign, limit] = comparison.exec(text) ?? [];
  if (sign === undefined || limit === undefined) return undefined;
  const bound = { '>=': 'gte', '<=': 'lte', '>': 'gt', '<': 'lt' }[sign] ?? 'gte';
  return { kind: 'range', field, bounds: { [bound]: limit }, lenient };
}

function anywhere({ fields, operator, lenient }: Asking, text: Scalar, phrase: boolean): Query {
  return { kind: 'multi', fields, text, operator, phrase, lenient };
}

function leaf(piece: Piece, asking: Asking): Query {
  const { fields, operator, lenient } = asking;
  if (piece.kind === 'range') {
    const field = piece.field ?? fields[0] ?? '';
    return {
      kind: 'range',
      field,
      bounds: {
        ...(piece.from === '*' ? {} : { [piece.withFrom ? 'gte' : 'gt']: piece.from }),
        ...(piece.to === '*' ? {} : { [piece.withTo ? 'lte' : 'lt']: piece.to }),
      },
      lenient,
    };
  }
  if (piece.kind !== 'word' && piece.kind !== 'phrase') throw new Unreadable(`Encountered "${piece.kind}"`);
  const { field, text } = piece;
  if (piece.kind === 'phrase') {
    return field === undefined
      ? anywhere(asking, text, true)
      : { kind: 'phrase', field, text, lastIsPrefix: false, lenient };
  }
  if (text === '*' && field === undefined) return { kind: 'all' };
  if (field === '_exists_') return { kind: 'exists', field: text };
  if (field === undefined) return anywhere(asking, text, false);
  if (text === '*') return { kind: 'exists', field };
  const range = rangeOf(field, text, lenient);
  if (range !== undefined) return range;
  if (/[*?]/.test(text)) {
    const expression = text
      .replace(/[\\^$.+()[\]{}|/]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    return { kind: 'pattern', field, pattern: new RegExp(`^${expression}$`, 'is') };
  }
  return { kind: 'match', field, text, operator, lenient };
}

/**
 * Reads Lucene's query syntax: words, phrases, `field:word`, ranges, `AND`, `OR`, `NOT`, `+`, `-` and parentheses.
 * A text that breaks off makes a query which every shard refuses.
 */
export function readQueryString(text: string, asking: Asking): Query {
  const all = pieces(text);
  let at = 0;

  const group = (isNested: boolean): Query => {
    const must: Query[] = [];
    const mustNot: Query[] = [];
    let either: Query[] = [];
    let joinedByAnd = asking.operator === 'and';
    for (;;) {
      let piece = all[at];
      if (piece === undefined) {
        if (isNested) throw endOfText(text, all[at - 1]);
        break;
      }
      at += 1;
      if (piece.kind === 'close') {
        if (isNested) break;
        throw new Unreadable(`Encountered " ")" ") "" at line 1, column ${text.indexOf(')')}.`);
      }
      const isAnd = piece.kind === 'and';
      if (isAnd || piece.kind === 'or') {
        if (isAnd) {
          must.push(...either);
          either = [];
        }
        joinedByAnd = isAnd;
        piece = all[at];
        at += 1;
      }
      const isNot = piece?.kind === 'not' || piece?.kind === 'minus';
      const isPlus = piece?.kind === 'plus';
      if (isNot || isPlus) {
        piece = all[at];
        at += 1;
      }
      if (piece === undefined) throw endOfText(text, all.at(-1));
      const query = piece.kind === 'open' ? group(true) : leaf(piece, asking);
      if (isNot) mustNot.push(query);
      else if (isPlus || joinedByAnd) must.push(query);
      else either.push(query);
      joinedByAnd = asking.operator === 'and';
    }
    const [only, ...others] = [...must, ...either];
    if (only !== undefined && others.length === 0 && mustNot.length === 0) return only;
    const minimumShould = must.length === 0 && either.length > 0 ? 1 : 0;
    return { kind: 'bool', must, filter: [], should: either, mustNot, minimumShould };
  };

  try {
    return all.length === 0 ? { kind: 'none' } : group(false);
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', text, message: error.message };
    throw error;
  }
}

/** The forgiving syntax: `+` is and, `|` is or, `-` is not; what cannot be read is left out. */
export function readSimpleQueryString(text: string, asking: Asking): Query {
  const words = text.match(/-?"[^"]*"|[^\s()+|]+/g) ?? [];
  const both = asking.operator === 'and' || text.includes('+');
  const wanted: Query[] = [];
  const unwanted: Query[] = [];
  for (const word of words) {
    const isPhrase = word.includes('"');
    const query = anywhere(asking, word.replace(/^-/, '').replaceAll('"', ''), isPhrase);
    (word.startsWith('-') ? unwanted : wanted).push(query);
  }
  return {
    kind: 'bool',
    must: both ? wanted : [],
    filter: [],
    should: both ? [] : wanted,
    mustNot: unwanted,
    minimumShould: both || wanted.length === 0 ? 0 : 1,
  };
}
