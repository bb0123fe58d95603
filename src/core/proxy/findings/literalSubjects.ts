import { hostTemplateOf, type IpBlock, ipBlockOf, isInIpBlock } from '../rules/hosts';
import { canonicalHeader } from '../rules/httpTests';
import type {
  NormalizedConnection,
  NormalizedInput,
  NormalizedRequest,
  PatternEffort,
} from '../rules/normalizedRequest';
import { bytesOf } from '../rules/requestTarget';
import type { Rule, RuleMatcher, RuleSyntax } from '../rules/rule';
import type { ServerTraits } from '../rules/serverTraits';
import type { RuleLiteral } from './ruleAlternatives';

/** The context of a matcher's meaning. Two matchers that are compared have the same protocol and server. */
export interface MatcherDialect {
  readonly protocol: Rule['protocol'];
  readonly syntax: RuleSyntax;
  readonly server: ServerTraits;
  /** The effort left for regular expressions in all comparisons; unlimited if absent. */
  readonly effort?: PatternEffort | undefined;
}

export interface LiteralInContext extends RuleLiteral {
  readonly dialect: MatcherDialect;
}

/** The part of a request that a matcher checks. */
export type LiteralSubject =
  | 'host'
  | 'path'
  | 'method'
  | 'header'
  | 'query'
  | 'client'
  | 'serverName'
  | 'alpn'
  | 'unknown';

const subjects: Readonly<Record<string, LiteralSubject>> = {
  Host: 'host',
  HostHeader: 'host',
  HostRegexp: 'host',
  Path: 'path',
  PathPrefix: 'path',
  PathRegexp: 'path',
  Method: 'method',
  Header: 'header',
  HeaderRegexp: 'header',
  Headers: 'header',
  HeadersRegexp: 'header',
  Query: 'query',
  QueryRegexp: 'query',
  ClientIP: 'client',
  HostSNI: 'serverName',
  HostSNIRegexp: 'serverName',
  ALPN: 'alpn',
};

/** The part of a request that a literal checks. */
export function literalSubject({ matcher }: RuleLiteral): LiteralSubject {
  return subjects[matcher.name] ?? 'unknown';
}

/**
 * All values for which the matcher matches, if they are few, as requests that differ only in them. Not kept: those of
 * all literals would need more memory than everything else about a listing.
 */
export function valuesNamedBy({ matcher, dialect }: LiteralInContext): readonly NormalizedInput[] | undefined {
  const [value = '', ...more] = matcher.values;
  if (more.length > 0) return undefined;
  switch (matcher.name) {
    case 'Host':
    case 'HostHeader':
      return hostsNamed(value)?.map((host) => requestWith(dialect, { host, sentHost: host }));
    case 'Path':
      return literalPath(matcher, dialect) === undefined
        ? undefined
        : [requestWith(dialect, { routingPath: bytesOf(value), decodedPath: bytesOf(value) })];
    case 'HostRegexp': {
      const host = onlyTextOf({ matcher, dialect }, 'HostRegexp');
      return host === undefined ? undefined : [requestWith(dialect, { host, sentHost: host })];
    }
    case 'PathRegexp': {
      const path = onlyTextOf({ matcher, dialect }, 'PathRegexp');
      return path === undefined ? undefined : [requestWith(dialect, { routingPath: path, decodedPath: path })];
    }
    case 'Method':
      return [requestWith(dialect, { method: value.toUpperCase() })];
    case 'HostSNI':
      return serverNames(value)?.map((serverName) => connection(dialect, serverName));
    default:
      return undefined;
  }
}

/**
 * The only text that a matcher's expression matches, if it is anchored at both ends and has only literal characters
 * between them: `^a\.test$`. Expressions of v2 have another form.
 */
export function onlyTextOf(
  { matcher, dialect }: Pick<LiteralInContext, 'matcher' | 'dialect'>,
  name: 'HostRegexp' | 'PathRegexp',
): string | undefined {
  if (matcher.name !== name || dialect.syntax !== 'v3') return undefined;
  return literalWhole.exec(matcher.values[0] ?? '')?.[1]?.replaceAll('\\', '');
}

/** An expression that matches one text. */
const literalWhole = /^\^((?:[A-Za-z0-9/_~-]|\\[.+/-])+)\$$/;

/** `Host` ignores a trailing dot. Names with `*` match many; addresses, with `:`, have several spellings. */
function hostsNamed(value: string): readonly string[] | undefined {
  if (/[*:[\]]/.test(value)) return undefined;
  const host = value.toLowerCase();
  return host.endsWith('.') ? [host, host.slice(0, -1), `${host}.`] : [host, `${host}.`];
}

function serverNames(value: string): readonly string[] | undefined {
  if (value.includes('*')) return undefined;
  const name = value.toLowerCase();
  return name.endsWith('.') ? [name, name.slice(0, -1)] : [name];
}

/** The path of a Path or PathPrefix; in v2 only if it has no braces. */
function literalPath({ name, values: [value = ''] }: RuleMatcher, { syntax }: MatcherDialect): string | undefined {
  return syntax === 'v3' ? value : hostTemplateOf(value, name === 'Path' ? 'path' : 'prefix')?.literal;
}

/** The prefix of the paths that the matcher matches, if it matches all paths with that prefix. */
export function prefixOf({ matcher, dialect }: LiteralInContext): string | undefined {
  if (matcher.values.length > 1) return undefined;
  if (matcher.name === 'PathPrefix') return literalPath(matcher, dialect);
  if (matcher.name !== 'PathRegexp') return undefined;
  const [, literal] = literalStart.exec(matcher.values[0] ?? '') ?? [];
  return literal?.replaceAll('\\', '');
}

/** The prefix of all paths that satisfy the literal, if it names one. */
export function startOfPath(literal: LiteralInContext): string | undefined {
  const { matcher, dialect, isNegated } = literal;
  if (isNegated || matcher.values.length !== 1) return undefined;
  if (matcher.name === 'Path') return literalPath(matcher, dialect);
  return onlyTextOf(literal, 'PathRegexp') ?? prefixOf(literal);
}

/** An expression that checks only the beginning of a path. */
const literalStart = /^\^((?:[A-Za-z0-9/_~-]|\\[.+/-])+)(?:\.\*)?$/;

export function blockIn({ values: [value = '', ...more] }: RuleMatcher): IpBlock | undefined {
  const block = more.length > 0 ? undefined : ipBlockOf(value);
  if (block === undefined) return undefined;
  // Users do not write an IPv6 block that starts within the IPv4-mapped addresses.
  return block.bits < 96 && isMapped(block) ? undefined : block;
}

function isMapped({ address }: IpBlock): boolean {
  return isInIpBlock({ address: mapped, bits: 96 }, address);
}

const mapped = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0]);

/** The headers or parameters that every matching request has. */
export function leastOf({ matcher, dialect }: LiteralInContext): NormalizedInput | undefined {
  const [name = '', value = '', ...more] = matcher.values;
  if (more.length > 0 || matcher.values.length < 2) return undefined;
  if (matcher.name === 'Header' || matcher.name === 'Headers') {
    return requestWith(dialect, { headers: new Map([[canonicalHeader(name), [bytesOf(value)]]]) });
  }
  if (matcher.name === 'Query' && dialect.syntax === 'v3') {
    return requestWith(dialect, { query: new Map([[bytesOf(name), [bytesOf(value)]]]) });
  }
  return undefined;
}

/** Whether a matcher still matches if headers and parameters are added: v2's `Query` checks only the first value. */
export function growsWithMore({ matcher, dialect }: LiteralInContext): boolean {
  return subjects[matcher.name] === 'header' || dialect.syntax === 'v3';
}

/** A request that is empty except for the given part. */
export function requestWith({ server, effort }: MatcherDialect, part: Partial<NormalizedRequest>): NormalizedRequest {
  return {
    kind: 'http',
    method: '',
    host: '',
    sentHost: '',
    escapedPath: '',
    routingPath: '',
    decodedPath: '',
    query: nothing,
    headers: nothing,
    unsureHeaders: noNames,
    clientIp: undefined,
    version: server.major,
    hasWildcards: server.hasWildcards,
    isStarEveryHost: server.isStarEveryHost,
    effort,
    ...part,
  };
}

function connection({ server, effort }: MatcherDialect, serverName: string): NormalizedConnection {
  const { hasWildcards, isStarEveryHost } = server;
  return { kind: 'tcp', serverName, alpn: [], clientIp: undefined, hasWildcards, isStarEveryHost, effort };
}

const nothing: ReadonlyMap<string, readonly string[]> = new Map();
const noNames: ReadonlySet<string> = new Set();
