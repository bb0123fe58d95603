import * as l10n from '@vscode/l10n';
import { longestClause, type QuestionFilter } from '../../../protocol/question';
import { isSuccess } from '../../base/http/responseFailures';
import { jsonOrNothing } from '../../base/json/parse';
import { arrayItems } from '../../base/json/scan';
import { plainText } from '../../base/text/plainText';
import type { FieldInfo } from '../engine/fieldList';
import type { SearchClient } from '../engine/searchClient';
import { type Hit, readAnswer } from '../wire/searchAnswer';
import { searchPath } from '../wire/searchPath';
import {
  anyClause,
  aroundField,
  asString,
  besideOrAlone,
  existsClause,
  fieldAt,
  fieldsBeside,
  hasWordCharacters,
  indexedValue,
  isAnalysed,
  isKeyword,
  isObjectPath,
  isPartlyAlone,
  isPartlyAnalysed,
  scalarText,
  wholeOrWords,
} from './fieldKinds';

const longestLabel = 100;
/** The most values of a list: users do not read longer filters. */
const mostValues = 100;

/** Metadata fields of a hit that can be searched. */
const ownFields: ReadonlySet<string> = new Set(['_id', '_index', '_routing', '_ignored', '_seq_no', '_type']);
/** Metadata of a hit, or of the search, that cannot be searched. */
const unsearchableFields: ReadonlySet<string> = new Set(['_score', '_version', '_primary_term', '_shard', '_node']);

interface ValuePlace {
  /** The path of the field in documents. */
  readonly path: string;
  /** The fields of the indices, with the details of this one if known; empty if the user may not list any. */
  readonly fields: readonly FieldInfo[];
  /** The fields in the hit's `_ignored`: their values, or some of a list, are not indexed. */
  readonly ignored?: readonly string[];
}

/**
 * Whether documents can be filtered by any value at a path.
 *
 * @param isInDocument whether it is a path in the document of a hit, not in the metadata beside it
 */
export function canFilter(path: string, fields: readonly FieldInfo[], isInDocument = true): boolean {
  if (!isInDocument) return ownFields.has(path);
  if (fields.length === 0) return !unsearchableFields.has(path);
  const field = fieldAt(path, fields);
  return field === undefined ? ownFields.has(path) || isObjectPath(path, fields) : field.isSearchable;
}

/**
 * The filter for, or against, documents that have the same value in a field as a cell. For a list, those with any of
 * its values; for null and an absent field, those without the field, or with the mapping's `null_value`.
 *
 * @param valueJson the value's JSON text, whose digits are kept; undefined if the document lacks the field
 * @returns undefined if no filter would find the document again: objects, fields and values that are not indexed,
 * values that are too long
 */
export function filterOf(
  { path, fields, ignored = [] }: ValuePlace,
  valueJson: string | undefined,
  isOut: boolean,
): QuestionFilter | undefined {
  const scalars = scalarsOf(valueJson);
  if (scalars === undefined || !canFilter(path, fields)) return undefined;
  const field = fieldAt(path, fields);
  // A number field reads an empty string as null.
  const values = scalars.filter((value) => field === undefined || indexedValue(value, field) !== 'null');
  if (values.length === 0) {
    const nulls = nullClause(path, field, valueJson);
    if (nulls !== undefined)
      return { label: filterLabel(path, 'null'), clause: aroundField(nulls, path, fields), isOut };
    if (field?.types.includes('constant_keyword') === true) return undefined;
    const clause = aroundField(existsClause(path), path, fields);
    return { label: filterLabel(path, l10n.t('any value')), clause, isOut: !isOut };
  }
  const clause =
    field === undefined ? unknownClause(path, values, fields) : knownClause(values, field, fields, ignored);
  if (clause === undefined) return undefined;
  const whole = aroundField(clause, path, fields);
  if (whole.length > longestClause) return undefined;
  return { label: filterLabel(path, values.map(scalarText).join(', ')), clause: whole, isOut };
}

/** The scalars of a value except null; undefined if it contains any other value, or too many. */
function scalarsOf(valueJson: string | undefined): string[] | undefined {
  const value = valueJson?.trim() ?? 'null';
  if (value.length > longestClause) return undefined;
  const all = value.startsWith('[') ? arrayItems(value) : [value];
  const scalars = [...new Set(all.filter((each) => each !== 'null'))];
  return scalars.length > mostValues || scalars.some((each) => /^[{[]/.test(each)) ? undefined : scalars;
}

/** For a `null_value` in the mapping of all indices or some. An empty list contains no null. */
function nullClause(path: string, field: FieldInfo | undefined, valueJson: string | undefined): string | undefined {
  if (field === undefined || valueJson === undefined || /^\[\s*\]$/.test(valueJson.trim())) return undefined;
  const kept = field.details?.nullValues ?? [];
  const values = kept.flatMap((value) => (value === undefined ? [] : (indexedValue(value, field) ?? [])));
  if (values.length === 0) return undefined;
  const exact = exactClause(path, values);
  return values.length === kept.length ? exact : anyClause([exact, `{"bool":{"must_not":[${existsClause(path)}]}}`]);
}

/** For an unknown field, or a metadata field. */
function unknownClause(path: string, values: readonly string[], fields: readonly FieldInfo[]): string | undefined {
  if (ownFields.has(path)) return exactClause(path, values);
  // The fields are known, so any other path is an object or not indexed.
  if (fields.length > 0) return undefined;
  const isString = (value: string): boolean => value.startsWith('"');
  return values.some(isString)
    ? anyClause(values.map((value) => (isString(value) ? wordsClause(path, value) : exactClause(path, [value]))))
    : exactClause(path, values);
}

/** An indexed value of a field, or a clause if there is no such value. */
type Sought = { readonly name: string; readonly value: string } | { readonly clause: string };

function knownClause(
  values: readonly string[],
  field: FieldInfo,
  fields: readonly FieldInfo[],
  ignored: readonly string[],
): string | undefined {
  // For a list, the engine only reports that some value is not indexed.
  const isIgnored = ({ name }: FieldInfo): boolean => values.length === 1 && ignored.includes(name);
  const sought = values.flatMap((value) => soughtIn(value, field, fields, isIgnored) ?? []);
  const [first, ...others] = sought;
  if (first === undefined) return undefined;
  if ('name' in first && others.every((each) => 'name' in each && each.name === first.name)) {
    return exactClause(first.name, [...new Set(sought.flatMap((each) => ('name' in each ? [each.value] : [])))]);
  }
  return anyClause(sought.map((each) => ('name' in each ? exactClause(each.name, [each.value]) : each.clause)));
}

/** The place in which a value is found: as a whole in the field or a multi-field, or else by its words. */
function soughtIn(
  value: string,
  field: FieldInfo,
  fields: readonly FieldInfo[],
  isIgnored: (field: FieldInfo) => boolean,
): Sought | undefined {
  const beside = fieldsBeside(field.name, fields);
  const usable = [field, ...beside].filter((each) => each.isSearchable && !isIgnored(each));
  for (const each of usable) {
    const exact = indexedValue(value, each, each !== field);
    if (exact === undefined || (each !== field && !isKeyword(each))) continue;
    return each === field || !isPartlyAlone(field, each)
      ? { name: each.name, value: exact }
      : { clause: besideOrAlone(each, exactClause(each.name, [exact]), wholeOrWords(field, asString(value))) };
  }
  const text = scalarText(value);
  const inWords = hasWordCharacters(text) ? usable.find(isAnalysed) : undefined;
  if (inWords !== undefined) return { clause: wordsClause(inWords.name, value) };
  const isMixed = field.types.length > 1 && usable.includes(field);
  if (!isMixed || text === '' || (isPartlyAnalysed(field) && !hasWordCharacters(text))) return undefined;
  // Lenient, because indices may differ: the value may not be a number for a numeric field.
  const match = { query: text, operator: 'and', lenient: true };
  return { clause: `{"match":{${JSON.stringify(field.name)}:${JSON.stringify(match)}}}` };
}

function exactClause(name: string, values: readonly string[]): string {
  const [only, second] = values;
  const field = JSON.stringify(name);
  return second === undefined ? `{"term":{${field}:${only}}}` : `{"terms":{${field}:[${values.join()}]}}`;
}

function wordsClause(name: string, value: string): string {
  return `{"match_phrase":{${JSON.stringify(name)}:${asString(value)}}}`;
}

/** The label of a filter: the same for both directions, because it can be inverted. */
export function filterLabel(path: string, value: string): string {
  return `${plainText(path, longestLabel)}: ${plainText(value, longestLabel)}`;
}

/** UTF-16 units of a response with one hit without its document. */
const longestFound = 2 ** 18;

/**
 * Whether a clause matches the document of a hit in its current state. A mapping does not show everything, such as the
 * words that an analyzer keeps, or fields that are filled from others. Undefined if the engine does not respond, or no
 * longer has the document.
 *
 * @param clause one clause of the query DSL as JSON text
 */
export async function clauseMatches(
  client: SearchClient,
  index: string,
  hit: Pick<Hit, 'id' | 'index'>,
  clause: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (hit.id === undefined || hit.id === '' || hit.index === undefined) return undefined;
  const own = `{"ids":{"values":[${JSON.stringify(hit.id)}]}},{"term":{"_index":${JSON.stringify(hit.index)}}}`;
  const isFound = async (filter: string): Promise<boolean | 'refused' | undefined> => {
    const body = `{"query":{"bool":{"filter":[${filter}]}},"_source":false,"size":1}`;
    const reply = await client.search({ path: searchPath(index), body, signal }).catch(() => undefined);
    if (reply?.status === 400) return 'refused';
    if (reply === undefined || !isSuccess(reply) || reply.body.length > longestFound) return undefined;
    const answer = readAnswer(reply.body, jsonOrNothing(reply.body));
    return answer === undefined || answer.partial.length > 0 ? undefined : answer.hits.length > 0;
  };
  const matched = await isFound(`${own},${clause}`);
  if (matched === true || matched === undefined) return matched;
  return (await isFound(own)) === true ? false : undefined;
}
