import type { IpAddress } from './hosts';
import type { NormalizedTarget } from './requestTarget';

/** The effort left for regular expressions in one question. A hostile listing may have thousands of slow ones. */
export interface PatternEffort {
  /** Approximately instructions times characters. */
  left: number;
}

interface CommonInput {
  /** Undefined if unknown. */
  readonly clientIp: IpAddress | undefined;
  /** Whether `*.a.test` in a Host matches any first label. Undefined if unknown. */
  readonly hasWildcards: boolean | undefined;
  /** Whether ``Host(`*`)`` matches every host. Undefined if unknown. */
  readonly isStarEveryHost: boolean | undefined;
  /** Shared by all rules evaluated for one question; unlimited if absent. */
  readonly effort?: PatternEffort | undefined;
}

/** A request as the matchers of rules see it. Texts are bytes, one character each, like Go's strings. */
export interface NormalizedRequest extends NormalizedTarget, CommonInput {
  readonly kind: 'http';
  readonly method: string;
  /** In lower case, without port and brackets: what Host checks, and HostRegexp in v3. */
  readonly host: string;
  /** Without port, otherwise as sent: what HostRegexp checks in v2. */
  readonly sentHost: string;
  /** Values by name. Names are as Go writes them: `X-Beta`. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Names (as Go writes them) of headers that Traefik may change before routing. */
  readonly unsureHeaders: ReadonlySet<string>;
  /** The reason why the path is not certain, as a sentence. Undefined if it is certain. */
  readonly unsurePath?: string | undefined;
  /** Paths of v2 rules are compared decoded on Traefik 2, and with reserved characters escaped on Traefik 3. */
  readonly version: 2 | 3;
}

/** A connection as the matchers of TCP rules see it. */
export interface NormalizedConnection extends CommonInput {
  readonly kind: 'tcp';
  /** In lower case; empty if there is none. */
  readonly serverName: string;
  readonly alpn: readonly string[];
}

export type NormalizedInput = NormalizedRequest | NormalizedConnection;
