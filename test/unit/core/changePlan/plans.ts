import { type ChangePlan, changePlan } from '../../../../src/core/changePlan/changePlan';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import type { Inventory } from '../../../../src/core/proxy/model/inventory';
import { inventoryOf } from '../../../changes/cases';

type Listed = Readonly<Record<string, unknown>>;

/** A service as the API lists it. */
export const service = (name: string, url: string, more: Listed = {}): Listed => ({
  ...{ name, provider: name.split('@')[1], status: 'enabled', type: 'loadbalancer' },
  loadBalancer: { servers: [{ url }], passHostHeader: true },
  ...more,
});

/** A router on the entry point `web` as the API lists it. */
export const router = (name: string, rule: string, to: string, more: Listed = {}): Listed => ({
  ...{ name, provider: name.split('@')[1], status: 'enabled', entryPoints: ['web'], using: ['web'] },
  ...{ service: to, rule, priority: rule.length },
  ...more,
});

/** What a Traefik 3.7.9 lists. */
export function listed(
  routers: readonly Listed[],
  services: readonly Listed[],
  { entryPoints = [{ name: 'web', address: ':80' }], middlewares = [] as readonly Listed[] } = {},
): Inventory {
  const api = { '/http/routers': routers, '/http/services': services, '/http/middlewares': middlewares };
  return inventoryOf({ ...api, '/entrypoints': entryPoints }, '3.7.9');
}

/** The plan of other texts of files, by their paths. */
export function planOf(
  live: Inventory,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Promise<ChangePlan> {
  const groups = (texts: Readonly<Record<string, string>>) =>
    readConfigFiles(Object.entries(texts).map(([path, text]) => ({ path, text })));
  return changePlan(live, groups(before), groups(after));
}

/** A file of the file provider in JSON, which YAML reads, too. */
export const file = (http: Readonly<Record<string, unknown>>): string => JSON.stringify({ http });
