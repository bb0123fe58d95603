import { isSame } from './hosts';
import { clientTest, patternOf, starred } from './httpTests';
import type { Matcher, RuleSyntax } from './rule';
import type { SeenConnection } from './seen';
import { bytesOf } from './target';
import { templateOf } from './template';
import { any, NO, type Test, unsure, YES } from './tests';

/** What a matcher asks of a connection: pkg/muxer/tcp/matcher.go and matcher_v2.go. */
export function tcpTest({ name, values }: Matcher, syntax: RuleSyntax): Test<SeenConnection> {
  switch (name) {
    case 'HostSNI':
      // Also of a connection without TLS, and of one that names no server: but only where it comes first.
      if (values[0] === '*') return () => YES;
      return any(values.map((value) => serverNameTest(value, syntax)));
    case 'HostSNIRegexp':
      return any(values.map((value) => serverNamePatternTest(value, syntax)));
    case 'ALPN':
      return ({ alpn }) => (values.some((value) => alpn.includes(value)) ? YES : NO);
    case 'ClientIP':
      return clientTest(values);
    default:
      return () => unsure(`It is not known here what ${name} asks for.`);
  }
}

function serverNameTest(value: string, syntax: RuleSyntax): Test<SeenConnection> {
  const written = value.toLowerCase();
  const wanted = written.replace(/\.$/, '');
  return starred('HostSNI', ({ serverName }, { hasWildcards }) => {
    if (serverName === '') return NO;
    if (value === '*') return YES;
    if (syntax === 'v2') return serverName === wanted || serverName === written;
    return isSame(serverName, wanted, hasWildcards);
  });
}

function serverNamePatternTest(value: string, syntax: RuleSyntax): Test<SeenConnection> {
  const pattern = syntax === 'v2' ? templateOf(value, 'host')?.pattern : value;
  if (pattern === undefined) return () => unsure(`The braces of HostSNIRegexp cannot be read: ${value}`);
  const wanted = patternOf(pattern);
  return (connection) => wanted([bytesOf(connection.serverName)], connection);
}
