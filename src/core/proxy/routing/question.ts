/** A request or a connection, of which is asked what router Traefik gives it to. */
export type RouteQuestion = HttpQuestion | TcpQuestion;

/** A request as it arrives at an entry point. */
export interface HttpQuestion {
  readonly kind: 'http';
  /** Its name. */
  readonly entryPoint: string;
  /** Whether it comes over TLS: routers with TLS take only such, those without only others. */
  readonly isTls: boolean;
  /** As sent: Go and Traefik take `get` for another method than `GET`. */
  readonly method: string;
  /** The Host header as sent, with its port where it has one. */
  readonly host: string;
  /** The request target as sent: path and query, `/a%2Fb?x=1`. */
  readonly target: string;
  /** In the order sent, repeats included; without Host. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The address that the connection comes from; absent where it was not told. */
  readonly clientIp?: string | undefined;
}

/** A connection to an entry point. */
export interface TcpQuestion {
  readonly kind: 'tcp';
  readonly entryPoint: string;
  /** Whether it begins with a ClientHello. */
  readonly isTls: boolean;
  /** The server name of the ClientHello; absent where it has none. */
  readonly serverName?: string | undefined;
  /** The protocols offered in the ClientHello. */
  readonly alpn: readonly string[];
  readonly clientIp?: string | undefined;
}
