import * as z from 'zod/mini';
import { offsetSchema } from './hitPlace';

/** What a page of a result consists of, and a hit in full: in words and rows, ready to be shown. All of it is server text. */

/** Stretches of a text that the engine marked as matching: [from, to) in UTF-16 units. */
const marksSchema = z.readonly(z.array(z.readonly(z.tuple([z.int(), z.int()]))));

/** One value in the table. Server text: hostile, cut, and without line breaks. */
const cellSchema = z.object({
  /** `absent`: the document has no such field; `null`: it has, and it is null. */
  kind: z.enum(['text', 'number', 'boolean', 'date', 'null', 'absent', 'object', 'list']),
  text: z.string(),
  marks: z.optional(marksSchema),
  /** Of a date: milliseconds since 1970, to be shown in the person's zone; `text` is the value as stored. */
  at: z.optional(z.number()),
  isCut: z.optional(z.boolean()),
  /** Documents cannot be told apart by it: it stands in no index, or is what the engine says of the hit. */
  noFilter: z.optional(z.literal(true)),
});
export type HitCell = z.infer<typeof cellSchema>;

const columnSchema = z.object({
  path: z.string(),
  /** The type in the mapping, where it is known: `keyword`, `long`. */
  type: z.optional(z.string()),
  /** The field to sort by when the heading is clicked (of a text field its keyword); absent where it cannot be sorted by. */
  sortField: z.optional(z.string()),
});
export type HitColumn = z.infer<typeof columnSchema>;

const rowSchema = z.object({
  /** Its place in the whole result, from 1 up. */
  rank: z.int(),
  index: z.optional(z.string()),
  id: z.optional(z.string()),
  /** The score's digits as sent. */
  score: z.optional(z.string()),
  /** One cell a column. */
  cells: z.readonly(z.array(cellSchema)),
  /** The leading fields in one line, where no columns are chosen. */
  summary: z.readonly(z.array(z.object({ path: z.string(), cell: cellSchema }))),
  /** Whether the hit names a router that can be shown in the Proxies view. */
  hasRouter: z.optional(z.boolean()),
});
export type HitRow = z.infer<typeof rowSchema>;

export const tableSchema = z.object({
  columns: z.readonly(z.array(columnSchema)),
  rows: z.readonly(z.array(rowSchema)),
  /** The fields of these hits, for choosing columns; at most 1,000. */
  fields: z.readonly(z.array(columnSchema)),
});
export type HitTable = z.infer<typeof tableSchema>;

const aggregationSchema = z.object({
  name: z.string(),
  /** The aggregation as indented JSON, cut. */
  json: z.string(),
  isCut: z.boolean(),
  /** The same as a table, where it has the shape of one. */
  table: z.optional(
    z.object({ columns: z.readonly(z.array(z.string())), rows: z.readonly(z.array(z.readonly(z.array(z.string())))) }),
  ),
});
export type AggregationResult = z.infer<typeof aggregationSchema>;

export const totalSchema = z.object({
  hits: z.number(),
  /** False for a lower bound. */
  isExact: z.boolean(),
});

/** One page of a result, in words and rows. */
export const pageSchema = z.object({
  /** Hits before the page. */
  from: offsetSchema,
  /** Hits a full page has. */
  size: z.int(),
  /** `11–20 of 57`, `11–20 of 10,000+`, `11–20` where nothing was counted, or that there are no hits. */
  range: z.string(),
  total: z.optional(totalSchema),
  /** Milliseconds inside the engine. */
  tookMs: z.optional(z.number()),
  /** Bytes of the answer. */
  bytes: z.number(),
  /** How the engine was asked: by `from` and `size`, or in a point in time. */
  asked: z.enum(['from/size', 'point in time']),
  hasPrevious: z.boolean(),
  hasNext: z.boolean(),
  /** Why the answer is not whole: a bar over the hits. Empty for a whole one. */
  partial: z.readonly(z.array(z.string())),
  /** What else is to be known of this page: where the order may differ, that the result moved, where paging ends. */
  notes: z.readonly(z.array(z.string())),
  table: tableSchema,
  aggregations: z.readonly(z.array(aggregationSchema)),
  /** The request's body as it was sent, indented and cut: what the form, sort, highlighting and paging made of it. */
  sent: z.object({ method: z.enum(['GET', 'POST']), path: z.string(), body: z.string() }),
});
export type HitPage = z.infer<typeof pageSchema>;

/** A line of a hit's tree: names and values in the order of the document. */
const nodeSchema = z.object({
  depth: z.int(),
  /** The member's name, or the item's number. */
  name: z.string(),
  /** As for `place`; the same for all items of a list. */
  path: z.string(),
  cell: cellSchema,
  /** Lines below it that belong to it. */
  inside: z.int(),
});
export type HitNode = z.infer<typeof nodeSchema>;

export const hitSchema = z.object({
  nodes: z.readonly(z.array(nodeSchema)),
  /** The hit as indented JSON with every digit as sent. */
  json: z.string(),
  /** Whether this is only the beginning of a long document, which the editor shows whole. */
  isCut: z.boolean(),
});
export type HitInFull = z.infer<typeof hitSchema>;
