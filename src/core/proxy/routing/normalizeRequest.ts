import * as l10n from '@vscode/l10n';
import { withoutAround } from '../../base/text/trim';
import type { EntryPoint } from '../model/model';
import { hasControls } from '../rules/goPath';
import { ipAddressOf } from '../rules/hosts';
import { canonicalHeader } from '../rules/httpTests';
import type { NormalizedConnection, NormalizedRequest } from '../rules/normalizedRequest';
import { bytesOf, normalizeTarget, type RefusedTarget } from '../rules/requestTarget';
import type { ServerTraits } from '../rules/serverTraits';
import type { HttpQuestion, TcpQuestion } from './routeAnswer';

/** The reason why Traefik responds before it evaluates any router: always with 400. */
type Refused = RefusedTarget;

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
): NormalizedRequest | Refused {
  const { host: written, target, isOfTarget } = split(question);
  if (!token.test(question.method)) return { refused: l10n.t('The method is not valid.') };
  if (question.headers.some(([name, value]) => !token.test(name) || hasControls(value.replaceAll('\t', '')))) {
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
    unsurePath: server.isOldWithPaths && unusualPath.test(target) ? oldPaths() : undefined,
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
function split({ host, target }: HttpQuestion): {
  readonly host: string;
  readonly target: string;
  readonly isOfTarget: boolean;
} {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  if (authority === undefined) return { host, target, isOfTarget: false };
  const own = authority.slice(authority.lastIndexOf('@') + 1);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  // If it has no host, the Host header counts.
  return { host: own === '' ? host : own, target: path, isOfTarget: own !== '' };
}

/** httpguts.ValidHeaderFieldName; methods consist of the same characters. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

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

function oldPaths(): string {
  return l10n.t('Traefik before 2.11.25 and 3.4.1 treats paths with “%”, “//”, or dot segments differently.');
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
    const canonical = canonicalHeader(name);
    const values = found.get(canonical) ?? [];
    values.push(bytesOf(withoutAround(value, ' \t')));
    found.set(canonical, values);
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
