import * as z from 'zod/mini';
import { amountUnits } from './amounts';
import { toneSchema } from './histogram';
import { columnPathSchema, offsetSchema, rowNumber } from './hitPlace';
import { filterSchema, sortSchema } from './question';

/** A page of a result, and a hit in full, as texts and rows for the page. All of it is server text. */

/** The parts of a text that the engine highlighted: [from, to) in UTF-16 units. */
const marksSchema = z.readonly(z.array(z.readonly(z.tuple([z.int(), z.int()]))));

/** One of the 16 colors of a terminal. */
const ansiColor = z.int().check(z.gte(0), z.lte(15));
const textStyleSchema = z.object({
  color: z.optional(ansiColor),
  background: z.optional(ansiColor),
  isBold: z.optional(z.literal(true)),
  isItalic: z.optional(z.literal(true)),
  isUnderlined: z.optional(z.literal(true)),
});
export type TextStyle = z.infer<typeof textStyleSchema>;

const styledSchema = z.object({ from: z.int(), to: z.int(), style: textStyleSchema });
/** A part of a text, [from, to) in UTF-16 units, and its style in a terminal. */
export type StyledRange = z.infer<typeof styledSchema>;

/** One value in the table. Server text: hostile, cut, and without line breaks, except in a line's message. */
const cellSchema = z.object({
  /** `absent`: the document does not have the field; `null`: the field is null. */
  kind: z.enum(['text', 'number', 'boolean', 'date', 'null', 'absent', 'object', 'list']),
  text: z.string(),
  marks: z.optional(marksSchema),
  /** The parts with a style from a terminal's escape sequences, in order, not overlapping. */
  styled: z.optional(z.readonly(z.array(styledSchema))),
  /** The unit of a number; `text` has its digits as stored. */
  unit: z.optional(z.enum(amountUnits)),
  /** The severity of a status or level, in addition to its word. */
  tone: z.optional(toneSchema),
  /** For a date: milliseconds since 1970, which the page shows in the user's time zone; `text` is the stored value. */
  at: z.optional(z.number()),
  isCut: z.optional(z.boolean()),
  /** No filter for it is possible: it is not indexed, or is metadata of the hit. */
  noFilter: z.optional(z.literal(true)),
});
export type HitCell = z.infer<typeof cellSchema>;

/** The column of a hit's first fields in one line, named like the whole document, so that no field has this path. */
export const documentColumn = '_source';

export const columnSchema = z.object({
  /** The path of a field; or `_index`, `_id`, `_score`, or `documentColumn`. */
  path: z.string(),
  /** The type in the mapping, if known: `keyword`, `long`. */
  type: z.optional(z.string()),
  /** The field to sort by with the heading (for a text field, its keyword); absent if sorting is impossible. */
  sortField: z.optional(z.string()),
});
export type HitColumn = z.infer<typeof columnSchema>;

/** The kinds of a line's parts, in reading order. */
export const linePartKinds = [
  'time',
  'level',
  'status',
  'method',
  'host',
  'path',
  'duration',
  'router',
  /** The message of the line: shown without the name of its field. */
  'message',
  /** Another field that is shown beside the message, with its name. */
  'field',
] as const;
export type LinePartKind = (typeof linePartKinds)[number];

const linePartSchema = z.object({
  kind: z.enum(linePartKinds),
  /** The field. Absent if this is only a part of a field: of a line that was not parsed. */
  path: z.optional(z.string()),
  cell: cellSchema,
});
export type LinePart = z.infer<typeof linePartSchema>;

const rowSchema = z.object({
  /** Its place in the whole result, from 1 up. */
  rank: z.int(),
  index: z.optional(z.string()),
  id: z.optional(z.string()),
  /** The score, its digits as sent. */
  score: z.optional(z.string()),
  /** One cell per column; empty if the hit is a line. */
  cells: z.readonly(z.array(cellSchema)),
  /** The first fields, for the document column; empty if the hit is a line. */
  summary: z.readonly(z.array(z.object({ path: z.string(), cell: cellSchema }))),
  /** The hit as a line of a log, if the page shows lines: each kind once, except fields. */
  line: z.optional(z.readonly(z.array(linePartSchema))),
  /** It names a router that the Proxies view can reveal. */
  hasRouter: z.optional(z.boolean()),
  /** Whether the hit has a request, so that a proxy's router for it can be found. */
  hasRequest: z.optional(z.boolean()),
  hasTrace: z.optional(z.boolean()),
});
export type HitRow = z.infer<typeof rowSchema>;

export const mostPageFields = 1_000;

export const tableSchema = z.object({
  columns: z.readonly(z.array(columnSchema)),
  rows: z.readonly(z.array(rowSchema)),
  /** The fields of the index, for choosing columns, those of these hits first; at most `mostPageFields`. */
  fields: z.readonly(z.array(columnSchema)),
  /** The date field with the times of these hits, if there is one. */
  time: z.optional(columnSchema),
});
export type HitTable = z.infer<typeof tableSchema>;

const aggregationSchema = z.object({
  name: z.string(),
  /** The aggregation as indented JSON, cut. */
  json: z.string(),
  isCut: z.boolean(),
  /** The aggregation as a table, if it has that shape. */
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

export const pageSchema = z.object({
  /** Hits before the page. */
  from: offsetSchema,
  /** Hits per full page. */
  size: z.int(),
  /** For display: `11–20 of 57`, `11–20 of 10,000+`, `11–20` if not counted, or that there are no hits. */
  range: z.string(),
  total: z.optional(totalSchema),
  /** Without hits: the documents with any of the words. Absent if there are none, or none was counted. */
  anyWords: z.optional(totalSchema),
  /** Milliseconds on the server. */
  tookMs: z.optional(z.number()),
  /** Bytes of the response. */
  bytes: z.number(),
  /** The way in which the page was requested: by `from` and `size`, or in a point in time. */
  asked: z.enum(['from/size', 'point in time']),
  hasPrevious: z.boolean(),
  hasNext: z.boolean(),
  /** The reasons why the results are partial, shown in a bar above the hits. Empty if they are complete. */
  partial: z.readonly(z.array(z.string())),
  /** Other notes on this page: where the order may differ, that the result changed, where paging ends. */
  notes: z.readonly(z.array(z.string())),
  table: tableSchema,
  /** For a search around a hit: that hit's row, and the number of rows that were added above the previous ones. */
  around: z.optional(z.object({ row: rowNumber, added: z.int() })),
  /** Whether these are the newest hits of a search that the page follows or has followed. */
  isFollowed: z.optional(z.boolean()),
  /** The sort of the hits in the sent request, also of a handwritten body. */
  sort: z.readonly(z.array(sortSchema)),
  aggregations: z.readonly(z.array(aggregationSchema)),
  /** The request as it was sent, its body indented and cut. */
  sent: z.object({ method: z.enum(['GET', 'POST']), path: z.string(), body: z.string() }),
});
export type HitPage = z.infer<typeof pageSchema>;

/** A line of a hit's tree: names and values in the order of the document. */
const nodeSchema = z.object({
  depth: z.int(),
  /** The member's name, or the item's number. */
  name: z.string(),
  /** As in `HitPlace`; the same for all items of a list. */
  path: z.string(),
  cell: cellSchema,
  /** The number of lines inside it. */
  inside: z.int(),
});
export type HitNode = z.infer<typeof nodeSchema>;

export const hitSchema = z.object({
  nodes: z.readonly(z.array(nodeSchema)),
  /** The hit as indented JSON, with all digits as sent. */
  json: z.string(),
  /** Whether this is only the beginning of a long document. The editor shows the whole. */
  isCut: z.boolean(),
});
export type HitInFull = z.infer<typeof hitSchema>;

const valueSchema = z.object({
  cell: cellSchema,
  hits: z.int(),
  /** The filter for those hits; absent if it would be too long. */
  filter: z.optional(filterSchema),
});

/** The values of a field in all hits of a search, as texts for the page. All texts are server text: hostile. */
export const fieldValuesSchema = z.object({
  /** The field's path in documents. */
  path: columnPathSchema,
  /** The field whose values were counted: for a text field, its keyword. */
  counted: columnPathSchema,
  total: z.int(),
  /** The most frequent values, at most ten. */
  top: z.readonly(z.array(valueSchema)),
  /** Whether the engine counted some of these values only in part. */
  isEstimate: z.boolean(),
  /** Hits without a value. `isMaybeTooLong`: or with one that is too long for the field: engines do not tell. */
  missing: z.object({ hits: z.int(), filter: filterSchema, isMaybeTooLong: z.optional(z.literal(true)) }),
  /** Hits whose values the counted field lacks, by length or type; absent if there are none. */
  uncounted: z.optional(z.object({ hits: z.int(), filter: filterSchema })),
  /** The number of different values; an estimate, unless `top` contains them all. */
  distinct: z.optional(z.object({ values: z.int(), isExact: z.boolean() })),
  /** For numbers and dates; absent if no hit has a value. */
  range: z.optional(z.object({ least: cellSchema, most: cellSchema, average: cellSchema })),
  /** The reasons why the counts may not include all hits. */
  partial: z.readonly(z.array(z.string())),
});
export type FieldValues = z.infer<typeof fieldValuesSchema>;
