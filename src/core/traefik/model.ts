import type * as z from 'zod/mini';
import type { middlewareSchema, routerSchema, serviceSchema } from './wire';

/** The protocols Traefik routes. */
export const protocols = ['http', 'tcp', 'udp'] as const;
export type Protocol = (typeof protocols)[number];

/** What the API lists for a protocol, by the word of its path: `/api/http/routers`. */
export const kinds = ['routers', 'services', 'middlewares'] as const;
export type Kind = (typeof kinds)[number];

/** The kinds that a protocol has: there is no listing of UDP middlewares in any version. */
export function kindsOf(protocol: Protocol): readonly Kind[] {
  return protocol === 'udp' ? ['routers', 'services'] : kinds;
}

/**
 * Traefik's word for the configuration of an item, not for its health: `disabled` is not served because of an error,
 * `warning` is served. `unknown` where Traefik gave none or one that we do not know.
 */
export type Status = 'enabled' | 'warning' | 'disabled' | 'unknown';

/** What routers, services and middlewares have in common. A field that the API left out is undefined, never a default. */
interface Facts<K extends Kind> {
  readonly kind: K;
  readonly protocol: Protocol;
  /** As the API names it, with its provider: `shop@docker`. Unique in its listing. May be anything, even empty. */
  readonly name: string;
  readonly provider?: string | undefined;
  readonly status: Status;
  /** What Traefik found wrong, in its own words. */
  readonly errors: readonly string[];
  /** Names of fields that are there but not as the API describes them. They are only in `text`. */
  readonly unread: readonly string[];
  /** The item's JSON as received: unknown fields, digits and the order of members included. */
  readonly text: string;
}

/** What the schema of a kind reads, without what `Facts` says better. */
type View<S extends z.ZodMiniType> = Readonly<
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
export interface Middleware extends Facts<'middlewares'>, View<typeof middlewareSchema> {
  /** As the configuration spells it: `stripPrefix`; of a plugin its name. Absent where nothing is configured. */
  readonly type?: string | undefined;
  readonly isPlugin: boolean;
}

interface ItemByKind {
  readonly routers: Router;
  readonly services: Service;
  readonly middlewares: Middleware;
}
/** What a listing of the kind holds. */
export type ItemOf<K extends Kind> = ItemByKind[K];
export type Item = ItemOf<Kind>;
