import type * as z from 'zod/mini';
import type { middlewareSchema, routerSchema, serviceSchema } from '../wire/apiSchemas';

export const traefikProtocols = ['http', 'tcp', 'udp'] as const;
export type TraefikProtocol = (typeof traefikProtocols)[number];

/** The listings of the API for a protocol, as in its paths: `/api/http/routers`. */
export const itemKinds = ['routers', 'services', 'middlewares'] as const;
export type ItemKind = (typeof itemKinds)[number];

export function kindsOf(protocol: TraefikProtocol): readonly ItemKind[] {
  return protocol === 'udp' ? ['routers', 'services'] : itemKinds;
}

/** All listings of items, in the order of rows. */
export const itemListings: readonly (readonly [TraefikProtocol, ItemKind])[] = traefikProtocols.flatMap((protocol) =>
  kindsOf(protocol).map((kind) => [protocol, kind] as const),
);

/**
 * Traefik's status for the configuration of an item, not for its health: `disabled` is not served because of an error,
 * `warning` is served. `unknown` if Traefik reports none, or one that Proxy Scout does not know.
 */
export type ItemStatus = 'enabled' | 'warning' | 'disabled' | 'unknown';

/**
 * The common fields of routers, services, and middlewares. A field that the API omits is undefined, never a default.
 */
interface Facts<K extends ItemKind> {
  readonly kind: K;
  readonly protocol: TraefikProtocol;
  /** As the API names it, with its provider: `shop@docker`. Unique in its listing. May be any text, even empty. */
  readonly name: string;
  readonly provider?: string | undefined;
  readonly status: ItemStatus;
  /** The problems that Traefik found, in its own words. */
  readonly errors: readonly string[];
  /** Names of fields that are not as the API describes them. They are only in `text`. */
  readonly unread: readonly string[];
  /** The item's JSON, unchanged: includes unknown fields, digits, and the order of members. */
  readonly text: string;
}

/** The fields that the schema of a kind reads, except those that `Facts` has in a better form. */
type View<S extends z.core.$ZodType> = Readonly<
  Omit<z.infer<S>, 'name' | 'provider' | 'status' | 'error' | 'type' | 'priority' | 'priorityStr'>
>;

/** A router of any protocol. UDP routers have no rule, priority, middlewares, or TLS. */
export interface Router extends Facts<'routers'>, View<typeof routerSchema> {
  /** A 64-bit integer. Absent if Traefik computed none (docs/traefik.md, "Priorities"). */
  readonly priority?: bigint | undefined;
}

/** A service of any protocol. Internal services (`api@internal`) have no type and no configuration. */
export interface Service extends Facts<'services'>, View<typeof serviceSchema> {
  /** As the configuration spells it: `loadBalancer`. The API's `type` is `loadbalancer`. */
  readonly type?: string | undefined;
}

/** An HTTP or TCP middleware. */
export interface Middleware extends Facts<'middlewares'>, Omit<View<typeof middlewareSchema>, 'errors'> {
  /** As the configuration spells it: `stripPrefix`, or the name of a plugin. Absent if it has no configuration. */
  readonly type?: string | undefined;
  readonly isPlugin: boolean;
  /** The configuration of an `errors` middleware: the service that provides the error pages. */
  readonly errorPage?: View<typeof middlewareSchema>['errors'];
}

interface ItemByKind {
  readonly routers: Router;
  readonly services: Service;
  readonly middlewares: Middleware;
}
export type ItemOf<K extends ItemKind> = ItemByKind[K];
export type Item = ItemOf<ItemKind>;

/** Whether Traefik created the item itself, such as the router of its own API. */
export function isInternal({ provider }: Pick<Item, 'provider'>): boolean {
  return provider === 'internal';
}

/** The entry points in use, or the configured ones if Traefik uses none. */
export function entryPointsOf({ using, entryPoints }: Router): readonly string[] {
  return using ?? entryPoints ?? [];
}

/** An address that Traefik listens on. Static configuration: it does not change while Traefik runs. */
export interface EntryPoint {
  readonly name: string;
  /** As configured: `:443`, `:53/udp`, `127.0.0.1:8080`. */
  readonly address?: string | undefined;
  /** Names of HTTP middlewares that are added before those of its routers. */
  readonly middlewares: readonly string[];
  /** Whether its HTTP routers use TLS even if they do not configure it themselves. */
  readonly hasTls: boolean;
  /** Whether routers that name no entry point use this one. */
  readonly isDefault: boolean;
  /**
   * Whether it has settings for its routers. If so, Traefik copies each router that is also on other entry points for
   * it.
   */
  readonly hasModel: boolean;
  /** Whether `//` and dot segments are removed from paths before routing (`http.sanitizePath`). */
  readonly cleansPaths: boolean;
  /** Whether `;` in a query is an ordinary character (`http.encodeQuerySemicolons`), not a separator like `&`. */
  readonly keepsSemicolons: boolean;
  /**
   * How Traefik treats, before routing, headers that have an underscore in their names
   * (`http.underscoreHeadersStrategy`). `reject` responds with status 400.
   */
  readonly underscoreHeaders: 'keep' | 'delete' | 'reject';
  /**
   * Escapes such as `%2F` that all its routers reject with status 400 (`http.encodedCharacters`). Absent if not set:
   * the rejected escapes then depend on the version.
   */
  readonly deniedEscapes?: readonly string[] | undefined;
  /** The entry point, or the port as `:443`, that all its requests are redirected to. */
  readonly redirectsTo?: string | undefined;
  /** Names of fields that are not as the API describes them. They are only in `text`. */
  readonly unread: readonly string[];
  /** Its JSON, unchanged. */
  readonly text: string;
}

/** Traefik's status for a certificate: `warning` means that it expires in less than 30 days. */
export type CertificateStatus = 'enabled' | 'warning' | 'expired' | 'unknown';

/** A certificate of the default store. */
export interface Certificate {
  /** Its SHA-256 in lower-case hex. */
  readonly name: string;
  readonly commonName?: string | undefined;
  readonly sans: readonly string[];
  /** RFC 3339, unchanged. */
  readonly notBefore?: string | undefined;
  readonly notAfter?: string | undefined;
  /** The issuer's common name, or else its organization. */
  readonly issuer?: string | undefined;
  readonly status: CertificateStatus;
  /** Names of fields that are not as the API describes them. They are only in `text`. */
  readonly unread: readonly string[];
  /** Its JSON, unchanged. */
  readonly text: string;
}

/** The number of items, and the numbers with warnings or errors, as in Traefik's overview. */
export interface StatusCounts {
  readonly total: number;
  readonly warnings: number;
  readonly errors: number;
}

/** Traefik's report about itself. */
export interface ProxyOverview {
  /** By protocol and kind. Absent if the version does not count it. */
  readonly counts: { readonly [P in TraefikProtocol]: { readonly [K in ItemKind]?: StatusCounts | undefined } } & {
    readonly certificates?: StatusCounts | undefined;
  };
  /** The targets of tracing and metrics, such as `Prometheus`. Absent if they are off. */
  readonly features: {
    readonly tracing?: string | undefined;
    readonly metrics?: string | undefined;
    readonly accessLog?: boolean | undefined;
  };
  /** As the configuration spells them: `Docker`, `KubernetesCRD`. Not the spelling after the `@` of names. */
  readonly providers: readonly string[];
  /** Names of fields that are not as the API describes them. They are only in `text`. */
  readonly unread: readonly string[];
  /** Its JSON, unchanged. */
  readonly text: string;
}
