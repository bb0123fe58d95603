import { withoutAround } from '../../base/text/trim';
import type { EntryPoint } from '../model/model';
import { hasControls } from '../rules/goPath';
import { ipAddressOf } from '../rules/hosts';
import { canonicalHeader } from '../rules/httpTests';
import type { NormalizedConnection, NormalizedRequest } from '../rules/normalizedRequest';
import { bytesOf, normalizeTarget, type RefusedTarget } from '../rules/requestTarget';
import type { ServerTraits } from '../rules/serverTraits';
import type { HttpQuestion, TcpQuestion } from './routeAnswer';

/** Why Traefik answers before it asks any router: always with 400. */
type Refused = RefusedTarget;

/**
 * A request as Go's server and the entry point's own handlers hand it to the routers: pkg/server/server_entrypoint_tcp.go,
 * pkg/middlewares/forwardedheaders, pkg/middlewares/requestdecorator.
 *
 * @param entryPoint absent where it was not told: then its settings are taken to be the usual ones
 */
export function normalizeRequest(
  question: HttpQuestion,
  server: ServerTraits,
  entryPoint: EntryPoint | undefined,
): NormalizedRequest | Refused {
  const { host: written, target, isOfTarget } = split(question);
  if (!TOKEN.test(question.method)) return { refused: 'The method is no single word.' };
  if (question.headers.some(([name, value]) => !TOKEN.test(name) || hasControls(value.replaceAll('\t', '')))) {
    return { refused: 'A header has a name or a value that no header may have.' };
  }
  if (isOfTarget && !AUTHORITY.test(written)) return { refused: 'The host of the address has no such port.' };
  const underscored = entryPoint?.underscoreHeaders ?? 'keep';
  if (underscored === 'reject' && question.headers.some(([name]) => name.includes('_'))) {
    return { refused: 'The entry point refuses headers with an underscore in their names.' };
  }
  const host = bytesOf(written);
  if (!VALID_HOST.test(host)) return { refused: 'The host holds characters that no host may have.' };
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
    unsurePath: server.isOldWithPaths && UNUSUAL_PATH.test(target) ? oldPaths : undefined,
    version: server.major,
    hasWildcards: server.hasWildcards,
    isStarEveryHost: server.isStarEveryHost,
    effort: { left: MOST_EFFORT },
  };
}

/** Less than three seconds, where 10,000 usual regular expressions take less than half of it. */
const MOST_EFFORT = 200_000_000;

/** A connection as pkg/muxer/tcp (NewConnData) has it. */
export function normalizeConnection(question: TcpQuestion, server: ServerTraits): NormalizedConnection {
  return {
    kind: 'tcp',
    serverName: question.isTls ? (question.serverName ?? '').trim().toLowerCase() : '',
    alpn: question.isTls ? question.alpn : [],
    clientIp: clientOf(question.clientIp),
    hasWildcards: server.hasWildcards,
    isStarEveryHost: server.isStarEveryHost,
    effort: { left: MOST_EFFORT },
  };
}

function clientOf(text: string | undefined): NormalizedRequest['clientIp'] {
  return text === undefined ? undefined : ipAddressOf(text, { mayHaveZone: true });
}

/** A target may be a whole address, whose host then counts, as for requests to a proxy (RFC 9112, 3.2.2). */
function split({ host, target }: HttpQuestion): {
  readonly host: string;
  readonly target: string;
  readonly isOfTarget: boolean;
} {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  if (authority === undefined) return { host, target, isOfTarget: false };
  const own = authority.slice(authority.lastIndexOf('@') + 1);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  // One without a host leaves the header in its place.
  return { host: own === '' ? host : own, target: path, isOfTarget: own !== '' };
}

/** httpguts.ValidHeaderFieldName; methods are of the same characters. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** What url.Parse takes for the host of a whole address. */
const AUTHORITY = /^(?:\[[^\]]*\]|[^:[\]]*)(?::\d*)?$/;

/** httpguts.ValidHostHeader. */
const VALID_HOST = /^[A-Za-z0-9!$%&()*+,\-.:;=[\]'_~]*$/;

/** net.SplitHostPort, which leaves alone what it cannot split. */
function withoutPort(host: string): string {
  const bracketed = /^\[([^[\]]*)\]:[^:[\]]*$/.exec(host);
  if (bracketed !== null) return bracketed[1] ?? '';
  const colon = host.indexOf(':');
  if (colon < 0 || host.indexOf(':', colon + 1) >= 0 || /[[\]]/.test(host)) return host;
  return host.slice(0, colon);
}

/** What is left of an IPv6 address without a port (parseHost in pkg/middlewares/requestdecorator). */
function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') && host.includes(':') ? host.slice(1, -1) : host;
}

const oldPaths =
  'Versions before 3.4.1 and 2.11.25 do not clean and decode paths as newer ones do, and this path holds “%”, “//” or dots as a segment.';
const UNUSUAL_PATH = /^[^?]*(?:%|\/\/|\/\.{1,2}(?:[/?]|$))/;

/** What Traefik sets or removes itself, depending on what it trusts, or on what it calls itself: XHeadersSet. Go's server takes the last two. */
const managedHeaders: ReadonlySet<string> = new Set(
  [
    'Proto Scheme For Host Port Server Uri Method Prefix Tls-Client-Cert Tls-Client-Cert-Info'
      .split(' ')
      .map((name) => `X-Forwarded-${name}`),
    ['X-Scheme', 'X-Real-Ip', 'Transfer-Encoding', 'Trailer'],
  ].flat(),
);

/** The same, with all headers that Traefik takes for one of them: `_` counts as `-` (isManagedXHeader). */
const managedSpellings: ReadonlySet<string> = new Set(
  [...managedHeaders].flatMap((name) => (name.startsWith('X-') ? spellings(name) : [name])),
);

/** A name with each of its dashes as it is and as an underscore, as Go writes it. */
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
    const canonical = canonicalHeader(name);
    const values = found.get(canonical) ?? [];
    values.push(bytesOf(withoutAround(value, ' \t')));
    found.set(canonical, values);
  }
  // Go keeps it elsewhere, where no rule looks.
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
