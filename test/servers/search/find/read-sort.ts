import type { Family } from '../dialect';
import type { JsonNode } from '../json/read';
import { contentError, illegalArgument } from '../problem';
import { scalarOf } from '../store/document';
import type { SortField } from './request';

function orderOf(text: string, family: Family): 'asc' | 'desc' {
  const lower = text.toLowerCase();
  if (lower === 'asc' || lower === 'desc') return lower;
  throw illegalArgument(`No enum constant org.${family}.search.sort.SortOrder.${text.toUpperCase()}`);
}

function sortField(family: Family, field: string, order?: string): SortField {
  const otherwise = field === '_score' ? 'desc' : 'asc';
  return { field, order: order === undefined ? otherwise : orderOf(order, family), missing: '_last' };
}

const known = ['order', 'missing', 'mode', 'unmapped_type', 'numeric_type', 'nested'];

function readEntry(text: string, family: Family, field: string, node: JsonNode): SortField {
  if (node.kind !== 'object') return sortField(family, field, String(scalarOf(node)));
  const option = (key: string): string | undefined => {
    const found = node.members.find((each) => each.key === key)?.value;
    return found === undefined ? undefined : String(scalarOf(found));
  };
  const isKnown = (key: string) => known.includes(key) || (key === 'format' && family === 'elasticsearch');
  const unknown = node.members.find(({ key }) => !isKnown(key));
  if (unknown !== undefined) throw contentError(text, unknown.keyStart, `[field_sort] unknown field [${unknown.key}]`);
  const [format, unmappedType, mode] = [option('format'), option('unmapped_type'), option('mode')];
  const missing = option('missing');
  return {
    ...sortField(family, field, option('order')),
    missing: missing === '_first' ? '_first' : '_last',
    ...(missing === undefined ? {} : { saysMissing: true }),
    ...(/^-?\d+$/.test(missing ?? '') ? { missingNumber: BigInt(missing ?? 0) } : {}),
    ...(format === undefined ? {} : { format }),
    ...(unmappedType === undefined ? {} : { unmappedType }),
    ...(mode === undefined ? {} : { mode }),
  };
}

/** The body's `sort`: a name, an object, or an array of both. `text` is the whole body. */
export function readSort(text: string, node: JsonNode, family: Family): readonly SortField[] {
  const entries = node.kind === 'array' ? node.items : [node];
  return entries.flatMap((entry) => {
    if (entry.kind === 'object') return entry.members.map(({ key, value }) => readEntry(text, family, key, value));
    if (entry.kind === 'string') return [sortField(family, entry.value)];
    throw illegalArgument('malformed sort format, within the sort array, an object, or an actual string are allowed');
  });
}

/** The URL's `sort`: `@timestamp:desc,request_id`. */
export function readUrlSort(value: string, family: Family): readonly SortField[] {
  return value.split(',').map((entry) => {
    const colon = entry.lastIndexOf(':');
    return colon < 0 ? sortField(family, entry) : sortField(family, entry.slice(0, colon), entry.slice(colon + 1));
  });
}

/** Whether hits are ranked by score alone, so that they have no `sort`. */
export function isByScore(sort: readonly SortField[] | undefined): boolean {
  if (sort === undefined || sort.length === 0) return true;
  const [only, second] = sort;
  return second === undefined && only?.field === '_score' && only.order === 'desc';
}
