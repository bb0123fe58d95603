import assert from 'node:assert/strict';
import { FollowedNames } from '../../../../src/core/config/files/followedNames';
import { originsOfItem } from '../../../../src/core/liveConfig/definition';
import { itemSource } from '../../../../src/core/proxy/api/items';
import type { ItemKind } from '../../../../src/core/proxy/model/model';
import { given, type Raw } from '../proxy/model/given';

const ingress = (name: string, namespace: string, paths: readonly string[]): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ${name}${namespace === '' ? '' : `, namespace: ${namespace}`} }
spec:
  rules:
    - host: a.test
      http:
        paths:
${paths.map((path) => `          - { path: ${path}, backend: { service: { name: app, port: { number: 80 } } } }\n`).join('')}`;

const compose = `services:
  web:
    labels:
      - traefik.enable=true
      - traefik.http.routers.shop-\${STAGE}.rule=Host(\`shop.test\`)
      - traefik.http.routers.\${ANY}.rule=Host(\`any.test\`)
      - traefik.http.routers.exact.rule=Host(\`exact.test\`)
    image: a
`;

/** Where the files declare an item: with a question mark where they only may. */
async function origins(
  files: Readonly<Record<string, string>>,
  raw: Raw,
  kind: ItemKind = 'routers',
): Promise<readonly string[]> {
  const names = new FollowedNames({ list: async () => Object.keys(files), textOf: async (path) => files[path] }, 100);
  const item = itemSource('http', kind).read(raw, JSON.stringify(raw));
  assert.ok(item);
  const inventory = await given({ http: { [kind]: [raw] } });
  const { places, isCertain } = originsOfItem(item, inventory, await names.read(AbortSignal.timeout(5_000)));
  return places.map(({ path, start }) => `${path}:${start.line + 1}${isCertain ? '' : '?'}`);
}

const from = (namespace: string, ingressName: string) => ({
  observability: { accessLogs: true, metadata: { ingress: { namespace, ingressName, serviceName: 'app' } } },
});

describe('originsOfItem: where files declare what a proxy has', () => {
  it('is in the Ingress that Traefik names, before all others of that name', async () => {
    const files = {
      '/a.yml': ingress('web', 'apps', ['/', '/api']),
      '/b.yml': ingress('web', 'other', ['/']),
      '/c.yml': ingress('app', 'apps', ['/x']),
    };
    const live = { name: 'apps-web-a-test-api@kubernetes', ...from('apps', 'web') };
    assert.deepEqual(await origins(files, live), ['/a.yml:10']);
    // Those of other providers have names of their own.
    const nginx = { name: 'apps-web-rule-0-path-1@kubernetesingressnginx', ...from('apps', 'web') };
    assert.deepEqual(await origins(files, nginx), ['/a.yml:3']);
    // Another Ingress would make a router of this name as well.
    const moved = { name: 'apps-web-a-test-api@kubernetes', ...from('apps', 'app') };
    assert.deepEqual(await origins(files, moved), ['/c.yml:3']);
  });

  it('is in an Ingress without a namespace, unless one with it is there', async () => {
    const live = { name: 'apps-web-a-test@kubernetes', ...from('apps', 'web') };
    const anywhere = { '/a.yml': ingress('web', '', ['/']) };
    assert.deepEqual(await origins(anywhere, live), ['/a.yml:9']);
    assert.deepEqual(await origins({ ...anywhere, '/b.yml': ingress('web', 'apps', ['/']) }, live), ['/b.yml:9']);
  });

  it('is found by its name where Traefik names no Ingress, or none that is there', async () => {
    const files = { '/a.yml': ingress('web', 'apps', ['/']) };
    assert.deepEqual(await origins(files, { name: 'apps-web-a-test@kubernetes' }), ['/a.yml:9']);
    assert.deepEqual(await origins(files, { name: 'apps-web-a-test@kubernetes', ...from('x', 'y') }), ['/a.yml:9']);
    assert.deepEqual(await origins(files, { name: 'apps-app-80@kubernetes' }, 'services'), ['/a.yml:9']);
  });

  it('is where the name is written, otherwise where one with unknown parts may be', async () => {
    const files = { '/compose.yml': compose };
    assert.deepEqual(await origins(files, { name: 'exact@docker', rule: 'Host(`other.test`)' }), ['/compose.yml:7']);
    assert.deepEqual(await origins(files, { name: 'shop-prod@docker', rule: 'Host(`shop.test`)' }), [
      '/compose.yml:5?',
    ]);
    assert.deepEqual(await origins(files, { name: 'shop-prod@docker', rule: 'Host(`other.test`)' }), []);
    assert.deepEqual(await origins(files, { name: 'shop-prod@file', rule: 'Host(`shop.test`)' }), []);
    // Of this name nothing is known.
    assert.deepEqual(await origins(files, { name: 'any@docker', rule: 'Host(`any.test`)' }), []);
  });

  it('is what the object is made of where nobody wrote it', async () => {
    assert.deepEqual(await origins({ '/compose.yml': compose }, { name: 'web-project@docker' }, 'services'), [
      '/compose.yml:2?',
    ]);
  });
});
