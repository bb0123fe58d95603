import * as z from 'zod/mini';

/**
 * What Traefik's API sends, as far as Proxy Scout uses it. The representations are Go structs with `omitempty`: false, 0
 * and empty values are absent, so everything but the name is optional. Each schema strips what it does not know.
 *
 * @see https://github.com/traefik/traefik/tree/v3.7/pkg/api (handler_http.go, handler_tcp.go, handler_udp.go)
 */

const text = z.optional(z.string());
const texts = z.optional(z.array(z.string()));

const common = {
  name: z.string(),
  provider: text,
  status: text,
  /** Singular, and a list. */
  error: texts,
};

export const routerSchema = z.object({
  ...common,
  /** Entry points as configured. */
  entryPoints: texts,
  /** Entry points in effect. */
  using: texts,
  /** In the order of execution; a name without provider means the router's own. */
  middlewares: texts,
  /** As written: a name without provider means the router's own. */
  service: text,
  rule: text,
  ruleSyntax: text,
  /** A 64-bit integer that `JSON.parse` has rounded. */
  priority: z.optional(z.number()),
  /** Since 3.6.10. Its digits are right, but it says "0" where there is no priority. */
  priorityStr: text,
  /** Present, even if empty, means TLS. */
  tls: z.optional(
    z.object({
      options: text,
      certResolver: text,
      passthrough: z.optional(z.boolean()),
      domains: z.optional(z.array(z.object({ main: text, sans: texts }))),
    }),
  ),
  /** Since 3.6: the routers that this one refines. */
  parentRefs: texts,
});

const weightedServices = z.optional(z.array(z.object({ name: z.string(), weight: z.optional(z.number()) })));

export const serviceSchema = z.object({
  ...common,
  /** In lower case. */
  type: text,
  loadBalancer: z.optional(
    z.object({
      /** HTTP servers have a URL, TCP and UDP ones an address. */
      servers: z.optional(z.array(z.object({ url: text, address: text, weight: z.optional(z.number()) }))),
      /** Present, even if empty, means that servers are checked. */
      healthCheck: z.optional(z.object({})),
    }),
  ),
  weighted: z.optional(z.object({ services: weightedServices })),
  highestRandomWeight: z.optional(z.object({ services: weightedServices })),
  mirroring: z.optional(
    z.object({
      service: text,
      mirrors: z.optional(z.array(z.object({ name: z.string(), percent: z.optional(z.number()) }))),
    }),
  ),
  failover: z.optional(z.object({ service: text, fallback: text })),
  /** By server: UP or DOWN. Without a health check every server says UP, which means nothing. */
  serverStatus: z.optional(z.record(z.string(), z.string())),
  /** Routers only: not the services that lead here. */
  usedBy: texts,
});

export const middlewareSchema = z.object({
  ...common,
  /** In lower case; of a plugin its name. */
  type: text,
  /** Routers only, and never filled for TCP. */
  usedBy: texts,
});

export const versionSchema = z.object({
  /** `3.7.9`; `dev` or anything else on builds of one's own. */
  Version: z.string(),
  Codename: text,
  /** RFC 3339: when the process that answered started. */
  startDate: text,
});
