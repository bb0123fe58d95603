import { invalidBraces } from './checkMatcher';
import { isSameHost } from './hosts';
import { hostTemplateOf } from './hostTemplate';
import { clientTest, patternOf, unknownMatcher, wildcardTest } from './httpTests';
import { alwaysMatches, anyTest, type MatcherTest, neverMatches, unsureResult } from './matcherTests';
import type { NormalizedConnection } from './normalizedRequest';
import { bytesOf } from './requestTarget';
import type { RuleMatcher, RuleSyntax } from './rule';

/** The test of a TCP matcher: pkg/muxer/tcp/matcher.go and matcher_v2.go. */
export function tcpTest({ name, values }: RuleMatcher, syntax: RuleSyntax): MatcherTest<NormalizedConnection> {
  switch (name) {
    case 'HostSNI':
      // Matches connections without TLS or server name too, but only if it comes first.
      if (values[0] === '*') return () => alwaysMatches;
      return anyTest(values.map((value) => serverNameTest(value, syntax)));
    case 'HostSNIRegexp':
      return anyTest(values.map((value) => serverNamePatternTest(value, syntax)));
    case 'ALPN':
      return ({ alpn }) => (values.some((value) => alpn.includes(value)) ? alwaysMatches : neverMatches);
    case 'ClientIP':
      return clientTest(values);
    default:
      return () => unknownMatcher(name);
  }
}

function serverNameTest(value: string, syntax: RuleSyntax): MatcherTest<NormalizedConnection> {
  const written = value.toLowerCase();
  const wanted = written.replace(/\.$/, '');
  return wildcardTest('HostSNI', ({ serverName }, { hasWildcards }) => {
    if (serverName === '') return neverMatches;
    if (value === '*') return alwaysMatches;
    if (syntax === 'v2') return serverName === wanted || serverName === written;
    return isSameHost(serverName, wanted, hasWildcards);
  });
}

function serverNamePatternTest(value: string, syntax: RuleSyntax): MatcherTest<NormalizedConnection> {
  const pattern = syntax === 'v2' ? hostTemplateOf(value, 'host')?.pattern : value;
  if (pattern === undefined) return () => unsureResult(invalidBraces(value));
  const wanted = patternOf(pattern);
  return (connection) => wanted([bytesOf(connection.serverName)], connection);
}
