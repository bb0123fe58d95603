import * as z from 'zod/mini';
import { findingKinds } from './finding';

const findingRefSchema = z.object({ endpointId: z.string(), of: z.enum(findingKinds), key: z.string() });
/** Identifies a finding of an endpoint, as its row and its place in a document do. */
export type FindingRef = z.infer<typeof findingRefSchema>;

/** Reads a value from outside, such as a command's argument. Undefined if it is not valid. */
export function parseFindingRef(value: unknown): FindingRef | undefined {
  return findingRefSchema.safeParse(value).data;
}
