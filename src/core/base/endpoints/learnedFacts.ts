import * as z from 'zod/mini';
import { jsonOrNothing } from '../json/parse';
import type { Endpoint } from './endpoint';
import { editStampsSchema } from './fieldEdits';

/** What is found out about an endpoint while it is used. Only what is named is kept anew. */
export interface LearnedFacts {
  /** Its server asked for Digest: the password itself is not sent to it any more. */
  readonly digest?: true;
  /** How its searches arrive whole. */
  readonly searchMethod?: 'GET' | 'POST';
  /** Where browsers reach its entry points, by their names; `undefined` forgets one. */
  readonly origins?: Readonly<Record<string, string | undefined>>;
}

const LEARNT_VERSION = 1;

/**
 * What was learnt of one endpoint, in a secret of its own beside the endpoint's: what a person typed is never written
 * again for it. Each fact says what it was learnt of, so that it ends with that and nobody has to delete it.
 */
const learntSchema = z.looseObject({
  version: z.literal(LEARNT_VERSION),
  /** Holds for these credentials: the user, and the edit that entered them. */
  digest: z.optional(z.looseObject({ username: z.string(), edit: z.optional(z.string()) })),
  /** Holds for this address. */
  searchMethod: z.optional(
    z.looseObject({ method: z.enum(['GET', 'POST']), url: z.string(), host: z.optional(z.string()) }),
  ),
  /** `null` for an entry point whose address was forgotten: it may still stand in the endpoint's own record. */
  origins: z.optional(z.record(z.string(), z.nullable(z.url({ protocol: /^https?$/ })))),
  edits: z.optional(editStampsSchema),
});
type LearntRecord = z.infer<typeof learntSchema>;

/** Reads the text of a record. Undefined for one that cannot be understood; nothing learnt where there is none. */
export function readLearnedFacts(text: string | undefined): LearntRecord | undefined {
  return text === undefined ? { version: LEARNT_VERSION } : learntSchema.safeParse(jsonOrNothing(text)).data;
}

/** The fields of the record that hold what was found out about the endpoint as it is here. */
export function learnedFactFields(
  endpoint: Endpoint,
  { digest, searchMethod, origins }: LearnedFacts,
  present: LearntRecord,
) {
  const { auth, url, host, edits } = endpoint;
  return {
    ...(digest && auth.type === 'basic' && { digest: { username: auth.username, edit: edits?.auth?.at } }),
    ...(searchMethod !== undefined && { searchMethod: { method: searchMethod, url, host } }),
    ...(origins !== undefined && {
      origins: {
        ...present.origins,
        ...Object.fromEntries(Object.entries(origins).map(([name, origin]) => [name, origin ?? null])),
      },
    }),
  };
}

/** The endpoint with what was learnt of it, as far as that still holds. */
export function withLearnedFacts(endpoint: Endpoint, { digest, searchMethod, origins }: LearntRecord): Endpoint {
  const { auth, url, host, edits } = endpoint;
  const isOfThese = auth.type === 'basic' && digest?.username === auth.username && digest.edit === edits?.auth?.at;
  const isOfHere = searchMethod?.url === url && searchMethod.host === host;
  const known = Object.entries({ ...endpoint.origins, ...origins }).flatMap(([name, origin]) =>
    origin === null ? [] : [[name, origin] as const],
  );
  return {
    ...endpoint,
    ...(isOfThese && { auth: { ...auth, scheme: 'digest' as const } }),
    ...(isOfHere && { searchMethod: searchMethod.method }),
    ...(origins !== undefined && { origins: Object.fromEntries(known) }),
  };
}
