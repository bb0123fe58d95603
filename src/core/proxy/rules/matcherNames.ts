import type { RuleProtocol, RuleSyntax } from './rule';

/** The number of values that a matcher takes, as in pkg/muxer/{http,tcp}/matcher.go and matcher_v2.go. */
type Arity = readonly number[] | 'any';

const http: Readonly<Record<RuleSyntax, Readonly<Record<string, Arity>>>> = {
  v3: {
    ClientIP: [1],
    Method: [1],
    Host: [1],
    HostRegexp: [1],
    Path: [1],
    PathRegexp: [1],
    PathPrefix: [1],
    Header: [2],
    HeaderRegexp: [2],
    Query: [1, 2],
    QueryRegexp: [1, 2],
  },
  v2: {
    Host: 'any',
    HostHeader: 'any',
    HostRegexp: 'any',
    ClientIP: 'any',
    Path: 'any',
    PathPrefix: 'any',
    Method: 'any',
    Headers: 'any',
    HeadersRegexp: 'any',
    Query: 'any',
  },
};

const tcp: Readonly<Record<RuleSyntax, Readonly<Record<string, Arity>>>> = {
  v3: { ALPN: [1], ClientIP: [1], HostSNI: [1], HostSNIRegexp: [1] },
  v2: { ALPN: 'any', ClientIP: 'any', HostSNI: 'any', HostSNIRegexp: 'any' },
};

export interface KnownMatcher {
  /** As Traefik documents it. */
  readonly name: string;
  readonly arity: Arity;
}

const spellings: Record<RuleProtocol, Partial<Record<RuleSyntax, ReadonlyMap<string, KnownMatcher>>>> = {
  http: {},
  tcp: {},
};

/**
 * The matcher that a name in a rule refers to: Traefik accepts each name as documented, in upper case, in lower case,
 * and with only the first letter in upper case (NewParser in pkg/rules/parser.go).
 */
export function matcherNamed(name: string, protocol: RuleProtocol, syntax: RuleSyntax): KnownMatcher | undefined {
  return spellingsOf(protocol, syntax).get(name);
}

/** The matchers of a syntax, as Traefik documents them. */
export function matcherNames(protocol: RuleProtocol, syntax: RuleSyntax): readonly string[] {
  return Object.keys((protocol === 'http' ? http : tcp)[syntax]);
}

function spellingsOf(protocol: RuleProtocol, syntax: RuleSyntax): ReadonlyMap<string, KnownMatcher> {
  const known = spellings[protocol][syntax];
  if (known !== undefined) return known;
  const made = new Map<string, KnownMatcher>();
  for (const [name, arity] of Object.entries((protocol === 'http' ? http : tcp)[syntax])) {
    const small = name.toLowerCase();
    for (const spelling of [name, small, name.toUpperCase(), `${small.charAt(0).toUpperCase()}${small.slice(1)}`]) {
      made.set(spelling, { name, arity });
    }
  }
  spellings[protocol][syntax] = made;
  return made;
}
