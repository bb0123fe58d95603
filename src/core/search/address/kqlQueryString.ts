import type { FieldInfo } from '../engine/fieldList';
import { fieldAt, hasWordCharacters, isAnalysed, isPartlyAnalysed } from '../query/fieldKinds';
import { type KqlLiteral, type KqlNode, type KqlOperator, readKql } from './kql';

interface TranslatedKql {
  /** Empty for every document. */
  readonly text: string;
  /** The conditions that a query string cannot express, as written. All others must still match. */
  readonly leftOut: readonly string[];
  /** Whether it has a date without a time zone: Kibana uses the browser's zone, engines use UTC. */
  readonly hasLocalDate: boolean;
}

/**
 * Translates KQL to a query string that finds the same documents. Leaves out conditions that may differ: nested
 * queries, `null`, and others that a query string cannot express. Among conditions that must all match, leaves out only
 * these; otherwise leaves out the whole query.
 *
 * @param fields the fields of the index, whose types decide what Kibana sends; empty if unknown
 */
export function queryStringOfKql(kql: string, fields: readonly FieldInfo[] = []): TranslatedKql {
  const parts = readKql(kql);
  if (parts === undefined) return { text: '', leftOut: [kql], hasLocalDate: false };
  const translated = parts.map(({ node, text }) => ({
    node,
    kql: text,
    text: conditionText(node, { place: parts.length > 1 ? 'and' : 'top', fields }),
  }));
  return {
    text: translated.flatMap(({ text }) => text ?? []).join(' AND '),
    leftOut: translated.flatMap(({ kql, text }) => (text === undefined ? kql : [])),
    hasLocalDate: translated.some(({ node, text }) => text !== undefined && hasLocalDate(node)),
  };
}

/** The parent of a condition: the whole query, brackets after a field, or another condition. */
interface Place {
  readonly place: 'top' | 'values' | 'and' | 'or' | 'not';
  readonly fields: readonly FieldInfo[];
  /** The field before the brackets. */
  readonly field?: KqlLiteral;
}

/** Lucene has clauses that must or must not match, not operators: a group of negations alone matches nothing. */
const everything = '*:* AND ';
/** Lucene drops a clause whose text has no words; in Kibana it matches nothing. */
const orNothing = ' OR (*:* AND NOT *:*)';

function conditionText(node: KqlNode, around: Place): string | undefined {
  const { place, fields } = around;
  switch (node.kind) {
    case 'nested':
      return undefined;
    case 'and':
    case 'or': {
      const { kind } = node;
      const texts = node.nodes.flatMap(({ node: inner }) => conditionText(inner, { ...around, place: kind }) ?? []);
      if (texts.length < node.nodes.length) return undefined;
      const isNegative = kind === 'and' && node.nodes.every(({ node: inner }) => inner.kind === 'not');
      const joined = texts.join(kind === 'and' ? ' AND ' : ' OR ');
      const whole = isNegative && place !== 'top' ? everything + joined : joined;
      return place === 'top' || place === 'values' ? whole : `(${whole})`;
    }
    case 'not': {
      const inner = conditionText(node.node, { ...around, place: 'not' });
      if (inner === undefined) return undefined;
      if (place === 'top' || place === 'and') return `NOT ${inner}`;
      return place === 'values' ? `${everything}NOT ${inner}` : `(${everything}NOT ${inner})`;
    }
    case 'values': {
      const name = nameText(node.field);
      const inner = conditionText(node.node, { place: 'values', fields, field: node.field });
      return name === undefined || inner === undefined ? undefined : `${name}:(${inner})`;
    }
    case 'is': {
      const field = fieldOf(node.field ?? around.field, fields);
      const text =
        node.field === undefined ? valueText(node.value, field) : fieldValueText(node.field, node.value, field);
      const [value = '', second] = node.value.parts;
      const isDropped =
        second === undefined && !hasWordCharacters(value) && (field === undefined || isPartlyAnalysed(field));
      return text !== undefined && isDropped && place !== 'top' ? `(${text}${orNothing})` : text;
    }
    case 'range':
      return rangeText(node.field, node.operator, node.value);
  }
}

/** A known field, unless it is a pattern of several. */
function fieldOf(field: KqlLiteral | undefined, fields: readonly FieldInfo[]): FieldInfo | undefined {
  const [name, second] = field?.parts ?? [];
  return name === undefined || second !== undefined ? undefined : fieldAt(name, fields);
}

function isAnything({ parts, isQuoted }: KqlLiteral): boolean {
  return !isQuoted && parts.length === 2 && parts.join('') === '';
}

function fieldValueText(field: KqlLiteral, value: KqlLiteral, known: FieldInfo | undefined): string | undefined {
  if (isAnything(field)) return isAnything(value) ? '*:*' : undefined;
  const name = nameText(field);
  if (name === undefined) return undefined;
  if (isAnything(value)) return field.parts.length === 1 ? `_exists_:${name}` : undefined;
  const text = valueText(value, known);
  return text === undefined ? undefined : `${name}:${text}`;
}

/** A pattern of names is written with an escaped wildcard. */
function nameText(field: KqlLiteral): string | undefined {
  const name = field.parts.map((part) => escapedWord(part).replaceAll(' ', '\\ ')).join('\\*');
  return name === '' || isAnything(field) || unusualSpace.test(name) ? undefined : name;
}

/** Engines join words with one space each. */
const unusualSpace = /[^\S ]| {2}/;

function valueText({ parts, isQuoted }: KqlLiteral, field: FieldInfo | undefined): string | undefined {
  const [first = '', second] = parts;
  if (isQuoted) return first === '' ? undefined : quotedText(first);
  // The character would begin a range, escaped or not.
  if (/^[<>]/.test(first)) return undefined;
  if (second !== undefined) return patternText(parts, field);
  if (first === 'null' || unusualSpace.test(first)) return undefined;
  const words = first.split(' ').map(escapedWord);
  return words.length === 1 ? words.join() : `(${words.join(' ')})`;
}

/** A pattern with spaces is one pattern in a keyword, as Kibana sends it, and several words in a text. */
function patternText(parts: readonly string[], field: FieldInfo | undefined): string | undefined {
  const escaped = parts.map((part) => part.split(' ').map(escapedWord));
  const write = (space: string): string => escaped.map((words) => words.join(space)).join('*');
  if (!parts.some((part) => /\s/.test(part))) return write('');
  if (field === undefined || parts.some((part) => unusualSpace.test(part))) return undefined;
  if (isAnalysed(field)) return `(${write(' ')})`;
  return field.types.length === 1 && field.types[0] === 'keyword' ? write('\\ ') : undefined;
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

/** A word, or a part of one between wildcards, with a `\` before each special character. */
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
