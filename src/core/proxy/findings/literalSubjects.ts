import { type IpBlock, ipBlockOf, isInIpBlock } from '../rules/hosts';
import { hostTemplateOf } from '../rules/hostTemplate';
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

/** How a matcher is to be understood. Both of two that are compared are of one protocol and one Traefik. */
export interface MatcherDialect {
  readonly protocol: Rule['protocol'];
  readonly syntax: RuleSyntax;
  readonly server: ServerTraits;
  /** What regular expressions may still do for all that is compared; without limit where it is absent. */
  readonly effort?: PatternEffort | undefined;
}

/** A literal and how it is to be understood. */
export interface LiteralInContext extends RuleLiteral {
  readonly dialect: MatcherDialect;
  /** What is worked out of it when it is first asked for: rules are compared with many. */
  readonly known: KnownOfSaid;
}

/**
 * It stands in the literal itself: a `WeakMap` of some hundred thousand literals holds up everybody for a quarter of a second
 * whenever it grows.
 */
interface KnownOfSaid {
  opposite?: LiteralInContext;
  /** Null where there is nothing. */
  named?: readonly NormalizedInput[] | null;
}

/** What of a request a matcher looks at. */
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

const SUBJECTS: Readonly<Record<string, LiteralSubject>> = {
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

/** What a literal looks at. */
export function literalSubject({ matcher }: RuleLiteral): LiteralSubject {
  return SUBJECTS[matcher.name] ?? 'unknown';
}

/** Everything that the matcher's subject can be where it holds, where that is a handful: requests that differ in it alone. */
export function valuesNamedBy(said: LiteralInContext): readonly NormalizedInput[] | undefined {
  if (said.known.named === undefined) said.known.named = workOutNamed(said) ?? null;
  return said.known.named ?? undefined;
}

function workOutNamed({ matcher, dialect }: LiteralInContext): readonly NormalizedInput[] | undefined {
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
 * The only text that an expression of such a matcher matches, where it is bound to both ends and plain between them: `^a\.test$`. Those of v2 are of
 * another form.
 */
export function onlyTextOf(
  { matcher, dialect }: Pick<LiteralInContext, 'matcher' | 'dialect'>,
  name: 'HostRegexp' | 'PathRegexp',
): string | undefined {
  if (matcher.name !== name || dialect.syntax !== 'v3') return undefined;
  return LITERAL_WHOLE.exec(matcher.values[0] ?? '')?.[1]?.replaceAll('\\', '');
}

/** An expression that asks for one text. */
const LITERAL_WHOLE = /^\^((?:[A-Za-z0-9/_~-]|\\[.+/-])+)\$$/;

/** A Host also takes the name with a dot at its end, and without one. Names with `*` mean many, with `:` one of several spellings. */
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

/** The path of a Path or PathPrefix; of v2 only where it has no braces. */
function literalPath({ name, values: [value = ''] }: RuleMatcher, { syntax }: MatcherDialect): string | undefined {
  return syntax === 'v3' ? value : hostTemplateOf(value, name === 'Path' ? 'path' : 'prefix')?.literal;
}

/** What all paths begin with that the matcher takes, where it takes all that do. */
export function prefixOf({ matcher, dialect }: LiteralInContext): string | undefined {
  if (matcher.values.length > 1) return undefined;
  if (matcher.name === 'PathPrefix') return literalPath(matcher, dialect);
  if (matcher.name !== 'PathRegexp') return undefined;
  const [, literal] = LITERAL_START.exec(matcher.values[0] ?? '') ?? [];
  return literal?.replaceAll('\\', '');
}

/** What every path begins with where the literal holds, as far as it names something. */
export function startOfPath(said: LiteralInContext): string | undefined {
  const { matcher, dialect, isNegated } = said;
  if (isNegated || matcher.values.length !== 1) return undefined;
  if (matcher.name === 'Path') return literalPath(matcher, dialect);
  return onlyTextOf(said, 'PathRegexp') ?? prefixOf(said);
}

/** An expression that asks only how a path begins. */
const LITERAL_START = /^\^((?:[A-Za-z0-9/_~-]|\\[.+/-])+)(?:\.\*)?$/;

export function blockIn({ values: [value = '', ...more] }: RuleMatcher): IpBlock | undefined {
  const block = more.length > 0 ? undefined : ipBlockOf(value);
  if (block === undefined) return undefined;
  // A block of IPv6 that starts within what stands for IPv4 is nothing that people write.
  return block.bits < 96 && isMapped(block) ? undefined : block;
}

function isMapped({ address }: IpBlock): boolean {
  return isInIpBlock({ address: MAPPED, bits: 96 }, address);
}

const MAPPED = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0]);

/** The least that a request has of headers or parameters where the matcher holds. */
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

/** Whether a matcher that holds still does with more headers and parameters: of v2's Query only the first value counts. */
export function growsWithMore({ matcher, dialect }: LiteralInContext): boolean {
  return SUBJECTS[matcher.name] === 'header' || dialect.syntax === 'v3';
}

/** A request that is empty but for the given part. */
export function requestWith({ server, effort }: MatcherDialect, part: Partial<NormalizedRequest>): NormalizedRequest {
  return {
    kind: 'http',
    method: '',
    host: '',
    sentHost: '',
    escapedPath: '',
    routingPath: '',
    decodedPath: '',
    query: NOTHING,
    headers: NOTHING,
    unsureHeaders: NO_NAMES,
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

const NOTHING: ReadonlyMap<string, readonly string[]> = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();
