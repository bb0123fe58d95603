import type { IpAddress } from './hosts';
import type { NormalizedTarget } from './requestTarget';

/**
 * What regular expressions may still do for one question. A listing is not trusted: it may hold thousands that take long on purpose.
 */
export interface PatternEffort {
  /** Instructions times characters, about. */
  left: number;
}

/** A request as the matchers of rules look at it. Texts are bytes, one character each, as Go's strings are. */
export interface NormalizedRequest extends NormalizedTarget {
  readonly kind: 'http';
  readonly method: string;
  /** In small letters, without port and brackets: what Host looks at, and HostRegexp in v3. */
  readonly host: string;
  /** Without port, else as sent: what HostRegexp looks at in v2. */
  readonly sentHost: string;
  /** Values by name, names as Go writes them: `X-Beta`. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Names of headers, as Go writes them, of which cannot be said what Traefik makes of them before it routes. */
  readonly unsureHeaders: ReadonlySet<string>;
  /** Undefined where it was not told. */
  readonly clientIp: IpAddress | undefined;
  /** Why the path cannot be relied on; undefined where it can. */
  readonly unsurePath?: string | undefined;
  /** Paths of v2 rules are compared decoded on Traefik 2, and with reserved characters escaped on Traefik 3. */
  readonly version: 2 | 3;
  /** Whether `*.a.test` in a Host means any first label. Undefined where it is not known. */
  readonly hasWildcards: boolean | undefined;
  /** Whether ``Host(`*`)`` means every host. Undefined where it is not known. */
  readonly isStarEveryHost: boolean | undefined;
  /** Shared by all rules that are asked one question; without limit where it is absent. */
  readonly effort?: PatternEffort | undefined;
}

/** A connection as the matchers of TCP rules look at it. */
export interface NormalizedConnection {
  readonly kind: 'tcp';
  /** In small letters; empty where there is none. */
  readonly serverName: string;
  readonly alpn: readonly string[];
  readonly clientIp: IpAddress | undefined;
  readonly hasWildcards: boolean | undefined;
  readonly isStarEveryHost: boolean | undefined;
  /** Shared by all rules that are asked one question; without limit where it is absent. */
  readonly effort?: PatternEffort | undefined;
}

export type NormalizedInput = NormalizedRequest | NormalizedConnection;
