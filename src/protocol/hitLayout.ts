import * as z from 'zod/mini';

/** How hits are laid out: as a table or as lines of a log. A choice of the person, kept for each page and for new ones. */
export const hitLayoutSchema = z.object({
  kind: z.enum(['table', 'lines']),
  /** Whether lines are wrapped. */
  isWrapped: z.boolean(),
  /** Whether the times of hits are written as how long ago they were. */
  areTimesRelative: z.boolean(),
});
export type HitLayout = z.infer<typeof hitLayoutSchema>;

/** The layout before a person chooses one. */
export const usualLayout: HitLayout = { kind: 'table', isWrapped: false, areTimesRelative: false };

/** Parses a layout that was kept; undefined where nothing valid was. */
export function parseHitLayout(kept: unknown): HitLayout | undefined {
  return z.safeParse(hitLayoutSchema, kept).data;
}
