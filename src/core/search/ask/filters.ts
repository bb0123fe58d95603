import { type Filter, longestClause } from '../../../protocol/question';
import { arrayItems } from '../../json/slices';
import { plainText } from '../../text/plainText';
import type { FieldInfo } from '../engine/catalogue';
import { analysedTypes } from '../engine/fieldList';

/** What dynamic mappings set as `ignore_above`: a longer string is not in the keyword beside a text, but in the text. */
const longestKeyword = 256;
const longestLabel = 100;
/** Values of a list: more make a condition that nobody reads. */
const mostValues = 100;

const keywords: readonly string[] = ['keyword', 'constant_keyword', 'wildcard'];

/**
 * The condition that lets through, or leaves out, the documents that have the same value in a field as a cell. Of a list,
 * those with any of its values; of null and of a field that is not there, those without the field.
 *
 * @param path the field, as documents have it
 * @param valueJson the value's JSON text, whose digits are kept; undefined where the document has no such field
 * @param fields those of the index; empty where they are not known
 * @returns undefined where no condition says it: objects, fields that are not indexed, values too long to be repeated
 */
export function filterOf(
  path: string,
  valueJson: string | undefined,
  fields: readonly FieldInfo[],
  isOut: boolean,
): Filter | undefined {
  const field = fields.find(({ name }) => name === path);
  const values = valuesOf(valueJson);
  if (values === undefined || field?.isSearchable === false) return undefined;
  if (values.length === 0) {
    const isFilterOut = !isOut;
    const clause = inNested(`{"exists":{"field":${JSON.stringify(path)}}}`, field);
    return { label: labelOf(path, 'any value'), clause, isOut: isFilterOut };
  }
  const clause = inNested(clauseOf(path, values, field, fields), field);
  if (clause.length > longestClause) return undefined;
  return { label: labelOf(path, values.map(readable).join(', ')), clause, isOut };
}

/** The scalars of a value without those that are null; undefined where there is anything else in it, or too much. */
function valuesOf(valueJson: string | undefined): string[] | undefined {
  const value = valueJson?.trim() ?? 'null';
  const all = value.startsWith('[') ? arrayItems(value) : [value];
  const scalars = [...new Set(all.filter((each) => each !== 'null'))];
  return scalars.length > mostValues || scalars.some((each) => /^[{[]/.test(each)) ? undefined : scalars;
}

function clauseOf(
  path: string,
  values: readonly string[],
  field: FieldInfo | undefined,
  fields: readonly FieldInfo[],
): string {
  const names = values.map((value) => exactField(path, value, field, fields));
  const [name] = names;
  if (name !== undefined && names.every((each) => each === name)) return exactClause(name, values);
  const clauses = values.map((value, at) => {
    const exact = names[at];
    return exact === undefined ? analysedClause(path, value, field) : exactClause(exact, [value]);
  });
  const [only = '', second] = clauses;
  return second === undefined ? only : `{"bool":{"should":[${clauses.join()}],"minimum_should_match":1}}`;
}

/**
 * The field in whose index the value stands as it is: the field itself, or the keyword beside a text. None where indices
 * differ, and none for a string in a field that nobody knows.
 */
function exactField(
  path: string,
  value: string,
  field: FieldInfo | undefined,
  fields: readonly FieldInfo[],
): string | undefined {
  if (field === undefined) return value.startsWith('"') ? undefined : path;
  const [type = '', second] = field.types;
  if (second !== undefined) return undefined;
  if (!analysedTypes.has(type)) return path;
  if (lengthOf(value) > longestKeyword) return undefined;
  return fields.find(
    ({ name, types, isSearchable }) =>
      isSearchable &&
      keywords.includes(types.join()) &&
      name.startsWith(`${path}.`) &&
      !name.includes('.', path.length + 1),
  )?.name;
}

function exactClause(name: string, values: readonly string[]): string {
  const [only, second] = values;
  const field = JSON.stringify(name);
  return second === undefined ? `{"term":{${field}:${only}}}` : `{"terms":{${field}:[${values.join()}]}}`;
}

function analysedClause(path: string, value: string, field: FieldInfo | undefined): string {
  const isMixed = field !== undefined && field.types.length > 1;
  // Lenient where indices differ, as the value may be no number where the field is one.
  return isMixed
    ? `{"match":{${JSON.stringify(path)}:{"query":${value},"operator":"and","lenient":true}}}`
    : `{"match_phrase":{${JSON.stringify(path)}:${value}}}`;
}

/** UTF-16 units, as the engines count them. */
function lengthOf(value: string): number {
  return value.startsWith('"') ? String(JSON.parse(value)).length : value.length;
}

function inNested(clause: string, field: FieldInfo | undefined): string {
  if (field?.nestedIn === undefined) return clause;
  return `{"nested":{"path":${JSON.stringify(field.nestedIn)},"query":${clause}}}`;
}

function readable(value: string): string {
  return value.startsWith('"') ? String(JSON.parse(value)) : value;
}

/** The same in and out, because a person can turn it round. */
function labelOf(path: string, value: string): string {
  return `${plainText(path, longestLabel)}: ${plainText(value, longestLabel)}`;
}
