import * as z from 'zod/mini';
import { columnPathSchema } from './hitPlace';
import { filterSchema } from './question';
import { cellSchema } from './resultPage';

/** The values of a field in all hits of a search, ready to be shown. All texts are server text: hostile. */

const valueSchema = z.object({
  cell: cellSchema,
  /** Hits that have it. */
  hits: z.int(),
  /** Finds those hits; absent where it would be too long. */
  filter: z.optional(filterSchema),
});

export const fieldValuesSchema = z.object({
  /** The field as documents have it. */
  path: columnPathSchema,
  /** The field whose values were counted: for a text field, its keyword. */
  counted: columnPathSchema,
  /** Hits of the search. */
  total: z.int(),
  /** The most frequent values, at most ten. */
  top: z.readonly(z.array(valueSchema)),
  /** Whether the engine counted some of these values only in part. */
  isEstimate: z.boolean(),
  /**
   * Hits without a value, and the filter that finds them.
   *
   * `isMaybeTooLong`: some may have one that is too long for the field, as the engine does not tell these apart.
   */
  missing: z.object({ hits: z.int(), filter: filterSchema, isMaybeTooLong: z.optional(z.literal(true)) }),
  /**
   * Hits with values that the counted field has not: they are too long for it, or of indices in which the field has another
   * type. With the filter that finds them; absent where there are none.
   */
  uncounted: z.optional(z.object({ hits: z.int(), filter: filterSchema })),
  /** How many different values there are; an estimate, unless `top` has them all. */
  distinct: z.optional(z.object({ values: z.int(), isExact: z.boolean() })),
  /** Of numbers and dates; absent where no hit has a value. */
  range: z.optional(z.object({ least: cellSchema, most: cellSchema, average: cellSchema })),
  /** Why the counts may not be of all hits. */
  partial: z.readonly(z.array(z.string())),
});
export type FieldValues = z.infer<typeof fieldValuesSchema>;
