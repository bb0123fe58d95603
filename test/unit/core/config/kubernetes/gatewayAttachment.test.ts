import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

/** What is told of a file, each with the text that it is about. */
function toldOf(...documents: readonly string[]): readonly string[] {
  const text = documents.join('---\n');
  return checkConfigGroups(readConfigFiles([{ path: 'routes.yml', text }]), {}).map(
    ({ severity, code, range }) => `${severity} ${code} ${text.slice(range.start, range.end)}`,
  );
}

const version = 'apiVersion: gateway.networking.k8s.io/v1\n';
const gateway = (listener = '', name = 'web', namespace = 'edge'): string =>
  `${version}kind: Gateway\nmetadata: { name: ${name}${namespace === '' ? '' : `, namespace: ${namespace}`} }\nspec:\n  gatewayClassName: traefik\n  listeners: [ { name: http, port: 80, protocol: HTTP${listener} } ]\n`;
const route = (parent: string, more = '', namespace = 'edge', kind = 'HTTPRoute'): string =>
  `${version}kind: ${kind}\nmetadata: { name: shop${namespace === '' ? '' : `, namespace: ${namespace}`} }\nspec:\n  parentRefs: [ { ${parent} } ]\n${more}  rules: [ { backendRefs: [ { name: shop, port: 80 } ] } ]\n`;
const all = ', allowedRoutes: { namespaces: { from: All } }';

describe('gatewayAttachment: a route of a gateway that is in the same file', () => {
  for (const [what, documents, at] of [
    ['a listener of another name', [gateway(), route('name: web, sectionName: https')], 'https'],
    ['another port', [gateway(), route('name: web, port: 443')], '443'],
    ['a namespace that is not allowed', [gateway(), route('name: web, namespace: edge', '', 'shop')], 'web'],
    [
      'a hostname that no listener takes',
      [gateway(', hostname: "*.a.test"'), route('name: web', '  hostnames: [b.test]\n')],
      'b.test',
    ],
    ['a kind that no listener takes', [gateway(), route('name: web', '', 'edge', 'TLSRoute')], 'web'],
    ['the same by one of two parents', [gateway(), route('name: web }, { name: web, sectionName: https')], 'https'],
  ] as const) {
    it(`is attached to nothing: ${what}`, () => {
      assert.deepEqual(toldOf(...documents), [`error kubernetes.attachment ${at}`]);
    });
  }

  it('is attached to what takes it, or may', () => {
    for (const documents of [
      [gateway(), route('name: web')],
      [gateway(), route('name: web, sectionName: http, port: 80')],
      [gateway(all), route('name: web, namespace: edge', '', 'shop')],
      [gateway(', allowedRoutes: { namespaces: { from: Selector } }'), route('name: web, namespace: edge', '', 'shop')],
      [gateway(', hostname: "*.a.test"'), route('name: web', '  hostnames: [b.a.test, c.test]\n')],
      [gateway(', hostname: b.a.test'), route('name: web', '  hostnames: ["*.a.test"]\n')],
      [gateway(), route('name: web', '  hostnames: [b.test]\n')],
      [gateway(', hostname: a.test'), route('name: web')],
      [gateway('', 'web', ''), route('name: web', '', '')],
      [gateway('', 'web', ''), route('name: web', '', 'shop')],
      [gateway(), route('kind: Service, group: "", name: web, sectionName: https')],
      [gateway(), route('name: web, sectionName: "{{ .Values.section }}"')],
    ]) {
      assert.deepEqual(toldOf(...documents), [], documents.join());
    }
  });

  it('may mean another gateway, if its name is nearly that of one', () => {
    assert.deepEqual(toldOf(gateway('', 'internal'), route('name: interal')), [
      'information kubernetes.attachment interal',
    ]);
    assert.deepEqual(toldOf(gateway(all), route('name: web', '', 'shop')), ['information kubernetes.attachment web']);
    assert.deepEqual(toldOf(gateway('', 'internal'), route('name: public')), []);
    assert.deepEqual(toldOf(route('name: web')), []);
  });

  it('is not told for a listener that is refused itself', () => {
    const told = toldOf(gateway(', allowedRoutes: { kinds: [ { kind: TCPRoute } ] }'), route('name: web'));
    assert.deepEqual(told, ['error kubernetes.reference http']);
  });
});

describe('gatewayAttachment: a backend in another namespace', () => {
  const backend = (more = ''): string =>
    route('name: web').replace('name: shop, port', `name: shop, namespace: data${more}, port`);
  const grant = (to: string): string =>
    `apiVersion: gateway.networking.k8s.io/v1beta1\nkind: ReferenceGrant\nmetadata: { name: g, namespace: data }\nspec:\n  from: [ { group: gateway.networking.k8s.io, kind: HTTPRoute, namespace: edge } ]\n  to: [ { group: "", ${to} } ]\n`;

  it('needs a grant, which may be in another file', () => {
    const told = ['information kubernetes.attachment data'];
    assert.deepEqual(toldOf(gateway(), backend()), told);
    assert.deepEqual(toldOf(gateway(), backend(), grant('kind: Service, name: other')), told);
    assert.deepEqual(toldOf(gateway(), backend(), grant('kind: Service')), []);
    assert.deepEqual(toldOf(gateway(), backend(), grant('kind: Service, name: shop')), []);
    assert.deepEqual(
      toldOf(gateway(), route('name: web').replace('name: shop, port', 'name: shop, namespace: edge, port')),
      [],
    );
  });
});
