import { type CountingInputs, counted, filled } from '../input';

function manifests(size: number, line: (at: number) => string, ends: { head?: string; tail?: string } = {}) {
  return { path: 'k8s.yml', text: filled(size, line, ends) };
}

/** A resource of Traefik's own, as one document. */
function crd(kind: string, name: string, spec: string): string {
  return `---\napiVersion: traefik.io/v1alpha1\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: {${spec}}\n`;
}

const route = (match: string, more = ''): string =>
  `{match: ${match}, kind: Rule, services: [{name: s, port: 80}]${more}}`;
const ingressRoute = (name: string, spec: string): string => crd('IngressRoute', name, spec);
const ownRoute = 'apiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: a}\nspec:\n  routes:\n';
const ownIngress =
  'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: a}\nspec:\n  ingressClassName: traefik\n';
const backend = 'backend: {service: {name: s, port: {number: 80}}}';

/** An Ingress as one document. */
function ingress(name: string, spec: string, metadata = ''): string {
  return `---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: ${name}${metadata}}\nspec: {ingressClassName: traefik, ${spec}}\n`;
}

/** Manifests of Traefik's own resources, and of Ingress. */
export const kubernetesInputs: CountingInputs = {
  crd: (size) =>
    manifests(size, (at) =>
      ingressRoute(`a${at}`, `routes: [{match: Host(\`a\`), kind: Rule, services: [{name: s${at}, port: 80}]}]`),
    ),
  crdRoutes: (size) => manifests(size, (at) => `  - ${route(`Host(\`a${at}\`)`)}\n`, { head: ownRoute }),
  crdServices: (size) =>
    manifests(size, (at) => `    - {name: s${at}, port: 80}\n`, {
      head: `${ownRoute}  - match: Host(\`a\`)\n    kind: Rule\n    services:\n`,
    }),
  /** A list of objects, and one whose items are one object again and again. */
  crdList: (size) =>
    manifests(
      size,
      (at) =>
        `- {apiVersion: traefik.io/v1alpha1, kind: IngressRoute, metadata: {name: a${at}}, spec: {routes: [${route('Host(`a`)')}]}}\n`,
      {
        head: 'apiVersion: v1\nkind: List\nmetadata: {}\nitems:\n',
      },
    ),
  crdListAliases: (size) =>
    manifests(size, () => '*a,', {
      head: `x: &a {apiVersion: traefik.io/v1alpha1, kind: IngressRoute, metadata: {name: a}, spec: {routes: [${route('Host(`a`)')}]}}\napiVersion: v1\nkind: List\nmetadata: {}\nitems: [`,
      tail: ']\n',
    }),
  /** The same with an object that is large. */
  crdListLarge: (size) =>
    manifests(size, () => '*a,', {
      head: `x: &a {apiVersion: traefik.io/v1alpha1, kind: IngressRoute, metadata: {name: a}, spec: {routes: [${counted(size / 200, (at) => `${route(`Host(\`a${at}\`)`)},`)}]}}\napiVersion: v1\nkind: List\nmetadata: {}\nitems: [`,
      tail: ']\n',
    }),
  /** Lists in lists, which nobody writes. */
  crdListNested: (size) =>
    manifests(
      size,
      (at) =>
        `---\napiVersion: v1\nkind: List\nmetadata: {}\nitems: [{apiVersion: v1, kind: List, metadata: {}, items: [{apiVersion: traefik.io/v1alpha1, kind: Middleware, metadata: {name: m${at}}, spec: {compress: {}}}]}]\n`,
    ),
  /** The same name again and again. */
  crdSame: (size) => manifests(size, (at) => ingressRoute('a', `routes: [${route(`Host(\`a${at}\`)`)}]`)),
  /** The same rule in all routes of one object. */
  crdSameRule: (size) => manifests(size, () => `  - ${route('Host(`a`)')}\n`, { head: ownRoute }),
  /** Another namespace each time, with references to others. */
  crdNamespaces: (size) =>
    manifests(
      size,
      (at) =>
        `---\napiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: a, namespace: n${at}}\nspec: {routes: [{match: Host(\`a\`), kind: Rule, middlewares: [{name: m, namespace: n${at + 1}}], services: [{name: s, namespace: n${at - 1}, port: 80}]}]}\n`,
    ),
  /** Routes with a parent each, in a chain. */
  crdParents: (size) =>
    manifests(size, (at) =>
      ingressRoute(`a${at}`, `parentRefs: [{name: a${at + 1}}], routes: [${route('Host(`a`)')}]`),
    ),
  /** In a circle. */
  crdParentsCircle: (size) => {
    const most = Math.floor(size / 210);
    return manifests(size, (at) =>
      ingressRoute(`a${at}`, `parentRefs: [{name: a${(at + 1) % most}}], routes: [${route('Host(`a`)')}]`),
    );
  },
  /** Half of it parents with many routes, half children that name all of these. */
  crdParentsMany: (size) => ({
    path: 'k8s.yml',
    text: `${counted(20, (at) => ingressRoute(`p${at}`, `routes: [${filled(size / 40 - 200, (one) => `${route(`Host(\`a${one}\`)`)},`)}]`))}${filled(size / 2, (at) => ingressRoute(`c${at}`, `parentRefs: [${counted(20, (one) => `{name: p${one}},`)}], routes: [${route('Path(`/a`)')}]`))}`,
  }),
  /** One route with parents without end. */
  crdParentsOne: (size) =>
    manifests(size, (at) => `{name: p${at % 50}},`, {
      head: `${counted(50, (at) => ingressRoute(`p${at}`, `routes: [${route('Host(`a`)')}]`))}---\napiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: c}\nspec: {routes: [${route('Path(`/a`)')}], parentRefs: [`,
      tail: ']}\n',
    }),
  /** Services of Traefik: each of the next, of the next two, and in a circle. */
  crdServiceChain: (size) =>
    manifests(size, (at) =>
      crd('TraefikService', `s${at}`, `weighted: {services: [{name: s${at + 1}, kind: TraefikService, weight: 1}]}`),
    ),
  crdServiceDiamond: (size) =>
    manifests(
      size,
      (at) =>
        crd(
          'TraefikService',
          `s${at}`,
          `weighted: {services: [{name: s${at + 1}, kind: TraefikService}, {name: s${at + 2}, kind: TraefikService}]}`,
        ),
      {
        head: ingressRoute(
          'a',
          'routes: [{match: Host(`a`), kind: Rule, services: [{name: s0, kind: TraefikService}]}]',
        ),
      },
    ),
  crdServiceCircle: (size) => {
    const most = Math.floor(size / 180);
    return manifests(size, (at) =>
      crd(
        'TraefikService',
        `s${at}`,
        `weighted: {services: [{name: s${(at + 1) % most}, kind: TraefikService}, {name: s0, kind: TraefikService}]}`,
      ),
    );
  },
  /** A tree: each has two below. */
  crdServiceTree: (size) =>
    manifests(size, (at) =>
      crd(
        'TraefikService',
        `s${at}`,
        `weighted: {services: [{name: s${at * 2 + 1}, kind: TraefikService}, {name: s${at * 2 + 2}, kind: TraefikService}]}`,
      ),
    ),
  /** One of many, that is mirrored to itself. */
  crdServiceWide: (size) =>
    manifests(size, (at) => `{name: s${at}, kind: TraefikService},{name: t${at}, port: 80},`, {
      head: '---\napiVersion: traefik.io/v1alpha1\nkind: TraefikService\nmetadata: {name: s0}\nspec: {mirroring: {name: s0, kind: TraefikService, mirrors: [',
      tail: ']}}\n',
    }),
  /** Chains of middlewares: each of the next two. */
  crdMiddlewares: (size) =>
    manifests(
      size,
      (at) => crd('Middleware', `m${at}`, `chain: {middlewares: [{name: m${at + 1}}, {name: m${at + 2}}]}`),
      {
        head: ingressRoute('a', `routes: [${route('Host(`a`)', ', middlewares: [{name: m0}]')}]`),
      },
    ),
  crdMiddlewareList: (size) =>
    manifests(size, (at) => `{name: m${at}},`, {
      head: `---\napiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: a}\nspec: {routes: [{match: Host(\`a\`), kind: Rule, services: [{name: s, port: 80}], middlewares: [`,
      tail: ']}]}\n',
    }),
  /** Pages of errors, whose service is Traefik's. */
  crdErrors: (size) =>
    manifests(size, (at) =>
      crd('Middleware', `m${at}`, `errors: {status: ["500-${at}"], query: /x, service: {name: s${at}, port: 80}}`),
    ),
  /** Options of TLS with many cipher suites, and routes that use them. */
  crdOptions: (size) => ({
    path: 'k8s.yml',
    text: `${crd('TLSOption', 'o', `cipherSuites: [${filled(size * 0.4, (at) => `TLS_${at},`)}]`)}${filled(size * 0.55, (at) => ingressRoute(`a${at}`, `routes: [${route('Host(`a`)')}], tls: {options: {name: o}}`))}`,
  }),
  crdStores: (size) =>
    manifests(size, (at) =>
      crd('TLSStore', `s${at}`, `defaultCertificate: {secretName: a${at}}, certificates: [{secretName: b}]`),
    ),
  crdTransports: (size) =>
    manifests(size, (at) =>
      crd('ServersTransport', `t${at}`, `serverName: a${at}, rootCAsSecrets: [s${at}], certificatesSecrets: [a, b]`),
    ),
  crdTcp: (size) =>
    manifests(size, (at) =>
      crd(
        'IngressRouteTCP',
        `a${at}`,
        `routes: [{match: HostSNI(\`a${at}\`), services: [{name: s${at}, port: ${at}}], middlewares: [{name: m}]}], tls: {passthrough: true}`,
      ),
    ),
  crdUdp: (size) =>
    manifests(size, (at) =>
      crd('IngressRouteUDP', `a${at}`, `entryPoints: [e${at}], routes: [{services: [{name: s${at}, port: 80}]}]`),
    ),
  /** Keys and kinds that nobody knows. */
  crdUnknown: (size) =>
    manifests(
      size,
      (at) =>
        crd(`IngressRute${at}`, 'a', 'a: b') +
        ingressRoute(`b${at}`, `routs: [], routes: [{mach: a, kind: Rul, services: [{nam: s}]}]`),
    ),
  /** Objects of others between them. */
  crdOthers: (size) =>
    manifests(
      size,
      (at) =>
        `---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d${at}, labels: {a: b}}\nspec: {replicas: ${at}}\n`,
      { head: ingressRoute('a', `routes: [${route('Host(`a`)')}]`) },
    ),
  /** Documents without end in a file of Kubernetes. */
  crdDocuments: (size) =>
    manifests(size, () => '---\n# a\n', { head: ingressRoute('a', `routes: [${route('Host(`a`)')}]`) }),
  ingress: (size) =>
    manifests(size, (at) =>
      ingress(`a${at}`, `rules: [{host: a, http: {paths: [{path: /, pathType: Prefix, ${backend}}]}}]`),
    ),
  ingressPaths: (size) =>
    manifests(size, (at) => `      - {path: /${at}, pathType: Prefix, ${backend}}\n`, {
      head: `${ownIngress}  rules:\n  - host: a\n    http:\n      paths:\n`,
    }),
  /** Hosts of one Ingress. */
  ingressHosts: (size) =>
    manifests(size, (at) => `  - {host: a${at}.test, http: {paths: [{path: /, ${backend}}]}}\n`, {
      head: `${ownIngress}  rules:\n`,
    }),
  /** The same host and path, each time to another service, which gives them names of their own. */
  ingressSame: (size) =>
    manifests(
      size,
      (at) =>
        `  - {host: a, http: {paths: [{path: /, pathType: ${at % 2 ? 'Exact' : 'Prefix'}, backend: {service: {name: s${at}, port: {number: 80}}}}]}}\n`,
      { head: `${ownIngress}  rules:\n` },
    ),
  /** Annotations, known and unknown. */
  ingressAnnotations: (size) =>
    manifests(size, (at) => `    traefik.ingress.kubernetes.io/router.x${at}: a\n`, {
      head: `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\n  annotations:\n`,
      tail: `spec: {rules: [{host: a, http: {paths: [{path: /, ${backend}}]}}]}\n`,
    }),
  ingressMiddlewares: (size) =>
    manifests(size, (at) => `n-m${at}@kubernetescrd,`, {
      head: `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\n  annotations:\n    traefik.ingress.kubernetes.io/router.middlewares: `,
      tail: `\nspec: {rules: [{host: a, http: {paths: [${counted(20, (at) => `{path: /${at}, ${backend}},`)}]}}]}\n`,
    }),
  /** Half of it middlewares in an annotation, half paths that all have them. */
  ingressMiddlewaresPaths: (size) => ({
    path: 'k8s.yml',
    text: `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\n  annotations:\n    traefik.ingress.kubernetes.io/router.middlewares: ${filled(size * 0.45, (at) => `m${at}@file,`)}\nspec:\n  rules:\n  - http:\n      paths:\n${filled(size * 0.5, (at) => `      - {path: /${at}, ${backend}}\n`)}`,
  }),
  ingressTls: (size) =>
    manifests(size, (at) => `  - {hosts: [a${at}], secretName: s${at}}\n`, { head: `${ownIngress}  tls:\n` }),
  ingressBackends: (size) =>
    manifests(size, (at) => ingress(`a${at}`, `defaultBackend: {service: {name: s${at}, port: {name: p}}}`)),
  ingressClasses: (size) =>
    manifests(
      size,
      (at) =>
        `---\napiVersion: networking.k8s.io/v1\nkind: IngressClass\nmetadata: {name: c${at}}\nspec: {controller: traefik.io/ingress-controller}\n${ingress(`a${at}`, `rules: [{http: {paths: [{path: /, ${backend}}]}}]`)}`,
    ),
  /** Paths with quotes and backslashes, and long ones. */
  ingressQuotes: (size) =>
    manifests(size, (at) => `      - {path: '/${'\\"'.repeat(100)}${at}', ${backend}}\n`, {
      head: `${ownIngress}  rules:\n  - host: a\n    http:\n      paths:\n`,
    }),
  /** A long host above many paths. */
  ingressHostLong: (size) => ({
    path: 'k8s.yml',
    text: `${ownIngress}  rules:\n  - host: ${'h'.repeat(size * 0.45)}\n    http:\n      paths:\n${filled(size * 0.5, (at) => `      - {path: /${at}, ${backend}}\n`)}`,
  }),
  /** A long name of an object with many routes, of which each name is made. */
  crdNameLong: (size) => ({
    path: 'k8s.yml',
    text: `apiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: ${'n'.repeat(size * 0.45)}}\nspec:\n  routes:\n${filled(size * 0.5, (at) => `  - ${route(`Host(\`a${at}\`)`)}\n`)}`,
  }),
  /** A long namespace under which everything is named. */
  ingressNamespaceLong: (size) => ({
    path: 'k8s.yml',
    text: `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: a, namespace: ${'n'.repeat(size * 0.45)}}\nspec:\n  ingressClassName: traefik\n  rules:\n  - http:\n      paths:\n${filled(size * 0.5, (at) => `      - {path: /${at}, ${backend}}\n`)}`,
  }),
  /** Half of it what an object says of all its routes, half routes: entry points, parents, keys that nobody knows, and a long name. */
  crdEntryPointsRoutes: (size) => crdShared(size, `entryPoints: [${filled(size * 0.45, (at) => `e${at},`)}]`),
  crdParentsRoutes: (size) => ({
    path: 'k8s.yml',
    text: `${ingressRoute('p', `routes: [${filled(size * 0.4, (at) => `{match: Path(\`/${at}\`)},`)}]`)}${crdShared(size * 0.55, 'parentRefs: [{name: p}]').text}`,
  }),
  crdKeysRoutes: (size) =>
    crdShared(size, `x: y, ${filled(size * 0.45, (at) => `k${at}: 1, `)}tls: {options: {name: o}}`),
  crdOptionsLong: (size) => crdShared(size, `tls: {options: {name: ${'o'.repeat(size * 0.45)}}}`),
  crdTcpEntryPointsRoutes: (size) => ({
    path: 'k8s.yml',
    text: `apiVersion: traefik.io/v1alpha1\nkind: IngressRouteTCP\nmetadata: {name: a}\nspec:\n  entryPoints: [${filled(size * 0.45, (at) => `e${at},`)}]\n  routes:\n${filled(size * 0.5, (at) => `  - {match: HostSNI(\`a${at}\`), services: [{name: s, port: 80}]}\n`)}`,
  }),
  ingressEntryPointsPaths: (size) => ({
    path: 'k8s.yml',
    text: `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\n  annotations:\n    traefik.ingress.kubernetes.io/router.entrypoints: ${filled(size * 0.45, (at) => `e${at},`)}\nspec:\n  rules:\n  - http:\n      paths:\n${filled(size * 0.5, (at) => `      - {path: /${at}, ${backend}}\n`)}`,
  }),
  /** One long namespace, in which each route refers to something. */
  crdNamespaceLong: (size) => ({
    path: 'k8s.yml',
    text: `apiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: a, namespace: ${'n'.repeat(size * 0.45)}}\nspec:\n  routes:\n${filled(size * 0.5, (at) => `  - ${route(`Host(\`a${at}\`)`, ', middlewares: [{name: m}]')}\n`)}`,
  }),
  /** Objects of which each has many of the keys that are looked for, behind many others. */
  crdKeys: (size) =>
    manifests(size, (at) =>
      ingressRoute(`a${at}`, `${counted(60, (one) => `k${one}: 1, `)}routes: [${route('Host(`a`)')}]`),
    ),
};

/** An IngressRoute whose `spec` has this before its routes. */
function crdShared(size: number, spec: string) {
  const head = `---\napiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: a}\nspec: {${spec}, routes: [`;
  return manifests(size, (at) => `${route(`Host(\`a${at}\`)`)},`, { head, tail: ']}\n' });
}
