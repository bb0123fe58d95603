import { isSameHost } from './hosts';
import { hostTemplateOf } from './hostTemplate';
import { clientTest, patternOf, wildcardTest } from './httpTests';
import { anyTest, type MatcherTest, NO, unsureResult, YES } from './matcherTests';
import type { NormalizedConnection } from './normalizedRequest';
import { bytesOf } from './requestTarget';
import type { RuleMatcher, RuleSyntax } from './rule';

/** What a matcher asks of a connection: pkg/muxer/tcp/matcher.go and matcher_v2.go. */
export function tcpTest({ name, values }: RuleMatcher, syntax: RuleSyntax): MatcherTest<NormalizedConnection> {
  switch (name) {
    case 'HostSNI':
      // Also of a connection without TLS, and of one that names no server: but only where it comes first.
      if (values[0] === '*') return () => YES;
      return anyTest(values.map((value) => serverNameTest(value, syntax)));
    case 'HostSNIRegexp':
      return anyTest(values.map((value) => serverNamePatternTest(value, syntax)));
    case 'ALPN':
      return ({ alpn }) => (values.some((value) => alpn.includes(value)) ? YES : NO);
    case 'ClientIP':
      return clientTest(values);
    default:
      return () => unsureResult(`It is not known here what ${name} asks for.`);
  }
}

function serverNameTest(value: string, syntax: RuleSyntax): MatcherTest<NormalizedConnection> {
  const written = value.toLowerCase();
  const wanted = written.replace(/\.$/, '');
  return wildcardTest('HostSNI', ({ serverName }, { hasWildcards }) => {
    if (serverName === '') return NO;
    if (value === '*') return YES;
    if (syntax === 'v2') return serverName === wanted || serverName === written;
    return isSameHost(serverName, wanted, hasWildcards);
  });
}

function serverNamePatternTest(value: string, syntax: RuleSyntax): MatcherTest<NormalizedConnection> {
  const pattern = syntax === 'v2' ? hostTemplateOf(value, 'host')?.pattern : value;
  if (pattern === undefined) return () => unsureResult(`The braces of HostSNIRegexp cannot be read: ${value}`);
  const wanted = patternOf(pattern);
  return (connection) => wanted([bytesOf(connection.serverName)], connection);
}
