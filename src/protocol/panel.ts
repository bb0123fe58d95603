import * as z from 'zod/mini';
import { filterSchema, questionSchema } from './question';

/**
 * What the search page and its host say to each other. Each side parses what it receives. Every `search`, `turnPage` and
 * `count` gets exactly one reply with its `requestId`: `page`, `counted`, `failed` or `cancelled`; `progress` may come before it.
 * Every `complete` gets one `completions`, every `openHit` one `hit` (also of a hit that is gone); the other messages get none.
 */

const largestOffset = Number.MAX_SAFE_INTEGER;
/** Chosen by the page, never the same twice, also after the page was made anew. */
const requestIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
const endpointIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
/** Which of the open panels this is: kept in the page's state, so that a reloaded window tells them apart. */
const panelIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
/** Hits before the page, from 0 up. */
const offsetSchema = z.int().check(z.gte(0), z.lte(largestOffset));
/** A hit of the page that answered a request, from 0 up. */
const rowNumber = z.int().check(z.gte(0), z.lte(10_000));
/** The most characters of a path. What stands deeper below longer names has no path: joined, they would fill the memory. */
export const longestPath = 10_000;
/** Where a value stands in a document: names joined by dots, as engines name fields; lists do not count. */
const pathSchema = z.string().check(z.maxLength(longestPath));
const pathsSchema = z.array(pathSchema).check(z.maxLength(1_000));

const targetSchema = z.union([z.enum(['first', 'previous', 'next']), z.object({ offset: offsetSchema })]);
/** The page to go to: `offset` is the number of hits before it. */
export type Target = z.infer<typeof targetSchema>;

/** A hit, or one value in it, of the page that answered `requestId`. Also what VS Code hands to a command of a context menu. */
const placeSchema = z.object({
  requestId: requestIdSchema,
  row: rowNumber,
  /** A field by its path. Absent: the whole hit. */
  path: z.optional(pathSchema),
});
export type Place = z.infer<typeof placeSchema>;

/** What can be done with a place by a button or a key on the page, and from a context menu by a command. */
export const placeActions = [
  /** As a read-only document in an editor. */
  'open',
  /** The hit as JSON, onto the clipboard. */
  'copyDocument',
  'copyId',
  'copyValue',
  'copyPath',
  /** Only documents with this value / without it: the host answers with `ask`. */
  'filterFor',
  'filterOut',
  'selectForCompare',
  /** Shows both in VS Code's diff editor. */
  'compareWithSelected',
  /** Shows the router that the hit names in the Proxies view. */
  'revealRouter',
] as const;

/** What can be done with the whole search. All take what stands in the form at that moment. */
export const searchActions = [
  /** The request body as JSON in an editor, from where it can be run. */
  'editAsJson',
  'export',
  'copyAsCurl',
  'copyAsDevTools',
  'save',
  /** Lets a person choose from the searches that were run and saved; the host answers with `ask`. */
  'history',
] as const;

const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page's script runs and wants `init`: the first time, and each time that VS Code made the page anew. */
  z.object({ kind: z.literal('ready') }),
  /** Ask anew, from that offset on. Ends whatever is under way. */
  z.object({ kind: z.literal('search'), requestId: requestIdSchema, question: questionSchema, from: offsetSchema }),
  /** Go to another page of the result that is shown. Ends whatever is under way. */
  z.object({ kind: z.literal('turnPage'), requestId: requestIdSchema, to: targetSchema }),
  /** Count all hits of the result that is shown, exactly. */
  z.object({ kind: z.literal('count'), requestId: requestIdSchema }),
  z.object({ kind: z.literal('cancel'), requestId: requestIdSchema }),
  /** What could stand in a field of the form: the host answers with at most 50, those first that begin with `text`. */
  z.object({
    kind: z.literal('complete'),
    requestId: requestIdSchema,
    of: z.enum(['index', 'field', 'dateField']),
    index: z.string().check(z.maxLength(100_000)),
    text: z.string().check(z.maxLength(100_000)),
  }),
  z.object({ kind: z.literal('openHit'), requestId: requestIdSchema, row: rowNumber }),
  z.object({ kind: z.literal('place'), action: z.enum(placeActions), place: placeSchema }),
  z.object({ kind: z.literal('act'), action: z.enum(searchActions), question: questionSchema }),
  /** These fields are columns from now on, for this endpoint and index; the host answers with `columns`. Empty: none chosen. */
  z.object({ kind: z.literal('chooseColumns'), requestId: requestIdSchema, paths: pathsSchema }),
  /** Search another endpoint with this page from now on; the host answers with `init`. */
  z.object({ kind: z.literal('chooseEndpoint'), endpointId: endpointIdSchema }),
]);
/** What the page says. */
export type FromPage = z.infer<typeof fromPageSchema>;

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
export type Cell = z.infer<typeof cellSchema>;

const columnSchema = z.object({
  path: z.string(),
  /** The type in the mapping, where it is known: `keyword`, `long`. */
  type: z.optional(z.string()),
  /** The field to sort by when the heading is clicked (of a text field its keyword); absent where it cannot be sorted by. */
  sortField: z.optional(z.string()),
});
export type Column = z.infer<typeof columnSchema>;

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
export type Row = z.infer<typeof rowSchema>;

const tableSchema = z.object({
  columns: z.readonly(z.array(columnSchema)),
  rows: z.readonly(z.array(rowSchema)),
  /** The fields of these hits, for choosing columns; at most 1,000. */
  fields: z.readonly(z.array(columnSchema)),
});
export type Table = z.infer<typeof tableSchema>;

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
export type Aggregation = z.infer<typeof aggregationSchema>;

const totalSchema = z.object({
  /** `10,000+`, `57`. */
  text: z.string(),
  /** Whether it is no lower bound. */
  isExact: z.boolean(),
});

/** One page of a result, in words and rows. */
const pageSchema = z.object({
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
export type Page = z.infer<typeof pageSchema>;

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

const hitSchema = z.object({
  nodes: z.readonly(z.array(nodeSchema)),
  /** The hit as indented JSON with every digit as sent. */
  json: z.string(),
  /** Whether this is only the beginning of a long document, which the editor shows whole. */
  isCut: z.boolean(),
});
export type HitInFull = z.infer<typeof hitSchema>;

const failureSchema = z.object({
  sentence: z.string(),
  nextStep: z.string(),
  /** The server's own words: hostile. */
  detail: z.optional(z.string()),
});
export type PageFailure = z.infer<typeof failureSchema>;

const shownSchema = z.object({ requestId: requestIdSchema, question: questionSchema, page: pageSchema });
/** A page with the question it answers. */
export type Shown = z.infer<typeof shownSchema>;

const completionSchema = z.object({
  value: z.string(),
  /** What it is: `alias`, `data stream`, `keyword`. */
  detail: z.optional(z.string()),
});
export type Completion = z.infer<typeof completionSchema>;

const toPageSchema = z.discriminatedUnion('kind', [
  /** Everything a new page needs to show what the one before it showed. */
  z.object({
    kind: z.literal('init'),
    panelId: panelIdSchema,
    endpointId: endpointIdSchema,
    /** All search endpoints by name, in their order. */
    endpoints: z.readonly(z.array(z.object({ id: z.string(), name: z.string() }))),
    /** What to fill the form with where the page has nothing of its own. */
    question: z.optional(questionSchema),
    shown: z.optional(shownSchema),
    failure: z.optional(failureSchema),
    /** The request still under way, whose reply is yet to come. */
    busy: z.optional(requestIdSchema),
    /** Whether a hit was selected to compare others with, in whichever panel. */
    isHitSelected: z.optional(z.boolean()),
  }),
  /** A hit was selected to compare others with, in whichever panel. */
  z.object({ kind: z.literal('hitSelected') }),
  /** The list of endpoints, or one of their names, has changed. */
  z.object({
    kind: z.literal('endpoints'),
    endpoints: z.readonly(z.array(z.object({ id: z.string(), name: z.string() }))),
  }),
  z.extend(shownSchema, { kind: z.literal('page') }),
  /** The hits of the page that answered `requestId`, in other columns. */
  z.object({ kind: z.literal('columns'), requestId: requestIdSchema, table: tableSchema }),
  /** The exact total, as `range` and `total` of the page that is shown. */
  z.object({ kind: z.literal('counted'), requestId: requestIdSchema, range: z.string(), total: totalSchema }),
  /** How far a request has come that takes more than one: `40,000 of 250,000`. */
  z.object({ kind: z.literal('progress'), requestId: requestIdSchema, text: z.string() }),
  z.extend(failureSchema, { kind: z.literal('failed'), requestId: requestIdSchema }),
  z.object({ kind: z.literal('cancelled'), requestId: requestIdSchema }),
  z.object({
    kind: z.literal('completions'),
    requestId: requestIdSchema,
    items: z.readonly(z.array(completionSchema)),
  }),
  /** A hit in full; without `hit` where it is no longer there. */
  z.object({ kind: z.literal('hit'), requestId: requestIdSchema, row: rowNumber, hit: z.optional(hitSchema) }),
  /** Put this question into the form, and search for it if so said. Nothing that was typed is lost: the page can undo it. */
  z.object({ kind: z.literal('ask'), question: questionSchema, run: z.boolean() }),
  /** Add this condition to the form's and search. */
  z.object({ kind: z.literal('addFilter'), filter: filterSchema }),
  /** A key of VS Code, or a command of its palette, was pressed for the page. `offset` is asked by the host. */
  z.object({ kind: z.literal('press'), button: z.enum(['first', 'next', 'previous', 'cancel', 'count', 'query']) }),
  z.object({ kind: z.literal('goTo'), offset: offsetSchema }),
  /** A command of VS Code wants this done: the page answers with `act`, as if its own button had been pressed. */
  z.object({ kind: z.literal('act'), action: z.enum(searchActions) }),
  /** Something to be said once, in passing: `Copied`, that this endpoint is asked by POST from now on. */
  z.object({ kind: z.literal('said'), text: z.string() }),
]);
/** What the host says. */
export type ToPage = z.infer<typeof toPageSchema>;

export const hitViews = ['tree', 'json'] as const;

/**
 * What the page leaves for itself and the host to find after it was hidden or the window reloaded: what stands in the
 * form, which page was shown and where a person was in it. Never a document or a credential.
 */
const savedStateSchema = z.object({
  panelId: panelIdSchema,
  endpointId: endpointIdSchema,
  /** The form as typed. */
  form: questionSchema,
  /** The question last answered, and the hits before the page that was shown. */
  shown: z.optional(z.object({ question: questionSchema, from: offsetSchema })),
  /** Where a person was in the page that answered a request: numbers of rows, never what is in them. */
  place: z.optional(
    z.object({
      requestId: requestIdSchema,
      unfolded: z.array(rowNumber).check(z.maxLength(10_000)),
      /** Pixels from the top. */
      top: z.number().check(z.gte(0)),
    }),
  ),
  /** How unfolded hits are shown. */
  hitView: z.optional(z.enum(hitViews)),
  /** Pixels of the columns that were dragged to a width of their own, by their titles. */
  widths: z.optional(
    z
      .array(z.tuple([z.string().check(z.maxLength(longestPath)), z.number().check(z.gte(1), z.lte(100_000))]))
      .check(z.maxLength(100)),
  ),
});
export type SavedState = z.infer<typeof savedStateSchema>;

/** Reads a message of the page; undefined where it is none. */
export function parseFromPage(message: unknown): FromPage | undefined {
  return z.safeParse(fromPageSchema, message).data;
}

/** Reads a message of the host; undefined where it is none. */
export function parseToPage(message: unknown): ToPage | undefined {
  return z.safeParse(toPageSchema, message).data;
}

/** Reads what a page saved; undefined where there is nothing or nothing that fits. */
export function parseSavedState(state: unknown): SavedState | undefined {
  return z.safeParse(savedStateSchema, state).data;
}

/** What a command for a hit is given: by the page's buttons with their panel, by VS Code's context menu without. */
const hitArgumentSchema = z.extend(placeSchema, { panelId: z.optional(panelIdSchema) });

/** What a command for a search is given by the page's buttons: the panel, and what stands in its form. */
const searchArgumentSchema = z.object({ panelId: panelIdSchema, question: questionSchema });

/** Reads what a command for a hit is given; undefined where it is none. */
export function parseHitArgument(argument: unknown): z.infer<typeof hitArgumentSchema> | undefined {
  return z.safeParse(hitArgumentSchema, argument).data;
}

/** Reads what a command for a search is given; undefined where it is nothing that the page gave. */
export function parseSearchArgument(argument: unknown): z.infer<typeof searchArgumentSchema> | undefined {
  return z.safeParse(searchArgumentSchema, argument).data;
}
