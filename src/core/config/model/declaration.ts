import type { PlacedText } from '../source/placedText';

/** The protocols whose objects files declare. TLS options and stores belong to none: they count as `http`. */
export type DeclaredProtocol = 'http' | 'tcp' | 'udp';

export type DeclaredKind = 'router' | 'service' | 'middleware' | 'tlsOptions' | 'tlsStore' | 'serversTransport';

/** An object that one document, container, or route adds to Traefik: a router, service, middleware, and so on. */
export interface Declaration {
  readonly protocol: DeclaredProtocol;
  readonly kind: DeclaredKind;
  /** As on Traefik's API, with `@provider`. It has a `HOLE` for each unknown part. */
  readonly name: string;
  /** The place of its declaration: the name's own text if there is one, else that of its cause, such as a container. */
  readonly at: PlacedText;
  /** Whether Traefik generates it: the router and service that a container has by default, the parts of a route. */
  readonly isImplied?: boolean | undefined;
  /**
   * Whether it may not be there: it is in a part of a template that may be omitted or repeated, or its container starts
   * with a profile only, or has an unknown value that switches it on.
   */
  readonly isConditional?: boolean | undefined;
  /** Whether it is there only if the provider exposes containers by default, which is not known. */
  readonly needsExposure?: boolean | undefined;
  /**
   * Why Traefik does not have it although a file declares it: the declaring unit is broken, switched off, not exposed by
   * default, outside of the provider's constraints, or does not run, or another one declares it differently.
   */
  readonly absent?: 'broken' | 'off' | 'notExposed' | 'constrained' | 'stopped' | 'duplicate' | undefined;
  /** The container, file, or route that declares it, and is lost with it. */
  readonly unit: string;
  readonly router?: RouterFields | undefined;
  readonly service?: ServiceFields | undefined;
  readonly middleware?: MiddlewareFields | undefined;
  /** Values that Traefik checks when it uses the object. */
  readonly checked?: readonly CheckedValue[] | undefined;
  /** Values that Traefik accepts, although they may not do what is written. */
  readonly doubtful?: readonly CheckedValue[] | undefined;
  /** All of its options; absent if its provider is given none, or if another thread read it. */
  readonly settings?: ObjectSettings | undefined;
  /** The properties that equal objects of two containers must share, as a text to compare. */
  readonly content?: string | undefined;
}

/** A value as JSON has it. */
export type ListedValue = string | number | boolean | readonly ListedValue[] | { readonly [name: string]: ListedValue };

/** All options of a declared object. */
export interface ObjectSettings {
  /**
   * The options as Traefik's API lists them: `{ "rule": "Host(`a.test`)", "service": "a" }`. Without those that are
   * empty, and without the values of plugins' options. Those with an `unknownPart` as a name may not be there.
   */
  asListed(): { readonly [name: string]: ListedValue };
}

/** The same for two declarations of one object. */
export function objectKey({ protocol, kind }: Pick<Declaration, 'protocol' | 'kind'>, name: string): string {
  return `${protocol} ${kind} ${name}`;
}

/** The names of other objects that a declared one uses. */
export function referencesOf({
  router,
  service,
  middleware,
}: Declaration): readonly (readonly [DeclaredKind, PlacedText])[] {
  const named: readonly (readonly [DeclaredKind, PlacedText | readonly PlacedText[] | undefined])[] = [
    ['service', router?.service],
    ['tlsOptions', router?.tls?.options],
    ['middleware', router?.middlewares],
    ['router', router?.parentRefs],
    ['service', service?.children],
    ['middleware', service?.middlewares],
    ['serversTransport', service?.serversTransport],
    ['middleware', middleware?.middlewares],
    ['service', middleware?.service],
  ];
  return named.flatMap(([kind, texts = []]) => [texts].flat().map((text) => [kind, text] as const));
}

export interface RouterFields {
  /** Undefined if no rule is written, and Traefik generates none. */
  readonly rule: PlacedText | undefined;
  /** As the provider passes it: without `@provider` unless written. */
  readonly service: PlacedText | undefined;
  readonly middlewares: readonly PlacedText[];
  /** Undefined if none is written: then Traefik uses its default entry points. */
  readonly entryPoints: readonly PlacedText[] | undefined;
  readonly ruleSyntax: PlacedText | undefined;
  readonly priority?: string | undefined;
  /** Undefined if TLS is off. */
  readonly tls:
    | {
        readonly options: PlacedText | undefined;
        readonly passthrough: boolean;
        readonly certResolver?: PlacedText | undefined;
      }
    | undefined;
  readonly parentRefs: readonly PlacedText[];
}

/** A router without any options. */
export const plainRouter: RouterFields = {
  rule: undefined,
  service: undefined,
  middlewares: [],
  entryPoints: undefined,
  ruleSyntax: undefined,
  tls: undefined,
  parentRefs: [],
};

export interface ServiceFields {
  /** As Traefik's API names it: `loadBalancer`, `weighted`; empty if no type is declared. */
  readonly types: readonly string[];
  readonly servers: readonly PlacedText[];
  /** Services to which it forwards requests: members, mirrors, fallbacks. */
  readonly children: readonly PlacedText[];
  readonly serversTransport: PlacedText | undefined;
  readonly strategy: PlacedText | undefined;
  readonly middlewares: readonly PlacedText[];
  readonly hasHealthCheck: boolean;
  /** Services whose health it needs, so that they need a health check. */
  readonly watched: readonly PlacedText[];
}

/** A load balancer without any options. */
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

/** A value with a required form, which Traefik checks only when it uses the object. */
export interface CheckedValue {
  readonly form: ValueForm;
  readonly text: PlacedText;
  /** The options of the value, as documented, or those on which its form depends. */
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
  /** The first of the `options` needs one of the others, which are missing: the text is its key. */
  | 'missing'
  /** The two `options` exclude each other. */
  | 'excludes'
  // Traefik accepts those that follow.
  | 'passwordHash'
  | 'digestHash'
  /** A user whose realm must be the first of the `options`. */
  | 'digestRealm'
  /** An empty list of users. */
  | 'nobody'
  | 'authAddress'
  | 'serverUrl'
  | 'serverAddress'
  | 'scheme'
  | 'redirectPort'
  | 'pathPrefix'
  | 'tlsVersion'
  /** More than 0; otherwise, Traefik takes the default. */
  | 'positive'
  /** A limit of which 0 refuses everything; the first of the `options` has it. */
  | 'amount'
  /** Without the other `options`, the first does nothing. */
  | 'idle'
  /** With the second of the `options`, Traefik ignores the first. */
  | 'overruled'
  /** A text with groups of the expression that is the first of the `options`. */
  | 'replacement';

/** Whether a value only lacks a part, which another part of the configuration may have. */
export function isAboutMissing({ form }: CheckedValue): boolean {
  return missingForms.has(form);
}

const missingForms: ReadonlySet<ValueForm> = new Set(['missing', 'headers', 'nobody', 'idle', 'defaultEncoding']);
