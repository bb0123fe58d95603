import type { AggregationRules, Family } from '../dialect';
import { JsonError, type JsonMember, type JsonNode, type JsonObject, member, readJson, tokenName } from '../json/read';
import { contentError, EngineError, illegalArgument, malformedJson, numberOutOfRange, parsingError } from '../problem';
import { readQuery } from '../query/read-query';
import { scalarOf } from '../store/document';
import { readDuration } from './durations';
import { readHighlight } from './highlight';
import { readAggregations } from './read-aggregations';
import { isByScore, readSort } from './read-sort';
import type { PitReference, SearchRequest, ShownField, SourceFilter, TrackTotal } from './request';

/** What the engines word differently in the same refusal. */
export interface BodyDialect {
  readonly family: Family;
  readonly negativeFrom: (from: number) => string;
  readonly aggregations: AggregationRules;
}

/** A search with nothing asked: the first ten of everything. */
export const plainRequest: SearchRequest = {
  query: { kind: 'all' },
  from: 0,
  size: 10,
  trackScores: false,
  source: { kind: 'whole' },
  version: false,
  seqNo: false,
  bare: false,
  docvalueFields: [],
  fields: [],
  terminateAfter: false,
  slice: false,
  aggregations: [],
};

/**
 * Reads a request's JSON.
 *
 * @throws EngineError for what is no JSON, no object, or followed by more
 */
export function readObject(text: string, family: Family): JsonObject {
  try {
    const { value, rest } = readJson(text);
    if (value.kind !== 'object') {
      throw parsingError(text, value.start, `Expected [START_OBJECT] but found [${tokenName(value)}]`);
    }
    if (rest !== undefined) {
      const token = text[rest] === '[' ? 'START_ARRAY' : 'START_OBJECT';
      throw parsingError(text, rest, `Unexpected token [${token}] found after the main object.`);
    }
    return value;
  } catch (error) {
    if (error instanceof JsonError) throw malformedJson(text, error, family);
    throw error;
  }
}

const intMax = 2147483647;

function wholeNumber(text: string, node: JsonNode, key: string, { family }: BodyDialect): number {
  const value = Math.trunc(Number(scalarOf(node)));
  if (Number.isNaN(value) || node.kind === 'boolean') {
    throw illegalArgument(`Failed to parse int parameter [${key}] with value [${scalarOf(node)}]`);
  }
  if (Math.abs(value) > intMax && node.kind === 'number') {
    throw numberOutOfRange(text, node.start + node.text.length, node.text, family);
  }
  return value;
}

export function checkedFrom(from: number, dialect: BodyDialect): number {
  if (from < 0) throw illegalArgument(dialect.negativeFrom(from));
  return from;
}

export function checkedSize(size: number): number {
  if (size < 0) throw illegalArgument(`[size] parameter cannot be negative, found [${size}]`);
  return size;
}

export function checkedTrackTotal(track: TrackTotal): TrackTotal {
  if (track === -1) return true;
  if (typeof track === 'number' && track < 0) {
    throw illegalArgument(`[track_total_hits] parameter must be positive or equals to -1, got ${track}`);
  }
  return track;
}

function names(node: JsonNode | undefined): readonly string[] {
  if (node === undefined) return [];
  return (node.kind === 'array' ? node.items : [node]).map((item) => String(scalarOf(item)));
}

function readSource(node: JsonNode): SourceFilter {
  if (node.kind === 'boolean') return { kind: node.value ? 'whole' : 'none' };
  if (node.kind !== 'object') return { kind: 'parts', includes: names(node), excludes: [] };
  const includes = member(node, 'includes') ?? member(node, 'include');
  const excludes = member(node, 'excludes') ?? member(node, 'exclude');
  return { kind: 'parts', includes: names(includes), excludes: names(excludes) };
}

function readShown(node: JsonNode): readonly ShownField[] {
  const items = node.kind === 'array' ? node.items : [node];
  return items.map((item) => {
    if (item.kind !== 'object') return { pattern: String(scalarOf(item)) };
    const [pattern, format] = [member(item, 'field'), member(item, 'format')];
    return {
      pattern: pattern?.kind === 'string' ? pattern.value : '',
      ...(format?.kind === 'string' ? { format: format.value } : {}),
    };
  });
}

/** How the engine takes apart an id: the part of it that can fail. */
export type IdCheck = (id: string) => void;

function readPit(text: string, node: JsonNode, check: IdCheck): PitReference {
  if (node.kind !== 'object')
    throw parsingError(text, node.start, `Expected [START_OBJECT] but found [${tokenName(node)}]`);
  const unknown = node.members.find(({ key }) => key !== 'id' && key !== 'keep_alive');
  if (unknown !== undefined) throw contentError(text, unknown.keyStart, `[pit] unknown field [${unknown.key}]`);
  const [id, keepAlive] = [member(node, 'id'), member(node, 'keep_alive')];
  if (id?.kind !== 'string') throw illegalArgument('Required [id]');
  try {
    check(id.value);
  } catch (error) {
    if (!(error instanceof EngineError) || error.problem.caused_by !== undefined) throw error;
    if (error.problem.reason === 'Not all bytes were read') throw error;
    throw contentError(text, id.start, '[pit] failed to parse field [id]', error.problem);
  }
  return {
    id: id.value,
    ...(keepAlive?.kind === 'string' ? { keepAlive: readDuration(keepAlive.value, 'keep_alive') } : {}),
  };
}

function readCursor(text: string, node: JsonNode): readonly JsonNode[] {
  if (node.kind !== 'array') {
    const expected = `Expected [START_ARRAY] in [search_after] but found [${tokenName(node)}] inside search_after.`;
    throw parsingError(text, node.start, expected);
  }
  const odd = node.items.find(({ kind }) => kind === 'object' || kind === 'array');
  if (odd !== undefined) {
    const reason = `Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [${tokenName(odd)}] inside search_after.`;
    throw parsingError(text, odd.start, reason);
  }
  if (node.items.length === 0) throw illegalArgument('Values must contains at least one value.');
  return node.items;
}

type Change = Partial<SearchRequest>;

/** Keys that a search may have and that change nothing here. */
const ignored = ['timeout', 'preference', 'runtime_mappings', 'stats', 'ext', 'include_named_queries_score'];
/** Keys of searches that the sample engine cannot do, so that nobody mistakes its answer for the engine's. */
const unsupported = [
  'suggest',
  'collapse',
  'rescore',
  'knn',
  'retriever',
  'script_fields',
  'post_filter',
  'explain',
  'profile',
];

const isTrue = (node: JsonNode) => scalarOf(node) === true || scalarOf(node) === 'true';

function readMember(text: string, { key, value }: JsonMember, dialect: BodyDialect, check: IdCheck): Change {
  switch (key) {
    case 'query':
      return { query: readQuery(value, { text, depth: 1 }) };
    case 'from':
      return { from: checkedFrom(wholeNumber(text, value, key, dialect), dialect) };
    case 'size':
      return { size: checkedSize(wholeNumber(text, value, key, dialect)) };
    case 'sort':
      return { sort: readSort(text, value, dialect.family) };
    case 'search_after':
      return { searchAfter: readCursor(text, value) };
    case 'track_total_hits':
      return {
        trackTotal: checkedTrackTotal(value.kind === 'boolean' ? value.value : wholeNumber(text, value, key, dialect)),
      };
    case 'track_scores':
      return { trackScores: isTrue(value) };
    case 'min_score':
      return { minScore: Number(scalarOf(value)) };
    case '_source':
      return { source: readSource(value) };
    case 'highlight':
      return { highlight: readHighlight(value) };
    case 'pit':
      return { pit: readPit(text, value, check) };
    case 'version':
      return { version: isTrue(value) };
    case 'seq_no_primary_term':
      return { seqNo: isTrue(value) };
    case 'stored_fields':
      return names(value).includes('_none_') ? { bare: true } : { source: { kind: 'none' } };
    case 'docvalue_fields':
      return { docvalueFields: readShown(value) };
    case 'fields':
      return { fields: readShown(value) };
    case 'terminate_after':
      return { terminateAfter: wholeNumber(text, value, key, dialect) > 0 };
    case 'slice':
      return { slice: true };
    case 'aggs':
    case 'aggregations':
      return { aggregations: readAggregations(text, value, dialect.aggregations) };
    case 'timeout':
      readDuration(String(scalarOf(value)), 'timeout');
      return {};
  }
  if (ignored.includes(key)) return {};
  if (unsupported.includes(key)) throw illegalArgument(`the sample engine does not do [${key}]`);
  throw parsingError(text, value.start, `Unknown key for a ${tokenName(value)} in [${key}].`);
}

/**
 * Reads the body of a search. An empty one asks for the first ten of everything.
 *
 * @throws EngineError in the engine's words
 */
export function readSearchBody(text: string, dialect: BodyDialect, check: IdCheck): SearchRequest {
  if (text.trim() === '') return plainRequest;
  const changes = readObject(text, dialect.family).members.map((each) => readMember(text, each, dialect, check));
  const request: SearchRequest = Object.assign({}, plainRequest, ...changes);
  return request.sort !== undefined && isByScore(request.sort) ? { ...request, sort: [] } : request;
}
