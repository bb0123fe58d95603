import * as z from 'zod/mini';

/** What answers at an endpoint: a proxy's management API, or a search engine. */
export const endpointKinds = ['proxy', 'search'] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** A header's name (RFC 9110, token). */
export const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/));
/** A header's value as a connection can carry it: visible Latin-1, spaces and tabs. */
export const headerValue = z.string().check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/));

/**
 * How a request proves who asks. An empty password, token or key is one that was not entered yet (an imported endpoint).
 * `apiKey` goes as `Authorization: ApiKey <key>` unless a header of its own is named.
 */
export const authSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('basic'), username: z.string(), password: z.string() }),
  z.object({ type: z.literal('bearer'), token: z.string() }),
  z.object({ type: z.literal('apiKey'), key: z.string(), header: z.optional(headerName) }),
]);
export type Auth = z.infer<typeof authSchema>;

/** The version of the stored record. A record with a larger one was written by a newer Proxy Scout and is left alone. */
export const RECORD_VERSION = 1;

/**
 * One configured endpoint, exactly as its secret holds it. Unknown fields survive a rewrite.
 * `url` is normalised (see `normaliseUrl`): http or https, no credentials, no trailing slash.
 */
export const endpointSchema = z.looseObject({
  version: z.literal(RECORD_VERSION),
  id: z.uuid(),
  kind: z.enum(endpointKinds),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  url: z.url({ protocol: /^https?$/ }),
  auth: authSchema,
  headers: z.record(headerName, headerValue),
  /** Sorts the endpoints in the view; ties by name. */
  order: z.number(),
});
export type Endpoint = z.infer<typeof endpointSchema>;
