import * as z from 'zod/mini';
import type { SearchQuestion } from '../../../protocol/question';
import { questionSchema } from '../../../protocol/questionSchema';

/** The most searches in an endpoint's history. */
const mostRemembered = 50;
/** Characters of all of them, as JSON: VS Code loads them when the extension starts. */
const longestHistory = 100_000;
const historyVersion = 1;

const entrySchema = z.object({
  /** The time of its last run: milliseconds since 1970. */
  at: z.number(),
  question: questionSchema,
});
export type RememberedSearch = z.infer<typeof entrySchema>;

/** The stored history of an endpoint. Each entry is valid or invalid alone. */
const historySchema = z.object({ version: z.literal(historyVersion), entries: z.array(z.unknown()) });

/** Reads the stored history: newest first. Empty if it is missing or not valid. */
export function readHistory(stored: unknown): readonly RememberedSearch[] {
  const entries = historySchema.safeParse(stored).data?.entries ?? [];
  return entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? []).slice(0, mostRemembered);
}

/** Whether a newer Proxy Scout wrote the stored history, which is then not changed. */
export function isFromLater(stored: unknown): boolean {
  return (z.safeParse(versionSchema, stored).data?.version ?? 0) > historyVersion;
}

const versionSchema = z.object({ version: z.number() });

export function historyOf(entries: readonly RememberedSearch[]): unknown {
  return { version: historyVersion, entries };
}

/** Adds a search at the front, and removes an earlier run of it, even if it was sorted in another way. */
export function withRemembered(
  entries: readonly RememberedSearch[],
  question: SearchQuestion,
  at: number,
): readonly RememberedSearch[] {
  const all = [{ at, question }, ...withoutRemembered(entries, question)].slice(0, mostRemembered);
  let room = longestHistory;
  return all.filter((entry) => {
    const { length } = JSON.stringify(entry);
    if (length > room) return false;
    room -= length;
    return true;
  });
}

/** Removes the search that equals this one. */
export function withoutRemembered(
  entries: readonly RememberedSearch[],
  question: SearchQuestion,
): readonly RememberedSearch[] {
  const gone = whatIsAsked(question);
  return entries.filter((entry) => whatIsAsked(entry.question) !== gone);
}

/** The parts that distinguish two searches: without sort, page size, and layout. */
function whatIsAsked({ index, by, field, text, upTo, filters, time, body }: SearchQuestion): string {
  if (body !== undefined) return JSON.stringify([index, body]);
  const clauses = filters.flatMap(({ clause, isOut, isOff }) => (isOff === true ? [] : [[clause, isOut]]));
  return JSON.stringify([index, by, field, text, upTo, clauses, time && [time.field, time.span, time.from, time.to]]);
}
