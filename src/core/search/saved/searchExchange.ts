import * as z from 'zod/mini';
import { questionSchema, type SearchQuestion } from '../../../protocol/question';
import { jsonOrNothing } from '../../base/json/parse';
import { LONGEST_SAVED_NAME, savedNameSchema } from './savedSearch';

/** What a file of saved searches holds: endpoints by their names alone, so neither an address nor a credential. */
const fileSchema = z.object({
  proxyScoutSearches: z.literal(1),
  searches: z
    .array(z.object({ name: savedNameSchema, endpoint: z.string().check(z.maxLength(200)), question: questionSchema }))
    .check(z.maxLength(1_000)),
});

/** A search in a file. */
export interface ExchangedSearch {
  readonly name: string;
  /** The name of its endpoint. */
  readonly endpoint: string;
  readonly question: SearchQuestion;
}

/** The text of a file that holds `searches`. */
export function exportSearches(searches: readonly ExchangedSearch[]): string {
  const file: z.infer<typeof fileSchema> = { proxyScoutSearches: 1, searches: [...searches] };
  // Parsed, so that what else a newer Proxy Scout put into a record does not travel.
  return `${JSON.stringify(fileSchema.parse(file), null, 2)}\n`;
}

/** Reads a file of saved searches: all of it, or `problem`, a sentence that says why it cannot be used. */
export function importSearches(text: string): readonly ExchangedSearch[] | { readonly problem: string } {
  const json = jsonOrNothing(text.replace(/^\uFEFF/, ''));
  const file = fileSchema.safeParse(json);
  if (file.success) return file.data.searches;
  const isOurs = z.safeParse(markSchema, json).success;
  const [issue] = file.error.issues;
  const at = issue?.path[0] === 'searches' && typeof issue.path[1] === 'number' ? issue.path[1] + 1 : undefined;
  if (isOurs && at !== undefined) {
    return { problem: `Search ${at} of this file is not one that Proxy Scout can read. Correct it, or take it out.` };
  }
  return {
    problem: isOurs
      ? 'This file was written by another version of Proxy Scout, or holds too many searches.'
      : 'This file holds no saved searches. Choose one that Export Saved Searches wrote.',
  };
}

const markSchema = z.object({ proxyScoutSearches: z.number() });

/** What an import adds. `present` counts those that are there already, with the same name and the same question. */
interface Arrivals<T> {
  readonly added: readonly T[];
  readonly present: number;
}

/** Chooses what of `arriving` to add beside what an endpoint has: under a new name where another search has its name. */
export function searchesToAdd<T extends { readonly name: string; readonly question: SearchQuestion }>(
  arriving: readonly T[],
  existing: readonly { readonly name: string; readonly question: SearchQuestion }[],
): Arrivals<T> {
  const names = new Set(existing.map(({ name }) => name));
  const known = new Set(existing.map(({ name, question }) => keyOf(name, question)));
  const added: T[] = [];
  let present = 0;
  for (const one of arriving) {
    if (known.has(keyOf(one.name, one.question))) {
      present += 1;
      continue;
    }
    known.add(keyOf(one.name, one.question));
    const name = freeName(one.name, (taken) => names.has(taken));
    names.add(name);
    added.push({ ...one, name });
  }
  return { added, present };
}

/** `slow requests`, `slow requests (2)`: the first that nothing has. */
export function freeName(name: string, isTaken: (name: string) => boolean, longest = LONGEST_SAVED_NAME): string {
  for (let copy = 1; ; copy += 1) {
    const ending = copy === 1 ? '' : ` (${copy})`;
    const candidate = name.slice(0, longest - ending.length) + ending;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Parsed, so that members stand in one order. */
const keyOf = (name: string, question: SearchQuestion): string =>
  JSON.stringify([name, questionSchema.parse(question)]);
