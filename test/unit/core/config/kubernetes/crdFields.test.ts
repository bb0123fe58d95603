import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';
import { crdTypes } from '../../../../../src/core/config/kubernetes/crdTypes';

function toldOf(text: string): readonly string[] {
  return checkConfigGroups(readConfigFiles([{ path: 'k.yml', text }]), {}).map(({ severity, code, range, fix }) => {
    const fixText = fix === undefined ? '' : ` → ${fix.text}`;
    return `${severity} ${code} ${text.slice(range.start, range.end)}${fixText}`;
  });
}

const object = (kind: string, spec: string): string =>
  `apiVersion: traefik.io/v1alpha1\nkind: ${kind}\nmetadata: { name: o, namespace: a }\nspec: ${spec}\n`;
const route = (more: string, spec = ''): string =>
  object(
    'IngressRoute',
    `{ routes: [{ match: Host(\`a.test\`), kind: Rule, services: [{ name: s, port: 80 }]${more} }]${spec} }`,
  );
const fieldsOnly = (told: readonly string[]): readonly string[] =>
  told.filter((one) => one.includes('kubernetes.field'));

describe('crdFields: fields that Traefik’s Kubernetes objects do not have', () => {
  for (const [text, told] of [
    [route('', ', entrypoints: [web]'), 'entrypoints → entryPoints'],
    [route(', middleware: [{ name: m }]'), 'middleware → middlewares'],
    [route('', ', tls: { secret: s }'), 'secret → secretName'],
    [route('', ', tls: { certresolver: le }'), 'certresolver → certResolver'],
    [route(', rule: Host(`b`)'), 'rule'],
    [
      object('IngressRouteTCP', '{ routes: [{ match: HostSNI(`*`), services: [{ name: s, port: 1, weigth: 1 }] }] }'),
      'weigth → weight',
    ],
    [
      object(
        'IngressRouteUDP',
        '{ entryPoints: [dns], routes: [{ services: [{ name: s, port: 1 }], middlewares: [] }] }',
      ),
      'middlewares',
    ],
    [object('Middleware', '{ customRequestHeaders: { X-A: b } }'), 'customRequestHeaders'],
    [object('Middleware', '{ stripprefix: { prefixes: [/a] } }'), 'stripprefix → stripPrefix'],
    [object('Middleware', '{ stripPrefix: { prefix: [/a] } }'), 'prefix → prefixes'],
    [object('Middleware', '{ headers: { sslredirect: true, frameDeny: true } }'), 'sslredirect → sslRedirect'],
    [object('MiddlewareTCP', '{ ipAllowlist: { sourceRange: [10.0.0.1] } }'), 'ipAllowlist → ipAllowList'],
    [object('TLSOption', '{ minversion: VersionTLS12 }'), 'minversion → minVersion'],
    [object('TLSStore', '{ defaultCertificate: { secretname: s } }'), 'secretname → secretName'],
    [object('ServersTransport', '{ insecureSkipVerfy: true }'), 'insecureSkipVerfy → insecureSkipVerify'],
    [object('TraefikService', '{ weighted: { services: [{ name: s, port: 80, Weight: 1 }] } }'), 'Weight → weight'],
  ] as const) {
    it(`are told: ${told}`, () => {
      assert.deepEqual(fieldsOnly(toldOf(text)), [`warning kubernetes.field ${told}`]);
    });
  }

  it('are told with the place where they belong', () => {
    const [problem] = checkConfigGroups(
      readConfigFiles([{ path: 'k.yml', text: object('Middleware', '{ customRequestHeaders: { X-A: b } }') }]),
      {},
    ).filter(({ code }) => code === 'kubernetes.field');
    assert.match(problem?.message ?? '', /It belongs below “headers”\.$/);
  });

  it('leave a middleware without a type, which its routers cannot use', () => {
    const text = `${object('Middleware', '{ stripprefix: { prefixes: [/a] } }')}---\n${route(', middlewares: [{ name: o }]')}`;
    assert.deepEqual(
      toldOf(text)
        .map((one) => one.split(' ', 2).join(' '))
        .sort(),
      ['error object.empty', 'error object.empty', 'warning kubernetes.field'],
    );
  });

  it('are told of no more than a thousand in a file', () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `x${at}: 1`).join(', ');
    assert.equal(fieldsOnly(toldOf(object('TLSOption', `{ ${many} }`))).length, 1_000);
  });
});

describe('crdFields: values of another type than a Kubernetes object has', () => {
  for (const [text, at] of [
    [route(', middlewares: [auth]'), 'auth'],
    [route(', middlewares: auth'), 'auth'],
    [route('', ', entryPoints: web'), 'web'],
    [route(', priority: "10"'), '"10"'],
    [object('Middleware', '{ stripPrefix: { prefixes: /a } }'), '/a'],
    [object('Middleware', '{ errors: { status: [500], service: { name: s, port: 80 } } }'), '500'],
    [object('Middleware', '{ redirectScheme: { scheme: https, port: 443 } }'), '443'],
    [object('Middleware', '{ redirectScheme: { scheme: https, permanent: "true" } }'), '"true"'],
    [object('Middleware', '{ headers: { customRequestHeaders: { X-A: 1 } } }'), '1'],
    [object('TLSOption', '{ sniStrict: 1 }'), '1'],
  ] as const) {
    it(`are told: ${at}`, () => {
      const [told] = fieldsOnly(toldOf(text));
      assert.equal(told, `error kubernetes.field ${at.replaceAll('"', '')}`);
      assert.equal(fieldsOnly(toldOf(text)).length, 1);
    });
  }

  it('bring nothing else about that they may be', () => {
    assert.equal(toldOf(route(', middlewares: [auth]')).length, 1);
  });
});

describe('crdFields: Traefik’s Kubernetes objects', () => {
  it('are right with all that their definitions allow', () => {
    for (const text of [
      route(
        ', middlewares: [{ name: m, namespace: a }], priority: 10, syntax: v3, observability: { accessLogs: true }',
        ', entryPoints: [web], tls: { secretName: s, options: { name: o }, domains: [{ main: a.test, sans: [b.test] }] }',
      ),
      object('Middleware', '{ plugin: { mine: { anything: { at: [all, 1, true] } } } }'),
      object('Middleware', '{ rateLimit: { average: 1, period: 10, burst: 2 } }'),
      object('Middleware', '{ rateLimit: { average: 1, period: 10s } }'),
      object('Middleware', '{ headers: { customResponseHeaders: { X-A: "1", X-B: "" } } }'),
      object(
        'ServersTransport',
        '{ serverName: a, rootCAs: [{ secret: s }], forwardingTimeouts: { dialTimeout: 1s } }',
      ),
      object('TLSStore', '{ defaultGeneratedCert: { resolver: r, domain: { main: a } } }'),
      object('IngressRouteUDP', '{ entryPoints: [dns], routes: [{ services: [{ name: s, port: dns }] }] }'),
      object('TLSOption', ''),
    ]) {
      assert.deepEqual(fieldsOnly(toldOf(text)), [], text);
    }
  });

  it('are not judged where a template writes a part, and those of Traefik 2’s group are not either', () => {
    const wrong = object('TLSOption', '{ minversion: x }');
    assert.deepEqual(fieldsOnly(toldOf(`${wrong}# {{ .Values.a }}\n`)), []);
    assert.deepEqual(fieldsOnly(toldOf(wrong.replace('traefik.io', 'traefik.containo.us'))), []);
    assert.deepEqual(fieldsOnly(toldOf(wrong.replace('traefik.io', 'hub.traefik.io'))), []);
  });

  it('refer to types that are there', () => {
    const plain = new Set(['string', 'int', 'bool', 'intOrString', 'any']);
    const types = Object.values(crdTypes).flatMap((fields) =>
      fields.split('; ').map((field) => field.split(' ')[1] ?? ''),
    );
    assert.deepEqual(
      types
        .map((type) => type.replace(/\[\]|\{\}/g, ''))
        .filter((type) => !plain.has(type) && crdTypes[type] === undefined),
      [],
    );
  });
});
