import type { SortKey } from '../../../protocol/question';
import { arrayItems, memberText, objectMembers } from '../../base/json/scan';
import { stringAt } from './hitCell';

/** Longer sorts have scripts or more keys than headings can show. */
const longestSort = 10_000;
/** As many as a question has. */
const mostKeys = 10;

/**
 * The field names in the sort of a request body, from the form or handwritten. As engines read it: a field alone, or
 * with its order, which is ascending by default, except for scores.
 *
 * @param body a request body as JSON text
 */
export function sentSort(body: string): SortKey[] {
  const sort = memberText(body, 'sort')?.trim() ?? '';
  if (sort === '' || sort.length > longestSort) return [];
  const entries = sort.startsWith('[') ? arrayItems(sort) : [sort];
  return entries.flatMap((entry) => keysOf(entry.trim())).slice(0, mostKeys);
}

function keysOf(entry: string): SortKey[] {
  if (entry.startsWith('"')) return [keyOf(stringAt(entry, [0, entry.length]), undefined)];
  if (!entry.startsWith('{')) return [];
  return objectMembers(entry).map(([name, value]) =>
    keyOf(name, value.startsWith('{') ? memberText(value, 'order') : value),
  );
}

function keyOf(field: string, order: string | undefined): SortKey {
  const isDown = order === undefined ? field === '_score' : order.toLowerCase() === '"desc"';
  return { field, order: isDown ? 'desc' : 'asc' };
}
