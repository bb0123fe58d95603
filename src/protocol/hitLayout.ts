import * as z from 'zod/mini';

/** The layout of hits: a table or lines of a log. The user's choice, kept for each page and for new ones. */
export const hitLayoutSchema = z.object({
  kind: z.enum(['table', 'lines']),
  /** Whether lines are wrapped. */
  isWrapped: z.boolean(),
  /** Whether the times of hits are shown relative to now. */
  areTimesRelative: z.boolean(),
});
export type HitLayout = z.infer<typeof hitLayoutSchema>;

/** The layout before the user chooses one. */
export const usualLayout: HitLayout = { kind: 'table', isWrapped: false, areTimesRelative: false };

/** Parses a stored layout; undefined if it is not valid. */
export function parseHitLayout(kept: unknown): HitLayout | undefined {
  return z.safeParse(hitLayoutSchema, kept).data;
}
