import { type CountingInputs, counted, filled } from '../input';

function manifests(size: number, line: (at: number) => string, ends: { head?: string; tail?: string } = {}) {
  return { path: 'k8s.yml', text: filled(size, line, ends) };
}

/** An object of the Gateway API as one document. */
function object(kind: string, name: string, spec: string): string {
  return `---\napiVersion: gateway.networking.k8s.io/v1\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: {${spec}}\n`;
}

const gateway = (name: string, listeners = '{name: a, port: 80, protocol: HTTP}'): string =>
  object('Gateway', name, `gatewayClassName: traefik, listeners: [${listeners}]`);
const backends = 'backendRefs: [{name: s, port: 80}]';

/** One gateway with so many listeners, each with its hostname. */
function gatewayOf(listeners: number): string {
  return `apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: g}\nspec:\n  gatewayClassName: traefik\n  listeners:\n${counted(listeners, (at) => `  - {name: l${at}, port: 80, protocol: HTTP, hostname: h${at}.a}\n`)}`;
}

/** The beginning of an HTTPRoute at the gateway `g`, up to the place where its rules follow in a list. */
const rulesOf = (hostnames = 'a.b'): string =>
  `${gateway('g')}---\napiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: a}\nspec:\n  parentRefs: [{name: g}]\n  hostnames: [${hostnames}]\n  rules:\n`;

/** Routes, gateways and their listeners: what is attached to what. */
export const gatewayInputs: CountingInputs = {
  gateway: (size) =>
    manifests(size, (at) =>
      object(
        'HTTPRoute',
        `a${at}`,
        `parentRefs: [{name: gw}], hostnames: [a.b], rules: [{${backends}, filters: [{type: ExtensionRef, extensionRef: {group: traefik.io, kind: Middleware, name: m}}]}]`,
      ),
    ),
  gatewayBoth: (size) =>
    manifests(size, (at) =>
      at % 2
        ? gateway(`g${at}`)
        : object('HTTPRoute', `a${at}`, `parentRefs: [{name: g${at + 1}}], rules: [{${backends}}]`),
    ),
  /** Many listeners, and many routes at them. */
  gatewayOne: (size) =>
    manifests(size, (at) => object('HTTPRoute', `a${at}`, `parentRefs: [{name: g}], rules: [{${backends}}]`), {
      head: gatewayOf(size * 0.005),
    }),
  /** Many listeners, and one route with many parents and hostnames. */
  gatewayHosts: (size) => ({
    path: 'k8s.yml',
    text: `${gatewayOf(size * 0.008)}---\napiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: a}\nspec:\n  parentRefs: [${'{name: g},'.repeat(size * 0.002)}]\n  hostnames: [${filled(size * 0.4, (at) => `h${at}.a,`)}]\n  rules: [{${backends}}]\n`,
  }),
  /** A class for each gateway, and all gateways of one name. */
  gatewayClasses: (size) =>
    manifests(
      size,
      (at) =>
        `${object('GatewayClass', `c${at}`, 'controllerName: traefik.io/gateway-controller')}${object('Gateway', 'g', `gatewayClassName: c${at}, listeners: [{name: l${at}, port: 80, protocol: HTTP}]`)}`,
      {
        tail: object('HTTPRoute', 'a', `parentRefs: [{name: g}], rules: [{${backends}}]`),
      },
    ),
  /** Many gateways of one name, and many routes that name it. */
  gatewaySame: (size) =>
    manifests(
      size,
      (at) =>
        `${gateway('g', `{name: l${at}, port: ${at}, protocol: HTTP}`)}${object('HTTPRoute', `a${at}`, `parentRefs: [{name: g}], rules: [{${backends}}]`)}`,
    ),
  gatewayTls: (size) =>
    manifests(
      size,
      (at) =>
        object('TLSRoute', `a${at}`, `parentRefs: [{name: g}], hostnames: [a${at}, "*.b"], rules: [{${backends}}]`),
      {
        head: gateway('g', '{name: a, port: 443, protocol: TLS, tls: {mode: Passthrough}}'),
      },
    ),
  gatewayTcp: (size) =>
    manifests(
      size,
      (at) => object('TCPRoute', `a${at}`, `parentRefs: [{name: g, sectionName: a}], rules: [{${backends}}]`),
      {
        head: gateway('g', '{name: a, port: 80, protocol: TCP}'),
      },
    ),
  gatewayGrpc: (size) =>
    manifests(
      size,
      (at) =>
        object(
          'GRPCRoute',
          `a${at}`,
          `parentRefs: [{name: g}], rules: [{matches: [{method: {service: s${at}, method: m.*, type: RegularExpression}}], ${backends}}]`,
        ),
      {
        head: gateway('g'),
      },
    ),
  /** One route with many rules, matches, headers, backends, and filters: each of them all of it. */
  gatewayRules: (size) =>
    manifests(size, (at) => `  - {matches: [{path: {value: /a${at}}}], ${backends}}\n`, { head: rulesOf() }),
  gatewayMatches: (size) =>
    manifests(size, (at) => `    - {path: {value: /a${at}, type: Exact}, method: GET}\n`, {
      head: `${rulesOf()}  - ${backends}\n    matches:\n`,
    }),
  gatewayHeaders: (size) =>
    manifests(size, (at) => `{name: X-${at}, value: "a\\\\${at}"},`, {
      head: `${rulesOf()}  - ${backends}\n    matches: [{headers: [`,
      tail: ']}]\n',
    }),
  gatewayQueries: (size) =>
    manifests(size, (at) => `{name: q${at}, value: b.*, type: RegularExpression},`, {
      head: `${rulesOf()}  - ${backends}\n    matches: [{queryParams: [`,
      tail: ']}]\n',
    }),
  gatewayBackends: (size) =>
    manifests(size, (at) => `{name: s${at}, port: 80, weight: 1},`, {
      head: `${rulesOf()}  - backendRefs: [`,
      tail: ']\n',
    }),
  gatewayFilters: (size) =>
    manifests(
      size,
      (at) => `{type: RequestHeaderModifier, requestHeaderModifier: {set: [{name: a, value: b${at}}]}},`,
      { head: `${rulesOf()}  - ${backends}\n    filters: [`, tail: ']\n' },
    ),
  gatewayBackendFilters: (size) =>
    manifests(size, (at) => `{name: s${at}, port: 80, filters: [{type: URLRewrite}, {type: CORS}]},`, {
      head: `${rulesOf()}  - backendRefs: [`,
      tail: ']\n',
    }),
  /** Half of it hostnames, half rules, matches, or filters, each of which is made for all of them. */
  gatewayHostsRules: (size) => ({
    path: 'k8s.yml',
    text: `${rulesOf(filled(size * 0.45, (at) => `h${at}.a,`))}${filled(size * 0.45, () => `  - {${backends}}\n`)}`,
  }),
  gatewayHostsMatches: (size) => ({
    path: 'k8s.yml',
    text: `${rulesOf(filled(size * 0.45, (at) => `h${at}.a,`))}  - ${backends}\n    matches:\n${filled(size * 0.45, (at) => `    - {path: {value: /${at}}}\n`)}`,
  }),
  /** The same with routes of TLS, whose rules are made of the hostnames alone. */
  gatewayHostsTls: (size) => ({
    path: 'k8s.yml',
    text: `${gateway('g', '{name: a, port: 443, protocol: TLS, tls: {mode: Passthrough}}')}---\napiVersion: gateway.networking.k8s.io/v1\nkind: TLSRoute\nmetadata: {name: a}\nspec:\n  parentRefs: [{name: g}]\n  hostnames: [${filled(size * 0.45, (at) => `h${at}.a,`)}]\n  rules:\n${filled(size * 0.45, () => `  - {${backends}}\n`)}`,
  }),
  gatewayMatchesFilters: (size) => ({
    path: 'k8s.yml',
    text: `${rulesOf()}  - ${backends}\n    filters: [${filled(size * 0.45, () => '{type: CORS},')}]\n    matches:\n${filled(size * 0.45, (at) => `    - {path: {value: /${at}}}\n`)}`,
  }),
  gatewayMatchesBackends: (size) => ({
    path: 'k8s.yml',
    text: `${rulesOf()}  - backendRefs: [${filled(size * 0.45, (at) => `{name: s${at}, port: 80},`)}]\n    matches:\n${filled(size * 0.45, (at) => `    - {path: {value: /${at}}}\n`)}`,
  }),
  gatewayParentsRules: (size) => ({
    path: 'k8s.yml',
    text: `${gateway('g')}---\napiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: a}\nspec:\n  parentRefs: [${filled(size * 0.45, (at) => `{name: g${at % 2 ? '' : at}},`)}]\n  rules:\n${filled(size * 0.45, (at) => `  - {matches: [{path: {value: /${at}}}], ${backends}}\n`)}`,
  }),
  /** Parents of a gateway with many listeners, of which no one is meant. */
  gatewaySections: (size) => ({
    path: 'k8s.yml',
    text: `${gatewayOf(size * 0.008)}---\napiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: a}\nspec:\n  parentRefs: [${filled(size * 0.45, (at) => `{name: g, sectionName: x${at}},`)}]\n  rules: [{${backends}}]\n`,
  }),
  /** Hostnames that no listener takes. */
  gatewayStrangers: (size) => ({
    path: 'k8s.yml',
    text: `${gatewayOf(size * 0.006)}${filled(size * 0.6, (at) => object('HTTPRoute', `a${at}`, `parentRefs: [{name: g}], hostnames: [x${at}.b, y${at}.b], rules: [{${backends}}]`))}`,
  }),
  gatewayHostsSame: (size) =>
    manifests(size, () => 'a.b,', {
      head: rulesOf('c').replace('[c]\n  rules:\n', '['),
      tail: `]\n  rules: [{${backends}}]\n`,
    }),
  gatewayWildcards: (size) => ({
    path: 'k8s.yml',
    text: `${gateway(
      'g',
      counted(20, (at) => `{name: l${at}, port: ${at}, protocol: HTTP, hostname: "*.${'a.'.repeat(at)}b"},`),
    )}${filled(size * 0.9, (at) => object('HTTPRoute', `a${at}`, `parentRefs: [{name: g}], hostnames: ["*.${'a.'.repeat(at % 30)}b", "*"], rules: [{${backends}}]`))}`,
  }),
  /** Grants, and backends of another namespace that look for theirs. */
  gatewayGrants: (size) => ({
    path: 'k8s.yml',
    text: `${filled(size * 0.45, (at) => object('ReferenceGrant', `r${at}`, `from: [{group: gateway.networking.k8s.io, kind: HTTPRoute, namespace: n${at}}], to: [{group: "", kind: Service}]`))}${rulesOf()}  - backendRefs: [${filled(size * 0.45, (at) => `{name: s${at}, namespace: n${at}, port: 80},`)}]\n`,
  }),
  gatewayCertificates: (size) =>
    manifests(size, (at) => `{name: c${at}, namespace: n${at}},`, {
      head: '---\napiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: g}\nspec: {gatewayClassName: traefik, listeners: [{name: a, port: 443, protocol: HTTPS, tls: {certificateRefs: [',
      tail: `]}}]}\n${object('HTTPRoute', 'a', `parentRefs: [{name: g}], rules: [{${backends}}]`)}`,
    }),
  gatewayKinds: (size) =>
    manifests(size, (at) => `{kind: ${at % 2 ? 'HTTPRoute' : 'GRPCRoute'}},`, {
      head: '---\napiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: g}\nspec: {gatewayClassName: traefik, listeners: [{name: a, port: 80, protocol: HTTP, allowedRoutes: {kinds: [',
      tail: `]}}]}\n${counted(20, (at) => object('HTTPRoute', `a${at}`, `parentRefs: [{name: g}], rules: [{${backends}}]`))}`,
    }),
  /** Half of it kinds that a listener allows, half routes that ask it. */
  gatewayKindsRoutes: (size) => ({
    path: 'k8s.yml',
    text: `${gateway('g', `{name: a, port: 80, protocol: HTTP, allowedRoutes: {kinds: [${filled(size * 0.45, () => '{kind: GRPCRoute},')}]}}`)}${filled(size * 0.5, (at) => object('HTTPRoute', `a${at}`, `parentRefs: [{name: g}], rules: [{${backends}}]`))}`,
  }),
  /** Faults in everything that can have one. */
  gatewayFaults: (size) =>
    manifests(
      size,
      (at) =>
        object(
          'HTTPRoute',
          `a${at}`,
          `parentRefs: [{name: g}], rules: [{backendRefs: [{name: s${at}}, {name: t, kind: Other}], filters: [{type: X${at}}]}]`,
        ),
      {
        head: `${gateway('g')}${object('Gateway', 'h', `gatewayClassName: traefik, listeners: [${counted(100, (at) => `{name: a, port: 1, protocol: X${at}},`)}]`)}`,
      },
    ),
  /** A long name of a route with many rules, of which each name is made. */
  gatewayNameLong: (size) => ({
    path: 'k8s.yml',
    text: `${rulesOf().replace('{name: a}', `{name: ${'n'.repeat(size * 0.45)}}`)}${filled(size * 0.45, (at) => `  - {matches: [{path: {value: /${at}}}], ${backends}}\n`)}`,
  }),
  /** A long name of a filter's middleware in each match. */
  gatewayMiddlewareLong: (size) => ({
    path: 'k8s.yml',
    text: `${rulesOf()}  - ${backends}\n    filters: [{type: ExtensionRef, extensionRef: {group: traefik.io, kind: Middleware, name: ${'m'.repeat(size * 0.4)}}}]\n    matches:\n${filled(size * 0.45, (at) => `    - {path: {value: /${at}}}\n`)}`,
  }),
  /** Half of it keys that nobody knows in a rule, half matches that ask it for its filters. */
  gatewayKeysMatches: (size) => ({
    path: 'k8s.yml',
    text: `${rulesOf()}  - ${filled(size * 0.45, (at) => `k${at}: 1\n    `)}${backends}\n    matches:\n${filled(size * 0.45, (at) => `    - {path: {value: /${at}}}\n`)}`,
  }),
  /** A long hostname that all listeners and routes have. */
  gatewayHostLong: (size) => ({
    path: 'k8s.yml',
    text: `${gateway('g', `{name: a, port: 80, protocol: HTTP, hostname: ${'h'.repeat(size * 0.4)}}`)}${filled(size * 0.5, (at) => object('HTTPRoute', `a${at}`, `parentRefs: [{name: g}], rules: [{${backends}}]`))}`,
  }),
  /** A long port, which names of services and messages carry. */
  gatewayPortLong: (size) => ({
    path: 'k8s.yml',
    text: `${rulesOf()}  - backendRefs: [{name: s, port: ${'9'.repeat(size * 0.4)}}]\n    matches:\n${filled(size * 0.45, (at) => `    - {path: {value: /${at}}}\n`)}`,
  }),
};
