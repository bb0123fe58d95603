import * as z from 'zod/mini';

const name = z.string().check(z.minLength(1), z.maxLength(10_000));

const nameFieldSchema = z.object({
  /** The field to search: `RouterName.keyword`. */
  field: name,
  /** Whether it has whole names (`term`) or their words (`phrase`). */
  by: z.enum(['term', 'phrase']),
  /** The path of the name in a document: `RouterName`. Absent if the field has more, such as a whole line. */
  path: z.optional(name),
  /** The text field above a keyword field. It also has the names that are too long for the keyword field. */
  text: z.optional(name),
});
/** A field for finding lines by the name of a router or a service. */
export type NameField = z.infer<typeof nameFieldSchema>;

/** The layout of access logs in an index: which fields have which values. Only existing fields. Server text. */
export const logLayoutSchema = z.object({
  router: nameFieldSchema,
  /** Absent if no line names a service. */
  service: z.optional(nameFieldSchema),
  /** Whether some lines lack the service although it responded: then its routers are searched, too. */
  isServiceOftenMissing: z.boolean(),
  /** The status that the client got. */
  status: z.optional(name),
  /**
   * Whole nanoseconds of the request. Null if there is no such field, or its unit is unknown; absent if stored earlier.
   */
  duration: z.optional(z.nullable(name)),
  /** A date field, for the time range. */
  time: z.optional(name),
  /** The field to sort by, newest first. */
  sort: z.optional(name),
  /** The paths in a document of the values that users read first. */
  columns: z.array(name).check(z.maxLength(100)),
});
export type LogLayout = z.infer<typeof logLayoutSchema>;
