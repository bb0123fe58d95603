import * as z from 'zod/mini';
import { followIntervalSchema } from './follow';
import { hitLayoutSchema } from './hitLayout';
import { endpointIdSchema, longestPath, offsetSchema, panelIdSchema, requestIdSchema, rowNumber } from './hitPlace';
import { askKinds, questionSchema, textSchema, timeSchema } from './question';

export const hitViews = ['tree', 'json'] as const;

/** What was typed for the types of query that the form does not show. */
const wordsSchema = z.partialRecord(z.enum(askKinds), z.object({ text: textSchema, upTo: textSchema }));
export type KeptWords = Readonly<z.infer<typeof wordsSchema>>;

/**
 * What the page saves for itself and the host while it is hidden or the window reloads: the form, the page that was shown,
 * and the place in it. Never a document or a credential.
 */
const savedStateSchema = z.object({
  panelId: panelIdSchema,
  endpointId: endpointIdSchema,
  /** The form as typed. */
  form: questionSchema,
  /** Absent in what earlier versions saved. */
  words: z.optional(wordsSchema),
  /** The question of the shown page, and the hits before that page. */
  shown: z.optional(z.object({ question: questionSchema, from: offsetSchema })),
  /** The place in the page that answered a request: row numbers, never their contents. */
  place: z.optional(
    z.object({
      requestId: requestIdSchema,
      unfolded: z.array(rowNumber).check(z.maxLength(10_000)),
      /** Pixels from the top. */
      top: z.number().check(z.gte(0)),
    }),
  ),
  /** Seconds between two looks for new hits. */
  followEvery: z.optional(followIntervalSchema),
  /** What was said of the address that was pasted last. */
  pasted: z.optional(
    z.object({ isRead: z.boolean(), notes: z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(1_000)) }),
  ),
  /** Whether the fields are shown beside the hits; absent: if there is room. */
  areFieldsShown: z.optional(z.boolean()),
  /** How hits are laid out; absent in what earlier versions saved. */
  layout: z.optional(hitLayoutSchema),
  /** How expanded hits are shown. */
  hitView: z.optional(z.enum(hitViews)),
  /** Widths in pixels of the columns that were dragged, by title. */
  widths: z.optional(
    z
      .array(z.tuple([z.string().check(z.maxLength(longestPath)), z.number().check(z.gte(1), z.lte(100_000))]))
      .check(z.maxLength(100)),
  ),
  /** The bars above the hits; absent in what earlier versions saved. */
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

/** Parses what a page saved; undefined if there is nothing valid. */
export function parseSavedState(state: unknown): SavedState | undefined {
  return z.safeParse(savedStateSchema, state).data;
}
