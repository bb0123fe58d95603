/** Plans of manifests, of whose objects only a part is read. */
import assert from 'node:assert/strict';
import type { ChangePlan } from '../../../../src/core/changePlan/changePlan';
import { planPage } from '../../../../src/core/changePlan/planPage';
import { listed, planOf, router, service } from './plans';

const live = listed([router('all@file', 'Host(`a.test`)', 'all')], [service('all@file', 'http://10.0.0.2:80')]);

const object = (kind: string, name: string, spec: string): string =>
  `apiVersion: traefik.io/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: ns }\nspec: ${spec}\n---\n`;
const route = (more = '', own = '', of = 'name: s, port: 80'): string =>
  object(
    'IngressRoute',
    'r',
    `{ routes: [ { kind: Rule, match: Host(\`a.test\`), services: [ { ${of} } ]${own} } ]${more} }`,
  );
const middleware = (options: string): string => object('Middleware', 'm', options);
const ingress = (annotations: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: { name: i, namespace: ns, annotations: { ${annotations} } }\nspec: { ingressClassName: traefik, rules: [ { host: a.test, http: { paths: [ { path: /, pathType: Prefix, backend: { service: { name: s, port: { number: 80 } } } } ] } } ] }\n`;

describe('clusterPlan: manifests of a cluster', () => {
  const changesOf = async (before: string, after: string): Promise<readonly string[]> => {
    const { objects } = await planOf(live, { 'k.yml': before }, { 'k.yml': after });
    return objects.map(
      ({ how, kind, name, options }) => `${how} ${kind} ${name.replace(/[\da-f]{20}/, '#')} ${options.join()}`,
    );
  };

  it('change by each option of a router', async () => {
    const changes: readonly (readonly [option: string, more: string, own?: string])[] = [
      ['middlewares', '', ', middlewares: [ { name: m } ]'],
      ['priority', '', ', priority: 7'],
      ['entryPoints', ', entryPoints: [other]'],
      ['tls', ', tls: {}'],
    ];
    for (const [option, more, own] of changes) {
      const changed = await changesOf(route(), route(more, own));
      assert.deepEqual(changed, [`changed routers ns-r-#@kubernetescrd ${option}`]);
    }
    const annotation = (name: string, value: string): string =>
      `traefik.ingress.kubernetes.io/router.${name}: ${value}`;
    const [web, tls] = [annotation('entrypoints', 'web'), annotation('tls', '"true"')];
    assert.deepEqual(await changesOf(ingress(web), ingress(`${web}, ${tls}`)), [
      'changed routers ns-i-a-test@kubernetes tls',
    ]);
  });

  it('change by each option of a service and a middleware, however it is written', async () => {
    assert.deepEqual(await changesOf(route(), route('', '', 'name: s, port: 80, scheme: https')), [
      'changed services ns-r-#@kubernetescrd ',
    ]);
    const low = (weight: number): string =>
      object(
        'IngressRouteTCP',
        't',
        `{ routes: [ { match: HostSNI(\`*\`), services: [ { name: s, port: 80, weight: ${weight} } ] } ] }`,
      );
    assert.deepEqual(await changesOf(low(1), low(2)), ['changed services ns-t-#@kubernetescrd ']);
    const strip = (prefix: string): string =>
      middleware(`{ stripPrefix: { forceSlash: true, prefixes: [${prefix}] } }`);
    assert.deepEqual(await changesOf(strip('/x'), strip('/y')), ['changed middlewares ns-m@kubernetescrd ']);
    const other = middleware('\n  stripPrefix:\n    prefixes: [ "/x" ] # the same\n    forceSlash: true');
    assert.deepEqual(await changesOf(strip('/x'), other), []);
    const tlsOf = (version: string): string => object('TLSOption', 't', `{ minVersion: ${version} }`);
    const plan = await planOf(live, { 'k.yml': tlsOf('VersionTLS12') }, { 'k.yml': tlsOf('VersionTLS13') });
    assert.deepEqual(plan.unlisted, ['ns-t@kubernetescrd']);
  });

  it('without a namespace are not known by their names, and change all the same', async () => {
    const [old, next] = [route(), route('', ', priority: 7')].map((text) => text.replace(', namespace: ns', ''));
    const plan = await planOf(live, { 'k.yml': old ?? '' }, { 'k.yml': next ?? '' });
    assert.match(plan.uncertain.join(), /^\*-r-[\da-f]{20}@kubernetescrd$/);
    const pageOf = (one: ChangePlan): string => planPage(one, { proxy: 'p', base: 'b', textOf: () => undefined }).text;
    assert.doesNotMatch(pageOf(plan), /Nothing that Traefik reads would change/);
    const same = await planOf(live, { 'k.yml': old ?? '' }, { 'k.yml': old ?? '' });
    assert.deepEqual(same.uncertain, []);
    assert.match(pageOf(same), /Nothing that Traefik reads would change/);
  });
});
