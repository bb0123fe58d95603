/** What a star at the beginning of a Host means, depending on the version. */
export interface Stars {
  /** Whether `*.a.test` is any first label, and `*` alone any name of one. */
  readonly hasWildcards: boolean;
  /** Whether `*` alone is every host, and none too. */
  readonly isStarEveryHost: boolean;
}

/**
 * Whether a host is the one that a Host or HostSNI names (DomainMatchHostExpression in pkg/muxer/muxer.go, and the dots at the end in
 * pkg/muxer/http/matcher.go).
 *
 * @param host in small letters
 * @param wanted in small letters
 * @param stars what a star at its beginning means
 */
export function isHostMatched(host: string, wanted: string, { hasWildcards, isStarEveryHost }: Stars): boolean {
  if (isStarEveryHost && wanted === '*') return true;
  if (host === '') return false;
  return (
    isSame(host, wanted, hasWildcards) ||
    (wanted.endsWith('.') && isSame(host, wanted.slice(0, -1), hasWildcards)) ||
    (host.endsWith('.') && isSame(host.slice(0, -1), wanted, hasWildcards))
  );
}

/** Both without a dot at the end. */
export function isSame(host: string, wanted: string, hasWildcards: boolean): boolean {
  if (!hasWildcards || !wanted.startsWith('*')) return host === wanted;
  const dot = host.indexOf('.');
  return wanted === (dot < 0 ? '*' : `*${host.slice(dot)}`);
}
