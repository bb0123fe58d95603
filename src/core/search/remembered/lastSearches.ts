import * as z from 'zod/mini';
import { askKinds, type SearchQuestion } from '../../../protocol/question';

const mostEndpoints = 100;

const lastSchema = z.array(
  z.object({
    endpointId: z.string().check(z.minLength(1), z.maxLength(100)),
    index: z.string().check(z.maxLength(100_000)),
    field: z.string().check(z.maxLength(100_000)),
    /** One of an earlier version is not known any more. */
    by: z.catch(z.enum(askKinds), 'match'),
  }),
);
/** Where a person searched last at each endpoint, the latest first. Never what they searched for. */
export type LastSearches = z.infer<typeof lastSchema>;

/** Reads what was kept; nothing where it is not what we keep. */
export function readLastSearches(kept: unknown): LastSearches {
  return lastSchema.safeParse(kept).data ?? [];
}

/** Notes a search as the latest. One that was written by hand says nothing of the field. */
export function noteSearch(last: LastSearches, endpointId: string, question: SearchQuestion): LastSearches {
  const before = last.find((one) => one.endpointId === endpointId);
  const { field, by } = question.body === undefined ? question : { field: '', by: 'match' as const, ...before };
  const note = { endpointId, index: question.index, field, by };
  return [note, ...last.filter((one) => one !== before)].slice(0, mostEndpoints);
}
