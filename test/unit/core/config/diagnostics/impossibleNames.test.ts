import assert from 'node:assert/strict';
import { impossibleName } from '../../../../../src/core/config/diagnostics/impossibleNames';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

/** What is told of files without a proxy: how severe, by which code, of which text, and what the fix puts there. */
function toldOf(files: Readonly<Record<string, string>>): readonly string[] {
  const read = readConfigFiles(Object.entries(files).map(([path, text]) => ({ path, text })));
  return checkConfigGroups(read, {}).map(({ severity, code, range, fix }) => {
    const fixText = fix === undefined ? '' : ` → ${fix.text}`;
    return `${severity} ${code} ${files[range.path]?.slice(range.start, range.end)}${fixText}`;
  });
}

const labels = (...all: readonly string[]): Readonly<Record<string, string>> => ({
  'compose.yml': `services:\n  a:\n    image: a\n    ports: [80]\n    labels:\n${['traefik.http.routers.r.rule=Host(`a.test`)', ...all].map((one) => `      - ${one}\n`).join('')}`,
});
const dynamic = (router: string, more = ''): Readonly<Record<string, string>> => ({
  'dyn.yml': `http:\n  routers:\n    r: { rule: Host(\`a.test\`), service: api@internal${router} }\n${more}`,
});
const object = (kind: string, name: string, namespace: string, spec: string): string =>
  `---\napiVersion: traefik.io/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name}${namespace === '' ? '' : `, namespace: ${namespace}`} }\nspec: ${spec}\n`;
const route = (namespace: string, more: string, spec = ''): string =>
  object(
    'IngressRoute',
    'r',
    namespace,
    `{ routes: [{ match: Host(\`a.test\`), kind: Rule, services: [{ name: s, port: 80 }]${more} }]${spec} }`,
  );
const ingress = (namespace: string, annotation: string): string =>
  `---\napiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: i\n  namespace: ${namespace}\n  annotations:\n    traefik.ingress.kubernetes.io/${annotation}\nspec: { rules: [{ host: a.test, http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: s, port: { number: 80 } } } }] } }] }\n`;

describe('impossibleNames: a name that no proxy can have', () => {
  it('has a provider that does not exist, with the one that was meant', () => {
    for (const [name, meant] of [
      ['auth@kubernetes-crd', 'auth@kubernetescrd'],
      ['auth@File', 'auth@file'],
      ['auth@doker', 'auth@docker'],
      ['file@auth', 'auth@file'],
      ['auth@kubernetesIngress', 'auth@kubernetes'],
      ['auth@consul_catalog', 'auth@consulcatalog'],
      ['auth@mycompany', undefined],
      ['auth@', undefined],
    ] as const) {
      const told = impossibleName('http', 'middleware', name);
      assert.ok(told !== undefined, name);
      assert.equal(told.meant, meant);
    }
    assert.deepEqual(toldOf(labels('traefik.http.routers.r.middlewares=auth@File')), [
      'error ref.unknown auth@File → auth@file',
    ]);
    assert.deepEqual(toldOf(dynamic(', middlewares: [file@auth]')), ['error ref.unknown file@auth → auth@file']);
  });

  it('is none with a provider of Traefik 2 or 3, of a plugin, or of a namespace', () => {
    for (const provider of [
      ...['file', 'docker', 'swarm', 'ecs', 'nomad', 'consulcatalog', 'http', 'rest', 'kubernetesgateway', 'knative'],
      ...['consul', 'etcd', 'redis', 'zookeeper', 'marathon', 'rancher', 'kubernetesingressnginx'],
      ...['plugin-mine', 'nomad-prod', 'consul-catalog', 'consulcatalog-a'],
    ]) {
      assert.equal(impossibleName('http', 'middleware', `auth@${provider}`), undefined, provider);
      assert.equal(impossibleName('tcp', 'service', `a@b@${provider}`), undefined, provider);
    }
  });

  it('is one of Traefik itself that it does not bring', () => {
    for (const [protocol, kind, name, meant] of [
      ['http', 'service', 'dashbord@internal', 'dashboard@internal'],
      ['http', 'service', 'traefik@internal', undefined],
      ['tcp', 'service', 'api@internal', undefined],
      ['udp', 'service', 'ping@internal', undefined],
      ['http', 'middleware', 'auth@internal', undefined],
      ['http', 'tlsOptions', 'modern@internal', undefined],
      ['http', 'serversTransport', 'defaul@internal', 'default@internal'],
    ] as const) {
      const told = impossibleName(protocol, kind, name);
      assert.ok(told !== undefined, name);
      assert.equal(told.meant, meant, name);
    }
    for (const name of ['api', 'dashboard', 'ping', 'prometheus', 'rest', 'noop', 'acme-http']) {
      assert.equal(impossibleName('http', 'service', `${name}@internal`), undefined);
    }
    assert.equal(impossibleName('http', 'middleware', 'redirect-web-to-websecure@internal'), undefined);
    assert.equal(impossibleName('http', 'serversTransport', 'default@internal'), undefined);
  });

  it('is of a kind that the provider cannot declare', () => {
    const tls = 'traefik.http.routers.r.tls.options=strict';
    assert.deepEqual(toldOf(labels(tls)), ['error ref.unknown strict']);
    assert.deepEqual(toldOf(labels(`${tls}@file`)), []);
    // One of that name elsewhere is what was meant.
    assert.deepEqual(
      toldOf({ ...labels(tls), 'd/tls.yml': 'tls: { options: { strict: { minVersion: VersionTLS13 } } }\n' }),
      ['error ref.unknown strict → strict@file'],
    );
    assert.deepEqual(toldOf(labels('traefik.http.services.r.loadbalancer.serverstransport=slow')), [
      'error ref.unknown r',
      'error ref.unknown slow',
    ]);
    assert.equal(impossibleName('http', 'serversTransport', 'tls-a@consulcatalog'), undefined);
    assert.deepEqual(toldOf({ 'i.yml': ingress('a', 'router.middlewares: strip') }), ['error ref.unknown strip']);
    assert.deepEqual(toldOf({ 'i.yml': ingress('a', 'router.tls.options: strict') }), ['error ref.unknown strict']);
  });

  it('is one of Kubernetes without its namespace, or in another spelling', () => {
    const strip = object('Middleware', 'strip', 'apps', '{ stripPrefix: { prefixes: [/a] } }');
    const mine = object('Middleware', 'my.strip', 'apps', '{ stripPrefix: { prefixes: [/a] } }');
    const told = (name: string): readonly string[] =>
      toldOf({ 'i.yml': `${strip}${mine}${ingress('apps', `router.middlewares: ${name}`)}` });
    assert.deepEqual(told('apps-strip@kubernetescrd'), []);
    assert.deepEqual(told('apps-my-strip@kubernetescrd'), []);
    assert.deepEqual(told('other-strip@kubernetescrd'), []);
    assert.deepEqual(told('strip@kubernetescrd'), ['error ref.unknown strip@kubernetescrd → apps-strip@kubernetescrd']);
    assert.deepEqual(told('strip'), ['error ref.unknown strip → apps-strip@kubernetescrd']);
    assert.deepEqual(told('apps-my.strip@kubernetescrd'), [
      'error ref.unknown apps-my.strip@kubernetescrd → apps-my-strip@kubernetescrd',
    ]);
    // There may be one “strip” in the namespace “my”.
    assert.deepEqual(told('my-strip@kubernetescrd'), [
      'information ref.unknown my-strip@kubernetescrd → apps-my-strip@kubernetescrd',
    ]);
  });

  it('is none of a router or service of TCP and UDP, whose names stay as they are', () => {
    assert.equal(impossibleName('tcp', 'service', 'a-my.route-0@kubernetescrd'), undefined);
    assert.equal(impossibleName('udp', 'service', 'a-My.route-0@kubernetescrd'), undefined);
    assert.ok(impossibleName('tcp', 'middleware', 'a-my.limit@kubernetescrd') !== undefined);
    assert.ok(impossibleName('http', 'service', 'a-my.service-80@kubernetescrd') !== undefined);
  });

  it('is one of TLS options that are named “default”', () => {
    const options = object('TLSOption', 'default', 'my-edge', '{ minVersion: VersionTLS12 }');
    for (const [name, isTold] of [
      ['default', false],
      ['edge-default@kubernetescrd', true],
      ['default@file', true],
      ['my-edge-default@kubernetescrd', true],
      ['of-others-default@kubernetescrd', false],
      ['edge-strict@kubernetescrd', false],
    ] as const) {
      const told = toldOf({ 'i.yml': `${options}${ingress('a', `router.tls.options: ${name}`)}` });
      assert.deepEqual(told, isTold ? [`error ref.unknown ${name}`] : [], name);
    }
    const named = (name: string): readonly string[] =>
      toldOf({ 'r.yml': route('my-edge', '', `, tls: { options: { name: ${name} } }`) });
    assert.deepEqual(named('default'), ['error ref.unknown default']);
    assert.deepEqual(named('"default"'), ['error ref.unknown default']);
    assert.deepEqual(named('my-default'), []);
  });

  it('is not told of names with variables', () => {
    assert.deepEqual(toldOf(labels(`traefik.http.routers.r.middlewares=auth@\${P}`)), []);
    assert.deepEqual(toldOf(labels(`traefik.http.routers.r.tls.options=\${O}`)), []);
  });
});

describe('impossibleNames: what “allowCrossNamespace” allows', () => {
  for (const [what, text, at] of [
    ['a middleware of another namespace', route('a', ', middlewares: [{ name: m, namespace: b }]'), 'm'],
    [
      'a middleware with @kubernetescrd',
      route('a', ', middlewares: [{ name: b-m@kubernetescrd }]'),
      'b-m@kubernetescrd',
    ],
    [
      'TLS options of another namespace',
      route('a', '', ', tls: { options: { name: strict, namespace: b } }'),
      'strict',
    ],
    ['a parent of another namespace', route('a', '', ', parentRefs: [{ name: p, namespace: b }]'), 'p'],
    [
      'a service of another namespace',
      object('TraefikService', 't', 'a', '{ weighted: { services: [{ name: other, namespace: b, port: 80 }] } }'),
      'other',
    ],
    [
      'a service of another namespace of TCP',
      object(
        'IngressRouteTCP',
        't',
        'a',
        '{ routes: [{ match: HostSNI(`*`), services: [{ name: other, namespace: b, port: 80 }] }] }',
      ),
      'other',
    ],
    ['a chain', object('Middleware', 'c', 'a', '{ chain: { middlewares: [{ name: m, namespace: b }] } }'), 'm'],
  ] as const) {
    it(`is said to depend on it: ${what}`, () => {
      assert.deepEqual(toldOf({ 'r.yml': text }), [`information kubernetes.setting ${at}`]);
    });
  }

  it('is nothing within a namespace, or where nobody knows the namespace', () => {
    for (const text of [
      route('a', ', middlewares: [{ name: m, namespace: a }]'),
      route('a', ', middlewares: [{ name: m }]'),
      route('', ', middlewares: [{ name: m, namespace: b }]'),
      route('a', ', middlewares: [{ name: m@file }]'),
    ]) {
      assert.deepEqual(toldOf({ 'r.yml': text }), []);
    }
  });
});
