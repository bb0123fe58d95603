import type { FieldInfo } from '../engine/fieldList';
import { levelFields, statusFields } from '../logFields/severity';
import { fieldAt, isAnalysed, isKeyword } from '../query/fieldKinds';
import { readDocument, wantPaths } from '../read/documentPaths';
import { sourceOf } from '../read/hitValues';
import type { Hit } from '../wire/searchAnswer';

/** A field that can divide bars, and how: a status by its class (2xx, 5xx), other fields by their values. */
export interface StackField {
  readonly name: string;
  readonly by: 'class' | 'values';
}

/** The classes of statuses, as ranges: other numbers would make as many classes as there are values. */
export const statusClasses: readonly { readonly key: string; readonly from: number; readonly to: number }[] =
  Array.from({ length: 10 }, (_, hundred) => ({ key: `${hundred}xx`, from: hundred * 100, to: (hundred + 1) * 100 }));

const numbers: ReadonlySet<string> = new Set(['long', 'integer', 'short', 'byte', 'unsigned_long', 'float', 'double']);

const mostHits = 50;
/** UTF-16 units of the documents that are checked. */
const mostText = 500_000;
/** With more different values, a bar would have many colors and little meaning. */
const mostValues = 8;
const mostFields = 30;

const nothingWanted = wantPaths([]);

function isCountable({ isAggregatable, nestedIn }: FieldInfo): boolean {
  return isAggregatable && nestedIn === undefined;
}

function byClass({ name, types }: FieldInfo): boolean {
  return statusFields.includes(name) && types.length > 0 && types.every((type) => numbers.has(type));
}

function byValues(field: FieldInfo): boolean {
  const isTruth = field.types.length > 0 && field.types.every((type) => type === 'boolean');
  return !field.name.startsWith('_') && (isTruth || isKeyword(field));
}

/** Whether a keyword beside a field has all its values: it lacks those of indices where the field is not a text. */
function isWhole({ name }: FieldInfo, fields: readonly FieldInfo[]): boolean {
  const path = pathOf(name);
  const field = path === name ? undefined : fieldAt(path, fields);
  return field === undefined || isAnalysed(field);
}

/** The path of a field in documents: that of `name.keyword` is `name`. */
function pathOf(name: string): string {
  return name.replace(/\.(?:keyword|raw)$/, '');
}

/**
 * The fields that can divide the bars of these hits: a status, and keywords with few values in the hits of the page,
 * because counting the values would cost the engine more than the bars.
 *
 * @param fields the fields of the index; empty if unknown
 */
export function stackFieldsOf(fields: readonly FieldInfo[], hits: readonly Hit[]): StackField[] {
  const values = valuesSeen(hits);
  const isFew = (name: string): boolean => {
    const count = (values.get(name) ?? values.get(pathOf(name)))?.size ?? 0;
    return count > 0 && count <= mostValues;
  };
  const found = fields.filter(isCountable).flatMap((field): StackField[] => {
    const { name } = field;
    if (byClass(field)) return [{ name, by: 'class' }];
    const isLevel = levelFields.includes(pathOf(name));
    return byValues(field) && isWhole(field, fields) && (isLevel || isFew(name)) ? [{ name, by: 'values' }] : [];
  });
  const rank = ({ name }: StackField) => usualRank(name) ?? Number.POSITIVE_INFINITY;
  return found.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other))).slice(0, mostFields);
}

function usualRank(name: string): number | undefined {
  const at = [...statusFields, ...levelFields].indexOf(pathOf(name));
  return at < 0 ? undefined : at;
}

/** The default field to divide bars by: the status of an access log, the level of an application's. */
export function usualStack(fields: readonly StackField[]): StackField | undefined {
  return fields.find(({ name }) => usualRank(name) !== undefined);
}

function valuesSeen(hits: readonly Hit[]): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  let length = 0;
  for (const { json } of hits.slice(0, mostHits)) {
    length += json.length;
    if (length > mostText) break;
    const document = sourceOf(json);
    if (document === undefined) continue;
    readDocument(document, 0, nothingWanted, {
      found: () => undefined,
      fieldInList: () => undefined,
      field(path, place) {
        const seen = values.get(path) ?? new Set();
        if (seen.size <= mostValues) seen.add(document.slice(...place));
        values.set(path, seen);
      },
    });
  }
  return values;
}
