import * as z from 'zod/mini';

/**
 * The parts of Traefik's API that Proxy Scout uses. The API marshals Go structs with `omitempty`, so all fields but the
 * name are optional (docs/traefik.md, "Absent members"). Each schema strips unknown fields.
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
  /** Since 3.6.10. Its digits are exact, but it is "0" if there is no priority. */
  priorityStr: text,
  /** If present, even if empty, TLS is on. */
  tls: z.optional(
    z.object({
      options: text,
      certResolver: text,
      passthrough: z.optional(z.boolean()),
      domains: z.optional(z.array(z.object({ main: text, sans: texts }))),
    }),
  ),
  /** Since 3.6: the names of the parent routers. */
  parentRefs: texts,
});

/** A feature that is on if the member is present; its settings are only in the item's text. */
const present = z.optional(z.object({}));
const weightedServices = z.optional(
  z.object({
    services: z.optional(z.array(z.object({ name: z.string(), weight: z.optional(z.number()) }))),
    sticky: present,
    /** If present, even if empty, children that are down affect the health of this service. */
    healthCheck: present,
  }),
);

export const serviceSchema = z.object({
  ...common,
  /** In lower case. */
  type: text,
  loadBalancer: z.optional(
    z.object({
      /**
       * HTTP servers have a URL, TCP and UDP servers an address. `fenced` ones get only requests that stick to them.
       */
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
      /** If present, even if empty, Traefik checks the servers. */
      healthCheck: present,
      /** Since 3.6. Traefik watches the passing requests; the API does not report the results. */
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
  /** Since 3.7: run before every request to this service, from any router. */
  middlewares: texts,
  /** UP or DOWN by server. Without a health check every server is UP, which proves nothing. */
  serverStatus: z.optional(z.record(z.string(), z.string())),
  /** Routers only, without the services that lead here. */
  usedBy: texts,
});

export const middlewareSchema = z.object({
  ...common,
  /** In lower case; for a plugin its name. */
  type: text,
  /** Routers only, and never filled for TCP. */
  usedBy: texts,
  /** The configurations that refer to other items. */
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
      /** If present, even if empty, the routers of this entry point use TLS. */
      tls: present,
      /** If present, the routers refuse paths with escapes that it does not allow. */
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
      /** On if absent. */
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
  /** A text is empty if its feature is off. */
  features: z.optional(z.object({ tracing: text, metrics: text, accessLog: z.optional(z.boolean()) })),
  providers: texts,
});

export const versionSchema = z.object({
  /** `3.7.9`; `dev` or any other text for custom builds. */
  Version: z.string(),
  Codename: text,
  /** RFC 3339: the start of the process that responded. */
  startDate: text,
  /** Since 3.7: the name that the operators of this Traefik gave it. */
  dashboardName: text,
});
