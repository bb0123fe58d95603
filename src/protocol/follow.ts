import * as z from 'zod/mini';
import { requestIdSchema } from './hitPlace';

/** The messages for following a search: new hits are added above the current ones. */

/** Seconds between two requests for new hits. */
export const followIntervals = [2, 5, 15, 60] as const;

export const followIntervalSchema = z.union([z.literal(2), z.literal(5), z.literal(15), z.literal(60)]);
export type FollowInterval = z.infer<typeof followIntervalSchema>;

export const usualInterval: FollowInterval = 5;

export const followStatusSchema = z.object({
  /** The request of the page that started it. */
  requestId: requestIdSchema,
  /** `off`: it cannot continue. */
  state: z.enum(['following', 'paused', 'off']),
  /** The reason why it is paused, or off: sentences, which may contain server text. */
  why: z.optional(z.string()),
  /** The number of new hits that the page has not taken yet. */
  came: z.int().check(z.gte(0)),
  /** Whether the page shows other hits than the newest, so that new ones replace them. */
  replacesPage: z.boolean(),
});
export type FollowedState = z.infer<typeof followStatusSchema>;
