/**
 * The form of the tables that Traefik's own tests are turned into: each says what a rule takes and what it leaves to others. Left out is what
 * no connection brings: names of headers that are not written as Go writes them, server names in capitals, and client addresses that are none.
 */
export interface Vectors<Ask> {
  /** The test of Traefik's, in its newest 3.7 unless it says another branch. */
  readonly source: string;
  /** Rules that Traefik refuses. */
  readonly refused?: readonly string[];
  /** Rules that Traefik refuses for a regular expression that is none. */
  readonly badPatterns?: readonly string[];
  readonly rules?: readonly {
    readonly rule: string;
    readonly takes?: readonly Ask[];
    readonly leaves?: readonly Ask[];
  }[];
}

/** A URL, or a request with more than that. */
export type HttpAsk =
  | string
  | {
      readonly url?: string;
      /** As sent in the first line and in the Host header, where that is not what comes of a URL. */
      readonly target?: string;
      readonly host?: string;
      readonly method?: string;
      readonly client?: string | undefined;
      readonly headers?: readonly (readonly [name: string, value: string])[];
    };

export interface TcpAsk {
  readonly name?: string;
  readonly client?: string | undefined;
  readonly alpn?: readonly string[];
}
