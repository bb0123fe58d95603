import * as z from 'zod/mini';

/** The kind of server at an endpoint: a proxy's management API, or a search engine. */
export const endpointKinds = ['proxy', 'search'] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** A header's name (RFC 9110, token). */
export const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/));
/** A header's value as a connection can carry it: visible Latin-1, spaces and tabs. */
export const headerValue = z.string().check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/));

/**
 * How requests authenticate. If a password, token or key is empty, the user has not entered it yet (in an imported
 * endpoint). `basic` is a user and a password; with `scheme` the password itself is never sent (see `loginOf`).
 * `apiKey` is sent as `Authorization: ApiKey <key>` unless another header is named.
 */
export const authSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({
    type: z.literal('basic'),
    username: z.string(),
    password: z.string(),
    scheme: z.optional(z.literal('digest')),
  }),
  z.object({ type: z.literal('bearer'), token: z.string() }),
  z.object({ type: z.literal('apiKey'), key: z.string(), header: z.optional(headerName) }),
]);
export type EndpointAuth = z.infer<typeof authSchema>;

/** The path of a file on this computer: absolute, or below the home folder with `~`. Not checked here. */
export const filePath = z.string().check(z.minLength(1), z.maxLength(4096), z.regex(/^[^\p{Cc}]+$/u));

/** The SHA-256 of a certificate's DER, in lower-case hexadecimal digits (see `readFingerprint`). */
export const fingerprint = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const hostNameSource = '[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?';
/** A host's name, or an IPv4 address. */
export const hostName = z.string().check(z.maxLength(255), z.regex(new RegExp(`^${hostNameSource}$`, 'i')));
/** The value of a `Host` header (RFC 9110, section 7.2): a name or an address, and perhaps a port (see `readHost`). */
export const hostValue = z
  .string()
  .check(z.maxLength(261), z.regex(new RegExp(`^(?:${hostNameSource}|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$`, 'i')));

/**
 * How Proxy Scout verifies the certificate of an https server; if absent, by the authorities of Node.js and the
 * operating system. `file`: also by the authorities in this PEM file. `pin`: accepts only the certificate with this
 * fingerprint, or one issued by the authority with this fingerprint. `anyone`: verifies nothing.
 */
const trustSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('file'), path: filePath }),
  z.looseObject({ type: z.literal('pin'), fingerprint }),
  z.looseObject({ type: z.literal('anyone') }),
]);
export type TlsTrust = z.infer<typeof trustSchema>;

/**
 * The client certificate, by the paths of its files. They are read whenever a connection is opened, so that they can be
 * renewed and the key stays where it is. Without `keyFile`, the key is in the certificate's file. An empty passphrase
 * was not entered yet (in an imported endpoint). Node.js also trusts the authorities in a PFX for verifying the server,
 * unless a fingerprint is pinned.
 */
const clientCertificateSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('pem'),
    file: filePath,
    keyFile: z.optional(filePath),
    passphrase: z.optional(z.string()),
  }),
  z.looseObject({ type: z.literal('pfx'), file: filePath, passphrase: z.optional(z.string()) }),
]);
export type ClientCertificate = z.infer<typeof clientCertificateSchema>;

/** The TLS settings of an https endpoint. They have no effect on an http endpoint. */
const tlsSchema = z.looseObject({
  trust: z.optional(trustSchema),
  client: z.optional(clientCertificateSchema),
  /** The name to request (SNI) and to expect in the certificate, if it is not the host. */
  serverName: z.optional(hostName),
});
export type EndpointTls = z.infer<typeof tlsSchema>;

/**
 * Findings about a proxy that the user ignores, by the SHA-256 of their text (see `ignoredKeyOf`). The other fields are
 * for readers of the record, and show quickly which findings cannot be meant.
 */
export const ignoredFindingsSchema = z.record(
  z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  z.looseObject({ kind: z.string().check(z.maxLength(50)), about: z.string().check(z.maxLength(1_000)) }),
);
export type IgnoredFindings = Readonly<z.infer<typeof ignoredFindingsSchema>>;

/** The version of the stored record. A newer Proxy Scout wrote a record with a larger one, which is not changed. */
export const recordVersion = 1;

/**
 * One configured endpoint, exactly as its secret holds it. A rewrite keeps unknown fields. `url` is normalized (see
 * `normalizeUrl`): http or https, no credentials, no trailing slash.
 */
export const endpointSchema = z.looseObject({
  version: z.literal(recordVersion),
  id: z.uuid(),
  kind: z.enum(endpointKinds),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  url: z.url({ protocol: /^https?$/ }),
  auth: authSchema,
  headers: z.record(headerName, headerValue),
  tls: z.optional(tlsSchema),
  /** The host to send, if it differs from `url`: as `Host`, and as the server name in TLS. */
  host: z.optional(hostValue),
  /** The public origins of the proxy's entry points, by name, as the user entered them. */
  origins: z.optional(z.record(z.string(), z.url({ protocol: /^https?$/ }))),
  /** The findings about the proxy that the user ignores. */
  ignored: z.optional(ignoredFindingsSchema),
  /**
   * How searches are sent if the address loses the body of a GET. Stored here if copied, or learned by an early version;
   * otherwise in the global state (see `openLearnedFacts`). Reset with the address.
   */
  searchMethod: z.optional(z.enum(['GET', 'POST'])),
  /** The position in the view; ties are sorted by name. */
  order: z.number(),
});
export type Endpoint = z.infer<typeof endpointSchema>;
