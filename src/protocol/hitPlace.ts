import * as z from 'zod/mini';

/** Identifies panels, requests, hits, and values in messages, in the page's state, and in commands. */

const largestOffset = Number.MAX_SAFE_INTEGER;
/** Identifies a page of hits: the id of the request that it answers, of which no two are the same. */
export const pageIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
export const endpointIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
/** Stored in the page's state, so that a reloaded window can distinguish its panels. */
export const panelIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
/** Hits before the page, from 0 up. */
export const offsetSchema = z.int().check(z.gte(0), z.lte(largestOffset));
/** A hit of the page in the reply to a request, from 0 up. */
const rowNumber = z.int().check(z.gte(0), z.lte(10_000));
/** The most characters of a path, so that paths of deep documents do not fill the memory. Longer ones are left out. */
export const longestPath = 10_000;
/** The path of a value in a document: names joined by dots, as engines name fields, without list positions. */
const pathSchema = z.string().check(z.maxLength(longestPath));
/** A column, as the host and the commands of its heading name it. */
export const columnPathSchema = pathSchema.check(z.minLength(1));

export const targetSchema = z.union([z.enum(['first', 'previous', 'next']), z.object({ offset: offsetSchema })]);
/** The page to go to: `offset` is the number of hits before it. */
export type PageTarget = z.infer<typeof targetSchema>;

/** A hit, or a value in it, of a page. VS Code passes it to a context menu's command. */
export const placeSchema = z.object({
  pageId: pageIdSchema,
  row: rowNumber,
  /** The path of a field. Absent: the whole hit. */
  path: z.optional(pathSchema),
  /** Where the value begins in the JSON of the hit, if it is inside of a list, where several values have the path. */
  start: z.optional(z.int().check(z.gte(0))),
});
export type HitPlace = z.infer<typeof placeSchema>;
