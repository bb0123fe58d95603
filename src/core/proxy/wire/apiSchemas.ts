import * as z from 'zod/mini';

/**
 * What Traefik's API sends, as far as Proxy Scout uses it. The representations are Go structs with `omitempty`, so everything
 * but the name is optional (docs/traefik.md, "Absent members"). Each schema strips what it does not know.
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

/** Something whose presence says it all; what it holds is only in the item's text. */
const present = z.optional(z.object({}));
const weightedServices = z.optional(
  z.object({
    services: z.optional(z.array(z.object({ name: z.string(), weight: z.optional(z.number()) }))),
    sticky: present,
    /** Present, even if empty, means that what is down among the children counts for this service. */
    healthCheck: present,
  }),
);

export const serviceSchema = z.object({
  ...common,
  /** In lower case. */
  type: text,
  loadBalancer: z.optional(
    z.object({
      /** HTTP servers have a URL, TCP and UDP ones an address. `fenced` ones get only the requests that stick to them. */
      servers: z.optional(
        z.array(
          z.object({
            url: text,
            address: text,
            weight: z.optional(z.number()),
            fenced: z.optional(z.boolean()),
          }),
        ),
      ),
      strategy: text,
      sticky: present,
      serversTransport: text,
      /** Present, even if empty, means that servers are checked. */
      healthCheck: present,
      /** Since 3.6. Watches the requests that pass; the API does not tell what it found. */
      passiveHealthCheck: present,
    }),
  ),
  weighted: weightedServices,
  highestRandomWeight: weightedServices,
  mirroring: z.optional(
    z.object({
      service: text,
      mirrors: z.optional(z.array(z.object({ name: z.string(), percent: z.optional(z.number()) }))),
      healthCheck: present,
    }),
  ),
  failover: z.optional(z.object({ service: text, fallback: text, healthCheck: present })),
  /** Since 3.7: put before every request to this service, whichever router it came by. */
  middlewares: texts,
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
  /** The two whose configuration leads on to other items. */
  chain: z.optional(z.object({ middlewares: texts })),
  errors: z.optional(z.object({ service: text })),
});

/** Static configuration: `GET /api/entrypoints`. */
export const entryPointSchema = z.object({
  name: z.string(),
  address: text,
  asDefault: z.optional(z.boolean()),
  http: z.optional(
    z.object({
      middlewares: texts,
      /** Present, even if empty, means TLS for the routers of this entry point. */
      tls: present,
      /** Present means that the router refuses paths with escapes that it does not allow. */
      encodedCharacters: z.optional(
        z.object({
          allowEncodedSlash: z.optional(z.boolean()),
          allowEncodedBackSlash: z.optional(z.boolean()),
          allowEncodedNullCharacter: z.optional(z.boolean()),
          allowEncodedSemicolon: z.optional(z.boolean()),
          allowEncodedPercent: z.optional(z.boolean()),
          allowEncodedQuestionMark: z.optional(z.boolean()),
          allowEncodedHash: z.optional(z.boolean()),
        }),
      ),
      /** On where it is absent. */
      sanitizePath: z.optional(z.boolean()),
      encodeQuerySemicolons: z.optional(z.boolean()),
      underscoreHeadersStrategy: text,
      redirections: z.optional(z.object({ entryPoint: z.optional(z.object({ to: text })) })),
    }),
  ),
  observability: present,
});

/** `GET /api/certificates`, since 3.7. The name is the SHA-256 of the certificate. */
export const certificateSchema = z.object({
  name: z.string(),
  commonName: text,
  sans: texts,
  /** RFC 3339. */
  notBefore: text,
  notAfter: text,
  issuerCN: text,
  issuerOrg: text,
  status: text,
});

const counts = z.optional(z.object({ total: z.number(), warnings: z.number(), errors: z.number() }));

/** `GET /api/overview`. UDP came with 2.2, TCP middlewares with 2.5, certificates with 3.7. */
export const overviewSchema = z.object({
  http: z.optional(z.object({ routers: counts, services: counts, middlewares: counts })),
  tcp: z.optional(z.object({ routers: counts, services: counts, middlewares: counts })),
  udp: z.optional(z.object({ routers: counts, services: counts })),
  certificates: counts,
  /** Empty texts where a feature is off. */
  features: z.optional(z.object({ tracing: text, metrics: text, accessLog: z.optional(z.boolean()) })),
  providers: texts,
});

export const versionSchema = z.object({
  /** `3.7.9`; `dev` or anything else on builds of one's own. */
  Version: z.string(),
  Codename: text,
  /** RFC 3339: when the process that answered started. */
  startDate: text,
  /** Since 3.7: what its people call this Traefik. */
  dashboardName: text,
});
