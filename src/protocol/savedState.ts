import * as z from 'zod/mini';
import { endpointIdSchema, longestPath, offsetSchema, panelIdSchema, requestIdSchema, rowNumber } from './hitPlace';
import { questionSchema } from './question';

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

/** Reads what a page saved; undefined where there is nothing or nothing that fits. */
export function parseSavedState(state: unknown): SavedState | undefined {
  return z.safeParse(savedStateSchema, state).data;
}
