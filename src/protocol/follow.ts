import * as z from 'zod/mini';
import { requestIdSchema } from './hitPlace';

/** How a page follows its search: new hits are put on top of those that are shown. */

/** Seconds between two looks for new hits. */
export const followIntervals = [2, 5, 15, 60] as const;

export const followIntervalSchema = z.union([z.literal(2), z.literal(5), z.literal(15), z.literal(60)]);
export type FollowInterval = z.infer<typeof followIntervalSchema>;

export const usualInterval: FollowInterval = 5;

export const followStatusSchema = z.object({
  /** The request of the page that began it. */
  requestId: requestIdSchema,
  /** `off`: it cannot go on. */
  state: z.enum(['following', 'paused', 'off']),
  /** Why it is paused, or off: sentences, which may hold server text. */
  why: z.optional(z.string()),
  /** How many hits came that the page has not taken yet. */
  came: z.int().check(z.gte(0)),
  /** Whether the page shows other hits than the newest, so that those replace them. */
  replacesPage: z.boolean(),
});
export type FollowedState = z.infer<typeof followStatusSchema>;
