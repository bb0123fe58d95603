import { randomBytes } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { HitPage } from '../../../protocol/resultPage';
import type { Endpoint } from '../../base/endpoints/endpoint';
import { serverNameOf } from '../../base/http/serverName';
import { indentJson } from '../../base/json/indent';
import { isRecord, jsonOrNothing } from '../../base/json/parse';
import { refuseQuestion } from '../wire/searchPath';

/** A request as it was sent to the engine: its path percent-encoded, with its query. */
type SentSearch = HitPage['sent'];

/** Linux accepts no single argument over 128 KiB. */
const longestArgument = 100_000;

/**
 * The request for bash and curl. It never contains credentials or the values of custom headers, but variables
 * (`$ES_USER`, `$ES_PASSWORD`, `$ES_TOKEN`, `$ES_API_KEY`, `$HEADER_…`) that the user sets. Files are named by their
 * paths. A pinned certificate has no equivalent in curl and is left out: curl then verifies as usual, which is no less
 * strict.
 *
 * @throws RequestFailure `invalid` if the endpoint's custom host is not valid, so that no request is possible, and if
 * the body is not a JSON object: curl reads `@name` as a file to send
 */
export function curlOf(endpoint: Endpoint, { method, path, body }: SentSearch): string {
  const { url, options } = addressOf(endpoint, path);
  const inert = withoutUnseen(objectOnly(body));
  // Unpredictable: after an equal line of the body, the shell would run the following lines.
  const bodyEnd = `END_OF_BODY_${randomBytes(16).toString('hex')}`;
  const isLong = Buffer.byteLength(inert) > longestArgument;
  const lines = [
    `curl -X ${method} ${quoted(url)}`,
    ...options,
    ...headersOf(endpoint),
    ...credentialsOf(endpoint),
    ...tlsOf(endpoint),
    isLong ? `--data-binary @- <<'${bodyEnd}'` : `--data-binary ${quoted(inert)}`,
  ];
  const command = lines.join(' \\\n  ');
  return isLong ? `${command}\n${inert}\n${bodyEnd}` : command;
}

/**
 * The request for the console of Kibana and OpenSearch Dashboards.
 *
 * @throws RequestFailure `invalid` if the body is not a JSON object
 */
export function devToolsOf({ method, path, body }: SentSearch): string {
  return `${method} ${path}\n${indentJson(withoutUnseen(objectOnly(body)))}`;
}

/** Checked earlier, too, but here it decides what a shell runs. */
function objectOnly(body: string): string {
  if (!isRecord(jsonOrNothing(body))) {
    refuseQuestion(
      l10n.t('The body of this search is not a JSON object.'),
      l10n.t('Correct it before copying the search.'),
    );
  }
  return body;
}

/**
 * Escapes characters that are invisible or control a terminal: filters made from documents can contain such characters.
 * In JSON they can only occur in strings, where an escape has the same meaning. Tabs occur between tokens only: a shell
 * would complete a name.
 */
function withoutUnseen(body: string): string {
  return body
    .replace(/\t/g, '  ')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
      Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(''),
    );
}

const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** Any text as one word of bash. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A path; bash expands the `~` of a home folder outside of quotes only. */
function quotedPath(path: string): string {
  return /^~[/\\]/.test(path) ? `~/${quoted(path.slice(2))}` : quoted(path);
}

function addressOf(endpoint: Endpoint, path: string): { readonly url: string; readonly options: readonly string[] } {
  const base = new URL(endpoint.url);
  const { host, serverName, isOwn } = serverNameOf(endpoint);
  const port = base.port || (base.protocol === 'https:' ? '443' : '80');
  const isOtherServer = base.protocol === 'https:' && serverName !== base.hostname.replace(/^\[(.*)\]$/, '$1');
  // curl has no option for the TLS server name alone: the URL gets the name, and an option its address.
  const origin = isOtherServer ? `https://${serverName}:${port}` : base.origin;
  const url = origin + endpoint.url.slice(base.origin.length) + path;
  return {
    url,
    options: [
      // Without this, brackets and braces are patterns.
      ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
      ...(isOtherServer ? [`--connect-to ${quoted(`${serverName}:${port}:${base.hostname}:${port}`)}`] : []),
      ...(isOwn || isOtherServer ? [`-H ${quoted(`Host: ${host}`)}`] : []),
    ],
  };
}

function headersOf({ headers, auth }: Endpoint): string[] {
  const taken = new Set(['host', 'content-type']);
  if (auth.type === 'apiKey' && auth.header !== undefined) taken.add(auth.header.toLowerCase());
  else if (auth.type !== 'none') taken.add('authorization');
  const own = Object.keys(headers).filter((name) => !taken.has(name.toLowerCase()));
  const variables = new Set<string>();
  const placed = own.map((name) => {
    const wanted = `HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
    const variable = variables.has(wanted) ? `${wanted}_${variables.size}` : wanted;
    variables.add(variable);
    return headerOf(name, variable);
  });
  return [`-H 'Content-Type: application/json'`, ...placed];
}

const headerOf = (name: string, variable: string): string => `-H ${quoted(`${name}: `)}"$${variable}"`;

function credentialsOf({ auth }: Endpoint): string[] {
  switch (auth.type) {
    case 'none':
      return [];
    case 'basic':
      return [...(auth.scheme === 'digest' ? ['--digest'] : []), '-u "$ES_USER:$ES_PASSWORD"'];
    case 'bearer':
      return ['-H "Authorization: Bearer $ES_TOKEN"'];
    case 'apiKey':
      return auth.header === undefined
        ? ['-H "Authorization: ApiKey $ES_API_KEY"']
        : [headerOf(auth.header, 'ES_API_KEY')];
  }
}

function tlsOf({ url, tls }: Endpoint): string[] {
  if (!url.startsWith('https:')) return [];
  const { trust, client } = tls ?? {};
  const options: string[] = [];
  if (trust?.type === 'file') options.push(`--cacert ${quotedPath(trust.path)}`);
  if (trust?.type === 'anyone') options.push('--insecure');
  if (client !== undefined) {
    options.push(
      `${client.type === 'pfx' ? '--cert-type P12 ' : ''}--cert ${quotedPath(certificateName(client.file))}`,
    );
    if (client.type === 'pem' && client.keyFile !== undefined) options.push(`--key ${quotedPath(client.keyFile)}`);
    if (client.passphrase !== undefined) options.push('--pass "$ES_CERTIFICATE_PASSPHRASE"');
  }
  return options;
}

/** In curl's certificate argument a colon starts the passphrase, except for that of a Windows drive. */
function certificateName(path: string): string {
  return /^[a-z]:[/\\]/i.test(path) ? path : path.replace(/[\\:]/g, '\\$&');
}
