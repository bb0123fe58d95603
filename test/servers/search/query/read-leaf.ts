import { type JsonMember, type JsonNode, type JsonObject, member, tokenName } from '../json/read';
import { illegalArgument, parsingError } from '../problem';
import { type Scalar, scalarOf } from '../store/document';
import type { Operator, Query, QueryBody, RangeBounds } from './query';
import { readQueryString, readSimpleQueryString } from './query-string';

/** A body that is being read: its text, for the places that messages name. */
export interface Reading {
  readonly text: string;
  readonly depth: number;
}

/** Reads what stands behind a query's name. */
export type Reader = (body: JsonObject, reading: Reading) => Query;

function scalar(node: JsonNode, { text }: Reading, query: string): Scalar {
  const value = scalarOf(node);
  if (value === undefined) {
    throw parsingError(text, node.start, `[${query}] query does not support [${tokenName(node)}]`);
  }
  return value;
}

/** The one field a query like `match` is about, with its value. */
function onlyField(body: JsonObject, reading: Reading, query: string): JsonMember {
  const [only, second] = body.members.filter(({ key }) => key !== '_name' && key !== 'boost');
  if (only === undefined) {
    throw illegalArgument('fieldName is null or empty');
  }
  if (second !== undefined) {
    const reason = `[${query}] query doesn't support multiple fields, found [${only.key}] and [${second.key}]`;
    throw parsingError(reading.text, second.value.start, reason);
  }
  return only;
}

interface Common {
  readonly name?: string;
  readonly boost?: number;
}

/** What every query may have besides. */
export function common(body: JsonObject): Common {
  const name = member(body, '_name');
  const boost = member(body, 'boost');
  return {
    ...(name?.kind === 'string' ? { name: name.value } : {}),
    ...(boost?.kind === 'number' ? { boost: Number(boost.text) } : {}),
  };
}

function operatorOf(node: JsonNode | undefined): Operator {
  return node?.kind === 'string' && node.value.toLowerCase() === 'and' ? 'and' : 'or';
}

function isTrue(node: JsonNode | undefined): boolean {
  return (node?.kind === 'boolean' && node.value) || (node?.kind === 'string' && node.value === 'true');
}

function isAll(node: JsonNode | undefined): boolean {
  return node?.kind === 'string' && node.value.toLowerCase() === 'all';
}

/** A query that is about one field, whose value is either plain or an object holding it under `key`. */
function fieldQuery(
  query: string,
  key: string,
  known: readonly string[],
  build: (field: string, value: JsonNode, options: JsonObject | undefined, reading: Reading) => QueryBody,
): Reader {
  return (body, reading) => {
    const { key: field, value } = onlyField(body, reading, query);
    if (value.kind !== 'object') return { ...build(field, value, undefined, reading), ...common(body) };
    for (const each of value.members) {
      if (![key, '_name', 'boost', ...known].includes(each.key)) {
        throw parsingError(reading.text, each.value.start, `[${query}] query does not support [${each.key}]`);
      }
    }
    const inner = member(value, key);
    if (inner === undefined) throw illegalArgument('No text specified for text query');
    return { ...build(field, inner, value, reading), ...common(value) };
  };
}

const matchOptions = [
  'operator',
  'analyzer',
  'fuzziness',
  'lenient',
  'minimum_should_match',
  'zero_terms_query',
  'auto_generate_synonyms_phrase_query',
  'max_expansions',
  'prefix_length',
  'fuzzy_transpositions',
  'slop',
];

const match = fieldQuery('match', 'query', matchOptions, (field, value, options, reading) => ({
  kind: 'match',
  field,
  text: scalar(value, reading, 'match'),
  operator: operatorOf(options && member(options, 'operator')),
  lenient: isTrue(options && member(options, 'lenient')),
}));

const phrase = (query: string, lastIsPrefix: boolean) =>
  fieldQuery(query, 'query', matchOptions, (field, value, _options, reading) => ({
    kind: 'phrase',
    field,
    text: String(scalar(value, reading, query)),
    lastIsPrefix,
  }));

const term = fieldQuery('term', 'value', ['term', 'case_insensitive'], (field, value, options, reading) => ({
  kind: 'term',
  field,
  value: scalar(value, reading, 'term'),
  ignoreCase: isTrue(options && member(options, 'case_insensitive')),
}));

const maxTerms = 65_536;

const terms: Reader = (body, reading) => {
  const { key: field, value } = onlyField(body, reading, 'terms');
  if (value.kind !== 'array') {
    throw parsingError(reading.text, value.start, `[terms] query does not support [${field}]`);
  }
  if (value.items.length > maxTerms) {
    const reason = `failed to create query: The number of terms [${value.items.length}] used in the Terms Query request has exceeded the allowed maximum of [${maxTerms}]. This maximum can be set by changing the [index.max_terms_count] index level setting.`;
    return { kind: 'refused', type: 'illegal_argument_exception', reason };
  }
  const values = value.items.map((item) => scalar(item, reading, 'terms'));
  return { kind: 'terms', field, values, ...common(body) };
};

const rangeKeys: Readonly<Record<string, keyof RangeBounds>> = {
  gt: 'gt',
  gte: 'gte',
  from: 'gte',
  lt: 'lt',
  lte: 'lte',
  to: 'lte',
};
const rangeOptions = ['format', 'time_zone', 'relation', 'boost', '_name', 'include_lower', 'include_upper'];

const range: Reader = (body, reading) => {
  const { key: field, value } = onlyField(body, reading, 'range');
  if (value.kind !== 'object') {
    throw parsingError(reading.text, value.start, `[range] query does not support [${field}]`);
  }
  const bounds: Partial<Record<keyof RangeBounds, Scalar>> = {};
  for (const each of value.members) {
    const bound = Object.hasOwn(rangeKeys, each.key) ? rangeKeys[each.key] : undefined;
    const limit = scalarOf(each.value);
    if (bound !== undefined && limit !== undefined) bounds[bound] = limit;
    if (bound === undefined && !rangeOptions.includes(each.key)) {
      throw parsingError(reading.text, each.value.start, `[range] query does not support [${each.key}]`);
    }
  }
  const format = member(value, 'format');
  return {
    kind: 'range',
    field,
    bounds,
    ...(format?.kind === 'string' ? { format: format.value } : {}),
    ...common(value),
  };
};

const exists: Reader = (body, reading) => {
  const field = member(body, 'field');
  if (field?.kind !== 'string') {
    throw parsingError(reading.text, body.close, '[exists] must be provided with a [field]');
  }
  return { kind: 'exists', field: field.value, ...common(body) };
};

const ids: Reader = (body) => {
  const values = member(body, 'values');
  const all = values?.kind === 'array' ? values.items : [];
  return { kind: 'ids', ids: new Set(all.map((item) => String(scalarOf(item)))), ...common(body) };
};

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const prefix = fieldQuery('prefix', 'value', ['rewrite', 'case_insensitive'], (field, value, _options, reading) => ({
  kind: 'pattern',
  field,
  pattern: new RegExp(`^${literal(String(scalar(value, reading, 'prefix')))}`, 's'),
}));

/** `*` and `?` as in file names. */
function wildcardPattern(text: string): RegExp {
  return new RegExp(`^${literal(text).replaceAll('\\*', '.*').replaceAll('\\?', '.')}$`, 's');
}

const wildcard = fieldQuery(
  'wildcard',
  'value',
  ['wildcard', 'rewrite', 'case_insensitive'],
  (field, value, _options, reading) => ({
    kind: 'pattern',
    field,
    pattern: wildcardPattern(String(scalar(value, reading, 'wildcard'))),
  }),
);

function regularExpression(text: string): RegExp | { readonly unreadable: string } {
  try {
    return new RegExp(`^(?:${text})$`, 's');
  } catch {
    return { unreadable: 'unexpected end-of-string' };
  }
}

const regexp = fieldQuery(
  'regexp',
  'value',
  ['flags', 'max_determinized_states', 'rewrite', 'case_insensitive'],
  (field, value, _options, reading) => ({
    kind: 'pattern',
    field,
    pattern: regularExpression(String(scalar(value, reading, 'regexp'))),
  }),
);

function fieldNames(node: JsonNode | undefined): readonly string[] {
  if (node?.kind === 'string') return [node.value];
  if (node?.kind !== 'array') return [];
  return node.items.map((item) => String(scalarOf(item)).replace(/\^[\d.]+$/, ''));
}

const multiMatch: Reader = (body, reading) => {
  const text = member(body, 'query');
  if (text === undefined) {
    throw parsingError(reading.text, body.close, 'No text specified for multi_match query');
  }
  const type = member(body, 'type');
  return {
    kind: 'multi',
    fields: fieldNames(member(body, 'fields')),
    text: scalar(text, reading, 'multi_match'),
    operator: operatorOf(member(body, 'operator')),
    phrase: type?.kind === 'string' && type.value.startsWith('phrase'),
    isAllWithoutWords: isAll(member(body, 'zero_terms_query')),
    lenient: member(body, 'lenient') === undefined || isTrue(member(body, 'lenient')),
    ...common(body),
  };
};

const queryString =
  (query: string, read: typeof readQueryString): Reader =>
  (body, reading) => {
    const text = member(body, 'query');
    if (text?.kind !== 'string') {
      throw parsingError(reading.text, body.close, `[${query}] must be provided with a [query]`);
    }
    const oneField = member(body, 'default_field');
    const fields = fieldNames(oneField ?? member(body, 'fields'));
    const given = member(body, 'lenient');
    // Engines are lenient by themselves over all fields, and the simple syntax always forgives.
    const lenient = given === undefined ? fields.length === 0 || read === readSimpleQueryString : isTrue(given);
    const operator = operatorOf(member(body, 'default_operator'));
    return { ...read(text.value, { fields, operator, lenient }), ...common(body) };
  };

/** The script language is a module that the recorded servers did not have. */
const script: Reader = () => ({
  kind: 'refused',
  type: 'illegal_argument_exception',
  reason: 'failed to create query: script_lang not supported [painless]',
});

/** The queries that hold no other query, by name. */
export const leafReaders: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['match_all', (body) => ({ kind: 'all', ...common(body) })],
  ['match_none', (body) => ({ kind: 'none', ...common(body) })],
  ['match', match],
  ['match_phrase', phrase('match_phrase', false)],
  ['match_phrase_prefix', phrase('match_phrase_prefix', true)],
  ['term', term],
  ['terms', terms],
  ['range', range],
  ['exists', exists],
  ['ids', ids],
  ['prefix', prefix],
  ['wildcard', wildcard],
  ['regexp', regexp],
  ['multi_match', multiMatch],
  ['query_string', queryString('query_string', readQueryString)],
  ['simple_query_string', queryString('simple_query_string', readSimpleQueryString)],
  ['script', script],
]);
