import * as z from 'zod/mini';
import {
  askKinds,
  largestSize,
  longestBody,
  longestClause,
  longestLabel,
  longestText,
  longestTime,
  type SearchQuestion,
  timeSpans,
} from './question';

/** How a question from outside is parsed: from the page, a saved search, the history, or a file. question.ts says what it is. */

export const textSchema = z.string().check(z.maxLength(longestText));

/** A query type until version 0.1, which is now a question without field and words. */
const everything = 'everything';

/** A filter beside the text, shown as a chip above the hits. */
export const filterSchema = z.object({
  label: z.string().check(z.maxLength(longestLabel)),
  clause: z.string().check(z.minLength(2), z.maxLength(longestClause)),
  isOut: z.boolean(),
  isOff: z.optional(z.literal(true)),
});

/** A range of a date field. */
export const timeSchema = z.object({
  field: textSchema,
  span: z.enum(timeSpans),
  from: z.string().check(z.maxLength(longestTime)),
  to: z.string().check(z.maxLength(longestTime)),
});

/** The hit of a search around a hit: for the hits before and after it in time. */
const aroundSchema = z.object({
  field: textSchema,
  index: z.string().check(z.maxLength(1_000)),
  id: z.string().check(z.minLength(1), z.maxLength(2_000)),
  at: z.optional(z.number()),
});

export const sortSchema = z.object({ field: textSchema, order: z.enum(['asc', 'desc']) });

const givenSchema = z.object({
  index: textSchema,
  by: z.enum([...askKinds, everything]),
  field: textSchema,
  text: textSchema,
  upTo: textSchema,
  filters: z.array(filterSchema).check(z.maxLength(100)),
  time: z.optional(timeSchema),
  sort: z.array(sortSchema).check(z.maxLength(10)),
  size: z.int().check(z.gte(1), z.lte(largestSize)),
  highlight: z.boolean(),
  onlyFields: z.array(textSchema).check(z.maxLength(1_000)),
  body: z.optional(z.string().check(z.maxLength(longestBody))),
  around: z.optional(aroundSchema),
});

export const questionSchema = z.pipe(
  givenSchema,
  // Keeps the order of the members, because questions are compared as texts.
  z.transform(
    (given): SearchQuestion => ({
      ...given,
      ...(given.by === everything && { field: '', text: '' }),
      by: given.by === everything ? ('words' as const) : given.by,
    }),
  ),
);
