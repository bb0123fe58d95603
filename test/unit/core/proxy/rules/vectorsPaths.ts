/** Paths of Traefik's own tests: as sent, decoded, and as rules see them. */
export type PathVector = readonly [sent: string, decoded: string, routing: string];

/** TestSanitizePath in pkg/server/server_entrypoint_tcp_test.go. */
export const cleaned: readonly PathVector[] = [
  ['/b', '/b', '/b'],
  ['/b/', '/b/', '/b/'],
  ['/../../b/', '/b/', '/b/'],
  ['/../../b', '/b', '/b'],
  ['/a/b/..', '/a', '/a'],
  ['/a/b/../', '/a/', '/a/'],
  ['/a/../../b', '/b', '/b'],
  ['/..///b///', '/b/', '/b/'],
  ['/a/../b', '/b', '/b'],
  ['/a/./b', '/a/b', '/a/b'],
  ['/a//b', '/a/b', '/a/b'],
  ['/a/../c/../b', '/b', '/b'],
  ['/a/../../../c/../b', '/b', '/b'],
  ['/a/../c/../../b', '/b', '/b'],
  ['/a/..//c/.././b', '/b', '/b'],
];

/** TestPathOperations there. */
export const operations: readonly PathVector[] = [
  ['/a/../b/%41%42%43//%2f/', '/b/ABC///', '/b/ABC/%2F/'],
  ['/../../b/', '/b/', '/b/'],
  ['/a/../../b/../c/', '/c/', '/c/'],
  ['/a/../b/./c/../d/', '/b/d/', '/b/d/'],
  ['/a/b/../', '/a/', '/a/'],
  ['/a/%2E%2E/%2E%2E/b/', '/b/', '/b/'],
  ['/a/%252E%252E/%252E%252E/b/', '/a/%2E%2E/%2E%2E/b/', '/a/%252E%252E/%252E%252E/b/'],
  ['/foo%20bar', '/foo bar', '/foo bar'],
  ['/foo%2Fbar', '/foo/bar', '/foo%2Fbar'],
  ['/foo%20%2Fbar', '/foo /bar', '/foo %2Fbar'],
  ['/a/..%2Fb/', '/a/../b/', '/a/..%2Fb/'],
];

/** TestRoutingPath in pkg/muxer/http/mux_test.go. */
export const routed: readonly PathVector[] = [
  ['/foo%20bar', '/foo bar', '/foo bar'],
  ['/foo%2Fbar', '/foo/bar', '/foo%2Fbar'],
  ['/foo%20bar%2Fbaz%23qux', '/foo bar/baz#qux', '/foo bar%2Fbaz%23qux'],
];
