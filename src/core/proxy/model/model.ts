import type * as z from 'zod/mini';
import type { middlewareSchema, routerSchema, serviceSchema } from '../wire/apiSchemas';

/** The protocols Traefik routes. */
export const traefikProtocols = ['http', 'tcp', 'udp'] as const;
export type TraefikProtocol = (typeof traefikProtocols)[number];

/** What the API lists for a protocol, by the word of its path: `/api/http/routers`. */
export const itemKinds = ['routers', 'services', 'middlewares'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** The kinds that a protocol has: there is no listing of UDP middlewares in any version. */
export function kindsOf(protocol: TraefikProtocol): readonly ItemKind[] {
  return protocol === 'udp' ? ['routers', 'services'] : itemKinds;
}

/**
 * Traefik's word for the configuration of an item, not for its health: `disabled` is not served because of an error,
 * `warning` is served. `unknown` where Traefik gave none or one that we do not know.
 */
export type ItemStatus = 'enabled' | 'warning' | 'disabled' | 'unknown';

/** What routers, services and middlewares have in common. A field that the API left out is undefined, never a default. */
interface Facts<K extends ItemKind> {
  readonly kind: K;
  readonly protocol: TraefikProtocol;
  /** As the API names it, with its provider: `shop@docker`. Unique in its listing. May be anything, even empty. */
  readonly name: string;
  readonly provider?: string | undefined;
  readonly status: ItemStatus;
  /** What Traefik found wrong, in its own words. */
  readonly errors: readonly string[];
  /** Names of fields that are there but not as the API describes them. They are only in `text`. */
  readonly unread: readonly string[];
  /** The item's JSON as received: unknown fields, digits and the order of members included. */
  readonly text: string;
}

/** What the schema of a kind reads, without what `Facts` says better. */
type View<S extends z.core.$ZodType> = Readonly<
  Omit<z.infer<S>, 'name' | 'provider' | 'status' | 'error' | 'type' | 'priority' | 'priorityStr'>
>;

/** A router of any protocol. UDP ones have no rule, priority, middlewares or TLS. */
export interface Router extends Facts<'routers'>, View<typeof routerSchema> {
  /** A 64-bit integer. Absent where Traefik computed none: on 2.x, or for a router disabled before that step. */
  readonly priority?: bigint | undefined;
}

/** A service of any protocol. Internal ones (`api@internal`) have no type and no configuration. */
export interface Service extends Facts<'services'>, View<typeof serviceSchema> {
  /** As the configuration spells it: `loadBalancer`, where the API's `type` says `loadbalancer`. */
  readonly type?: string | undefined;
}

/** An HTTP or TCP middleware. */
export interface Middleware extends Facts<'middlewares'>, Omit<View<typeof middlewareSchema>, 'errors'> {
  /** As the configuration spells it: `stripPrefix`; of a plugin its name. Absent where nothing is configured. */
  readonly type?: string | undefined;
  readonly isPlugin: boolean;
  /** The configuration of an `errors` middleware: which service gives the pages for errors. */
  readonly errorPage?: View<typeof middlewareSchema>['errors'];
}

interface ItemByKind {
  readonly routers: Router;
  readonly services: Service;
  readonly middlewares: Middleware;
}
/** What a listing of the kind holds. */
export type ItemOf<K extends ItemKind> = ItemByKind[K];
export type Item = ItemOf<ItemKind>;

/** Whether Traefik made the item itself, such as the router of its own API. */
export function isInternal({ provider }: Pick<Item, 'provider'>): boolean {
  return provider === 'internal';
}

/** The entry points in effect, or those configured where Traefik did not come to use any. */
export function entryPointsOf({ using, entryPoints }: Router): readonly string[] {
  return using ?? entryPoints ?? [];
}

/** Where Traefik listens. Static configuration: it does not change while Traefik runs. */
export interface EntryPoint {
  readonly name: string;
  /** As configured: `:443`, `:53/udp`, `127.0.0.1:8080`. */
  readonly address?: string | undefined;
  /** Names of HTTP middlewares that are put before those of its routers. */
  readonly middlewares: readonly string[];
  /** Whether its HTTP routers speak TLS without saying so themselves. */
  readonly hasTls: boolean;
  /** Whether routers that name no entry point are on this one. */
  readonly isDefault: boolean;
  /**
   * Whether it sets something for its routers. Of a router that is also on other entry points, Traefik then makes a copy
   * of its own for this one.
   */
  readonly hasModel: boolean;
  /** Whether `//` and dots as segments of paths are gone before routers are asked (`http.sanitizePath`). */
  readonly cleansPaths: boolean;
  /** Whether `;` in a query is a character like others (`http.encodeQuerySemicolons`), and does not part parameters as `&` does. */
  readonly keepsSemicolons: boolean;
  /** What becomes of headers with an underscore in their names before routers are asked (`http.underscoreHeadersStrategy`): `reject` is answered with 400. */
  readonly underscoreHeaders: 'keep' | 'delete' | 'reject';
  /**
   * Escapes such as `%2F` for which its routers answer 400, whoever takes the request (`http.encodedCharacters`). Absent where that is not set: what
   * is denied then depends on the version.
   */
  readonly deniedEscapes?: readonly string[] | undefined;
  /** The entry point, or the port as `:443`, that all its requests are redirected to. */
  readonly redirectsTo?: string | undefined;
  /** Names of fields that are there but not as the API describes them. They are only in `text`. */
  readonly unread: readonly string[];
  /** Its JSON as received. */
  readonly text: string;
}

/** Traefik's word for a certificate: `warning` has less than 30 days left. */
export type CertificateStatus = 'enabled' | 'warning' | 'expired' | 'unknown';

/** A certificate of the default store. */
export interface Certificate {
  /** Its SHA-256 in lower-case hex. */
  readonly name: string;
  readonly commonName?: string | undefined;
  readonly sans: readonly string[];
  /** RFC 3339, as received. */
  readonly notBefore?: string | undefined;
  readonly notAfter?: string | undefined;
  /** The issuer's common name, or else its organisation. */
  readonly issuer?: string | undefined;
  readonly status: CertificateStatus;
  /** Names of fields that are there but not as the API describes them. They are only in `text`. */
  readonly unread: readonly string[];
  /** Its JSON as received. */
  readonly text: string;
}

/** How many items there are, and how many of them Traefik reports with warnings and errors, as its overview counts. */
export interface StatusCounts {
  readonly total: number;
  readonly warnings: number;
  readonly errors: number;
}

/** What Traefik tells of itself. */
export interface ProxyOverview {
  /** By protocol and kind. What a version does not count is absent. */
  readonly counts: { readonly [P in TraefikProtocol]: { readonly [K in ItemKind]?: StatusCounts | undefined } } & {
    readonly certificates?: StatusCounts | undefined;
  };
  /** What tracing and metrics go to, such as `Prometheus`; absent where they are off. */
  readonly features: {
    readonly tracing?: string | undefined;
    readonly metrics?: string | undefined;
    readonly accessLog?: boolean | undefined;
  };
  /** As the configuration spells them: `Docker`, `KubernetesCRD`. Not the words behind the `@` of names. */
  readonly providers: readonly string[];
  /** Names of fields that are there but not as the API describes them. They are only in `text`. */
  readonly unread: readonly string[];
  /** Its JSON as received. */
  readonly text: string;
}
