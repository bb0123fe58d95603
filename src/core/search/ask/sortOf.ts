import type { SortKey } from '../../../protocol/question';
import type { FieldInfo } from '../engine/catalogue';

/** Types that can stand in for a field that an index has not, without more being said of it. */
const sortable: ReadonlySet<string> = new Set([
  'keyword',
  'long',
  'integer',
  'short',
  'byte',
  'double',
  'float',
  'half_float',
  'unsigned_long',
  'date',
  'date_nanos',
  'boolean',
  'ip',
]);

/**
 * The `sort` of a body, as JSON text; undefined for the engine's own order.
 *
 * An index that has not the field fails ("No mapping found for [x] in order to sort on", recorded: sort-unknown-field),
 * unless it is told which type to take it for. That must be the type of the other indices, or merging fails instead
 * (recorded: sort-type-clash), so it is told only where the field is known and has one type; else the answer is partial
 * and says so. A misspelt field, which no index has, is never given a type: the engine then says that it is unknown.
 */
export function sortOf(sort: readonly SortKey[], fields: readonly FieldInfo[]): string | undefined {
  if (sort.length === 0) return undefined;
  return JSON.stringify(
    sort.map(({ field, order }) => {
      const type = typeOf(field, fields);
      return { [field]: { order, ...(type !== undefined && { unmapped_type: type }) } };
    }),
  );
}

function typeOf(field: string, fields: readonly FieldInfo[]): string | undefined {
  const [type, second] = fields.find(({ name }) => name === field)?.types ?? [];
  return type !== undefined && second === undefined && sortable.has(type) ? type : undefined;
}
