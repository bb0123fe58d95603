import * as z from 'zod/mini';
import { askKinds, type SearchQuestion } from '../../../protocol/question';

const mostEndpoints = 100;

const lastSchema = z.array(
  z.object({
    endpointId: z.string().check(z.minLength(1), z.maxLength(100)),
    index: z.string().check(z.maxLength(100_000)),
    field: z.string().check(z.maxLength(100_000)),
    /** A query type of an earlier version is no longer known. */
    by: z.catch(z.enum(askKinds), 'match'),
  }),
);
/** The place of the user's last search at each endpoint, the latest first. Never the query. */
export type LastSearches = z.infer<typeof lastSchema>;

/** Reads the stored places; empty if they are not valid. */
export function readLastSearches(kept: unknown): LastSearches {
  return lastSchema.safeParse(kept).data ?? [];
}

/** Stores a search as the latest. A handwritten body has no field to store. */
export function noteSearch(last: LastSearches, endpointId: string, question: SearchQuestion): LastSearches {
  const before = last.find((one) => one.endpointId === endpointId);
  const { field, by } = question.body === undefined ? question : { field: '', by: 'match' as const, ...before };
  const note = { endpointId, index: question.index, field, by };
  return [note, ...last.filter((one) => one !== before)].slice(0, mostEndpoints);
}
