import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { longestClause, type QuestionFilter } from '../../../protocol/question';
import { isRecord } from '../../base/json/parse';
import { plainText } from '../../base/text/plainText';
import { tooDeepAt } from '../query/depth';

const longestLabel = 200;

const flag = z.catch(z.optional(z.boolean()), undefined);
const text = z.catch(z.optional(z.string()), undefined);

/** A filter in the state of Discover: a clause in `query`, or in older versions beside `meta`. */
const filterSchema = z.looseObject({
  meta: z.catch(
    z.looseObject({
      alias: text,
      key: text,
      negate: flag,
      disabled: flag,
      /** `combined`: of other filters, in `params`. */
      type: text,
      relation: text,
      params: z.optional(z.unknown()),
    }),
    {},
  ),
  query: z.optional(z.unknown()),
});
type DiscoverFilter = z.infer<typeof filterSchema>;

type Clause = Readonly<Record<string, unknown>>;

interface ReadFilters {
  readonly filters: readonly QuestionFilter[];
  /** Labels of filters that are not query clauses, or are too long. */
  readonly leftOut: readonly string[];
}

/** Reads the filters in the state of Discover. Field types are unknown, so clauses stay as Discover wrote them. */
export function readDiscoverFilters(given: readonly unknown[]): ReadFilters {
  const filters: QuestionFilter[] = [];
  const leftOut: string[] = [];
  for (const one of given) {
    const filter = filterSchema.safeParse(one).data;
    const clause = filter && clauseOf(filter);
    const { alias = '', key = '', negate, disabled } = filter?.meta ?? {};
    const named = plainText(alias, longestLabel);
    const label = named !== '' ? named : clause === undefined ? plainText(key, longestLabel) : labelOf(clause);
    const read = clause === undefined ? undefined : filterOfClause(clause, label, negate === true);
    if (read === undefined) leftOut.push(label === '' ? l10n.t('a filter without a name') : label);
    else filters.push(disabled === true ? { ...read, isOff: true } : read);
  }
  return { filters, leftOut };
}

/** The filter for a clause of the query DSL; undefined if it is too long or too deep. */
export function filterOfClause(clause: Clause, label = labelOf(clause), isOut = false): QuestionFilter | undefined {
  const json = JSON.stringify(clause);
  return json.length > longestClause || tooDeepAt(json) !== undefined ? undefined : { label, clause: json, isOut };
}

function clauseOf(filter: DiscoverFilter): Clause | undefined {
  const { meta, query, ...members } = filter;
  if (meta.type === 'combined') return combinedClause(meta);
  // `$state`, and members that Kibana 4 left.
  const own = Object.entries(members).filter(([name]) => !name.startsWith('$'));
  const clause = query === undefined ? Object.fromEntries(own) : query;
  if (!isRecord(clause) || Object.keys(clause).length !== 1) return undefined;
  return withoutPhraseType(clause);
}

/** Kibana combines filters that must all match, or any of which may match. */
function combinedClause({ relation, params }: DiscoverFilter['meta']): Clause | undefined {
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const conditions: Clause[] = [];
  for (const param of params) {
    const filter = filterSchema.safeParse(param).data;
    const clause = filter && clauseOf(filter);
    if (clause === undefined) return undefined;
    conditions.push(filter?.meta.negate === true ? { bool: { must_not: [clause] } } : clause);
  }
  if (relation === 'AND') return { bool: { filter: conditions } };
  return relation === 'OR' ? { bool: { should: conditions, minimum_should_match: 1 } } : undefined;
}

/** Before version 6, a phrase was a `match` of that type, which engines now refuse. */
function withoutPhraseType(clause: Clause): Clause {
  const { match } = clause;
  const [[field = '', asked] = [], ...others] = isRecord(match) ? Object.entries(match) : [];
  if (others.length > 0 || !isRecord(asked) || asked.type !== 'phrase') return clause;
  const { type: _, ...rest } = asked;
  return { match_phrase: { [field]: rest } };
}

/** Queries for a value of a field, by the member with the value if it is not the field's. */
const valueQueries: ReadonlySet<string> = new Set(['match_phrase', 'match', 'term', 'prefix', 'wildcard', 'regexp']);
const rangeOperators: readonly (readonly [name: string, sign: string])[] = [
  ['gte', '>='],
  ['gt', '>'],
  ['lte', '<='],
  ['lt', '<'],
];

/** The label of a clause, in the words of the page's own filters for kinds that those have. */
function labelOf(clause: Clause): string {
  return plainText(wordsOf(clause) ?? JSON.stringify(clause), longestLabel);
}

/** The words for a value of a field, or for several as in a query string; undefined for other clauses. */
function wordsOf(clause: Clause): string | undefined {
  const known = fieldAndValues(clause);
  if (known !== undefined) return `${plainText(known.field, longestLabel)}: ${plainText(known.value, longestLabel)}`;
  if (!isRecord(clause.bool)) return undefined;
  const { minimum_should_match: _, ...bool } = clause.bool;
  const [[kind = '', conditions] = [], ...others] = Object.entries(bool);
  const sign = operators[kind];
  if (sign === undefined || others.length > 0 || !Array.isArray(conditions)) return undefined;
  const words = conditions.map((one) => (isRecord(one) ? wordsOf(one) : undefined));
  if (words.length === 0 || words.includes(undefined)) return undefined;
  const isCompound = words.length > 1 || sign === 'NOT';
  const each = conditions.map((one, at) => (isCompound && isRecord(one.bool) ? `(${words[at]})` : words[at]));
  return sign === 'NOT' ? each.map((one) => `NOT ${one}`).join(' AND ') : each.join(` ${sign} `);
}

const operators: Readonly<Record<string, 'AND' | 'OR' | 'NOT'>> = {
  filter: 'AND',
  must: 'AND',
  should: 'OR',
  must_not: 'NOT',
};

function fieldAndValues(clause: Clause): { readonly field: string; readonly value: string } | undefined {
  const [[kind = '', body] = []] = Object.entries(clause);
  if (!isRecord(body)) return undefined;
  if (kind === 'exists') {
    return typeof body.field === 'string' ? { field: body.field, value: l10n.t('any value') } : undefined;
  }
  if (kind === 'bool') return anyOfValues(body);
  const [[field = '', asked] = [], ...others] = Object.entries(body);
  if (others.length > 0) return undefined;
  if (kind === 'range' && isRecord(asked)) {
    const ends = rangeOperators.flatMap(([name, sign]) => (isScalar(asked[name]) ? `${sign} ${asked[name]}` : []));
    return ends.length === 0 ? undefined : { field, value: ends.join(', ') };
  }
  if (kind === 'terms' && Array.isArray(asked) && asked.every(isScalar)) return { field, value: asked.join(', ') };
  if (!valueQueries.has(kind)) return undefined;
  const value = isRecord(asked) ? (asked.query ?? asked.value) : asked;
  return isScalar(value) ? { field, value: String(value) } : undefined;
}

/** Kibana's “is one of”: phrases of one field, any of which may match. */
function anyOfValues({ should, minimum_should_match: _, ...others }: Clause): ReturnType<typeof fieldAndValues> {
  if (!Array.isArray(should) || should.length === 0 || Object.keys(others).length > 0) return undefined;
  const each = should.map((one) => (isRecord(one) && one.bool === undefined ? fieldAndValues(one) : undefined));
  const field = each[0]?.field;
  if (field === undefined || each.some((one) => one?.field !== field)) return undefined;
  return { field, value: each.map((one) => one?.value).join(', ') };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
