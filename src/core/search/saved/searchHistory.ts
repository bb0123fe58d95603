import * as z from 'zod/mini';
import { questionSchema, type SearchQuestion } from '../../../protocol/question';

/** The most searches that are remembered of an endpoint. */
const mostRemembered = 50;
/** Characters of them all, as JSON: VS Code loads them when the extension starts. */
const longestHistory = 100_000;
const historyVersion = 1;

const entrySchema = z.object({
  /** When it was last run: milliseconds since 1970. */
  at: z.number(),
  question: questionSchema,
});
/** A search that was run. */
export type RememberedSearch = z.infer<typeof entrySchema>;

/** What is stored of an endpoint: entries stand or fall alone. */
const historySchema = z.object({ version: z.literal(historyVersion), entries: z.array(z.unknown()) });

/** Reads what is stored: newest first. Empty where nothing is, or nothing that can be read. */
export function readHistory(stored: unknown): readonly RememberedSearch[] {
  const entries = historySchema.safeParse(stored).data?.entries ?? [];
  return entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? []).slice(0, mostRemembered);
}

/** Whether what is stored was written by a newer Proxy Scout: then it is left alone. */
export function isFromLater(stored: unknown): boolean {
  return (z.safeParse(versionSchema, stored).data?.version ?? 0) > historyVersion;
}

const versionSchema = z.object({ version: z.number() });

/** What to store. */
export function historyOf(entries: readonly RememberedSearch[]): unknown {
  return { version: historyVersion, entries };
}

/**
 * With one more search at the front. One that asked for the same goes: a history of the same words, sorted by every column
 * in turn, would be of no use.
 */
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

/** Without the search that asked for the same. */
export function withoutRemembered(
  entries: readonly RememberedSearch[],
  question: SearchQuestion,
): readonly RememberedSearch[] {
  const gone = whatIsAsked(question);
  return entries.filter((entry) => whatIsAsked(entry.question) !== gone);
}

/** What tells two searches apart: not how their hits are sorted, cut into pages or shown. */
function whatIsAsked({ index, by, field, text, upTo, filters, time, body }: SearchQuestion): string {
  if (body !== undefined) return JSON.stringify([index, body]);
  const clauses = filters.flatMap(({ clause, isOut, isOff }) => (isOff === true ? [] : [[clause, isOut]]));
  return JSON.stringify([index, by, field, text, upTo, clauses, time && [time.field, time.span, time.from, time.to]]);
}
