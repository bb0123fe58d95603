import * as z from 'zod/mini';
import { endpointIdSchema, longestPath, offsetSchema, panelIdSchema, requestIdSchema, rowNumber } from './hitPlace';
import { askKinds, questionSchema, textSchema, timeSchema } from './question';

/** Seconds between two requests for new hits of a search that the page follows. */
export const followIntervals = [2, 5, 15, 60] as const;

export const followIntervalSchema = z.union([z.literal(2), z.literal(5), z.literal(15), z.literal(60)]);
export type FollowInterval = z.infer<typeof followIntervalSchema>;

export const usualInterval: FollowInterval = 5;

/** The layout of hits: a table or lines of a log. The user's choice, kept for each page and for new ones. */
export const hitLayoutSchema = z.object({
  kind: z.enum(['table', 'lines']),
  /** Whether lines are wrapped. */
  isWrapped: z.boolean(),
  /** Whether the times of hits are shown relative to now. */
  areTimesRelative: z.boolean(),
});
export type HitLayout = z.infer<typeof hitLayoutSchema>;

export const usualLayout: HitLayout = { kind: 'table', isWrapped: false, areTimesRelative: false };

/** Parses a stored layout; undefined if it is not valid. */
export function parseHitLayout(kept: unknown): HitLayout | undefined {
  return z.safeParse(hitLayoutSchema, kept).data;
}

export const hitViews = ['tree', 'json'] as const;

/** The user's input for the query types that the form does not show. */
const wordsSchema = z.partialRecord(z.enum(askKinds), z.object({ text: textSchema, upTo: textSchema }));
export type KeptWords = Readonly<z.infer<typeof wordsSchema>>;

/**
 * The state that the page saves for itself and the host while it is hidden or the window reloads: the form, the current
 * page, and the place in it. Never a document or a credential.
 */
const savedStateSchema = z.object({
  panelId: panelIdSchema,
  endpointId: endpointIdSchema,
  /** The form as typed. */
  form: questionSchema,
  /** Absent in the state of earlier versions. */
  words: z.optional(wordsSchema),
  /** The question of the current page, and the number of hits before that page. */
  shown: z.optional(z.object({ question: questionSchema, from: offsetSchema })),
  /** The place in the page of a reply: row numbers, never their contents. */
  place: z.optional(
    z.object({
      requestId: requestIdSchema,
      unfolded: z.array(rowNumber).check(z.maxLength(10_000)),
      /** Pixels from the top. */
      top: z.number().check(z.gte(0)),
    }),
  ),
  followEvery: z.optional(followIntervalSchema),
  /** The notes about the latest pasted address. */
  pasted: z.optional(
    z.object({ isRead: z.boolean(), notes: z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(1_000)) }),
  ),
  /** Whether the fields are shown beside the hits; absent: if there is room. */
  areFieldsShown: z.optional(z.boolean()),
  /** Absent in the state of earlier versions. */
  layout: z.optional(hitLayoutSchema),
  hitView: z.optional(z.enum(hitViews)),
  /** Widths in pixels of the columns that the user dragged, by title. */
  widths: z.optional(
    z
      .array(z.tuple([z.string().check(z.maxLength(longestPath)), z.number().check(z.gte(1), z.lte(100_000))]))
      .check(z.maxLength(100)),
  ),
  /** The bars above the hits; absent in the state of earlier versions. */
  timeBar: z.optional(
    z.object({
      isFolded: z.boolean(),
      stack: z.optional(textSchema),
      narrowed: z.optional(
        z.array(z.object({ to: timeSchema, before: z.optional(timeSchema) })).check(z.maxLength(100)),
      ),
    }),
  ),
});
export type SavedState = z.infer<typeof savedStateSchema>;

/** Parses the saved state of a page; undefined if it is not valid. */
export function parseSavedState(state: unknown): SavedState | undefined {
  return z.safeParse(savedStateSchema, state).data;
}
