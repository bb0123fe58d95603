import * as z from 'zod/mini';
import { emptyQuestion, largestSize, type SearchQuestion, textSchema } from '../../../protocol/question';
import { indentJson } from '../../base/json/indent';
import { jsonOrNothing } from '../../base/json/parse';
import type { FieldInfo } from '../engine/fieldList';
import { withMembers } from '../query/bodyText';
import { searchOf } from '../query/searchOf';

/** The most characters of a request body that is written by hand: what a question can hold. */
export const longestBody = 1_000_000;

/** A request body that is written by hand, with what it is for. Never a credential. */
const queryRecordSchema = z.object({
  version: z.literal(1),
  /** Where it is sent. Absent for a document whose record was lost: its text is all there is. */
  endpointId: z.optional(z.uuid()),
  index: textSchema,
  /** Hits a page, where the body names none. */
  size: z.int().check(z.gte(1), z.lte(largestSize)),
  text: z.string().check(z.maxLength(longestBody)),
  /** When it was made and last written: milliseconds since 1970. */
  made: z.number(),
  written: z.number(),
});
export type QueryRecord = z.infer<typeof queryRecordSchema>;

/** Reads a stored record; undefined where it is none of ours. */
export function readQueryRecord(text: string): QueryRecord | undefined {
  return queryRecordSchema.safeParse(jsonOrNothing(text)).data;
}

/** What is stored of a record. */
export function queryRecordText(record: QueryRecord): string {
  return JSON.stringify(queryRecordSchema.parse(record));
}

/**
 * The body to begin with: the question's own as it was written, or the one that its form makes, laid out for reading and
 * with every digit.
 *
 * @param fields what `searchOf` has to know of the fields
 * @throws RequestFailure `invalid` where the form makes no body
 */
export function bodyToEdit(question: SearchQuestion, now: Date, fields: readonly FieldInfo[] = []): string {
  if (question.body !== undefined) return question.body;
  // The body does not hang on the index, which can still be chosen in the editor.
  const { body, from, size } = searchOf({ ...question, index: '*' }, 0, now, fields);
  return indentJson(withMembers(body, { from: String(from), size: String(size) }));
}

/** The question that a body written by hand asks. */
export function questionOfBody({ index, size }: Pick<QueryRecord, 'index' | 'size'>, body: string): SearchQuestion {
  return { ...emptyQuestion, index, size, body };
}
