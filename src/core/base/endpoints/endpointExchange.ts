import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { jsonOrNothing } from '../json/parse';
import { secretMask, withoutTokens } from '../secrets/secretsInText';
import {
  type ClientCertificate,
  type Endpoint,
  type EndpointAuth,
  type EndpointTls,
  endpointKinds,
  endpointSchema,
  filePath,
  fingerprint,
  headerName,
  hostName,
  hostValue,
  ignoredFindingsSchema,
} from './endpoint';
import type { EndpointFields } from './endpointStore';
import { normalizeUrl } from './endpointUrl';

/** The most ignored findings of an endpoint in a file: more than a user ignores by hand. */
const mostIgnored = 5_000;

/** Whether there is a passphrase. The file never contains the passphrase itself. */
const needsPassphrase = z.optional(z.boolean());

/**
 * The content of a file of exported endpoints. It records whether there is a password, token, key, passphrase, header
 * value, or key in the path of a URL, but never contains one. It also leaves out that an endpoint is not verified: the
 * user who imports it decides that.
 */
const exportedSchema = z.object({
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
  ignored: z.optional(
    z
      .record(
        ignoredFindingsSchema.def.keyType,
        z.object({ kind: z.string().check(z.maxLength(50)), about: z.string().check(z.maxLength(1_000)) }),
      )
      .check(z.refine((ignored) => Object.keys(ignored).length <= mostIgnored)),
  ),
});
type Exported = z.infer<typeof exportedSchema>;
/** The whole file. `importEndpoints` parses its endpoints one by one. */
const fileSchema = z.object({ proxyScoutEndpoints: z.literal(1), endpoints: z.array(z.unknown()) });

/** The text of a file with `endpoints`, without their secrets. */
export function exportedEndpointsText(endpoints: readonly Endpoint[]): string {
  const exported = endpoints.map(({ kind, name, url, auth, headers, tls, host, origins, ignored }) => {
    // Parsed, so that fields from a newer Proxy Scout, which may be secret, are not exported.
    return exportedSchema.parse({
      kind,
      name,
      // A key in the path gives access, so it is masked and must be entered again after the import.
      url: withoutTokens(url, secretMask),
      auth: withoutSecret(auth),
      ...(Object.keys(headers).length === 0 ? {} : { headers: Object.keys(headers) }),
      ...(tls === undefined ? {} : { tls: tlsWithoutSecret(tls) }),
      ...(host === undefined ? {} : { host }),
      ...(origins === undefined ? {} : { origins }),
      ...(ignored === undefined || Object.keys(ignored).length === 0 ? {} : { ignored }),
    } satisfies Exported);
  });
  return `${JSON.stringify({ proxyScoutEndpoints: 1, endpoints: exported } satisfies z.infer<typeof fileSchema>, null, 2)}\n`;
}

/** The endpoints of a file. `present` counts those that already exist (same kind, name, and URL). */
interface Import {
  readonly endpoints: readonly EndpointFields[];
  readonly present: number;
}

/**
 * Reads a file of exported endpoints. Their secrets are empty: `missesSecret` finds the endpoints that need them.
 *
 * @returns what to add, or `problem`: a sentence that says why the file cannot be used. Imports all or nothing.
 */
export function readExportedEndpoints(
  text: string,
  existing: readonly Endpoint[],
): Import | { readonly problem: string } {
  const file = fileSchema.safeParse(jsonOrNothing(text.replace(/^\uFEFF/, '')));
  const key = ({ kind, name, url }: Pick<Endpoint, 'kind' | 'name' | 'url'>) => JSON.stringify([kind, name, url]);
  const there = new Set(existing.map(key));
  const endpoints: EndpointFields[] = [];
  let present = 0;
  for (const one of file.data?.endpoints ?? [undefined]) {
    const { data: exported } = exportedSchema.safeParse(one);
    if (exported === undefined) {
      return { problem: l10n.t('This file contains no endpoints. Select a file that Export… wrote.') };
    }
    const address = normalizeUrl(exported.url, exported.kind);
    if ('problem' in address) {
      const invalid = l10n.t('The URL of “{0}” is not valid. Correct it in the file.', exported.name);
      return { problem: `${invalid} ${address.problem}` };
    }
    const fields = fieldsOf(exported, address.url);
    if (there.has(key(fields))) present += 1;
    else endpoints.push(fields);
    there.add(key(fields));
  }
  return { endpoints, present };
}

/** Whether the user has not entered a secret of the endpoint's URL, auth, headers, or client certificate yet. */
export function missesSecret({
  url,
  auth,
  headers,
  tls,
}: Pick<EndpointFields, 'url' | 'auth' | 'headers' | 'tls'>): boolean {
  const empty =
    (auth.type === 'basic' && auth.password === '') ||
    (auth.type === 'bearer' && auth.token === '') ||
    (auth.type === 'apiKey' && auth.key === '');
  return (
    empty ||
    url.includes(encodeURI(secretMask)) ||
    Object.values(headers).includes('') ||
    tls?.client?.passphrase === ''
  );
}

function withoutSecret(auth: EndpointAuth): Exported['auth'] {
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

function fieldsOf({ kind, name, auth, headers, tls, host, origins, ignored }: Exported, url: string): EndpointFields {
  return {
    kind,
    name,
    url,
    auth: withEmptySecret(auth),
    headers: Object.fromEntries((headers ?? []).map((header) => [header, ''])),
    ...(tls === undefined ? {} : { tls: tlsWithEmptySecret(tls) }),
    ...(host === undefined ? {} : { host }),
    ...(origins === undefined ? {} : { origins: onlyOrigins(origins) }),
    ...(ignored === undefined ? {} : { ignored }),
  };
}

/** Drops anything else that the file may contain, such as credentials. */
function onlyOrigins(addresses: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, new URL(address).origin]));
}

function withEmptySecret(auth: Exported['auth']): EndpointAuth {
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
