import { isRecord, jsonOrNothing } from '../../base/json/parse';

/** Query DSL clauses whose field is the name of a member. */
const fieldClauses: ReadonlySet<string> = new Set([
  'match',
  'match_phrase',
  'match_phrase_prefix',
  'match_bool_prefix',
  'term',
  'terms',
  'prefix',
  'wildcard',
  'regexp',
  'fuzzy',
  'range',
]);
/** Clauses whose fields are values of members such as `fields` or `field`. */
const listing: ReadonlySet<string> = new Set(['query_string', 'simple_query_string', 'multi_match', 'exists']);
/** Members of compound clauses that contain other clauses, the most specific first. */
const inner = ['query', 'must', 'should', 'queries', 'filter', 'positive'] as const;

const mostFields = 12;
const deepest = 10;
const longestBody = 100_000;
const notFields: ReadonlySet<string> = new Set(['boost', '_name']);

/** Adds the fields of a clause to `fields`, until there are enough. */
function addFields(clause: unknown, depth: number, fields: Set<string>): void {
  if (depth > deepest || fields.size >= mostFields) return;
  if (Array.isArray(clause)) {
    for (const each of clause) addFields(each, depth + 1, fields);
    return;
  }
  if (!isRecord(clause)) return;
  for (const [kind, inside] of Object.entries(clause)) {
    if (!isRecord(inside)) continue;
    if (fieldClauses.has(kind) || listing.has(kind)) {
      const names = listing.has(kind) ? listed(inside) : Object.keys(inside).filter((name) => !notFields.has(name));
      for (const name of names) fields.add(name);
    } else for (const name of inner) addFields(inside[name], depth + 1, fields);
  }
}

function listed({ fields, default_field, field }: Readonly<Record<string, unknown>>): string[] {
  return [field, default_field, ...(Array.isArray(fields) ? fields : [])].flatMap((name) =>
    // `title^2` boosts a field; a pattern is not a field.
    typeof name === 'string' && !name.includes('*') ? [name.replace(/\^[\d.]+$/, '')] : [],
  );
}

/**
 * The fields that a search queries, at most twelve; fields that only filter come last.
 *
 * @param body a request body as JSON text
 */
export function searchedFields(body: string): string[] {
  if (body.length > longestBody) return [];
  const parsed = jsonOrNothing(body);
  const fields = new Set<string>();
  if (isRecord(parsed)) addFields(parsed.query, 0, fields);
  return [...fields].slice(0, mostFields);
}
