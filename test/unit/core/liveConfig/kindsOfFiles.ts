/** Each kind of file in which the editor knows the proxy, and what is told of it there. */
import { hashOfRule, splitQualifiedName } from '../../../../src/core/config/names/objectNames';
import type { GoValue } from '../../../servers/traefik/json-text';

const composeFile = `name: shop
services:
  cart:
    image: shop/cart
    labels:
      - traefik.enable=true
      - traefik.http.routers.cart.rule=Host(\`cart.example.test\`)
      - traefik.http.routers.cart.entrypoints=web
      - traefik.http.routers.cart.middlewares=auth@file,secure@docker
  site:
    image: shop/site
    labels:
      - traefik.enable=true
      - traefik.http.routers.site.rule=Host(\`site.example.test\`)
      - traefik.http.routers.site.middlewares=api-strip
`;

const dynamicText = `http:
  routers:
    shop-web:
      rule: Host(\`shop.example.test\`)
      middlewares: [auht]
      service: shop
    no-middleware:
      rule: Host(\`gone2.example.test\`)
      middlewares: [missing@docker, auth]
      service: shop
  services:
    shop:
      loadBalancer:
        servers: [{ url: http://127.0.0.1:9101 }]
  middlewares:
    auth:
      headers: { frameDeny: true }
`;

const dynamicTomlFile = `[http.routers.shop-web]
rule = "Host(\`shop.example.test\`)"
middlewares = ["auht"]
service = "shop"

[http.routers.no-middleware]
rule = "Host(\`gone2.example.test\`)"
middlewares = ["missing@docker", "auth"]
service = "shop"

[[http.services.shop.loadBalancer.servers]]
url = "http://127.0.0.1:9101"

[http.middlewares.auth.headers]
frameDeny = true
`;

const routeFile = `apiVersion: traefik.io/v1alpha1
kind: IngressRoute
metadata: { name: orders, namespace: shop }
spec:
  entryPoints: [web]
  routes:
    - match: Host(\`orders.example.test\`)
      kind: Rule
      middlewares:
        - name: strip
      services: [{ name: orders, port: 80 }]
    - match: Host(\`pay.example.test\`, \`pay2.example.test\`)
      kind: Rule
      services: [{ name: orders, port: 80 }]
---
apiVersion: traefik.io/v1alpha1
kind: Middleware
metadata: { name: strip, namespace: shop }
spec: { stripPrefix: { prefixes: [/orders] } }
`;

const ordersRouter = 'shop-orders-e1d5e8776006603f8825@kubernetescrd';
const payRule = 'Host(`pay.example.test`) || Host(`pay2.example.test`)';
const payRouter = `shop-orders-${hashOfRule(payRule)}@kubernetescrd`;

/** The first one has the paths that both names of `ingressRouters` would come from. */
export const ingressFile = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: apps }
spec:
  rules:
    - host: a.test
      http:
        paths:
          - { path: /, backend: { service: { name: app, port: { number: 80 } } } }
          - { path: /api, backend: { service: { name: app, port: { number: 80 } } } }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: moved, namespace: apps }
spec:
  rules:
    - host: b.test
      http:
        paths:
          - { path: /, backend: { service: { name: app, port: { number: 80 } } } }
`;

/** What is told of a file, always the same things. */
interface KindOfFile {
  readonly name: string;
  readonly text: string;
  readonly lenses: readonly string[];
  /** What the proxy says of it, among the problems. */
  readonly problem: string;
  /** Where a quick fix is asked for, its name, and a line as it is then. */
  readonly mend: { readonly at: string; readonly name: string; readonly after: string };
  /** A router that the proxy has: where its rule is once the file is mended, and the line that declares it. */
  readonly router: { readonly name: string; readonly rule: string; readonly host: string; readonly line: number };
  /** A symbol, and its line. */
  readonly symbol: { readonly name: string; readonly line: number };
  /** A name to hover, and what is told of it. */
  readonly hovered: { readonly at: string; readonly told: string };
  /** A name whose declaration is gone to, and where that is. */
  readonly definition: { readonly from: string; readonly file: string; readonly line: number };
  /** What is typed where, and what is offered. */
  readonly completion: { readonly after: string; readonly typed: string; readonly offered: string };
}

const composeBeside = (dynamic: KindOfFile): KindOfFile => ({
  name: 'compose.yml',
  text: composeFile,
  lenses: ['disabled: middleware "secure@docker" does not exist', '2 of 3 up'],
  problem: 'The proxy reports: middleware "secure@docker" does not exist',
  mend: { at: 'api-strip', name: 'Change to “api-strip@file”', after: 'middlewares=api-strip@file' },
  router: { name: 'site@docker', rule: 'Host(`site', host: 'site.example.test', line: 14 },
  symbol: { name: 'cart@docker', line: 7 },
  hovered: { at: 'http.routers.c', told: 'edge: Router cart@docker' },
  definition: { ...dynamic.definition, from: 'auth@file' },
  completion: { after: 'secure@docker', typed: ',api-s', offered: 'api-strip@file' },
});

/** Of the file provider, whose files all declare the same. */
const dynamicFile = {
  lenses: ['disabled: middleware "missing@docker" does not exist', '2 of 3 up', '2 of 3 up', 'not loaded by edge'],
  problem: 'The proxy reports: middleware "missing@docker" does not exist',
  hovered: { at: 'no-mid', told: 'edge: Router no-middleware@file' },
} as const;

const dynamicYaml: KindOfFile = {
  ...dynamicFile,
  name: 'dynamic.yml',
  text: dynamicText,
  mend: { at: 'auht', name: 'Change to “auth”', after: 'middlewares: [auth]' },
  router: { name: 'shop-web@file', rule: 'Host(`shop', host: 'shop.example.test', line: 3 },
  symbol: { name: 'auth@file', line: 16 },
  definition: { from: 'auth]', file: 'dynamic.yml', line: 16 },
  completion: { after: 'missing@docker, auth', typed: ', api-s', offered: 'api-strip' },
};

const dynamicToml: KindOfFile = {
  ...dynamicFile,
  name: 'dynamic.toml',
  text: dynamicTomlFile,
  mend: { at: 'auht', name: 'Change to “auth”', after: 'middlewares = ["auth"]' },
  router: { name: 'shop-web@file', rule: 'Host(`shop', host: 'shop.example.test', line: 1 },
  symbol: { name: 'auth@file', line: 14 },
  definition: { from: 'auth"]', file: 'dynamic.toml', line: 14 },
  completion: { after: '"missing@docker", "auth"', typed: ', "api-s', offered: 'api-strip' },
};

const ingressRoute: KindOfFile = {
  name: 'route.yaml',
  text: routeFile,
  lenses: [
    'disabled: middleware "shop-strip@kubernetescrd" does not exist',
    'not loaded by edge',
    'not loaded by edge',
  ],
  problem: 'The proxy reports: middleware "shop-strip@kubernetescrd" does not exist',
  mend: { at: 'pay2', name: 'Write it for Traefik 3', after: `match: ${payRule}` },
  router: { name: payRouter, rule: 'Host(`pay', host: 'pay.example.test', line: 12 },
  symbol: { name: 'shop-strip@kubernetescrd', line: 18 },
  hovered: { at: 'Host(`ord', told: `edge: Router ${ordersRouter}` },
  definition: { from: 'strip\n      services', file: 'route.yaml', line: 18 },
  completion: { after: '- match: ', typed: 'Pa', offered: 'PathPrefix' },
};

/** Routers that Traefik made of an Ingress: of the first one, only its name tells; of the other, Traefik does. */
export const ingressRouters = [
  enabled('apps-web-a-test@kubernetes', 'Host(`a.test`) && PathPrefix(`/`)'),
  {
    ...enabled('apps-web-a-test-api@kubernetes', 'Host(`b.test`) && PathPrefix(`/`)'),
    observability: { metadata: { ingress: { namespace: 'apps', ingressName: 'moved', serviceName: 'app' } } },
  },
] as const;

/** Routers that Traefik made of the compose file, the IngressRoutes, and the Ingresses. */
export const loadedRouters: readonly GoValue[] = [
  {
    ...disabled('cart@docker', 'Host(`cart.example.test`)', 25n, 'secure@docker'),
    service: 'cart-shop',
    middlewares: ['auth@file', 'secure@docker'],
  },
  enabled('site@docker', 'Host(`site.example.test`)'),
  {
    ...disabled(ordersRouter, 'Host(`orders.example.test`)', 27n, 'shop-strip@kubernetescrd'),
    service: ordersRouter.slice(0, ordersRouter.indexOf('@')),
    middlewares: ['shop-strip@kubernetescrd'],
  },
  enabled(payRouter, payRule),
  ...ingressRouters,
];

function disabled(name: string, rule: string, priority: bigint, missing: string) {
  const error = [`middleware "${missing}" does not exist`];
  return { ...router(name, rule, priority), error, status: 'disabled' };
}

function enabled(name: string, rule: string) {
  return { ...router(name, rule, BigInt(rule.length)), status: 'enabled', service: 'shop@file' };
}

function router(name: string, rule: string, priority: bigint) {
  const entryPoints = ['web'];
  return { entryPoints, rule, priority, using: entryPoints, name, provider: splitQualifiedName(name).provider };
}

/** The files of a folder, by the syntax of the dynamic configuration among them. */
export const kindsOfFiles: Readonly<Record<'yaml' | 'toml', readonly KindOfFile[]>> = {
  yaml: [composeBeside(dynamicYaml), dynamicYaml, ingressRoute],
  toml: [composeBeside(dynamicToml), dynamicToml, ingressRoute],
};
