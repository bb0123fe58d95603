import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { latestMoment } from '../../../protocol/histogram';
import { longestClause, type QuestionFilter } from '../../../protocol/question';
import { jsonOrNothing } from '../../base/json/parse';
import { arrayItems, memberText } from '../../base/json/scan';
import { plainText } from '../../base/text/plainText';
import type { FieldInfo } from '../engine/fieldList';
import type { SearchClient } from '../engine/searchClient';
import { answerTo } from '../paging/answerTo';
import { withMembers } from '../query/bodyText';
import {
  anyClause,
  existsClause,
  fieldAt,
  fieldsBeside,
  isAnalysed,
  isDate,
  isKeyword,
  scalarText,
} from '../query/fieldKinds';
import { filterLabel } from '../query/filterOf';
import { momentBound } from '../query/timeOf';
import { type FieldKind, type ReadCell, withMeaning } from '../read/hitCell';
import { dateOf } from '../read/hitDate';
import { fieldKindInHit, knownFields, traefikPrefixAmong } from '../read/knownFields';
import { withoutSequences } from '../read/terminalText';
import type { EngineSearch } from '../wire/engineSearch';
import { notAnEngine } from '../wire/searchFailure';
import { refuseQuestion } from '../wire/searchPath';

/** The values of a field in all hits of a search. All texts are server text: hostile. */
export interface CountedValues {
  /** The field's path in documents. */
  readonly path: string;
  /** The field whose values were counted: for a text field, its keyword. */
  readonly counted: string;
  readonly total: number;
  /** The most frequent values, at most ten; the filter for the hits of each is absent if it would be too long. */
  readonly top: readonly {
    readonly cell: ReadCell;
    readonly hits: number;
    readonly filter?: QuestionFilter | undefined;
  }[];
  /** Whether the engine counted some of these values only in part. */
  readonly isEstimate: boolean;
  /** Hits without a value. `isMaybeTooLong`: or with one that is too long for the field: engines do not tell. */
  readonly missing: {
    readonly hits: number;
    readonly filter: QuestionFilter;
    readonly isMaybeTooLong?: true | undefined;
  };
  /** Hits whose values the counted field lacks, by length or type; absent if there are none. */
  readonly uncounted?: { readonly hits: number; readonly filter: QuestionFilter } | undefined;
  /** The number of different values; an estimate, unless `top` contains them all. */
  readonly distinct: { readonly values: number; readonly isExact: boolean };
  /** For numbers and dates; absent if no hit has a value. */
  readonly range?: { readonly least: ReadCell; readonly most: ReadCell; readonly average: ReadCell } | undefined;
  /** The reasons why the counts may not include all hits. */
  readonly partial: readonly string[];
}

const mostValues = 10;
const longestValue = 200;

/** Types for which engines return the minimum, the maximum and the average. */
const measured: ReadonlySet<string> = new Set([
  ...['long', 'integer', 'short', 'byte', 'unsigned_long', 'double', 'float', 'half_float', 'scaled_float'],
  ...['date', 'date_nanos'],
]);

/**
 * The field whose values are counted for a field: itself, or for a text field its keyword.
 *
 * @throws RequestFailure `invalid` with the reason if there is none
 */
function countedField(path: string, fields: readonly FieldInfo[]): FieldInfo {
  const field = fieldAt(path, fields);
  // An engine that does not list its fields may still count their values.
  if (field === undefined) return { name: path, types: [], isSearchable: true, isAggregatable: true };
  if (field.nestedIn !== undefined) {
    refuseQuestion(
      l10n.t('The values of nested fields cannot be counted here.'),
      l10n.t('Count them in a request body with a nested aggregation.'),
    );
  }
  const beside = fieldsBeside(path, fields).find((each) => isKeyword(each) && each.isAggregatable);
  const counted = field.isAggregatable && !isAnalysed(field) ? field : beside;
  return (
    counted ??
    refuseQuestion(
      isAnalysed(field)
        ? l10n.t('The engine does not count the values of a text field without a keyword field.')
        : l10n.t('The engine does not count the values of this field.'),
      l10n.t('Add the field as a column to see its values in these hits.'),
    )
  );
}

/** Members of a search's body that a count of values leaves out, because they are about single hits. */
const needless = [
  ...['sort', 'search_after', 'highlight', 'suggest', 'profile', 'explain', 'collapse', 'rescore', 'aggregations'],
  ...['_source', 'fields', 'stored_fields', 'docvalue_fields', 'script_fields', 'post_filter'],
];

/** Within the `post_filter` of a search, which selects its hits but not the counted documents. */
const within = 'within';

/** The clause for documents with a value in the field or in the counted field, even if it is not counted. */
function havingClause(path: string, counted: string): string {
  const ignored = `{"term":{"_ignored":${JSON.stringify(counted)}}}`;
  return anyClause([...new Set([counted, path])].map(existsClause).concat(ignored));
}

function uncountedClause(path: string, counted: string): string {
  return `{"bool":{"filter":[${havingClause(path, counted)}],"must_not":[${existsClause(counted)}]}}`;
}

function countingBody(body: string, path: string, { name, types }: FieldInfo): string {
  const field = JSON.stringify(name);
  const isMeasured = types.length > 0 && types.every((type) => measured.has(type));
  const kinds = [
    `"top":{"terms":{"field":${field},"size":${mostValues}}}`,
    `"missing":{"missing":{"field":${field}}}`,
    `"distinct":{"cardinality":{"field":${field}}}`,
    ...(types.length > 0 ? [`"uncounted":{"filter":${uncountedClause(path, name)}}`] : []),
    ...(isMeasured ? ['min', 'max', 'avg'].map((kind) => `"${kind}":{"${kind}":{"field":${field}}}`) : []),
  ];
  const own = `{${kinds.join()}}`;
  const filter = memberText(body, 'post_filter');
  return withMembers(body, {
    ...Object.fromEntries(needless.map((member) => [member, undefined])),
    from: '0',
    size: '0',
    track_total_hits: 'true',
    aggs: filter === undefined ? own : `{"${within}":{"filter":${filter},"aggs":${own}}}`,
    // It decides which documents are hits, and so the total.
    ...(filter !== undefined && { post_filter: filter }),
  });
}

const metricSchema = z.optional(z.object({ value: z.nullable(z.number()) }));

/** The aggregations of `countingBody`: https://www.elastic.co/docs/reference/aggregations */
const countsSchema = z.object({
  top: z.object({
    doc_count_error_upper_bound: z.optional(z.number()),
    sum_other_doc_count: z.int(),
    buckets: z
      .array(z.object({ key_as_string: z.optional(z.string()), doc_count: z.int() }))
      .check(z.maxLength(mostValues)),
  }),
  missing: z.object({ doc_count: z.int() }),
  distinct: z.object({ value: z.int() }),
  uncounted: z.optional(z.object({ doc_count: z.int() })),
  min: metricSchema,
  max: metricSchema,
  avg: metricSchema,
});
type Counts = z.infer<typeof countsSchema>;

/**
 * Counts the values of a field in all hits of a search, in a request of its own: `terms`, `missing` and `cardinality`,
 * and for numbers and dates `min`, `max` and `avg`.
 *
 * @param path the path of the field in documents
 * @param fields the known fields of the index, with the details of the counted one if known
 * @throws RequestFailure if the field cannot be counted, or the engine refuses
 */
export async function readFieldValues(
  client: SearchClient,
  { index, body }: Pick<EngineSearch, 'index' | 'body'>,
  path: string,
  fields: readonly FieldInfo[],
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs?: number | undefined },
): Promise<CountedValues> {
  const field = countedField(path, fields);
  const text = countingBody(body, path, field);
  const { answer, reply } = await answerTo(client, index, text, { timeoutMs, signal });
  const all = answer.aggregations ?? '{}';
  const own = memberText(all, within) ?? all;
  const counts = z.safeParse(countsSchema, jsonOrNothing(own)).data;
  if (counts === undefined) throw notAnEngine(reply, await client.endpoint());
  const known = knownFields(fields);
  const kind = fieldKindInHit(path, known, traefikPrefixAmong(known));
  const mayHideLong = isCutOff(field, path) && !(await reportsIgnored(client, signal));
  const about = { total: answer.total?.value ?? 0, partial: answer.partial, mayHideLong };
  return describeCounts(path, { ...field, kind }, own, counts, about);
}

/** Whether a field without a text field around it leaves out values that are too long. */
function isCutOff(field: FieldInfo, path: string): boolean {
  return (
    field.name === path && isKeyword(field) && Number.isFinite(field.details?.ignoreAbove ?? Number.POSITIVE_INFINITY)
  );
}

/** The first version known to list fields with too long values in `_ignored` (measured; not OpenSearch 2.19). */
const reportingMajor = 8;

async function reportsIgnored(client: SearchClient, signal: AbortSignal): Promise<boolean> {
  const engine = await client.engine(signal).catch(() => undefined);
  return engine?.family === 'elasticsearch' && Number.parseInt(engine.version ?? '0', 10) >= reportingMajor;
}

type CountedField = FieldInfo & { readonly kind: FieldKind };

function describeCounts(
  path: string,
  field: CountedField,
  json: string,
  { top, missing, distinct, uncounted, min, max, avg }: Counts,
  { total, partial, mayHideLong }: Pick<CountedValues, 'total' | 'partial'> & { readonly mayHideLong: boolean },
): CountedValues {
  // Numbers as sent: a long of 19 digits is found only by all of them.
  const keys = arrayItems(memberText(memberText(json, 'top') ?? '', 'buckets') ?? '').map((each) =>
    memberText(each, 'key'),
  );
  const hasAll = top.sum_other_doc_count === 0 && top.buckets.length < mostValues;
  const left = Math.min(uncounted?.doc_count ?? 0, missing.doc_count);
  const having = left > 0 ? havingClause(path, field.name) : existsClause(field.name);
  const range = [min?.value, max?.value, avg?.value];
  const [least, most, average] = range;
  return {
    path,
    counted: field.name,
    total,
    top: top.buckets.map(({ key_as_string: word, doc_count: hits }, at) => {
      const value = keys[at] ?? 'null';
      const filter = isDate(field)
        ? filterByMoment(field.name, value)
        : filterBy(field.name, word === undefined ? value : JSON.stringify(word));
      return { cell: valueCell(value, word, field), hits, ...(filter !== undefined && { filter }) };
    }),
    isEstimate: (top.doc_count_error_upper_bound ?? 0) !== 0,
    missing: {
      hits: missing.doc_count - left,
      filter: { label: filterLabel(left > 0 ? path : field.name, l10n.t('any value')), clause: having, isOut: true },
      ...(mayHideLong && { isMaybeTooLong: true }),
    },
    ...(left > 0 && {
      uncounted: {
        hits: left,
        filter: {
          label: filterLabel(path, l10n.t('a value that is not counted')),
          clause: uncountedClause(path, field.name),
          isOut: false,
        },
      },
    }),
    distinct: {
      values: hasAll ? top.buckets.length : distinct.value,
      isExact: hasAll && left === 0 && !field.types.includes('date_nanos'),
    },
    ...(typeof least === 'number' &&
      typeof most === 'number' &&
      typeof average === 'number' && {
        range: { least: boundCell(least, field), most: boundCell(most, field), average: averageCell(average, field) },
      }),
    partial,
  };
}

function filterBy(name: string, value: string): QuestionFilter | undefined {
  const clause = `{"term":{${JSON.stringify(name)}:${value}}}`;
  if (clause.length > longestClause) return undefined;
  return { label: filterLabel(name, scalarText(value)), clause, isOut: false };
}

/** A date's value is a millisecond. Its text may be less exact, and its field may be more exact: nanoseconds. */
function filterByMoment(name: string, key: string): QuestionFilter | undefined {
  const millis = dateOf(key, 'milliseconds');
  if (millis === undefined || millis === latestMoment) return undefined;
  const [from, to] = [millis, millis + 1].map((each) => momentBound(BigInt(each), 'milliseconds'));
  if (from === undefined || to === undefined) return undefined;
  // The millisecond before 1970 ends at 0, which the format of dates would read as a year.
  const end = millis === -1 ? '1970-01-01T00:00:00.000Z' : to.value;
  const range = { gte: from.value, lt: end, ...from.format };
  const label = filterLabel(name, new Date(millis).toISOString());
  return { label, clause: JSON.stringify({ range: { [name]: range } }), isOut: false };
}

/** A counted value: a date has its digits and its formatted text; a boolean 0 or 1 and its word. */
function valueCell(value: string, word: string | undefined, field: CountedField): ReadCell {
  const isText = value.startsWith('"');
  const at = isDate(field) && !isText ? dateOf(value, 'milliseconds') : undefined;
  const text = word ?? scalarText(value);
  if (at !== undefined) return { kind: 'date', text, at };
  const line = plainText(withoutSequences(text), longestValue);
  const kind = isText || word !== undefined ? 'text' : 'number';
  return withMeaning({ kind, text: line, ...(line !== text && { isCut: true }) }, field.kind);
}

/** Engines compute with doubles: an average has no more than six meaningful digits. */
const averageDigits = 6;

function averageCell(value: number, field: CountedField): ReadCell {
  return figureCell(
    value,
    Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(averageDigits))),
    field,
  );
}

/** The minimum or maximum with all digits of its field. Engines return a double, which may not be the value itself. */
function boundCell(value: number, field: CountedField): ReadCell {
  const isAbout = Math.abs(value) > Number.MAX_SAFE_INTEGER && field.types.some((type) => wide.has(type));
  const text = String(field.types.every((type) => type === 'float') ? shortestFloat(value) : value);
  return figureCell(value, isAbout ? l10n.t('about {0}', text) : text, field);
}

/** Types of integers with more digits than a double has. */
const wide: ReadonlySet<string> = new Set(['long', 'unsigned_long']);
/** This many digits distinguish all floats. */
const floatDigits = 9;

/** The shortest number that a 32-bit field stores as this one: 0.1 for 0.10000000149011612. */
function shortestFloat(value: number): number {
  for (let digits = 1; digits < floatDigits; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return value;
}

function figureCell(value: number, text: string, field: CountedField): ReadCell {
  const at = isDate(field) ? dateOf(String(Math.round(value)), 'milliseconds') : undefined;
  if (at !== undefined) return { kind: 'date', text: new Date(at).toISOString(), at };
  return withMeaning({ kind: 'number', text }, field.kind);
}
