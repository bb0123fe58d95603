import * as z from 'zod/mini';
import { endpointIdSchema, longestPath, offsetSchema, panelIdSchema } from './hitPlace';
import { askKinds } from './question';
import { questionSchema, textSchema, timeSchema } from './questionSchema';
import { type HitLayout, hitViews, type SavedState } from './savedState';

/** How what a page saved is parsed. savedState.ts says what it is. */

export const followIntervalSchema = z.union([z.literal(2), z.literal(5), z.literal(15), z.literal(60)]);

const hitLayoutSchema = z.object({
  kind: z.enum(['usual', 'table', 'lines']),
  isWrapped: z.boolean(),
  areTimesRelative: z.boolean(),
  areRanksShown: z.optional(z.boolean()),
});

/** Parses a stored layout; undefined if it is not valid. */
export function parseHitLayout(kept: unknown): HitLayout | undefined {
  return z.safeParse(hitLayoutSchema, kept).data;
}

const wordsSchema = z.partialRecord(z.enum(askKinds), z.object({ text: textSchema, upTo: textSchema }));

const savedStateSchema = z.object({
  panelId: panelIdSchema,
  endpointId: endpointIdSchema,
  form: questionSchema,
  words: z.optional(wordsSchema),
  shown: z.optional(z.object({ question: questionSchema, from: offsetSchema })),
  followEvery: z.optional(followIntervalSchema),
  pasted: z.optional(
    z.object({ isRead: z.boolean(), notes: z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(1_000)) }),
  ),
  areFieldsShown: z.optional(z.boolean()),
  layout: z.optional(hitLayoutSchema),
  hitView: z.optional(z.enum(hitViews)),
  widths: z.optional(
    z
      .array(z.tuple([z.string().check(z.maxLength(longestPath)), z.number().check(z.gte(1), z.lte(100_000))]))
      .check(z.maxLength(100)),
  ),
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

/** Parses the saved state of a page; undefined if it is not valid. */
export function parseSavedState(state: unknown): SavedState | undefined {
  return z.safeParse(savedStateSchema, state).data;
}
