import * as z from 'zod/mini';
import { columnPathSchema } from './hitPlace';
import { filterSchema } from './question';
import { cellSchema } from './resultPage';

/** The values of a field in all hits of a search, as texts for the page. All texts are server text: hostile. */

const valueSchema = z.object({
  cell: cellSchema,
  /** The number of hits with it. */
  hits: z.int(),
  /** The filter for those hits; absent if it would be too long. */
  filter: z.optional(filterSchema),
});

export const fieldValuesSchema = z.object({
  /** The field's path in documents. */
  path: columnPathSchema,
  /** The field whose values were counted: for a text field, its keyword. */
  counted: columnPathSchema,
  /** The number of hits of the search. */
  total: z.int(),
  /** The most frequent values, at most ten. */
  top: z.readonly(z.array(valueSchema)),
  /** Whether the engine counted some of these values only in part. */
  isEstimate: z.boolean(),
  /**
   * Hits without a value, and the filter for them.
   *
   * `isMaybeTooLong`: some of these may have a value that is too long for the field: the engine does not distinguish
   * them.
   */
  missing: z.object({ hits: z.int(), filter: filterSchema, isMaybeTooLong: z.optional(z.literal(true)) }),
  /**
   * Hits whose values the counted field lacks, by length or type, and the filter for them; absent if there are none.
   */
  uncounted: z.optional(z.object({ hits: z.int(), filter: filterSchema })),
  /** The number of different values; an estimate, unless `top` contains them all. */
  distinct: z.optional(z.object({ values: z.int(), isExact: z.boolean() })),
  /** For numbers and dates; absent if no hit has a value. */
  range: z.optional(z.object({ least: cellSchema, most: cellSchema, average: cellSchema })),
  /** The reasons why the counts may not include all hits. */
  partial: z.readonly(z.array(z.string())),
});
export type FieldValues = z.infer<typeof fieldValuesSchema>;
