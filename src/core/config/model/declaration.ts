import type { PlacedText } from '../source/placedText';

/** The protocols whose objects files declare. TLS options and stores belong to none: they count as `http`. */
export type DeclaredProtocol = 'http' | 'tcp' | 'udp';

export type DeclaredKind = 'router' | 'service' | 'middleware' | 'tlsOptions' | 'tlsStore' | 'serversTransport';

/** What one document, container, or route brings to Traefik: routers, services, middlewares, and so on. */
export interface Declaration {
  readonly protocol: DeclaredProtocol;
  readonly kind: DeclaredKind;
  /** As on Traefik's API, with `@provider`. It has a `HOLE` for each part that is not known. */
  readonly name: string;
  /** Where it is declared: the name's own text if there is one, else what brings it about, such as a container. */
  readonly at: PlacedText;
  /** Whether nobody wrote it: the router and service that a container has by default, the parts of a route. */
  readonly isImplied?: boolean | undefined;
  /** Whether it stands in a part of a template that may be left out, or be there several times. */
  readonly isConditional?: boolean | undefined;
  /**
   * Why Traefik does not have it although it is declared: what declares it is broken, switched off, or does not run, or
   * it is declared differently elsewhere.
   */
  readonly absent?: 'broken' | 'off' | 'stopped' | 'duplicate' | undefined;
  /** The container, file, or route that declares it: what is lost with it. */
  readonly unit: string;
  readonly router?: RouterFields | undefined;
  readonly service?: ServiceFields | undefined;
  readonly middleware?: MiddlewareFields | undefined;
  /** Values that Traefik checks when the object is used. */
  readonly checked?: readonly CheckedValue[] | undefined;
  /** Values that Traefik accepts, although they may not do what is written. */
  readonly doubtful?: readonly CheckedValue[] | undefined;
  /** Whatever equal objects of two containers must have in common, as a text to compare. */
  readonly content?: string | undefined;
}

export interface RouterFields {
  /** Undefined if nothing is written, and none is made up by default. */
  readonly rule: PlacedText | undefined;
  /** As the provider hands it on: without `@provider` unless it was written. */
  readonly service: PlacedText | undefined;
  readonly middlewares: readonly PlacedText[];
  /** Undefined if none is written: then Traefik uses its default entry points. */
  readonly entryPoints: readonly PlacedText[] | undefined;
  readonly ruleSyntax: PlacedText | undefined;
  readonly priority?: string | undefined;
  /** Undefined if TLS is off. */
  readonly tls: { readonly options: PlacedText | undefined; readonly passthrough: boolean } | undefined;
  readonly parentRefs: readonly PlacedText[];
}

export interface ServiceFields {
  /** As Traefik's API calls it: `loadBalancer`, `weighted`; empty if no type is declared. */
  readonly types: readonly string[];
  readonly servers: readonly PlacedText[];
  /** Services that it hands requests on to: members, mirrors, fallbacks. */
  readonly children: readonly PlacedText[];
  readonly serversTransport: PlacedText | undefined;
  readonly strategy: PlacedText | undefined;
  readonly middlewares: readonly PlacedText[];
  readonly hasHealthCheck: boolean;
  /** Services whose health it must be told, so that they need a health check. */
  readonly watched: readonly PlacedText[];
}

/** A load balancer about which nothing is written. */
export const plainBalancer: ServiceFields = {
  types: ['loadBalancer'],
  servers: [],
  children: [],
  serversTransport: undefined,
  strategy: undefined,
  middlewares: [],
  hasHealthCheck: false,
  watched: [],
};

export interface MiddlewareFields {
  readonly types: readonly string[];
  /** Of a chain. */
  readonly middlewares: readonly PlacedText[];
  /** Of an error page. */
  readonly service: PlacedText | undefined;
}

/** A value that must have a form, which shows only when its object is used. */
export interface CheckedValue {
  readonly form: ValueForm;
  readonly text: PlacedText;
  /** The options that it is about, as documented, or what their form depends on. */
  readonly options?: readonly string[] | undefined;
}

export type ValueForm =
  | 'regexp'
  | 'cidr'
  | 'user'
  | 'digestUser'
  | 'statusRange'
  /** The same as a key, which has to be a text. */
  | 'statusKey'
  | 'mediaType'
  | 'breakerExpression'
  | 'retryExpression'
  | 'cipherSuite'
  | 'curve'
  | 'clientAuthType'
  | 'plugin'
  | 'port'
  | 'percent'
  | 'statusCode'
  | 'encoding'
  /** An encoding that must be one of the `options`. */
  | 'defaultEncoding'
  | 'notNegative'
  | 'ipv6Subnet'
  /** Headers of which none is set. */
  | 'headers'
  /** Of the `options`, the second or one of those behind it is needed by the first, and missing: the text is its key. */
  | 'missing'
  /** The two `options` exclude each other. */
  | 'excludes'
  // Traefik accepts those that follow.
  | 'passwordHash'
  | 'digestHash'
  /** A user whose realm must be the first of the `options`. */
  | 'digestRealm'
  /** Users of whom there are none. */
  | 'nobody'
  | 'authAddress'
  | 'serverUrl'
  | 'serverAddress'
  | 'scheme'
  | 'redirectPort'
  | 'pathPrefix'
  | 'tlsVersion'
  /** More than 0; otherwise, the default is taken. */
  | 'positive'
  /** A limit of which 0 refuses everything; the first of the `options` has it. */
  | 'amount'
  /** Without the other `options`, the first does nothing. */
  | 'idle'
  /** With the second of the `options`, the first is ignored. */
  | 'overruled'
  /** A text with groups of the expression that is the first of the `options`. */
  | 'replacement';

/** Whether a value is only known to lack something, which another part of the configuration may have. */
export function isAboutMissing({ form }: CheckedValue): boolean {
  return missingForms.has(form);
}

const missingForms: ReadonlySet<ValueForm> = new Set(['missing', 'headers', 'nobody', 'idle', 'defaultEncoding']);
