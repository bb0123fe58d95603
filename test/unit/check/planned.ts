import { snapshotText } from '../../../src/core/proxy/snapshots/writeSnapshot';
import { type ChangeCase, inventoryOf } from '../../changes/cases';

/** Two files of one folder, of which routers of one use services of the other. */
export const files = {
  'dynamic/edge.yml': `http:
  routers:
    shop:
      rule: Host(\`shop.test\`)
      service: shop
      middlewares: [auth]
    admin:
      rule: Host(\`shop.test\`) && PathPrefix(\`/admin\`)
      service: admin
  middlewares:
    auth:
      headers:
        customRequestHeaders:
          X-A: b
`,
  'dynamic/services.yml': `http:
  services:
    shop:
      loadBalancer:
        servers:
          - url: http://10.0.0.1
    admin:
      loadBalancer:
        servers:
          - url: http://10.0.0.2
`,
};

const service = (name: string, url: string) => ({
  ...{ name: `${name}@file`, provider: 'file', status: 'enabled', type: 'loadbalancer', usedBy: [`${name}@file`] },
  loadBalancer: { servers: [{ url }], passHostHeader: true, strategy: 'wrr' },
});

const router = (name: string, rule: string, middlewares?: readonly string[]) => ({
  ...{ name: `${name}@file`, provider: 'file', status: 'enabled', entryPoints: ['web'], using: ['web'] },
  ...{ service: name, rule, priority: rule.length, ...(middlewares && { middlewares }) },
});

/** What a Traefik lists that has read the files, and a router of a container that the files know nothing of. */
export const api: ChangeCase['apiBefore'] = {
  '/entrypoints': [{ name: 'web', address: ':80' }],
  '/http/routers': [
    router('shop', 'Host(`shop.test`)', ['auth@file']),
    router('admin', 'Host(`shop.test`) && PathPrefix(`/admin`)'),
    { ...router('other-team', 'Host(`secret-project.test`)'), name: 'other-team@docker', service: 'other-team' },
  ],
  '/http/services': [
    service('shop', 'http://10.0.0.1'),
    service('admin', 'http://10.0.0.2'),
    { ...service('other-team', 'http://10.9.9.9'), name: 'other-team@docker', provider: 'docker' },
  ],
  '/http/middlewares': [
    {
      ...{ name: 'auth@file', provider: 'file', status: 'enabled', type: 'headers', usedBy: ['shop@file'] },
      headers: { customRequestHeaders: { 'X-A': 'b' } },
    },
  ],
};

/** The same as a file that *Export…* writes. */
export function snapshotOf(listings: ChangeCase['apiBefore'] = api): Promise<string> {
  const about = { name: 'before the deploy', endpoint: { id: 'x', name: 'x' } };
  return snapshotText(about, inventoryOf(listings, '3.7.9'), new AbortController().signal);
}
