import * as z from 'zod/mini';
import { emptyQuestion, largestSize, longestBody, type SearchQuestion } from '../../../protocol/question';
import { textSchema } from '../../../protocol/questionSchema';
import { indentJson } from '../../base/json/indent';
import { jsonOrNothing } from '../../base/json/parse';
import type { FieldInfo } from '../engine/fieldList';
import { withMembers } from '../query/bodyText';
import { searchOf } from '../query/searchOf';

/** A handwritten request body with its target. Never a credential. */
const queryRecordSchema = z.object({
  version: z.literal(1),
  /** The target. Absent for a document whose record was lost, which has only its text. */
  endpointId: z.optional(z.uuid()),
  index: textSchema,
  /** Hits per page, if the body names none. */
  size: z.int().check(z.gte(1), z.lte(largestSize)),
  text: z.string().check(z.maxLength(longestBody)),
  /** The times of its creation and of the last write: milliseconds since 1970. */
  made: z.number(),
  written: z.number(),
});
export type QueryRecord = z.infer<typeof queryRecordSchema>;

/** Reads a stored record; undefined if it is not valid. */
export function readQueryRecord(text: string): QueryRecord | undefined {
  return queryRecordSchema.safeParse(jsonOrNothing(text)).data;
}

/** The stored text of a record. */
export function queryRecordText(record: QueryRecord): string {
  return JSON.stringify(queryRecordSchema.parse(record));
}

/**
 * The initial body: the question's own, unchanged, or the one that its form makes, indented and with all digits.
 *
 * @param fields the facts about fields that `searchOf` needs
 * @throws RequestFailure `invalid` if the form makes no body
 */
export function bodyToEdit(question: SearchQuestion, now: Date, fields: readonly FieldInfo[] = []): string {
  if (question.body !== undefined) return question.body;
  // The body does not depend on the index, which the user can still choose in the editor.
  const { body, from, size } = searchOf({ ...question, index: '*' }, 0, now, fields);
  return indentJson(withMembers(body, { from: String(from), size: String(size) }));
}

/** The question of a handwritten body. */
export function questionOfBody({ index, size }: Pick<QueryRecord, 'index' | 'size'>, body: string): SearchQuestion {
  return { ...emptyQuestion, index, size, body };
}
