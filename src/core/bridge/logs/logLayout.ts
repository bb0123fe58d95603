import * as z from 'zod/mini';

const name = z.string().check(z.minLength(1), z.maxLength(10_000));

const nameFieldSchema = z.object({
  /** The field to ask: `RouterName.keyword`. */
  field: name,
  /** Whether it holds whole names (`term`) or words of them (`phrase`). */
  by: z.enum(['term', 'phrase']),
  /** Where the name stands in a document: `RouterName`. Absent where the field holds more than a name, such as a whole log line. */
  path: z.optional(name),
  /** The text field above a keyword one, which also has the names that are too long for that. */
  text: z.optional(name),
});
/** A field by which lines can be found that name a router or a service. */
export type NameField = z.infer<typeof nameFieldSchema>;

/** How access logs lie in an index: which fields hold what. Only fields that were found there. Server text. */
export const logLayoutSchema = z.object({
  router: nameFieldSchema,
  /** Absent where no line names a service. */
  service: z.optional(nameFieldSchema),
  /** Whether some lines lack the service although it answered: then its routers are looked for too. */
  isServiceOftenMissing: z.boolean(),
  /** The status that was sent to the client. */
  status: z.optional(name),
  /**
   * Whole nanoseconds that the request took. Null where there is no such field, or the unit is not known; absent in what was
   * remembered before it was looked for.
   */
  duration: z.optional(z.nullable(name)),
  /** A date field, for the time range. */
  time: z.optional(name),
  /** The field to sort by, newest first. */
  sort: z.optional(name),
  /** Where in a document stands what a person reads first. */
  columns: z.array(name).check(z.maxLength(100)),
});
export type LogLayout = z.infer<typeof logLayoutSchema>;
