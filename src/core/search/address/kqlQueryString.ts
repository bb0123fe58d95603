import { type KqlLiteral, type KqlNode, type KqlOperator, readKql } from './kql';

/** A query in KQL as a query string. */
interface TranslatedKql {
  /** Empty: every document. */
  readonly text: string;
  /** The conditions that have no equal in a query string, as they were written; all others must hold beside them. */
  readonly leftOut: readonly string[];
  /** Whether it has a date without a time zone: Kibana takes the browser's, engines take UTC. */
  readonly hasLocalDate: boolean;
}

/**
 * Translates KQL to a query string that finds the same documents. What is not certain to be the same is left out: nested
 * queries, `null`, and what a query string cannot say. Of conditions that must all hold, only such ones are left out; any other
 * query is left out as a whole.
 */
export function queryStringOfKql(kql: string): TranslatedKql {
  const parts = readKql(kql);
  if (parts === undefined) return { text: '', leftOut: [kql], hasLocalDate: false };
  const translated = parts.map(({ node, text }) => ({
    node,
    kql: text,
    text: conditionText(node, parts.length > 1 ? 'and' : 'top'),
  }));
  return {
    text: translated.flatMap(({ text }) => text ?? []).join(' AND '),
    leftOut: translated.flatMap(({ kql, text }) => (text === undefined ? kql : [])),
    hasLocalDate: translated.some(({ node, text }) => text !== undefined && hasLocalDate(node)),
  };
}

/** What a condition stands in: the whole query, brackets behind a field, or another condition. */
type Place = 'top' | 'values' | 'and' | 'or' | 'not';

/** Lucene has clauses that must or must not match instead of operators: a group of negations alone matches nothing. */
const everything = '*:* AND ';

function conditionText(node: KqlNode, place: Place): string | undefined {
  switch (node.kind) {
    case 'nested':
      return undefined;
    case 'and':
    case 'or': {
      const texts = node.nodes.flatMap(({ node: inner }) => conditionText(inner, node.kind) ?? []);
      if (texts.length < node.nodes.length) return undefined;
      const isNegative = node.kind === 'and' && node.nodes.every(({ node: inner }) => inner.kind === 'not');
      const joined = texts.join(node.kind === 'and' ? ' AND ' : ' OR ');
      const whole = isNegative && place !== 'top' ? everything + joined : joined;
      return place === 'top' || place === 'values' ? whole : `(${whole})`;
    }
    case 'not': {
      const inner = conditionText(node.node, 'not');
      if (inner === undefined) return undefined;
      if (place === 'top' || place === 'and') return `NOT ${inner}`;
      return place === 'values' ? `${everything}NOT ${inner}` : `(${everything}NOT ${inner})`;
    }
    case 'values': {
      const name = nameText(node.field);
      const inner = conditionText(node.node, 'values');
      return name === undefined || inner === undefined ? undefined : `${name}:(${inner})`;
    }
    case 'is':
      return node.field === undefined ? valueText(node.value) : fieldValueText(node.field, node.value);
    case 'range':
      return rangeText(node.field, node.operator, node.value);
  }
}

function isAnything({ parts, isQuoted }: KqlLiteral): boolean {
  return !isQuoted && parts.length === 2 && parts.join('') === '';
}

function fieldValueText(field: KqlLiteral, value: KqlLiteral): string | undefined {
  if (isAnything(field)) return isAnything(value) ? '*:*' : undefined;
  const name = nameText(field);
  if (name === undefined) return undefined;
  if (isAnything(value)) return field.parts.length === 1 ? `_exists_:${name}` : undefined;
  const text = valueText(value);
  return text === undefined ? undefined : `${name}:${text}`;
}

/** A pattern of names is written with an escaped wildcard. */
function nameText(field: KqlLiteral): string | undefined {
  const name = field.parts.map((part) => escapedWord(part).replaceAll(' ', '\\ ')).join('\\*');
  return name === '' || isAnything(field) || oddSpace.test(name) ? undefined : name;
}

/** Engines put words together with one space each. */
const oddSpace = /[^\S ]| {2}/;

function valueText({ parts, isQuoted }: KqlLiteral): string | undefined {
  const [first = '', second] = parts;
  if (isQuoted) return first === '' ? undefined : quotedText(first);
  // The sign would begin a range, escaped or not.
  if (/^[<>]/.test(first)) return undefined;
  if (second !== undefined) {
    return parts.some((part) => /\s/.test(part)) ? undefined : parts.map(escapedWord).join('*');
  }
  if (first === 'null' || oddSpace.test(first)) return undefined;
  const words = first.split(' ').map(escapedWord);
  return words.length === 1 ? words.join() : `(${words.join(' ')})`;
}

const number = /^-?\d+(?:\.\d+)?$/;
const plainEnd = /^[\w.:+|/-]+$/;

function rangeText(field: KqlLiteral, operator: KqlOperator, { parts, isQuoted }: KqlLiteral): string | undefined {
  const name = nameText(field);
  const [value = '', second] = parts;
  if (name === undefined || second !== undefined || value === '' || (!isQuoted && value === 'null')) return undefined;
  if (number.test(value)) return `${name}:${operator}${value}`;
  const end = plainEnd.test(value) && value !== 'TO' ? value : quotedText(value);
  const [open, close] = operator.endsWith('=') ? '[]' : '{}';
  return operator.startsWith('>') ? `${name}:${open}${end} TO *${close}` : `${name}:${open}* TO ${end}${close}`;
}

function quotedText(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

const operators: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT']);

/** A word, or a part of one between wildcards, with a `\` before each character that would mean something. */
function escapedWord(word: string): string {
  if (operators.has(word)) return `\\${word}`;
  return word.replace(/^[-+]|[!(){}[\]^"~*?:\\/&|]/g, '\\$&');
}

/** A date, or a date and time, without a time zone. */
const localDate = /^\d{4}-\d\d(?:-\d\d)?(?:T[\d:.]*)?$/;

function hasLocalDate(node: KqlNode): boolean {
  switch (node.kind) {
    case 'nested':
      return false;
    case 'and':
    case 'or':
      return node.nodes.some(({ node: inner }) => hasLocalDate(inner));
    case 'not':
    case 'values':
      return hasLocalDate(node.node);
    case 'is':
    case 'range':
      return localDate.test(node.value.parts.join('*'));
  }
}
