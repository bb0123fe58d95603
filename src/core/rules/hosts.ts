/**
 * Whether a host is the one that a Host or HostSNI names (DomainMatchHostExpression in pkg/muxer/muxer.go, and the dots at the end in
 * pkg/muxer/http/matcher.go).
 *
 * @param host in small letters
 * @param wanted in small letters
 * @param hasWildcards whether `*` is any host and `*.a.test` any first label, as since Traefik 3.7
 */
export function isHostMatched(host: string, wanted: string, hasWildcards: boolean): boolean {
  if (hasWildcards && wanted === '*') return true;
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
