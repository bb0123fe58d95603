import * as l10n from '@vscode/l10n';
import { addToList } from '../../base/lists/addToList';
import { withoutAround } from '../../base/text/trim';
import type { EntryPoint } from '../model/model';
import { hasChange, type TraefikVersion, versionChanges } from '../model/versions';
import { type IpAddress, ipAddressOf } from '../rules/hosts';
import { canonicalHeader, headerToken } from '../rules/httpTests';
import type { NormalizedConnection, NormalizedRequest } from '../rules/normalizedRequest';
import {
  bytesOf,
  cleanPath,
  decodedPercents,
  escapedPath,
  type GoPath,
  goPathOf,
  hasControls,
  normalizeTarget,
  type RefusedTarget,
  utf8TextOf,
} from '../rules/requestTarget';
import type { ServerTraits } from '../rules/serverTraits';
import type { HttpQuestion, TcpQuestion } from './routeAnswer';

/**
 * A request as Go's server and the entry point's own handlers pass it to the routers:
 * pkg/server/server_entrypoint_tcp.go, pkg/middlewares/forwardedheaders, pkg/middlewares/requestdecorator.
 *
 * @param entryPoint absent if unknown: its settings are then assumed to be the defaults
 */
export function normalizeRequest(
  question: HttpQuestion,
  server: ServerTraits,
  entryPoint: EntryPoint | undefined,
): NormalizedRequest | RefusedTarget {
  const { host: written, target, isOfTarget } = split(question);
  if (!headerToken.test(question.method)) return { refused: l10n.t('The method is not valid.') };
  if (question.headers.some(([name, value]) => !headerToken.test(name) || hasControls(value.replaceAll('\t', '')))) {
    return { refused: l10n.t('A header has an invalid name or value.') };
  }
  if (isOfTarget && !authorityPattern.test(written)) return { refused: l10n.t('The port in the URL is not valid.') };
  const underscored = entryPoint?.underscoreHeaders ?? 'keep';
  if (underscored === 'reject' && question.headers.some(([name]) => name.includes('_'))) {
    return { refused: l10n.t('The entry point rejects headers with an underscore in their names.') };
  }
  const host = bytesOf(written);
  if (!validHost.test(host)) return { refused: l10n.t('The host contains invalid characters.') };
  const seen = normalizeTarget(bytesOf(target), {
    isCleaned: entryPoint?.cleansPaths ?? true,
    keepsSemicolons: entryPoint?.keepsSemicolons ?? false,
  });
  if ('refused' in seen) return seen;
  const name = withoutPort(host);
  return {
    kind: 'http',
    ...seen,
    method: question.method,
    host: withoutBrackets(name).trim().toLowerCase(),
    sentHost: name,
    headers: headersOf(underscored === 'delete' ? withoutUnderscores(question) : question),
    unsureHeaders: server.removesUnderscored === false ? managedHeaders : managedSpellings,
    clientIp: clientOf(question.clientIp),
    unsurePath:
      server.isOldWithPaths && unusualPath.test(target)
        ? l10n.t('Traefik before 2.11.25 and 3.4.1 treats paths with “%”, “//”, or dot segments differently.')
        : undefined,
    version: server.major,
    hasWildcards: server.hasWildcards,
    isStarEveryHost: server.isStarEveryHost,
    effort: { left: mostEffort },
  };
}

/** Less than three seconds; many ordinary regular expressions need less than half of it. */
const mostEffort = 200_000_000;

/** A connection as pkg/muxer/tcp (NewConnData) sees it. */
export function normalizeConnection(question: TcpQuestion, server: ServerTraits): NormalizedConnection {
  return {
    kind: 'tcp',
    serverName: question.isTls ? (question.serverName ?? '').trim().toLowerCase() : '',
    alpn: question.isTls ? question.alpn : [],
    clientIp: clientOf(question.clientIp),
    hasWildcards: server.hasWildcards,
    isStarEveryHost: server.isStarEveryHost,
    effort: { left: mostEffort },
  };
}

function clientOf(text: string | undefined): NormalizedRequest['clientIp'] {
  return text === undefined ? undefined : ipAddressOf(text, { mayHaveZone: true });
}

/** A target may be an absolute URL, whose host then counts, as in requests to a proxy (RFC 9112, 3.2.2). */
function split({ host, target }: HttpQuestion) {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  if (authority === undefined) return { host, target, isOfTarget: false };
  const own = authority.slice(authority.lastIndexOf('@') + 1);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  // If it has no host, the Host header counts.
  return { host: own === '' ? host : own, target: path, isOfTarget: own !== '' };
}

/** The texts that url.Parse accepts as the host of an absolute URL. */
const authorityPattern = /^(?:\[[^\]]*\]|[^:[\]]*)(?::\d*)?$/;

/** httpguts.ValidHostHeader. */
const validHost = /^[A-Za-z0-9!$%&()*+,\-.:;=[\]'_~]*$/;

/** `net.SplitHostPort`; a text that it cannot split stays the same. */
function withoutPort(host: string): string {
  const bracketed = /^\[([^[\]]*)\]:[^:[\]]*$/.exec(host);
  if (bracketed !== null) return bracketed[1] ?? '';
  const colon = host.indexOf(':');
  if (colon < 0 || host.indexOf(':', colon + 1) >= 0 || /[[\]]/.test(host)) return host;
  return host.slice(0, colon);
}

/** An IPv6 address without a port, without its brackets (parseHost in pkg/middlewares/requestdecorator). */
function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') && host.includes(':') ? host.slice(1, -1) : host;
}

const unusualPath = /^[^?]*(?:%|\/\/|\/\.{1,2}(?:[/?]|$))/;

/** Headers that Traefik sets or removes itself, if it trusts them or not (XHeadersSet); Go removes the last two. */
const managedHeaders: ReadonlySet<string> = new Set(
  [
    'Proto Scheme For Host Port Server Uri Method Prefix Tls-Client-Cert Tls-Client-Cert-Info'
      .split(' ')
      .map((name) => `X-Forwarded-${name}`),
    ['X-Scheme', 'X-Real-Ip', 'Transfer-Encoding', 'Trailer'],
  ].flat(),
);

/** The same headers in all spellings that Traefik treats alike: `_` counts as `-` (isManagedXHeader). */
const managedSpellings: ReadonlySet<string> = new Set(
  [...managedHeaders].flatMap((name) => (name.startsWith('X-') ? spellings(name) : [name])),
);

/** All spellings of a name with each dash either kept or replaced by an underscore, as Go writes them. */
function spellings(name: string): readonly string[] {
  const [first = '', ...parts] = name.split('-');
  let made: readonly string[] = [first];
  for (const part of parts) made = made.flatMap((start) => [`${start}-${part}`, `${start}_${part}`]);
  return made.map(canonicalHeader);
}

function withoutUnderscores({ headers }: HttpQuestion): Pick<HttpQuestion, 'headers'> {
  return { headers: headers.filter(([name]) => !name.includes('_')) };
}

function headersOf({ headers }: Pick<HttpQuestion, 'headers'>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of headers) {
    addToList(found, canonicalHeader(name), bytesOf(withoutAround(value, ' \t')));
  }
  // Go stores it elsewhere, so no rule sees it.
  found.delete('Host');
  const options = (found.get('Connection') ?? []).flatMap((value) => value.split(',')).map((option) => option.trim());
  const isUpgrade = options.some((option) => option.toLowerCase() === 'upgrade');
  const upgrade = found.get('Upgrade')?.[0];
  found.delete('Connection');
  for (const option of options) if (!managedHeaders.has(canonicalHeader(option))) found.delete(canonicalHeader(option));
  if (isUpgrade && upgrade !== undefined && upgrade !== '') {
    found.set('Connection', ['Upgrade']);
    found.set('Upgrade', [upgrade]);
  }
  return found;
}

/**
 * The parts of a URL that a middleware can change, in bytes.
 *
 * @see https://github.com/golang/go/blob/go1.24.0/src/net/url/url.go
 */
export interface GoUrl extends GoPath {
  /** With its question mark; empty if there is none. */
  readonly query: string;
}

/** A URL with a scheme and a host. */
interface GoAddress extends GoUrl {
  readonly scheme: string;
  readonly host: string;
  /** With its hash; empty if nothing follows it. */
  readonly fragment: string;
}

/** Reads a request target, `/path?query`; undefined if Go refuses it or it has another form. */
export function parseTarget(target: string): GoUrl | undefined {
  if (!target.startsWith('/') || hasControls(target) || target.includes(' ')) return undefined;
  const [path, query] = cutQuery(target);
  const placed = goPathOf(path);
  return placed && { ...placed, query };
}

/**
 * Reads the target of a redirect. `error` if Go refuses it; `unsure` for forms that are not supported here, such as
 * those with credentials or without a host.
 */
export function parseAddress(text: string): GoAddress | 'error' | 'unsure' {
  if (hasControls(text)) return 'error';
  const [, scheme, authority, rest] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return 'unsure';
  if (/%[0-7]/.test(authority) || authority.includes(' ')) return 'error';
  if (!/^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d*)?$/i.test(authority)) return 'unsure';
  const hash = rest.indexOf('#');
  // Go omits an empty fragment when it writes the address.
  const fragment = hash < 0 || hash === rest.length - 1 ? '' : rest.slice(hash);
  if (/[^\w.~!$&'()*+,;=:@/?#-]/.test(fragment)) return 'unsure';
  const [path, query] = cutQuery(hash < 0 ? rest : rest.slice(0, hash));
  const placed = goPathOf(path);
  return placed === undefined ? 'error' : { scheme: scheme.toLowerCase(), host: authority, ...placed, query, fragment };
}

/** Writes an address for the Location header. */
export function addressText(address: GoAddress): string {
  return `${address.scheme}://${address.host}${escapedPath(address)}${address.query}${address.fragment}`;
}

/** Writes a URL as the target of a request. */
export function targetText(url: GoUrl): string {
  return `${escapedPath(url) || '/'}${url.query}`;
}

/** The same URL without `.`, `..` and empty segments: Go's `JoinPath` of nothing. */
export function cleanedUrl<T extends GoUrl>(url: T): T {
  return { ...url, ...goPathOf(cleanPath(escapedPath(url))) };
}

export function joinedUrlPaths(base: GoUrl, url: GoUrl): GoUrl {
  const [before, behind] = [escapedPath(base), escapedPath(url)];
  const [hasSlash, begins] = [before.endsWith('/'), behind.startsWith('/')];
  const join = (one: string, other: string): string =>
    hasSlash && begins ? one + other.slice(1) : hasSlash || begins ? one + other : `${one}/${other}`;
  const isPlain = base.rawPath === '' && url.rawPath === '';
  return { path: join(base.path, url.path), rawPath: isPlain ? '' : join(before, behind), query: url.query };
}

function cutQuery(text: string): readonly [before: string, query: string] {
  const mark = text.indexOf('?');
  return mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark)];
}

/** A request on its way through Traefik. All texts are bytes: see `bytesOf`. */
export interface PassingRequest {
  readonly url: GoUrl;
  /** The request line's target. Middlewares that change nothing leave it unchanged. */
  readonly target: string;
  readonly host: string;
  readonly method: string;
  /** The address of the connection's client; undefined if unknown. */
  readonly client: IpAddress | undefined;
  readonly isTls: boolean;
  /** X-Forwarded-Proto; undefined if the client sends one, which counts only if the entry point trusts it. */
  readonly proto: string | undefined;
}

/**
 * A request as the middlewares of its first router get it: the entry point has normalized and cleaned the path.
 * Undefined if unknown: for a target of another form, or one that is not clean before Traefik 2.11.25 and 3.4.1.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/server/server_entrypoint_tcp.go (normalizePath, sanitizePath)
 */
export function arrivingRequest(
  { target, host, method, isTls, headers, clientIp }: HttpQuestion,
  entryPoint: EntryPoint | undefined,
  version: TraefikVersion | undefined,
): PassingRequest | undefined {
  const sent = parseTarget(bytesOf(target));
  if (sent === undefined) return undefined;
  const keepsSemicolons = entryPoint?.keepsSemicolons === true;
  const query = keepsSemicolons ? sent.query.replaceAll(';', '%3B') : sent.query;
  const normal = { ...sent, rawPath: normalized(sent.rawPath), query };
  const clean = entryPoint?.cleansPaths === false ? normal : cleanedUrl(normal);
  const written = targetText(clean);
  const isChanged = written !== bytesOf(target);
  if (isChanged && hasChange(version, versionChanges.normalizesPaths) === false) return undefined;
  if (isChanged && entryPoint === undefined) return undefined;
  return {
    // Only the URL gets `&` for `;`: the target keeps it until a middleware rewrites it (http.AllowQuerySemicolons).
    url: { ...clean, query: clean.query.replaceAll(';', '&') },
    target: isChanged ? written : bytesOf(target),
    host: bytesOf(host),
    method,
    client: clientOf(clientIp),
    isTls,
    proto: headers.some(([name]) => name.toLowerCase() === 'x-forwarded-proto') ? undefined : isTls ? 'https' : 'http',
  };
}

/**
 * Decodes needless escapes and writes the others in upper case. Bytes beyond ASCII become separate characters, because
 * Traefik writes them one by one: this changes the length of a prefix that is cut from such a path later.
 */
function normalized(rawPath: string): string {
  return rawPath.replace(/%[\da-f]{2}|[\x80-\xff]/gi, (code) => {
    if (!code.startsWith('%')) return bytesOf(code);
    const byte = decodedPercents(code) ?? code;
    return /[\w.~-]/.test(byte) ? byte : code.toUpperCase();
  });
}

/** Bytes as the user sees them: encoded if they are not valid UTF-8. */
export function shownBytes(bytes: string): string {
  return (
    utf8TextOf(bytes) ?? bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  );
}
