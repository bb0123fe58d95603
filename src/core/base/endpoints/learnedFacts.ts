import * as z from 'zod/mini';
import { jsonOrNothing } from '../json/parse';
import { type Endpoint, type IgnoredFindings, ignoredFindingsSchema } from './endpoint';
import { editStampsSchema } from './fieldEdits';

/** Facts that were learned about an endpoint while it was used. Only the given facts are updated. */
export interface LearnedFacts {
  /** Its server required Digest: the password itself is no longer sent to it. */
  readonly digest?: true;
  /** The method with which its searches arrive complete. */
  readonly searchMethod?: 'GET' | 'POST';
  /** The public origins of its entry points, by name; `undefined` removes one. */
  readonly origins?: Readonly<Record<string, string | undefined>>;
  /** The findings that the user ignores, by their keys; `undefined` for one that the user no longer ignores. */
  readonly ignored?: Readonly<Record<string, IgnoredFindings[string] | undefined>>;
}

const learnedVersion = 1;

/**
 * The facts that were learned about one endpoint, in a separate secret beside the endpoint's, so that they never
 * overwrite what the user typed. Each fact names what it was learned from, so that it expires with that and need not be
 * deleted.
 */
const learnedSchema = z.looseObject({
  version: z.literal(learnedVersion),
  /** Valid for these credentials: the user, and the edit that entered them. */
  digest: z.optional(z.looseObject({ username: z.string(), edit: z.optional(z.string()) })),
  /** Valid for this address only. */
  searchMethod: z.optional(
    z.looseObject({ method: z.enum(['GET', 'POST']), url: z.string(), host: z.optional(z.string()) }),
  ),
  /** `null` for an entry point whose address was removed: it may still be in the endpoint's own record. */
  origins: z.optional(z.record(z.string(), z.nullable(z.url({ protocol: /^https?$/ })))),
  /** `null` for a finding that the user no longer ignores, for the same reason. */
  ignored: z.optional(z.record(z.string(), z.nullable(ignoredFindingsSchema.def.valueType))),
  edits: z.optional(editStampsSchema),
});
type LearnedRecord = z.infer<typeof learnedSchema>;

/** Parses a record. Undefined if it is not valid; empty if there is none. */
export function readLearnedFacts(text: string | undefined): LearnedRecord | undefined {
  return text === undefined ? { version: learnedVersion } : learnedSchema.safeParse(jsonOrNothing(text)).data;
}

/** The fields of the record for what was learned about this state of the endpoint. */
export function learnedFactFields(
  endpoint: Endpoint,
  { digest, searchMethod, origins, ignored }: LearnedFacts,
  present: LearnedRecord,
) {
  const { auth, url, host, edits } = endpoint;
  return {
    ...(digest && auth.type === 'basic' && { digest: { username: auth.username, edit: edits?.auth?.at } }),
    ...(searchMethod !== undefined && { searchMethod: { method: searchMethod, url, host } }),
    ...(origins !== undefined && { origins: { ...present.origins, ...withNulls(origins) } }),
    ...(ignored !== undefined && { ignored: { ...present.ignored, ...withNulls(ignored) } }),
  };
}

/** Writes `null` for a removed fact, so that the removal is stored. */
function withNulls<T>(facts: Readonly<Record<string, T | undefined>>): Record<string, T | null> {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fact ?? null]));
}

/** The endpoint with the learned facts that are still valid. */
export function withLearnedFacts(
  endpoint: Endpoint,
  { digest, searchMethod, origins, ignored }: LearnedRecord,
): Endpoint {
  const { auth, url, host, edits } = endpoint;
  const isOfThese = auth.type === 'basic' && digest?.username === auth.username && digest.edit === edits?.auth?.at;
  const isOfHere = searchMethod?.url === url && searchMethod.host === host;
  return {
    ...endpoint,
    ...(isOfThese && { auth: { ...auth, scheme: 'digest' as const } }),
    ...(isOfHere && { searchMethod: searchMethod.method }),
    ...(origins !== undefined && { origins: withoutNulls({ ...endpoint.origins, ...origins }) }),
    ...(ignored !== undefined && { ignored: withoutNulls({ ...endpoint.ignored, ...ignored }) }),
  };
}

function withoutNulls<T>(facts: Readonly<Record<string, T | null>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact === null ? [] : [[name, fact] as const])),
  );
}
