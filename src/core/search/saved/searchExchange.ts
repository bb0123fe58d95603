import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { numberText } from '../../../l10n/numbers';
import type { SearchQuestion } from '../../../protocol/question';
import { questionSchema } from '../../../protocol/questionSchema';
import { jsonOrNothing } from '../../base/json/parse';
import { longestSavedName, savedNameSchema } from './savedStore';

/** The contents of a file of saved searches: endpoints by name only, so neither URLs nor credentials. */
const fileSchema = z.object({
  proxyScoutSearches: z.literal(1),
  searches: z
    .array(z.object({ name: savedNameSchema, endpoint: z.string().check(z.maxLength(200)), question: questionSchema }))
    .check(z.maxLength(1_000)),
});

/** A search in a file, with the name of its endpoint. */
export type ExchangedSearch = z.infer<typeof fileSchema>['searches'][number];

export function exportSearches(searches: readonly ExchangedSearch[]): string {
  const file: z.infer<typeof fileSchema> = { proxyScoutSearches: 1, searches: [...searches] };
  // Parsed, so that fields from a newer Proxy Scout in a record are not exported.
  return `${JSON.stringify(fileSchema.parse(file), null, 2)}\n`;
}

/** Reads a file of saved searches: all of them, or `problem`, a translated sentence with the reason. */
export function importSearches(text: string): readonly ExchangedSearch[] | { readonly problem: string } {
  const json = jsonOrNothing(text.replace(/^\uFEFF/, ''));
  const file = fileSchema.safeParse(json);
  if (file.success) return file.data.searches;
  const isOurs = z.safeParse(markSchema, json).success;
  const [issue] = file.error.issues;
  const at = issue?.path[0] === 'searches' && typeof issue.path[1] === 'number' ? issue.path[1] + 1 : undefined;
  if (isOurs && at !== undefined) {
    return { problem: l10n.t('Search {0} in this file is not valid. Correct or remove it.', numberText(at)) };
  }
  return {
    problem: isOurs
      ? l10n.t('This file was written by another version of Proxy Scout, or contains too many searches.')
      : l10n.t('This file does not contain saved searches. Select a file that Export… wrote.'),
  };
}

const markSchema = z.object({ proxyScoutSearches: z.number() });

/**
 * Selects the searches to add to an endpoint: under a new name if another search has the name. `present` counts those
 * that already exist with the same name and question.
 */
export function searchesToAdd<T extends { readonly name: string; readonly question: SearchQuestion }>(
  arriving: readonly T[],
  existing: readonly { readonly name: string; readonly question: SearchQuestion }[],
): { readonly added: readonly T[]; readonly present: number } {
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

/** `slow requests`, `slow requests (2)`: the first name that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean, longest = longestSavedName): string {
  for (let copy = 1; ; copy += 1) {
    const ending = copy === 1 ? '' : ` (${copy})`;
    const candidate = name.slice(0, longest - ending.length) + ending;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Parsed, so that members have the same order. */
const keyOf = (name: string, question: SearchQuestion): string =>
  JSON.stringify([name, questionSchema.parse(question)]);
