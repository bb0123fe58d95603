import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { jsonOrNothing } from '../json/parse';
import { type Endpoint, ignoredFindingsSchema } from './endpoint';
import { formerEditOfAuth, type LearnedFacts } from './learnedFacts';

/**
 * What earlier versions kept of an endpoint in a second secret, `learnt/<id>`: what they had learned, and public
 * addresses and ignored findings, which replace those in the record. As long as it exists, it is read as they read it,
 * so that all versions see the same. The next edit of the endpoint copies the addresses and findings into the record.
 */
const formerSchema = z.looseObject({
  version: z.literal(1),
  /** Valid for these credentials: the user, and the edit that entered them. */
  digest: z.optional(z.looseObject({ username: z.string(), edit: z.optional(z.string()) })),
  /** Valid for this address only. */
  searchMethod: z.optional(
    z.looseObject({ method: z.enum(['GET', 'POST']), url: z.string(), host: z.optional(z.string()) }),
  ),
  /** `null` for an entry point whose address was removed: it may still be in the record. */
  origins: z.optional(z.record(z.string(), z.nullable(z.url({ protocol: /^https?$/ })))),
  /** `null` for a finding that the user no longer ignores, for the same reason. */
  ignored: z.optional(z.record(z.string(), z.nullable(ignoredFindingsSchema.def.valueType))),
});
type FormerFacts = z.infer<typeof formerSchema>;

/** Parses the secret. Undefined if there is none, or not a valid one of a known version. */
export function readFormerFacts(text: string | undefined): FormerFacts | undefined {
  return text === undefined ? undefined : formerSchema.safeParse(jsonOrNothing(text)).data;
}

/** The endpoint of a record with what was kept beside it, as far as that is still valid. */
export function withFormerFacts(record: Endpoint, former: FormerFacts): Endpoint {
  const { origins, ignored } = former;
  const { digest, searchMethod } = formerlyLearned(record, former);
  const { auth } = record;
  return {
    ...record,
    ...(digest && auth.type === 'basic' && { auth: { ...auth, scheme: 'digest' as const } }),
    ...(searchMethod !== undefined && { searchMethod }),
    ...(origins !== undefined && { origins: withoutNulls({ ...record.origins, ...origins }) }),
    ...(ignored !== undefined && { ignored: withoutNulls({ ...record.ignored, ...ignored }) }),
  };
}

/** The facts that are valid for this state of the endpoint. */
export function formerlyLearned(endpoint: Endpoint, { digest, searchMethod }: FormerFacts): LearnedFacts {
  const { auth, url, host } = endpoint;
  const isOfThese =
    auth.type === 'basic' && digest?.username === auth.username && digest.edit === formerEditOfAuth(endpoint);
  const isOfHere = searchMethod?.url === url && searchMethod.host === host;
  return { ...(isOfThese && { digest: true }), ...(isOfHere && { searchMethod: searchMethod.method }) };
}

/**
 * The text to store so that an earlier version sees the edited endpoint, too; undefined if it does so already.
 *
 * @param isAuthEdited whether the edit was of the credentials: what was learned with the former ones expires
 */
export function formerFactsAfterEdit(
  former: FormerFacts,
  { origins = {}, ignored = {} }: Endpoint,
  isAuthEdited: boolean,
): string | undefined {
  const { digest, ...others } = former;
  const after = {
    ...others,
    ...(digest !== undefined && !isAuthEdited && { digest }),
    ...(former.origins !== undefined && { origins: valuesFor(former.origins, origins) }),
    ...(former.ignored !== undefined && { ignored: valuesFor(former.ignored, ignored) }),
  };
  return isDeepStrictEqual(after, former) ? undefined : JSON.stringify(after);
}

function valuesFor<T>(keys: Readonly<Record<string, T | null>>, now: Readonly<Record<string, T>>) {
  return Object.fromEntries(Object.keys(keys).map((key) => [key, now[key] ?? null]));
}

function withoutNulls<T>(facts: Readonly<Record<string, T | null>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => (fact === null ? [] : [[name, fact] as const])),
  );
}
