import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

function toldOf(text: string): readonly string[] {
  return checkConfigGroups(readConfigFiles([{ path: 'k.yml', text }]), {}).map(
    ({ severity, code, range }) => `${severity} ${code} ${text.slice(range.start, range.end)}`,
  );
}

const object = (kind: string, spec: string, name = 'o'): string =>
  `apiVersion: traefik.io/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: a }\nspec: ${spec}\n`;
const service = (more: string): string => `{ name: s, port: 80${more} }`;
const owners: Readonly<Record<string, (more: string) => string>> = {
  IngressRoute: (more) =>
    object('IngressRoute', `{ routes: [{ match: Host(\`a.test\`), kind: Rule, services: [${service(more)}] }] }`),
  'one of two': (more) =>
    object(
      'IngressRoute',
      `{ routes: [{ match: Host(\`a.test\`), kind: Rule, services: [{ name: t, port: 1 }, ${service(more)}] }] }`,
    ),
  TraefikService: (more) => object('TraefikService', `{ weighted: { services: [${service(more)}] } }`),
  mirror: (more) => object('TraefikService', `{ mirroring: { name: m, port: 1, mirrors: [${service(more)}] } }`),
  errors: (more) => object('Middleware', `{ errors: { status: ["500"], query: /, service: ${service(more)} } }`),
};

describe('crdValues: values of Traefik’s Kubernetes objects', () => {
  for (const [owner, write] of Object.entries(owners)) {
    it(`cost what refers to a service with another scheme, or a duration that nobody can read: ${owner}`, () => {
      for (const scheme of ['HTTP', 'ftp', 'h2', 'https://', 'tcp']) {
        assert.deepEqual(toldOf(write(`, scheme: "${scheme}"`)), [`error kubernetes.reference ${scheme}`]);
      }
      for (const more of [
        'healthCheck: { path: /, interval: 10x }',
        'healthCheck: { path: /, timeout: 10x }',
        'passiveHealthCheck: { failureWindow: 10x }',
        'responseForwarding: { flushInterval: 10x }',
      ]) {
        assert.deepEqual(toldOf(write(`, ${more}`)), ['error kubernetes.reference 10x'], more);
      }
    });

    it(`are right, or not known: ${owner}`, () => {
      for (const more of [
        ...['http', 'https', 'h2c', '""', '"{{ x }}"'].map((scheme) => `scheme: ${scheme}`),
        'healthCheck: { path: /, interval: 10, timeout: 1m30s }',
        'responseForwarding: { flushInterval: 100ms }',
      ]) {
        assert.deepEqual(toldOf(write(`, ${more}`)), [], more);
      }
    });
  }

  it('cost a middleware with a duration that nobody can read', () => {
    for (const [written, told] of [
      ['rateLimit: { average: 1, period: 1 minute }', '1 minute'],
      ['rateLimit: { average: 1, redis: { endpoints: [a], readTimeout: 1d } }', '1d'],
      ['retry: { attempts: 1, initialInterval: 10x }', '10x'],
      ['circuitBreaker: { expression: "NetworkErrorRatio() > 0.3", checkPeriod: 1y }', '1y'],
    ]) {
      assert.deepEqual(toldOf(object('Middleware', `{ ${written} }`)), [`error kubernetes.reference ${told}`]);
    }
    for (const period of ['1m', '60', '1m30s', '"10"']) {
      assert.deepEqual(toldOf(object('Middleware', `{ rateLimit: { average: 1, period: ${period} } }`)), []);
    }
  });

  it('may have periods in names, which become hyphens on both sides', () => {
    const parts = [
      object(
        'IngressRoute',
        '{ routes: [{ match: Host(`a.test`), kind: Rule, services: [{ name: t.s, kind: TraefikService }], middlewares: [{ name: m.w }] }] }',
        'r.t',
      ),
      object('TraefikService', '{ weighted: { services: [{ name: s.v, port: 80, serversTransport: s.t }] } }', 't.s'),
      object('Middleware', '{ stripPrefix: { prefixes: [/a] } }', 'm.w'),
      object('ServersTransport', '{ insecureSkipVerify: true }', 's.t'),
    ];
    const text = parts.join('---\n');
    const groups = readConfigFiles([{ path: 'k.yml', text }]);
    assert.deepEqual(
      checkConfigGroups(groups, { exists: () => false }).map(({ message }) => message),
      [],
    );
    const names = groups.flatMap(({ declarations }) => declarations.map(({ kind, name }) => `${kind} ${name}`));
    for (const name of ['service a-t-s', 'middleware a-m-w', 'serversTransport a-s-t', 'service a-s-v-80']) {
      assert.ok(names.includes(`${name}@kubernetescrd`), names.join(', '));
    }
  });
});
