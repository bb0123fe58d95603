import { type JsonNode, type JsonObject, member, placeOf } from '../json/read';
import { contentError, EngineError, illegalArgument, type Problem, parsingError } from '../problem';
import { scalarOf } from '../store/document';
import { suggestion } from './closest';
import type { Query, QueryBody } from './query';
import { common, leafReaders, type Reader, type Reading } from './read-leaf';

/** How deep `bool` and its like may be nested. */
const maxDepth = 30;

function depthExceeded(reading: Reading, body: JsonObject): EngineError {
  const { line, col } = placeOf(reading.text, body.start);
  let problem: Problem = {
    type: 'illegal_argument_exception',
    reason:
      'The nested depth of the query exceeds the maximum nested depth for queries set in [indices.query.bool.max_nested_depth]',
  };
  for (let level = 0; level < maxDepth; level += 1) {
    problem = {
      type: 'x_content_parse_exception',
      reason: `[${line}:${col}] [bool] failed to parse field [must]`,
      caused_by: problem,
    };
  }
  return new EngineError(problem);
}

const boolClauses: Readonly<Record<string, 'must' | 'filter' | 'should' | 'mustNot'>> = {
  must: 'must',
  filter: 'filter',
  should: 'should',
  must_not: 'mustNot',
};

/** `2`, `-1`, `75%` of so many optional clauses. */
function minimumOf(node: JsonNode | undefined, clauses: number, otherwise: number): number {
  if (node === undefined) return otherwise;
  const text = String(scalarOf(node));
  const wanted = text.endsWith('%') ? Math.floor((Number.parseFloat(text) / 100) * clauses) : Number(text);
  return Number.isNaN(wanted) ? otherwise : wanted < 0 ? clauses + wanted : wanted;
}

const bool: Reader = (body, reading) => {
  const clauses: Record<'must' | 'filter' | 'should' | 'mustNot', Query[]> = {
    must: [],
    filter: [],
    should: [],
    mustNot: [],
  };
  for (const { key, value } of body.members) {
    const clause = Object.hasOwn(boolClauses, key) ? boolClauses[key] : undefined;
    if (clause !== undefined) {
      const items = value.kind === 'array' ? value.items : [value];
      clauses[clause] = items.map((item) => readQuery(item, { ...reading, depth: reading.depth + 1 }));
    } else if (!['minimum_should_match', 'boost', '_name', 'adjust_pure_negative'].includes(key)) {
      throw contentError(reading.text, value.start, `[bool] unknown field [${key}]`);
    }
  }
  const isOptional = clauses.must.length + clauses.filter.length > 0 || clauses.should.length === 0;
  const minimumShould = minimumOf(member(body, 'minimum_should_match'), clauses.should.length, isOptional ? 0 : 1);
  return { kind: 'bool', ...clauses, minimumShould, ...common(body) };
};

const inner =
  (query: string, key: string, wrap: (query: Query) => QueryBody): Reader =>
  (body, reading) => {
    const found = member(body, key);
    if (found === undefined) {
      throw parsingError(reading.text, body.close, `[${query}] requires '${key}' field`);
    }
    return { ...wrap(readQuery(found, { ...reading, depth: reading.depth + 1 })), ...common(body) };
  };

const nested: Reader = (body, reading) => {
  const path = member(body, 'path');
  if (path?.kind !== 'string') throw parsingError(reading.text, body.close, "[nested] requires 'path' field");
  const ignores = member(body, 'ignore_unmapped');
  const ignoreUnmapped = ignores?.kind === 'boolean' && ignores.value;
  return inner('nested', 'query', (query) => ({ kind: 'nested', path: path.value, ignoreUnmapped, query }))(
    body,
    reading,
  );
};

const disMax: Reader = (body, reading) => {
  const queries = member(body, 'queries');
  const all = queries?.kind === 'array' ? queries.items : [];
  return { kind: 'best', queries: all.map((item) => readQuery(item, reading)), ...common(body) };
};

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...leafReaders,
  ['bool', bool],
  ['constant_score', inner('constant_score', 'filter', (query) => ({ kind: 'constant', query }))],
  ['nested', nested],
  ['dis_max', disMax],
]);

/**
 * Reads a query.
 *
 * @throws EngineError in the engine's words, naming the place
 */
export function readQuery(node: JsonNode, reading: Reading): Query {
  const { text } = reading;
  if (node.kind !== 'object') {
    throw parsingError(text, node.start, `[_na] query malformed, must start with start_object`);
  }
  const [first, second] = node.members;
  if (first === undefined) {
    const { line, col } = placeOf(text, node.close);
    throw illegalArgument(`query malformed, empty clause found at [${line}:${col}]`);
  }
  const { key, value } = first;
  if (value.kind !== 'object') {
    throw parsingError(text, first.keyStart, `[${key}] query malformed, no start_object after query name`);
  }
  if (reading.depth > maxDepth) throw depthExceeded(reading, value);
  const reader = readers.get(key);
  if (reader === undefined) {
    const { line, col } = placeOf(text, value.start);
    throw parsingError(text, value.start, `unknown query [${key}]${suggestion(key, [...readers.keys()])}`, {
      type: 'named_object_not_found_exception',
      reason: `[${line}:${col}] unknown field [${key}]`,
    });
  }
  const query = reader(value, reading);
  if (second !== undefined) {
    const reason = `[${key}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`;
    throw parsingError(text, second.keyStart, reason);
  }
  return query;
}
