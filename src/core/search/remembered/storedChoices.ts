import * as z from 'zod/mini';
import { type AskKind, askKinds, type SearchQuestion } from '../../../protocol/question';

const mostIndices = 100;
const path = z.string().check(z.minLength(1), z.maxLength(10_000));

/** The columns of an endpoint's indices, the latest choice first. */
const columnsSchema = z.array(
  z.object({
    index: z.string().check(z.maxLength(100_000)),
    paths: z.array(path).check(z.minLength(1), z.maxLength(1_000)),
  }),
);
type ChosenColumns = z.infer<typeof columnsSchema>;

/** Reads the stored choices; empty if they are not valid. */
export function readColumns(kept: unknown): ChosenColumns {
  return columnsSchema.safeParse(kept).data ?? [];
}

/** The columns of an index expression; empty if none were chosen. */
export function columnsOf(chosen: ChosenColumns, index: string): readonly string[] {
  return chosen.find((one) => one.index === index)?.paths ?? [];
}

/**
 * Stores the columns of an index expression, each once, and drops the oldest choices.
 *
 * @param paths empty for the default columns from now on
 */
export function withChosenColumns(chosen: ChosenColumns, index: string, paths: readonly string[]): ChosenColumns {
  const others = chosen.filter((one) => one.index !== index);
  const each = [...new Set(paths)].filter((one) => one !== '');
  return each.length === 0 ? others : [{ index, paths: each }, ...others].slice(0, mostIndices);
}

const mostEndpoints = 100;

const lastSchema = z.array(
  z.object({
    endpointId: z.string().check(z.minLength(1), z.maxLength(100)),
    index: z.string().check(z.maxLength(100_000)),
    field: z.string().check(z.maxLength(100_000)),
    /** A query type of an earlier version is no longer known. */
    by: z.catch(z.enum(askKinds), 'words'),
  }),
);
/** The place of the user's last search at each endpoint, the latest first. Never the query. */
export type LastSearches = z.infer<typeof lastSchema>;

/** Reads the stored places; empty if they are not valid. */
export function readLastSearches(kept: unknown): LastSearches {
  const last = lastSchema.safeParse(kept).data ?? [];
  return last.map((one) => ({ ...one, by: wantedAgain(one.by) }));
}

/** Before there was *all of the words*, all searches for words were stored as *any of the words*. */
function wantedAgain(by: AskKind): AskKind {
  return by === 'match' ? 'words' : by;
}

/** Stores a search as the latest. A handwritten body has no field to store; any of the words are wanted for one search. */
export function noteSearch(last: LastSearches, endpointId: string, question: SearchQuestion): LastSearches {
  const before = last.find((one) => one.endpointId === endpointId);
  const { field, by } = question.body === undefined ? question : { field: '', by: 'words' as const, ...before };
  return [
    { endpointId, index: question.index, field, by: wantedAgain(by) },
    ...last.filter((one) => one !== before),
  ].slice(0, mostEndpoints);
}
