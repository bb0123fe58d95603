import * as z from 'zod/mini';
import { editStampsSchema } from './fieldEdits';

/** What answers at an endpoint: a proxy's management API, or a search engine. */
export const endpointKinds = ['proxy', 'search'] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** A header's name (RFC 9110, token). */
export const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/));
/** A header's value as a connection can carry it: visible Latin-1, spaces and tabs. */
export const headerValue = z.string().check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/));

/**
 * How a request proves who asks. An empty password, token or key is one that was not entered yet (an imported endpoint).
 * `basic` is a user and a password; with `scheme` the password itself is never sent (see `loginOf`).
 * `apiKey` goes as `Authorization: ApiKey <key>` unless a header of its own is named.
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

/** A file by its path on the computer that asks: absolute, or below the home folder by `~`. Not looked at here. */
export const filePath = z.string().check(z.minLength(1), z.maxLength(4096), z.regex(/^[^\p{Cc}]+$/u));

/** The SHA-256 of a certificate's DER, in lower-case hexadecimal digits (see `readFingerprint`). */
export const fingerprint = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const HOST_NAME = '[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?';
/** A host's name, or an IPv4 address. */
export const hostName = z.string().check(z.maxLength(255), z.regex(new RegExp(`^${HOST_NAME}$`, 'i')));
/** What a `Host` header holds (RFC 9110, section 7.2): a name or an address, and a port if need be (see `readHost`). */
export const hostValue = z
  .string()
  .check(z.maxLength(261), z.regex(new RegExp(`^(?:${HOST_NAME}|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$`, 'i')));

/**
 * By whom an https server must be vouched for; absent: by an authority of Node's or the operating system's.
 * `file`: the authorities in this PEM file will do as well. `pin`: it shows the certificate with this fingerprint, or one
 * that the authority with this fingerprint issued, and nobody else will do. `anyone`: nothing is verified.
 */
const trustSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('file'), path: filePath }),
  z.looseObject({ type: z.literal('pin'), fingerprint }),
  z.looseObject({ type: z.literal('anyone') }),
]);
export type TlsTrust = z.infer<typeof trustSchema>;

/**
 * The certificate by which an endpoint knows who asks, by the paths of its files: they are read whenever a connection is
 * opened, so that they can be renewed, and the key stays where it is. Without `keyFile` the key is in the certificate's
 * file. An empty passphrase is one that was not entered yet (an imported endpoint). Node also trusts the authorities that a
 * PFX brings along to vouch for the server, unless a fingerprint is pinned.
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

/** How an https endpoint is verified, and how it knows who asks. Says nothing about an http endpoint. */
const tlsSchema = z.looseObject({
  trust: z.optional(trustSchema),
  client: z.optional(clientCertificateSchema),
  /** The name that is asked for (SNI) and that the certificate must be for, where it is not the host's. */
  serverName: z.optional(hostName),
});
export type EndpointTls = z.infer<typeof tlsSchema>;

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
  tls: z.optional(tlsSchema),
  /** The host that is asked for, where `url` is only the way to it: sent as `Host`, and as the server's name in TLS. */
  host: z.optional(hostValue),
  /**
   * The origin under which browsers reach an entry point of the proxy, by its name: learnt from a person's correction. Here
   * where it was imported, copied, or learnt by an earlier version; else in a record of its own (see `withLearnt`).
   */
  origins: z.optional(z.record(z.string(), z.url({ protocol: /^https?$/ }))),
  /** How searches are sent, where the address was found to lose the body of a GET. Learnt, as `origins`; ends with the address. */
  searchMethod: z.optional(z.enum(['GET', 'POST'])),
  /** Sorts the endpoints in the view; ties by name. */
  order: z.number(),
  /** Which edit each field is of, so that windows that write at the same time lose nothing of each other. */
  edits: z.optional(editStampsSchema),
});
export type Endpoint = z.infer<typeof endpointSchema>;
