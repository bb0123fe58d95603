import * as z from 'zod/mini';
import {
  type Auth,
  type ClientCertificate,
  type Endpoint,
  type EndpointTls,
  endpointKinds,
  endpointSchema,
  filePath,
  fingerprint,
  headerName,
  hostName,
  hostValue,
} from '../endpoint';
import { jsonOrNothing } from '../json/parse';
import type { EndpointFields } from './store';
import { normaliseUrl } from './url';

/** That there is a passphrase, which is itself never in the file. */
const needsPassphrase = z.optional(z.boolean());

/**
 * What a file of exported endpoints holds: no password, token, key, passphrase or header value, only that there is one.
 * That an endpoint is not verified stays out as well: whoever imports it is to decide that, and is asked first.
 */
const exportSchema = z.object({
  proxyScoutEndpoints: z.literal(1),
  endpoints: z.array(
    z.object({
      kind: z.enum(endpointKinds),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      url: z.string(),
      auth: z.discriminatedUnion('type', [
        z.object({ type: z.literal('none') }),
        z.object({ type: z.literal('basic'), username: z.string(), scheme: z.optional(z.literal('digest')) }),
        z.object({ type: z.literal('bearer') }),
        z.object({ type: z.literal('apiKey'), header: z.optional(headerName) }),
      ]),
      headers: z.optional(z.array(headerName)),
      tls: z.optional(
        z.object({
          trust: z.optional(
            z.discriminatedUnion('type', [
              z.object({ type: z.literal('file'), path: filePath }),
              z.object({ type: z.literal('pin'), fingerprint }),
            ]),
          ),
          client: z.optional(
            z.discriminatedUnion('type', [
              z.object({ type: z.literal('pem'), file: filePath, keyFile: z.optional(filePath), needsPassphrase }),
              z.object({ type: z.literal('pfx'), file: filePath, needsPassphrase }),
            ]),
          ),
          serverName: z.optional(hostName),
        }),
      ),
      host: z.optional(hostValue),
      origins: endpointSchema.shape.origins,
    }),
  ),
});
type Exported = z.infer<typeof exportSchema>['endpoints'][number];

/** The text of a file that holds `endpoints` without their secrets. */
export function exportEndpoints(endpoints: readonly Endpoint[]): string {
  const exported: z.infer<typeof exportSchema> = {
    proxyScoutEndpoints: 1,
    endpoints: endpoints.map(({ kind, name, url, auth, headers, tls, host, origins }) => ({
      kind,
      name,
      url,
      auth: withoutSecret(auth),
      ...(Object.keys(headers).length === 0 ? {} : { headers: Object.keys(headers) }),
      ...(tls === undefined ? {} : { tls: tlsWithoutSecret(tls) }),
      ...(host === undefined ? {} : { host }),
      ...(origins === undefined ? {} : { origins }),
    })),
  };
  // Parsed, so that a field which a newer Proxy Scout put into a record, a secret perhaps, does not travel.
  return `${JSON.stringify(exportSchema.parse(exported), null, 2)}\n`;
}

/** What an import brings. `present` counts those that are already there (same kind, name and address). */
export interface Import {
  readonly endpoints: readonly EndpointFields[];
  readonly present: number;
}

/**
 * Reads a file of exported endpoints. Secrets come back empty: `missesSecret` tells which endpoints need theirs.
 *
 * @returns what to add, or `problem`: a sentence that says why the file cannot be used. All or nothing.
 */
export function importEndpoints(text: string, existing: readonly Endpoint[]): Import | { readonly problem: string } {
  const file = exportSchema.safeParse(jsonOrNothing(text.replace(/^\uFEFF/, '')));
  if (!file.success) {
    return { problem: 'This file holds no endpoints. Choose one that Export Endpoints wrote.' };
  }
  const key = ({ kind, name, url }: Pick<Endpoint, 'kind' | 'name' | 'url'>) => JSON.stringify([kind, name, url]);
  const there = new Set(existing.map(key));
  const endpoints: EndpointFields[] = [];
  let present = 0;
  for (const exported of file.data.endpoints) {
    const address = normaliseUrl(exported.url, exported.kind);
    if ('problem' in address) {
      return {
        problem: `The address of “${exported.name}” cannot be used. Correct it in the file. ${address.problem}`,
      };
    }
    const fields = fieldsOf(exported, address.url);
    if (there.has(key(fields))) present += 1;
    else endpoints.push(fields);
    there.add(key(fields));
  }
  return { endpoints, present };
}

/** Whether a secret that the endpoint's auth, headers or client certificate need has not been entered yet. */
export function missesSecret({ auth, headers, tls }: Pick<EndpointFields, 'auth' | 'headers' | 'tls'>): boolean {
  const empty =
    (auth.type === 'basic' && auth.password === '') ||
    (auth.type === 'bearer' && auth.token === '') ||
    (auth.type === 'apiKey' && auth.key === '');
  return empty || Object.values(headers).includes('') || tls?.client?.passphrase === '';
}

function withoutSecret(auth: Auth): Exported['auth'] {
  switch (auth.type) {
    case 'basic':
      return { type: 'basic', username: auth.username, ...(auth.scheme === undefined ? {} : { scheme: auth.scheme }) };
    case 'apiKey':
      return auth.header === undefined ? { type: 'apiKey' } : { type: 'apiKey', header: auth.header };
    default:
      return { type: auth.type };
  }
}

function tlsWithoutSecret({ trust, client, serverName }: EndpointTls): Exported['tls'] {
  return {
    ...(trust === undefined || trust.type === 'anyone' ? {} : { trust }),
    ...(client === undefined ? {} : { client: clientWithoutSecret(client) }),
    ...(serverName === undefined ? {} : { serverName }),
  };
}

function clientWithoutSecret({ passphrase, ...client }: ClientCertificate) {
  return passphrase === undefined ? client : { ...client, needsPassphrase: true };
}

function fieldsOf({ kind, name, auth, headers, tls, host, origins }: Exported, url: string): EndpointFields {
  return {
    kind,
    name,
    url,
    auth: withEmptySecret(auth),
    headers: Object.fromEntries((headers ?? []).map((header) => [header, ''])),
    ...(tls === undefined ? {} : { tls: tlsWithEmptySecret(tls) }),
    ...(host === undefined ? {} : { host }),
    ...(origins === undefined ? {} : { origins: onlyOrigins(origins) }),
  };
}

/** Whatever else stands in a file that a person has edited, credentials say, is nothing that a record should hold. */
function onlyOrigins(addresses: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, new URL(address).origin]));
}

function withEmptySecret(auth: Exported['auth']): Auth {
  switch (auth.type) {
    case 'basic':
      return { ...auth, password: '' };
    case 'bearer':
      return { ...auth, token: '' };
    case 'apiKey':
      return { type: 'apiKey', key: '', ...(auth.header === undefined ? {} : { header: auth.header }) };
    case 'none':
      return auth;
  }
}

function tlsWithEmptySecret({ client, ...tls }: NonNullable<Exported['tls']>): EndpointTls {
  if (client === undefined) return tls;
  const { needsPassphrase, ...files } = client;
  return { ...tls, client: needsPassphrase ? { ...files, passphrase: '' } : files };
}
