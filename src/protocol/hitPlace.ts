import * as z from 'zod/mini';

/** What messages, the page's state and commands name panels, requests, hits and values by. */

const largestOffset = Number.MAX_SAFE_INTEGER;
/** Chosen by the page, never the same twice, also after the page was made anew. */
export const requestIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
export const endpointIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
/** Which of the open panels this is: kept in the page's state, so that a reloaded window tells them apart. */
export const panelIdSchema = z.string().check(z.minLength(1), z.maxLength(100));
/** Hits before the page, from 0 up. */
export const offsetSchema = z.int().check(z.gte(0), z.lte(largestOffset));
/** A hit of the page that answered a request, from 0 up. */
export const rowNumber = z.int().check(z.gte(0), z.lte(10_000));
/** The most characters of a path. What stands deeper below longer names has no path: joined, they would fill the memory. */
export const longestPath = 10_000;
/** Where a value stands in a document: names joined by dots, as engines name fields; lists do not count. */
const pathSchema = z.string().check(z.maxLength(longestPath));
export const pathsSchema = z.array(pathSchema).check(z.maxLength(1_000));

export const targetSchema = z.union([z.enum(['first', 'previous', 'next']), z.object({ offset: offsetSchema })]);
/** The page to go to: `offset` is the number of hits before it. */
export type PageTarget = z.infer<typeof targetSchema>;

/** A hit, or one value in it, of the page that answered `requestId`. Also what VS Code hands to a command of a context menu. */
export const placeSchema = z.object({
  requestId: requestIdSchema,
  row: rowNumber,
  /** A field by its path. Absent: the whole hit. */
  path: z.optional(pathSchema),
});
export type HitPlace = z.infer<typeof placeSchema>;
